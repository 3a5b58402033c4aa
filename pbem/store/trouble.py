"""What a database's error means to whoever has to put it right: a full disk, a disk that cannot be written."""

import errno

FULL = ("database or disk is full", "no space left on device", "disk quota exceeded", "could not extend file")
READ_ONLY = ("readonly database", "read-only file system", "read-only transaction", "permission denied")
LOCKED = ("database is locked",)


def named(fault: BaseException) -> str:
    """The fault in a sentence: what it means first, then the database's own words.

    >>> named(OSError(28, "No space left on device"))
    'disk full: [Errno 28] No space left on device'
    """
    message = str(getattr(fault, "orig", None) or fault).strip().split("\n")[0] or "nothing said"
    low, number = message.lower(), getattr(getattr(fault, "orig", None) or fault, "errno", None)
    if number in (errno.ENOSPC, errno.EDQUOT) or any(one in low for one in FULL):
        return f"disk full: {message}"
    if number in (errno.EROFS, errno.EACCES) or any(one in low for one in READ_ONLY):
        return f"read-only: {message}"
    if any(one in low for one in LOCKED):
        return f"locked by another program: {message}"
    return f"{type(fault).__name__}: {message}"
