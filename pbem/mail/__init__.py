"""Mail in and out.  Knows no game."""
