"""The table: a desk for any board wargame.  It knows no rule; a sheet names sides, sequence of play, dice, decks and values."""
