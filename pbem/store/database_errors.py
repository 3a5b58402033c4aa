"""Database errors in words for those who have to put them right: a full disk, a disk that cannot be written, a standby."""

import errno

FULL = ("database or disk is full", "no space left on device", "disk quota exceeded", "could not extend file")
READ_ONLY = ("readonly database", "read-only file system", "read-only transaction", "during recovery")
NOT_ALLOWED = ("permission denied",)
LOCKED = ("database is locked",)

THE_MACHINES = frozenset(
    (
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
        errno.EIO,
        errno.EAGAIN,
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EROFS,
    )
)
"""Messages of the system when it has run out of something, or a disk fails: whatever was being done, it is not at fault."""

NOT_OURS = {"25006", "25P03", "25P04", "42501"}
"""PostgreSQL's SQLSTATEs that blame neither a statement of ours nor what was to be stored, though SQLAlchemy does not count
them among the errors of operation: a read-only database, a transaction that slept or lasted for too long, a missing right."""

HINTS = (
    (
        (READ_ONLY[0],),
        "Somebody has taken away the right to write to the database file, or to the files beside it whose names begin with "
        "its own (-wal, -shm); `pbem doctor` says which.",
    ),
    (
        ("password authentication failed", "no password supplied"),
        "Put the password into ~/.pgpass, or into the file that PGPASSFILE names, as HOST:PORT:DATABASE:USER:PASSWORD.  It "
        "is read only if nobody else may read that file (chmod 600).",
    ),
    (
        ("peer authentication failed", "ident authentication failed"),
        "Over its socket the server lets in only a system user of the same name: run pbem as that user, or put the host into "
        "`database` (postgresql://pbem@localhost/games).",
    ),
    (("pg_hba.conf",), "Allow this host, user and database in the server's pg_hba.conf, and reload it."),
    (
        (" is not permitted to log in",),
        "Let that user in (ALTER ROLE ... LOGIN), or name another one in `database`.",
    ),
    (('role "',), "Make that user on the server (createuser), or name another one in `database`."),
    (
        ('database "',),
        "Make the database (createdb --owner=USER NAME), or name the right one in `database`.",
    ),
    (
        ("permission denied for schema", "permission denied for database"),
        "Let the user own the database: ALTER DATABASE ... OWNER TO ...",
    ),
    (
        ("permission denied for", "must be owner of"),
        "The tables are another user's: name that one in `database`, or give them to this user (REASSIGN OWNED BY ... TO ...).",
    ),
    (
        (*READ_ONLY[2:], "session is read-only", "session is not read-only"),
        "Is this a standby?  Name the server that can be written in `database`; with several hosts in it, add "
        "?target_session_attrs=read-write.",
    ),
    (
        ("statement timeout", "lock timeout", "transaction timeout"),
        "Give the user of `database` more time: ALTER ROLE ... SET statement_timeout = 0 (or lock_timeout, "
        "transaction_timeout).",
    ),
    (
        ("too many clients", "too many connections", "remaining connection slots"),
        "Raise max_connections on the server, or end what else is connected to it.",
    ),
    (("starting up", "shutting down", "not yet accepting"), "Try again when the server is up."),
    (("resolve host", "translate host name"), "Is the host in `database` right?"),
    (
        ("too many open files",),
        "Raise the limit of open files (systemd: LimitNOFILE=), or close what else holds them: pbem doctor.",
    ),
    (
        ("refused", "timeout expired", "timed out", "no route to host", "unreachable", "no such file"),
        "Is `database` right?  Does that server run, and does it listen at that address (listen_addresses)?",
    ),
)
"""Ways to go on, by what the database or its client says; the first that fits counts."""


def named(fault: BaseException) -> str:
    """The fault in a sentence: what it means first, then the database's own words.

    >>> named(OSError(28, "No space left on device"))
    'disk full: [Errno 28] No space left on device'
    """
    message, low = words_of(fault), words_of(fault).lower()
    number = getattr(getattr(fault, "orig", None) or fault, "errno", None)
    if number in (errno.ENOSPC, errno.EDQUOT) or any(one in low for one in FULL):
        return f"disk full: {message}"
    if number in (errno.EROFS, errno.EACCES) or any(one in low for one in READ_ONLY):
        return f"read-only: {message}"
    if any(one in low for one in NOT_ALLOWED):
        return f"not allowed: {message}"
    if any(one in low for one in LOCKED):
        return f"locked by another program: {message}"
    return f"{type(fault).__name__}: {message}"


def explained(fault: BaseException) -> str:
    """The fault in a sentence, and how to go on with it, in one line."""
    hint = hint_for(fault)
    return f"{named(fault)}; {hint}" if hint else named(fault)


def words_of(fault: BaseException) -> str:
    """The database's own words, in one line."""
    return str(getattr(fault, "orig", None) or fault).strip().split("\n")[0] or "nothing said"


def hint_for(fault: BaseException) -> str:
    """The way to go on with a fault of the database or of the way to it; "" where nothing is known of it."""
    low = str(getattr(fault, "orig", None) or fault).lower()
    return next((hint for signs, hint in HINTS if any(one in low for one in signs)), "")


def is_the_machines(fault: BaseException) -> bool:
    """True if the system ran out of files, memory or disk, or a disk failed, while something was done that is not at fault."""
    cause: BaseException | None = fault
    while cause is not None:
        if isinstance(cause, OSError) and cause.errno in THE_MACHINES:
            return True
        cause = cause.__cause__
    return False


def is_the_databases(fault: BaseException) -> bool:
    """True if the database or the way to it is at fault, or the machine, and no statement of ours, nor what was to be
    stored."""
    from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

    if is_the_machines(fault):
        return True
    if isinstance(fault, OperationalError | InterfaceError):
        return True
    if not isinstance(fault, DBAPIError):
        return False
    is_known = getattr(fault.orig, "sqlstate", None) in NOT_OURS or READ_ONLY[-1] in str(fault.orig)
    return is_known or fault.connection_invalidated


def is_everybodys(fault: BaseException) -> bool:
    """True if a fault is the database's, the machine's, or a lost lease's, so that no one game is to be held for it; a
    statement of ours that was refused is the matter of the game that it was for."""
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError
    from sqlalchemy.orm.exc import StaleDataError

    if isinstance(fault, DBAPIError) or is_the_machines(fault):
        return is_the_databases(fault)
    return isinstance(fault, SQLAlchemyError) and not isinstance(fault, StaleDataError)
