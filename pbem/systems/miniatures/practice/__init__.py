"""Practice players."""
