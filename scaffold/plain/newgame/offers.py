"""Orders are clicked on a map that is drawn, and this one is in words: so there is no order page."""

from pbem.api.telling import Offering

OFFERING: Offering | None = None
