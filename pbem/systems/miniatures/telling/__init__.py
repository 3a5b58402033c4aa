"""Telling: the log with what was measured, the sketch map, the set-up list and the picture."""
