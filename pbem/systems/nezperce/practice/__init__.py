"""Practice players of the campaign."""
