"""Which words of a language are tried at a place: all that could match there."""

import re
from pathlib import Path

import pytest
from lark.lexer import TerminalDef

from pbem.orders.first_characters import ANY, first_characters
from pbem.orders.language import Language, language
from pbem.systems import registry

HERE = Path(__file__).parent
LINES = [
    *(HERE / "spoken.txt").read_text(encoding="utf-8").splitlines(),
    *(HERE / "chat.txt").read_text(encoding="utf-8").splitlines(),
    "policy losses 3512: holders, G/3",
    "when US moves within 2 of Black Moon then scatter toward 2500",
    "in Reno: G/7 move 3nw-2n; \N{KELVIN SIGN}/7 \N{LATIN SMALL LETTER LONG S}tays; 50 % 1/2 3413->3414, 34.13",
]


@pytest.mark.parametrize(
    ("pattern", "begins"),
    [
        (r"(?:fires?|Shoots?)(?!\w)", "fs"),
        (r",?\s*until(?=\s)", ", \t\n\r\f\v\x1c\x1d\x1e\x1fu"),
        (r"(?<=move )[a-cX-]", "abcx-"),
        (r"x*y{0,2}(?:z|\.)+", "xyz."),
        (r"(?!\d{3})\d{2,}", "0123456789"),
        (r"(?P<one>a|(?i:b))c|\/", "ab/"),
    ],
)
def test_a_word_begins_as_its_expression_says(pattern: str, begins: str) -> None:
    assert first_characters(pattern) == frozenset(begins)


@pytest.mark.parametrize(
    "pattern", [r"a?", r"[^;]x", r".", r"\S+", r"(a)(?(1)b|c)", r"\x41", r"(a", "\N{KELVIN SIGN}", ""]
)
def test_what_is_not_understood_may_begin_with_anything(pattern: str) -> None:
    assert first_characters(pattern) == ANY


def _languages() -> list[Language]:
    spoken = (getattr(registry.game(title).dialect, "vocabulary", None) for title in registry.titles())
    return list(
        {
            id(one): one for words in spoken if words for one in [language(words.grammar, more=words.more_grammar)]
        }.values()
    )


def test_no_word_of_any_game_is_left_out_where_it_stands() -> None:
    languages = _languages()
    assert len(languages) > 2
    terminals: dict[str, TerminalDef] = {
        one.pattern.to_regexp(): one for spoken in languages for one in spoken._parser.terminals
    }
    for pattern in terminals:
        begins, word = first_characters(pattern), re.compile(pattern, re.IGNORECASE)
        for line in LINES:
            for at, char in enumerate(line):
                if char.isascii() and char.lower() not in begins:
                    assert not word.match(line, at), (pattern, line[at:])
