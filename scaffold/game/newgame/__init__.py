"""New Game."""
