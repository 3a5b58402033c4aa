"""The field as it stands, and the events that change it."""
