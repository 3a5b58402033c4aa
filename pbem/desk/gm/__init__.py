"""The GM's acts, and what the GM is alerted to."""
