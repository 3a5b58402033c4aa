"""Meanings: whom and what the tokens of a piece may stand for besides what they say.

``him``, ``his company``, ``its horses``, a hex for whoever is in it.  Used where the words as they stand make no order; what
is found so is offered only.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pbem.language.clauses import Member
from pbem.language.gazetteer import PIECE, Found
from pbem.language.members import Context
from pbem.language.readings import LineReader
from pbem.language.sentence import SEPARATORS, Token

MOST_WAYS = 7
"""Ways in which the tokens of a piece are taken."""
LEAST_GLUED = 4
"""Letters of two words of a name that were typed as one."""
_OBJECTS = frozenset(("him", "them", "it", "her", "they", "he", "em"))
_COMPANY = frozenset(("company", "cavalry", "infantry", "group", "any", "single"))


class Meanings(LineReader):
    """Finds what tokens may stand for, in one position."""

    _foes: tuple[str, ...] = ()
    """The enemies that were named last."""

    def _typed_out(self, text: str) -> str:
        """The text with names that were typed as one word in two (``ihawk``)."""
        names = [PIECE.findall(thing.name.lower()) for thing in self.gazetteer.things]
        glued = {
            "".join((one[0][:n], *one[1:])): " ".join(one) for one in names if len(one) > 1 for n in (1, len(one[0]))
        }

        def apart(found: re.Match[str]) -> str:
            low = found[0].lower()
            is_glued = len(low) >= LEAST_GLUED and low in glued and self.gazetteer.find([low]) is None
            return glued[low].title() if is_glued else found[0]

        return re.sub(r"[A-Za-z]+", apart, text)

    def _note_foes(self, tokens: Sequence[Token]) -> None:
        for one in tokens:
            if one.type == "FOE" and one.found is not None:
                self._foes = one.found.foe

    def _taken_as(self, tokens: Sequence[Token], context: Context) -> Iterator[list[Token]]:
        """The tokens as they are, with one thing taken otherwise, and with all that can be."""
        plain = self._with_his(self._with_owner(self._with_holders(tokens, context)), context)
        ways: list[Callable[[Sequence[Token], Context], list[Token]]] = [
            self._with_foes,
            self._with_foe_there,
            self._with_them,
            self._with_theirs,
            self._with_named_places,
            self._with_numbered,
        ]
        seen = [plain]
        yield plain
        whole = plain
        for way in ways:
            made, whole = way(plain, context), way(whole, context)
            if made not in seen:
                seen.append(made)
                yield made
        if whole not in seen:
            yield whole

    def _with_holders(self, tokens: Sequence[Token], context: Context) -> list[Token]:
        """The horses of a company that is named or spoken of as the unit that holds them, and that unit's company."""
        found: list[Token] = []
        for one in tokens:
            if one.type == "KIND" and not one.value:
                named = next(
                    (two.found.own for two in reversed(found) if two.type == "NAME" and two.found), context.who
                )
                is_holder = any(tag.endswith("holder") for tag in one.tags)
                has_holder = any(any(tag.endswith("holder") for tag in self._thing(name).tags) for name in named)
                is_company = has_holder and bool({"company", "single"} & set(one.tags))
                own = self._of_the_same(named, one.tags, is_unit=is_company) if is_holder or is_company else ()
                if len(own) == 1:
                    if found and found[-1].type == "NAME" and found[-1].form:
                        found.pop()
                    found.append(replace(one, type="NAME", found=Found(own), form=""))
                    continue
            found.append(one)
        return found

    def _of_the_same(self, named: Sequence[str], tags: Sequence[str], *, is_unit: bool) -> tuple[str, ...]:
        """The things of the same company as those named: ``G/7 holders`` and ``G/7 Cav``."""
        firsts = {name.split()[0] for name in named}
        return tuple(
            thing.name
            for thing in self.gazetteer.things
            if thing.is_own
            and thing.at
            and thing.name.split()[0] in firsts
            and thing.name not in named
            and (is_unit or set(tags) & thing.tags)
        )

    def _with_foes(self, tokens: Sequence[Token], context: Context) -> list[Token]:
        """A pronoun behind a verb as the enemy who was named last."""
        if not self._foes or any(one.type == "FOE" for one in tokens):
            return list(tokens)
        found: list[Token] = []
        for n, one in enumerate(tokens):
            is_object = one.type == "PRON" and any(two.type in ("ACT", "AT") for two in tokens[max(n - 2, 0) : n])
            if is_object and one.text in _OBJECTS:
                one = replace(one, type="FOE", found=Found(foe=self._foes))
            found.append(one)
        return found

    def _with_them(self, tokens: Sequence[Token], context: Context) -> list[Token]:
        """A pronoun behind a verb as the one of one's own who was spoken of, where somebody else is named ahead of it."""
        found: list[Token] = []
        for n, one in enumerate(tokens):
            is_object = one.type == "PRON" and n > 0 and tokens[n - 1].type in ("ACT", "TO", "AT")
            if is_object and len(context.who) == 1 and any(two.type in ("NAME", "KIND") for two in tokens[:n]):
                one = replace(one, type="NAME", found=Found(context.who))
            found.append(one)
        return found

    def _with_owner(self, tokens: Sequence[Token]) -> list[Token]:
        """A leader's company as the company of their hex: ``Reno's co.``."""
        found: list[Token] = []
        for one in tokens:
            own = one.found.own if one.type == "NAME" and one.found is not None else ()
            noun = self.lexicon.nouns.get(one.text.split()[-1]) if len(one.text.split()) > 1 else None
            if len(own) == 1 and self._thing(own[0]).is_leader and ("'s" in one.text or one.form) and noun:
                found += [replace(one, form="leader's"), Token("KIND", "", one.start, one.end, one.is_sure, tags=noun)]
            else:
                found.append(one)
        return found

    def _with_foe_there(self, tokens: Sequence[Token], context: Context) -> list[Token]:
        """A hex as the enemies who stand in it."""
        if any(one.type == "FOE" for one in tokens):
            return list(tokens)
        found: list[Token] = []
        for one in tokens:
            things = [thing for thing in self.gazetteer.things if thing.at == one.value] if one.type == "HEX" else []
            foes = tuple(thing.name for thing in things if not thing.is_own and not thing.is_leader)
            is_theirs = bool(foes) and not any(thing.is_own for thing in things)
            found.append(replace(one, type="FOE", found=Found(foe=foes)) if is_theirs else one)
        return found

    def _with_his(self, tokens: Sequence[Token], context: Context) -> list[Token]:
        """``his company`` as that of the enemy leader who was named."""
        found: list[Token] = []
        for n, one in enumerate(tokens):
            before = tokens[n - 1] if n else None
            leaders = before.found.foe if before is not None and before.type == "FOE" and before.found else self._foes
            if one.type == "KIND" and leaders and _COMPANY & set(one.tags) and (n and before is not None):
                at = {self._thing(name).at for name in leaders if self._thing(name).is_leader}
                kinds = set(one.tags) - {"group", "any", "single"}
                foes = tuple(
                    thing.name
                    for thing in self.gazetteer.things
                    if not thing.is_own and thing.at in at and not thing.is_leader and (not kinds or kinds & thing.tags)
                )
                if foes and before.type in ("FOE", "AT", "TO", "ACT"):
                    if before.type == "FOE":
                        found.pop()
                    one = replace(one, type="FOE", found=Found(foe=foes))
            found.append(one)
        return found

    def _with_theirs(self, tokens: Sequence[Token], context: Context) -> list[Token]:
        """A kind as those of it who were spoken of: ``both their companies``."""
        return [
            replace(one, tags=tuple(dict.fromkeys((*one.tags, "group"))))
            if one.type == "KIND" and context.who and not one.value and (not n or tokens[n - 1].type != "NAME")
            else one
            for n, one in enumerate(tokens)
        ]

    def _with_named_places(self, tokens: Sequence[Token], context: Context) -> list[Token]:
        """A place in a list of names as the one unit that is called by it."""
        found: list[Token] = []
        for n, one in enumerate(tokens):
            sides = [two.type for two in (*tokens[max(n - 1, 0) : n], *tokens[n + 1 : n + 2])]
            if one.type == "PLACE" and one.text and (not n or {*SEPARATORS, "NAME"} & set(sides)):
                own = tuple(
                    thing.name
                    for thing in self.gazetteer.things
                    if thing.is_own and thing.name.lower().startswith(one.text)
                )
                if len(own) == 1:
                    one = replace(one, type="NAME", found=Found(own))
            found.append(one)
        return found

    def _with_numbered(self, tokens: Sequence[Token], context: Context) -> list[Token]:
        """A kind with a number behind it as the enemy that is called so: ``camp 2``."""
        found: list[Token] = []
        for one in tokens:
            before = found[-1] if found else None
            if one.type == "NUM" and before is not None and before.type == "KIND":
                foes = tuple(
                    thing.name
                    for thing in self.gazetteer.things
                    if not thing.is_own and set(before.tags) & thing.tags and thing.name.split()[-1] == one.value
                )
                if foes:
                    found[-1] = replace(before, type="FOE", found=Found(foe=foes))
                    continue
            found.append(one)
        return found

    def _standing_at(self, token: Token) -> Member | None:
        """All of one's own in a hex, None where nobody is."""
        is_there = any(thing.is_own and thing.at == token.value for thing in self.gazetteer.things)
        return Member("all", None, None, (token.value,)) if is_there and token.type in ("HEX", "PLACE") else None
