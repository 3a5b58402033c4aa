"""The sequence of play, set-up and entry, what belongs in a phase (4, 18)."""
