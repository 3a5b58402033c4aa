"""The order language of the series, from the words a player writes to order records."""
