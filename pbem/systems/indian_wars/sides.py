"""The two sides of every title of the series."""

from pbem.core.system import Side

US, INDIAN = "us", "indian"
SIDES = (Side(US, "US", "US"), Side(INDIAN, "IN", "Indian"))
SIDE_NAMES = {one.id: one.name for one in SIDES}
