"""The GM's screens."""
