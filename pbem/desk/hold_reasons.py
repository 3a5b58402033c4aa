"""Beginnings of the reasons for which games and letters are held, where somebody looks for them later."""

RESTORED = "restored:"
"""A game whose records since the copy are not back yet."""
ADOPTED = "adopted:"
"""A game whose records are back: the GM lets it go on."""
HELD_BY_GM = "by the GM: "
"""A game or a letter that a GM holds on purpose."""
