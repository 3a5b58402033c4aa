"""The GM's actions, and alerts to the GM."""
