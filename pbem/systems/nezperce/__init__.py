"""I Will Fight No More Forever: the campaign of 1877, strategic turns with tactical battles inside them."""
