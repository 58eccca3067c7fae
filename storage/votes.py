"""Votes and their ballots. Like the other repositories it works inside a transaction."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import Ballot, Vote, VoteKind, VoteOutcome


class Votes:
    """The votes of tables."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def get(self, key: int) -> Vote | None:
        """A vote by its key, which may be anything that a button brought."""
        return (await self.session.exec(select(Vote).where(Vote.id == key))).first()

    async def open_at(self, table_id: int) -> Vote | None:
        """The open vote of a table."""
        query = select(Vote).where(Vote.table_id == table_id, col(Vote.open).is_(True))
        return (await self.session.exec(query)).first()

    async def last_at(self, table_id: int) -> Vote | None:
        """The newest vote of a table, open or not."""
        query = select(Vote).where(Vote.table_id == table_id).order_by(col(Vote.id).desc()).limit(1)
        return (await self.session.exec(query)).first()

    async def failed_since(
        self, table_id: int, kind: VoteKind, target_id: int | None, since: datetime
    ) -> Vote | None:
        """The last vote on the same question that found no majority, if it ended after a moment."""
        query = select(Vote).where(
            Vote.table_id == table_id,
            Vote.kind == kind,
            Vote.target_id == target_id,
            col(Vote.outcome).in_((VoteOutcome.NO, VoteOutcome.EXPIRED)),
            col(Vote.ended_at) > since,
        )
        return (await self.session.exec(query.order_by(col(Vote.id).desc()).limit(1))).first()

    async def kicked(self, table_id: int, user_id: int) -> bool:
        """Whether a person was sent away from a table."""
        query = select(Vote.id).where(
            Vote.table_id == table_id,
            Vote.kind == VoteKind.KICK,
            Vote.target_id == user_id,
            Vote.outcome == VoteOutcome.YES,
        )
        return (await self.session.exec(query.limit(1))).first() is not None

    async def due(self, now: datetime) -> list[Vote]:
        """The open votes whose time is over."""
        query = select(Vote).where(col(Vote.open).is_(True), col(Vote.ends_at) <= now)
        return list((await self.session.exec(query.order_by(col(Vote.id)))).all())

    async def next_moment(self) -> datetime | None:
        """When the next open vote ends."""
        query = select(Vote.ends_at).where(col(Vote.open).is_(True))
        return (await self.session.exec(query.order_by(col(Vote.ends_at)).limit(1))).first()

    async def drop_substitution(self, table_id: int, seat: int, now: datetime) -> bool:
        """Who was to be replaced is back: whether there was a vote about that, which is pointless now."""
        vote = await self.open_at(table_id)
        if vote is None or (vote.kind, vote.seat) != (VoteKind.SUBSTITUTE, seat):
            return False
        await self.close(vote, VoteOutcome.VOID, now)
        return True

    async def ballots(self, vote_id: int) -> dict[int, bool]:
        """The votes that were cast, by person."""
        query = select(Ballot).where(Ballot.vote_id == vote_id)
        return {ballot.user_id: ballot.yes for ballot in (await self.session.exec(query)).all()}

    async def cast(self, vote_id: int, user_id: int, yes: bool, now: datetime) -> None:
        """Note how a person votes, instead of how they voted before."""
        query = select(Ballot).where(Ballot.vote_id == vote_id, Ballot.user_id == user_id)
        ballot = (await self.session.exec(query)).first()
        if ballot is None:
            self.session.add(Ballot(vote_id=vote_id, user_id=user_id, yes=yes, at=now))
        elif ballot.yes != yes:
            ballot.yes, ballot.at = yes, now
        await self.session.flush()

    async def close(self, vote: Vote, outcome: VoteOutcome, now: datetime) -> None:
        """A vote has ended."""
        vote.open = None
        vote.outcome = outcome
        vote.ended_at = now
        await self.session.flush()
