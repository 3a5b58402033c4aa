"""The record: the chain, its seals, and everything that plays a game again from it."""
