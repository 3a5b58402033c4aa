"""Victory and the end of the game (17)."""
