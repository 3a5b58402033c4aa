"""Which words of a language are tried at a place: all that could match there."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, UnexpectedToken

from pbem.orders.first_characters import ANY, first_characters
from pbem.orders.language import Build, Language, happenings, language, text_of
from pbem.orders.lexing import Token, Unexpected
from pbem.systems import registry

HERE = Path(__file__).parent
DIALECT = "grammar/indian_wars.lark"
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


def _spoken() -> list[tuple[Language, Any]]:
    """The languages of all games, each once, with the words that it is made of."""
    spoken = (getattr(registry.game(title).dialect, "vocabulary", None) for title in registry.titles())
    found = ((language(words.grammar, more=words.more_grammar), words) for words in spoken if words)
    return list({id(one): (one, words) for one, words in found}.values())


class ByLark:
    """Lark itself, with its own lexer and what it has made of the grammar."""

    def __init__(self, text: str) -> None:
        build: Any = Build(happenings(text))
        self._lark = Lark(text, parser="lalr", lexer="contextual", transformer=build, g_regex_flags=re.IGNORECASE)

    def parse(self, words: str) -> Any:
        try:
            return self._lark.parse(words)
        except UnexpectedToken as fault:
            raise Unexpected(Token.at(fault.token.start_pos or 0, fault.token.type, str(fault.token))) from fault


def _by_lark(grammar: str, more: str) -> Language:
    """A language that Lark itself reads."""
    found = Language.__new__(Language)
    found._parser = ByLark(text_of(grammar, more=more))  # type: ignore[assignment]
    return found


@pytest.fixture(scope="module")
def pairs() -> list[tuple[Language, Language]]:
    """Each language as the program reads it, and as Lark does."""
    return [(one, _by_lark(words.grammar, words.more_grammar)) for one, words in _spoken()]


WORDS = sorted({word for line in LINES for word in line.split()})
PIECES = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(
        [" ", ", ", "; ", ": ", "-", ".", "/", "(", ")", "\t", "\u00a0", "\u2028", "\x1c", "\u0130", "\u0131"]
    ),
    st.text(max_size=6),
)


@settings(deadline=None)  # the first text finds no tables yet
@given(st.lists(PIECES, min_size=1, max_size=12), st.sampled_from(["", " "]))
def test_every_text_is_read_as_by_lark(pairs: list[tuple[Language, Language]], pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    for ours, theirs in pairs:
        assert ours.read(text) == theirs.read(text)


@pytest.mark.parametrize("line", LINES)
def test_every_line_that_was_said_is_read_as_by_lark(pairs: list[tuple[Language, Language]], line: str) -> None:
    for ours, theirs in pairs:
        assert ours.read(line) == theirs.read(line)


def test_no_word_of_any_game_is_left_out_where_it_stands() -> None:
    languages = [one for one, _ in _spoken()]
    assert len(languages) > 2
    patterns = {pattern for spoken in languages for _, pattern, *_ in spoken.tables.words}
    for pattern in patterns:
        begins, word = first_characters(pattern), re.compile(pattern, re.IGNORECASE)
        for line in LINES:
            for at, char in enumerate(line):
                if char.isascii() and char.lower() not in begins:
                    assert not word.match(line, at), (pattern, line[at:])


MORE = """
%extend clause: GREET members? -> greet
      | "hail" members         -> hail
GREET: /h[a-z]+l/
"""


@pytest.mark.parametrize("line", ["C/3 hail", "hail", "howl A/3, B/3", "C/3 HAIL D/3; howl", "hails", "C/3 hail hail"])
def test_a_fixed_text_goes_before_a_word_of_its_rank_as_by_lark(line: str) -> None:
    ours, theirs = Language(DIALECT, more=MORE), _by_lark(DIALECT, MORE)
    assert ours.read(line) == theirs.read(line)
