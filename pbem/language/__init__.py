"""Reads what people write: names first, then acts from a lexicon, then sentences; the game's rules decide between readings."""
