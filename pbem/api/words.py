"""Words: the order language of a game, from one order a line (`StarterDialect`) to a grammar (`GameDialect`); standing orders;
problems with the words that are meant.
"""

from pbem.board.roster import Known, Roster, Wording
from pbem.language.gazetteer import ORDINALS, Gazetteer, Thing, with_nicknames
from pbem.language.lexicon import Lexicon, lexicon
from pbem.language.spelling import in_words, listed, nearest, slips
from pbem.mechanisms.dialect import GameDialect, Vocabulary
from pbem.mechanisms.likeness import Talk, without_interjection
from pbem.mechanisms.naming import Naming
from pbem.mechanisms.paths import Wayfinding, hex_of
from pbem.mechanisms.repairs import Parts, RepairWords
from pbem.orders.commands import command
from pbem.orders.dialect import Dialect, Placed, Reading
from pbem.orders.refusal_text import with_lead
from pbem.orders.standing import NOTHING_DRAFTED, Action, Drafted, Guard, Judge, StandingOrder
from pbem.orders.syntax import (
    Clause,
    Group,
    Line,
    MarchLine,
    Misread,
    Name,
    Ordered,
    OrderLine,
    PolicyLine,
    Target,
    WhenLine,
    Words,
)
from pbem.systems.starter import StarterDialect

__all__ = [
    "NOTHING_DRAFTED",
    "ORDINALS",
    "Action",
    "Clause",
    "Dialect",
    "Drafted",
    "GameDialect",
    "Gazetteer",
    "Group",
    "Guard",
    "Judge",
    "Known",
    "Lexicon",
    "Line",
    "MarchLine",
    "Misread",
    "Name",
    "Naming",
    "OrderLine",
    "Ordered",
    "Parts",
    "Placed",
    "PolicyLine",
    "Reading",
    "RepairWords",
    "Roster",
    "StandingOrder",
    "StarterDialect",
    "Talk",
    "Target",
    "Thing",
    "Vocabulary",
    "Wayfinding",
    "WhenLine",
    "Wording",
    "Words",
    "command",
    "hex_of",
    "in_words",
    "lexicon",
    "listed",
    "nearest",
    "slips",
    "with_lead",
    "with_nicknames",
    "without_interjection",
]
