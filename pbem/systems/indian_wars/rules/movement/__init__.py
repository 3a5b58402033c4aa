"""Stacking, zones of control, movement, modes, scatter (5 to 8)."""
