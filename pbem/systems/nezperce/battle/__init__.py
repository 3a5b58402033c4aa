"""Tactical battles: what happens on the four tactical maps."""
