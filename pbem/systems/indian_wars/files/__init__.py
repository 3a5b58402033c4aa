"""What is read from the files of a title: map, counters, charts, scenarios."""
