"""``pbem gm``: screens, the queue, and what a GM does to a game."""
