"""Letters of the game."""
