"""Losses, leaders, morale and rally (11 to 13)."""
