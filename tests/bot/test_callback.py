"""Callback data: what we write comes back, and nothing else is taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.callback import LIMIT, NO_DECISION, CallbackData, Op, to_base36

ARGUMENTS = st.text("3456789TJQKA2wW!<-~.#abcdefghijklmnopqrstuvwxyz", max_size=36)


@given(
    st.integers(0, 2**31),
    st.sampled_from([NO_DECISION, "0", "17", "240k", "3d"]),
    st.sampled_from(Op),
    ARGUMENTS,
)
def test_callback_data_round_trips_within_64_bytes(table: int, decision: str, op: Op, argument: str) -> None:
    data = CallbackData(table, decision, op, argument)
    text = str(data)
    assert len(text.encode()) <= LIMIT
    assert CallbackData.parse(text) == data


@given(st.text(max_size=80))
def test_anything_else_is_refused_or_means_itself(text: str) -> None:
    try:
        data = CallbackData.parse(text)
    except ValueError:
        return
    assert CallbackData.parse(str(data)) == data


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "1.2",
        "1.2.",
        "1.2.?",
        "A.2.a-",
        "1.2.Z",
        "1..a-",
        "1.2.a\n",
        "1.2.a大",
        "x" * 70,
        "1.2.a" + "3" * 60,
    ],
)
def test_malformed_data_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"callback data|Op"):
        CallbackData.parse(text)


def test_too_long_data_is_not_written() -> None:
    with pytest.raises(ValueError, match="bytes"):
        str(CallbackData(1, "1", Op.ACT, "3" * 70))


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (35, "z"), (36, "10"), (46655, "zzz")])
def test_base_36(number: int, text: str) -> None:
    assert to_base36(number) == text
    assert int(text, 36) == number
