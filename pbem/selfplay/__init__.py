"""Games played alone: both sides by programs that write order letters, watched at every event."""
