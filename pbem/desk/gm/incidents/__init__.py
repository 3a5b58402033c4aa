"""What a GM can do to a game: one module an incident, each with its effect, its record, who is told, and its inverse."""
