"""States of rows that queries of several modules ask for.  It imports no database."""

SHELVED = "shelved"
"""The state of what is no game: the archive for what was undone of one (`store.shelf`)."""

OPEN_LOCKS = ("waiting", "known", "silent")
"""States of a lock whose dice have not fallen."""
