"""pbem: a play-by-email adjudicator for wargames."""

__version__ = "0.3.0"
