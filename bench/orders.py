"""Order lines read a second.  The floor is lark's own LALR parser on the same grammar, without building anything."""

import re

from lark import Lark

from bench.work import Work
from pbem import resources
from pbem.orders.language import FRAME, language

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


def works() -> tuple[Work, ...]:
    """The reading of orders."""
    read = language(DIALECT).read
    grammar = "\n".join(resources.text(path) for path in (FRAME, DIALECT))
    bare = Lark(grammar, parser="lalr", lexer="contextual", g_regex_flags=re.IGNORECASE, maybe_placeholders=False).parse

    def job() -> int:
        for line in LINES:
            read(line)
        return len(LINES)

    def floor() -> int:
        for line in LINES:
            bare(line)
        return len(LINES)

    return (Work("order lines read", job, "lark's LALR parser on the same grammar", floor),)
