"""What a side is told, and how it looks."""
