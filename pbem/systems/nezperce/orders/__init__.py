"""The order language of the campaign."""
