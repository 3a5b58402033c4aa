"""Seats at a game's table besides its players': who observes, who shares a side, a second GM."""

from typing import NamedTuple


class Seat(NamedTuple):
    """One more person: `side` is "" for an observer, ``gm`` for a second GM, else the side that they share.

    `formations` are what they may give orders to (all of their side's, where none are named).  `report` is the form in which
    an observer gets the reports (``text``, ``html``, ``png``); "" for that of the campaign.  `leader` is the counter whose role
    they play (the option ``several players``).
    """

    side: str
    address: str
    name: str
    formations: tuple[str, ...] = ()
    report: str = ""
    leader: str = ""
