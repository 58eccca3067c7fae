"""``python -m bot.sandbox``: the local Telegram alone, for a bot in another process."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path

from bot.sandbox.guard import RealTokenError, refuse_beside
from bot.sandbox.saving import StateError
from bot.sandbox.server import TOKEN, Sandbox


async def _run(options: argparse.Namespace) -> None:
    refuse_beside(os.environ, Path())
    sandbox = Sandbox(
        port=options.port,
        token=options.token,
        manual_clock=options.manual_clock,
        state=options.state,
        scene=True,
    )
    await sandbox.start()
    sys.stdout.write(f"Sandbox: {sandbox.url} (token {options.token})\n")
    sys.stdout.flush()
    try:
        await asyncio.Event().wait()
    finally:
        await sandbox.stop()


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m bot.sandbox")
    parser.add_argument("--port", type=int, default=8088)
    parser.add_argument("--token", default=TOKEN)
    parser.add_argument("--state", type=Path, help="a file in which conversations outlive a restart")
    parser.add_argument("--manual-clock", type=float, help="a unix time to start a clock that tests move")
    try:
        asyncio.run(_run(parser.parse_args()))
    except KeyboardInterrupt:
        sys.stdout.write("\n")
    except (RealTokenError, StateError, OSError) as error:
        sys.exit(f"The sandbox does not start: {error}")


if __name__ == "__main__":
    main()
