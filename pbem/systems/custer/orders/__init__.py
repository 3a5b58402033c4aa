"""The order language of the game, from the words a player writes to order records."""
