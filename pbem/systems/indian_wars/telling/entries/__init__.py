"""Entries of the log, by what happened."""
