"""The state of the campaign and what changes it."""
