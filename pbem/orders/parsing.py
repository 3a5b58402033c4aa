"""Reads lines by the tables that Lark made of a grammar, as its LALR parser does."""

from collections.abc import Callable
from functools import partial
from typing import Any

from pbem.orders.lexing import Lexer, Token, Unexpected
from pbem.orders.tables import END, Rule, Tables


class Parser:
    """Reads texts by a grammar's tables; what is recognised goes to the methods of `build`, each called as its rule.

    A rule without a method goes to ``build.__default__(rule, parts, None)``, as Lark's transformers have it.  Of a rule
    whose name begins with _, only the `children` of what is made are looked at: they go to the rule of which it is a part.
    """

    def __init__(self, tables: Tables, build: Any) -> None:
        self._tables, self._build = tables, build
        self._lexer = Lexer(tables)
        self._makers: dict[int, Callable[[list[Any]], Any]] = {}

    def parse(self, text: str) -> Any:
        """What `build` makes of a text.  Raises Unexpected."""
        states, made = [self._tables.start], list[Any]()
        at = 0
        while True:
            token = self._lexer.next(text, at, states[-1])
            if self._is_taken(token, states, made):
                return made[-1]
            at = (token.start_pos or 0) + len(token)

    def _is_taken(self, token: Token, states: list[int], made: list[Any]) -> bool:
        """Put a word behind what was read, when the rules that end before it are made; whether all is read."""
        actions, rules = self._tables.states, self._tables.rules
        while True:
            action = actions[states[-1]].get(token.type)
            if action is None:
                raise Unexpected(token)
            if action >= 0:
                states.append(action)
                made.append(token)
                return False
            name, size, *_ = rules[~action]
            parts = made[len(made) - size :]
            del states[len(states) - size :], made[len(made) - size :]
            made.append((self._makers.get(action) or self._maker(action))(parts))
            states.append(actions[states[-1]][name])
            if states[-1] == self._tables.end and token.type == END:
                return True

    def _maker(self, action: int) -> Callable[[list[Any]], Any]:
        made = self._makers[action] = _maker(self._tables.rules[~action], self._build)
        return made


def _maker(rule: Rule, build: Any) -> Callable[[list[Any]], Any]:
    """What is done where a rule is recognised."""
    _, size, name, stands_for_itself, handed_on = rule
    make = getattr(build, name, None) or partial(_by_default, build, name)
    has_all = handed_on == tuple(range(size))

    def made(parts: list[Any]) -> Any:
        children = parts if has_all else _handed_on(parts, handed_on)
        return children[0] if stands_for_itself and len(children) == 1 else make(children)

    return made


def _by_default(build: Any, name: str, parts: list[Any]) -> Any:
    return build.__default__(name, parts, None)


def _handed_on(parts: list[Any], places: tuple[int, ...]) -> list[Any]:
    found: list[Any] = []
    for place in places:
        if place < 0:
            # A list of many is made of one that is longer by each of them: the first takes the others in.
            found = found + parts[~place].children if found else parts[~place].children
        else:
            found.append(parts[place])
    return found
