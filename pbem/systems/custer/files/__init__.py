"""What is read from the files of the game: map, counters, charts, battles."""
