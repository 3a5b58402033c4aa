"""The steps, by number."""
