"""P1: order lines read a second, with their tree, beside Lark's own parsers on the same grammar."""

import re
from collections.abc import Iterator

from lark import Lark

from bench.frame import Figure, Job, rates
from pbem import resources
from pbem.orders.language import FRAME, WHEN, language

DIALECT = "grammar/indian_wars.lark"

LINES = (
    "C/3 Cav dismount; move 3413-3414",
    "A/2, B/2 and D/2 Cav move 3310-3410-3510",
    "G/3 holders 3513-3512; G/3 recover; mount",
    "C3: 1/2 fire Four Horns else Crow King",
    "melee 3412: C/3 + G/3 with Van Vliet; advance G/3",
    "Rain in the Face + Lone Bull melee 3512",
    "He Dog, Big Road enter 2600 mounted; 2601-2602",
    "D/4 crawl 3111",
    "all rally",
    "Black Shield move 4606-4705; exit east",
    "policy losses 3512: holders, G/3",
    "when US moves within 2 of Black Moon then scatter toward 2500",
)


def figures() -> Iterator[Figure]:
    """LALR and Earley."""
    grammar = "\n".join(resources.text(path) for path in (FRAME, WHEN, DIALECT))
    flags = {"g_regex_flags": re.IGNORECASE, "maybe_placeholders": False}
    lalr = Lark(grammar, parser="lalr", lexer="contextual", **flags)
    earley = Lark(grammar, parser="earley", lexer="dynamic", **flags)
    ours, bare, slow = rates(_reads(language(DIALECT).read), _reads(lalr.parse), _reads(earley.parse))
    yield Figure("order lines with their tree", "lines/s", ours, bare, "Lark, LALR, its own tree", least=0.8)
    yield Figure("order lines with their tree", "lines/s", ours, slow, "Lark, Earley", least=10)


def _reads(read: object) -> Job:
    def job() -> int:
        for line in LINES:
            read(line)  # type: ignore[operator]
        return len(LINES)

    return job
