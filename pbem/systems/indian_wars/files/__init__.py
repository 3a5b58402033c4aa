"""The contents of the files of a title: map, counters, charts, scenarios."""
