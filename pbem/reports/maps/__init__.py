"""The map in lines of a letter: the panel that any game gives, and that of hexes."""
