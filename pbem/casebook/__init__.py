"""Adjudication cases: one position, the orders given in it, the dice that fall, and what must come of it."""
