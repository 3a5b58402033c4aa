"""Incidents, the actions of a GM on a game: one module an incident, each with its effect, its record, who is told, and its
inverse."""
