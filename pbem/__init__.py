"""pbem: a play-by-email adjudicator for wargames."""

__version__ = "1.0.0rc1"
