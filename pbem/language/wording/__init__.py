"""The wording of a line, before its words are looked up: its parts, and what they say put into plainer words."""
