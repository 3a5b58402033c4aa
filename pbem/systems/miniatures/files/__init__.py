"""The game's files: tables and scenarios."""
