"""Ammunition and pack trains (14, 15)."""
