"""pbem: a play-by-email adjudicator for wargames."""

__version__ = "0.2.0"
