"""The contents of the files of the game: map, counters, charts, battles."""
