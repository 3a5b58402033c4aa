"""Adjudication cases: one position, the orders given in it, the dice that are rolled, and what must come of it."""
