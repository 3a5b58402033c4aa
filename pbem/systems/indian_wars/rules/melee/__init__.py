"""Melee (10.A to 10.H)."""
