"""Battle plans: their words, what they choose in a half-turn, when they stop play, and what their owner is told."""
