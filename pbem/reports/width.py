"""How wide letters are: for those who need nothing else of a report, which takes long to import."""

WIDTH = 78
"""Characters in a line of a letter: what every mail program shows without breaking it."""
