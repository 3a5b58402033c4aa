"""Names of counters and how players say them."""
