"""Retreat and rout movement (10.I, 10.J)."""
