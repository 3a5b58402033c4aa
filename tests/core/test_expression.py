"""Expressions that are compiled when they are used."""

import re

import pytest

from pbem.core.expression import expression

NUMBER = expression(r"(\d+)(ST|ND)?", re.I)


def test_an_expression_does_what_a_compiled_one_does() -> None:
    compiled = re.compile(NUMBER.pattern, re.I)
    text = "1st, 2ND and 34"
    assert NUMBER.findall(text) == compiled.findall(text)
    assert NUMBER.sub("x", text) == compiled.sub("x", text)
    assert NUMBER.split(text) == compiled.split(text)
    assert [one.span() for one in NUMBER.finditer(text)] == [one.span() for one in compiled.finditer(text)]
    assert [one and one[0] for one in (NUMBER.match(text), NUMBER.search("at 34"), NUMBER.fullmatch(text))] == [
        "1st",
        "34",
        None,
    ]
    assert (NUMBER.groups, NUMBER.flags) == (compiled.groups, compiled.flags)


def test_it_is_compiled_when_it_is_first_used() -> None:
    wrong = expression("(")
    assert wrong.pattern == "("
    with pytest.raises(re.error):
        wrong.match("")
