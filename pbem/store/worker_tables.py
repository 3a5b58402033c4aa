"""The tables of those who share the work on a PostgreSQL.  Their times are the database's own; a file has them too, empty."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.store.columns import BigId, SharedTime


class LeaseRow(SQLModel, table=True):
    """A lease on a game (or, under the name "", on what belongs to none), where several workers share a PostgreSQL.

    `wake` is when it may be claimed: when there is something to do (None: nothing), or, while `owner` works at it, when their
    lease ends, which is `until`.  Each claim has a higher `epoch`; writes under an older one are refused.  All times are the
    database's own.
    """

    __tablename__ = "lease"
    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    name: str = Field(unique=True)
    owner: str = ""
    epoch: int = Field(default=0, sa_type=BigId)
    until: datetime | None = Field(default=None, sa_type=SharedTime)
    wake: datetime | None = Field(default=None, sa_type=SharedTime, index=True)


class WorkerRow(SQLModel, table=True):
    """A process that shares the work: its name, role and version, and when it was last seen."""

    __tablename__ = "worker"
    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    name: str = Field(unique=True)
    role: str
    version: str
    seen: datetime = Field(sa_type=SharedTime)
