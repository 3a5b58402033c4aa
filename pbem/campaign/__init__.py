"""Use cases: open, submit, advance, default, close.  Time lives here."""
