"""What letters say of the game."""
