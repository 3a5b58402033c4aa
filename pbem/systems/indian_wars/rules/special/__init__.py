"""The special rules (16)."""
