"""States of rows that queries of several modules ask for.  It imports no database."""

HIDDEN = "shelved"
"""The state of what is no game: what was undone of one (`store.undone`), or an archived one (`store.archive`)."""

OPEN_LOCKS = ("waiting", "known", "silent")
"""States of a lock whose dice have not fallen."""
