"""Letters of the series."""
