"""The battle as it stands, and the events that change it."""
