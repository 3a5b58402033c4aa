"""Custer's Last Stand: a chit-pull game of two battles, the Little Big Horn and the Rosebud, as two scenarios of one game."""
