"""Places and enemies told by where somebody is: the hex they left, back to its horses, the company next to them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.language.gazetteer import Found, Gazetteer, Thing
from pbem.language.sentence import Sentence, Token

_TO_HORSES = frozenset(("to", "rejoin", "rejoins", "rejoining", "reach", "find", "fetch", "meet", "back"))
_FETCHES = frozenset(
    ("fetch", "fetches", "get", "gets", "collect", "collects", "find", "finds", "rejoin", "rejoins", "join")
)
_OF_A_STATE = frozenset(("routed", "disrupted", "pinned", "mounted", "dismounted", "prone"))
_NEXT_TO_GOAL = frozenset(("TO", "TOWARD", "AT", "VIA", "FROM", "BESIDE", "EXCEPT", "ACT"))
_POSSESSIVES = (" their", " its", " his", " ur", " your", " there")
_ONE_LEADER = frozenset(("captain", "chief", "boss", "leader", "gaffer", "skipper"))
_LISTED = (["AND", "NAME"], ["COMMA", "NAME"])
_ALL_WAYS = ("N", "NE", "SE", "S", "SW", "NW", "E", "W")


class _Whereabouts:
    """The units that a line has named so far, and the places that this makes of its words: ``the hex they left``."""

    def __init__(self, gazetteer: Gazetteer, text: str) -> None:
        self._text = text.lower()
        self._things: Mapping[str, Thing] = gazetteer.by_name
        self._gazetteer = gazetteer
        self._who: tuple[str, ...] = ()
        self._before: tuple[str, ...] = ()
        self._named: tuple[str, ...] = ()
        self._is_open = False
        self._way = self._goal = self._went = ""

    def placed(self, one: Sentence) -> list[Token]:
        """The tokens of a sentence with those places as hexes, and enemies there by name."""
        found: list[Token] = []
        self._aim = ""
        tokens = _of_animals(_around(one.tokens, self._gazetteer), self._gazetteer)
        tokens = _of_each(_of_one_regiment(tokens), self._gazetteer)
        if not any(two.type == "NAME" for two in tokens):
            waiting = " ".join(two.value for two in tokens if two.type == "EVENT")
            charged = tuple(name for name in self._things if name in waiting)
            self._who = charged or self._who  # should anybody attack G/3, it falls back to its horses
        for n in range(len(tokens)):
            self._note(tokens, n)
            found += self._taken(tokens, n, found, one)
        return found

    def _note(self, tokens: Sequence[Token], n: int) -> None:
        """Note who is told something."""
        one, last = tokens[n], tokens[n - 1].type if n else ""
        if one.type == "STEP" and one.value[:1].isdigit():
            self._way = one.value.lstrip("0123456789")
            self._goal = self._gazetteer.step(self._at(self._who), self._way) if one.value[:1] == "1" else ""
        if one.type == "HEX":
            self._goal = one.value
        if one.type != "NAME" or one.found is None or (last in _NEXT_TO_GOAL and tokens[n - 1].text != "let"):
            return
        if last == "SAME" and tokens[n - 1].text.endswith(" as"):
            return
        goes_on = last in ("AND", "COMMA", "WITH") and n > 1 and tokens[n - 2].type == "NAME"
        if not goes_on:
            self._before, self._who = self._who, ()
            self._went, self._goal = self._goal, ""
        self._who += one.found.own
        self._named = tuple(dict.fromkeys((*self._named, *one.found.own)))
        self._is_open = (goes_on and self._is_open) or (len(one.found.own) > 1 and not one.found.is_group)

    def _at(self, names: Sequence[str]) -> str:
        """The one hex of some, "" for several or none."""
        hexes = {self._things[name].at for name in names if name in self._things}
        return hexes.pop() if len(hexes) == 1 else ""

    def _horses(self, tags: Sequence[str]) -> str:
        """The hex of the animals of those who were named, where they stand apart from them."""
        who = self._who
        if who and all(self._things[name].is_leader for name in who):
            at = self._at(who)  # Van Vliet's men
            who = tuple(one.name for one in self._things.values() if one.is_own and at and one.at == at)
        owners = [name for name in who if self._gazetteer.animals_of((name,), tags)]
        at = self._at(self._gazetteer.animals_of(owners, tags)) if owners else ""
        return "" if at == self._at(owners) else at

    def _foes(self, at: str, tags: Sequence[str]) -> tuple[str, ...]:
        """The enemies of a kind in a hex: no leaders but where there is nobody else."""
        there = [one for one in self._things.values() if not one.is_own and at and one.at == at]
        kinds = set(tags) - {"any", "group", "enemy", "single", "company"}
        there = [one for one in there if not kinds or kinds & one.tags]
        return tuple(one.name for one in there if not one.is_leader and "holder" not in one.tags) or tuple(
            one.name for one in there
        )

    def _beside_them(self, tokens: Sequence[Token], n: int, found: Sequence[Token]) -> tuple[str, ...]:
        """Those of one's own who belong to who was named: ``their mules``, ``the captain``, ``the other four``."""
        one, at = tokens[n], self._at(self._who)
        if one.type == "KIND" and any(tag.endswith("holder") for tag in one.tags):
            owner, who = f" {self._text[: one.start].strip()}", self._who
            is_goal = [two.type for two in tokens[n + 1 : n + 2]] in (["AT"], ["HEX"]) or (
                found[-1:] != [] and found[-1].type in ("TO", "TOWARD", "FROM", "VIA")
            )
            if not is_goal:  # its led horses likewise
                owner = owner.removesuffix(" led").rstrip()
                who = self._named if owner.endswith((" their", " there")) else self._who
                if all(self._things[name].is_leader for name in self._who if name in self._things):
                    who = tuple(two.name for two in self._things.values() if two.is_own and at and two.at == at)
            owners = [name for name in who if self._gazetteer.animals_of((name,), one.tags)]
            return self._gazetteer.animals_of(owners, one.tags) if owner.endswith(_POSSESSIVES) and owners else ()
        there = [two for two in self._things.values() if two.is_own and at and two.at == at and "minor" not in two.tags]
        leaders = [self._things[name] for name in self._who if name in self._things and self._things[name].is_leader]
        if one.type == "KIND" and len(leaders) == 1 and leaders[0].at and not {"any", "group"} & set(one.tags[:1]):
            is_his = self._text[: one.start].rstrip().endswith((" his", " their", " its"))
            near = [two for two in self._things.values() if two.is_own and two.at == leaders[0].at]
            his = tuple(two.name for two in near if set(one.tags) & two.tags and not two.is_leader)
            is_all = self._text[: one.start].rstrip().endswith(("both his", "both their", "all his", "all their"))
            return his if is_his and is_all and his else ()
        if one.type == "KIND" and one.tags == ("leader",) and one.text in _ONE_LEADER and found[-1:] != []:
            hexes = {self._things[name].at for name in self._who if name in self._things} - {""}
            leaders = [two for two in self._things.values() if two.is_own and two.is_leader and two.at in hexes]
            is_one = len({two.at for two in leaders}) == len(leaders) > 0
            return tuple(two.name for two in leaders) if found[-1].type == "AND" and is_one else ()
        others = tuple(two.name for two in there if two.name not in self._who and not two.is_leader)
        behind = tokens[n + 1] if n + 1 < len(tokens) else None
        is_counted = one.type == "REST" and behind is not None and behind.type == "NUM"
        return others if is_counted and behind is not None and behind.value == str(len(others)) else ()

    def _animals_of(self, owner: Token, kind: Token) -> tuple[str, ...]:
        """The animals of one of one's own who is named as their owner."""
        names = owner.found.own if owner.form and owner.found is not None else ()
        if len(names) != 1 or kind.value or not any(tag.endswith("holder") for tag in kind.tags):
            return ()
        if self._things[names[0]].is_leader:
            there = (two for two in self._things.values() if two.is_own and two.at == self._things[names[0]].at)
            names = tuple(two.name for two in there if self._gazetteer.animals_of((two.name,), kind.tags))
        return self._gazetteer.animals_of(names, kind.tags) if names else ()

    def _owners(self) -> tuple[str, ...]:
        """Return the owners of the animals that were named, () for others."""
        who = [self._things[name].tags for name in self._who if name in self._things]
        if not who or not all("holder" in tags for tags in who):
            return ()
        kinds = frozenset.union(*who) - _NO_KIND - {"holder"}
        own = (one.name for one in self._things.values() if one.is_own and one.at and "minor" not in one.tags)
        return tuple(name for name in own if set(self._gazetteer.animals_of((name,), kinds)) & set(self._who))

    def _foes_in(self, kind: Token, at: str) -> tuple[str, ...]:
        """The one enemy of a kind in a hex, where nobody of one's own is there and a shot is meant."""
        there = [two for two in self._things.values() if two.at == at]
        foes = tuple(two.name for two in there if not two.is_own and set(kind.tags) & two.tags)
        is_theirs = kind.type == "KIND" and not kind.value and not any(two.is_own for two in there)
        return foes if is_theirs and len(foes) == 1 else ()

    def _theirs(self, foe: Token, kind: Token) -> tuple[str, ...]:
        """``C/3's horses``, ``Mills's companies``: what an enemy who is named has or commands."""
        known = foe.found.foe if foe.found is not None else ()
        if "company" in kind.tags and len(known) == 1 and self._things[known[0]].is_leader:
            return tuple(name for name in self._foes(self._things[known[0]].at, ()) if "/" in name)
        is_animal = any(tag.endswith("holder") for tag in kind.tags)
        return self._gazetteer.animals_of(known, kind.tags) if is_animal and foe.form else ()

    def _taken(self, tokens: Sequence[Token], n: int, found: list[Token], sentence: Sentence) -> list[Token]:
        one, last = tokens[n], found[-1] if found else None
        last_type = last.type if last is not None else ""
        if one.type == "ACT" and "move" in one.tags and any("routed" in self._things[name].tags for name in self._who):
            return [replace(one, tags=tuple(dict.fromkeys((*one.tags, "rout"))))]  # F/3 falls back on B/3
        if one.type == "NAME" and last is not None and last_type == "SAME" and last.text.endswith(" as"):
            known = one.found.own if one.found is not None else ()
            return [] if set(known) & set(self._before) else [one]  # D/3 same as B
        if one.type == "HEX" and last_type == "HEX" and last is not None and last.value == one.value:
            return []  # back on its led horses, 7416
        stands = self._at(one.found.own) if one.type == "NAME" and one.found is not None else ""
        if stands and last_type == "WITH" and len(found) > 1 and found[-2].type == "HEX" and found[-2].value == stands:
            doing = next((two for two in reversed(found) if two.type == "ACT"), None)
            if doing is not None and "stay" in doing.tags:
                start = found.index(doing) + 1
                found[start:] = [found[-1], one, *found[start:-1]]
                return []  # sits tight at 3214 together with Crook
            found.pop()
            return []  # to 7316 with G
        if (
            one.type == "KIND"
            and last_type == "WITH"
            and not one.value
            and not {"any", "group", "leader"} & set(one.tags)
        ):
            own = tuple(two.name for two in self._things.values() if two.is_own and two.at and set(one.tags) & two.tags)
            is_behind = len(found) > 1 and found[-2].type in ("HEX", "STEP", "PLACE")
            if is_behind and own and self._at(own):  # M goes to 7219 with the scouts
                return [replace(one, type="NAME", tags=(), found=Found(own, is_group=len(own) > 1))]
        if one.type == "LEFT_HEX":
            at = self._at(self._before)
            if at and last is not None and (last_type in ("AT", "TO") or (last_type == "ACT" and "move" in last.tags)):
                return [replace(one, type="HEX", value=at)]
            sentence.unknown.append(one.text)
            return []
        if one.type == "SAME" and one.text.split()[-1:] in (["direction"], ["side"]) and self._way:
            count = found.pop().value if last_type == "NUM" and last is not None else "1"
            return [replace(one, type="STEP", value=f"{count}{self._way}")]
        if one.type == "KIND" and last_type in ("TO", "TOWARD") and not one.value and (at := self._horses(one.tags)):
            return [replace(one, type="HEX", value=at)]
        if one.type == "KIND" and last is not None and last_type == "ACT" and _FETCHES & set(last.text.split()):
            at = self._horses(one.tags)
            if at:
                found[-1] = replace(last, value="move", tags=("move",), form="")
                return [replace(one, type="HEX", value=at, tags=())]  # go fetch its horses
        is_next = one.type == "KIND" and "holder" in one.tags and last_type == "COMMA" and len(found) > 1
        is_next = is_next and found[-2].type == "ACT" and "mount" in (tokens[n + 1].tags if n + 1 < len(tokens) else ())
        if is_next and (at := self._horses(one.tags)):  # recover, holders, mount
            return [replace(one, type="ACT", value="move", tags=("move",)), replace(one, type="HEX", value=at, tags=())]
        after = tokens[n + 1].type if n + 1 < len(tokens) else ""
        if one.type == "KIND" and after in ("SAME", "ALSO") and "any" in one.tags and (own := self._owners()):
            return [replace(one, type="NAME", tags=(), found=Found(own, is_group=True))]  # the mules stay, the men also
        if one.type == "KIND" and last is not None and last_type == "NAME" and (own := self._animals_of(last, one)):
            found[-1] = replace(last, found=Found(own, is_group=len(own) > 1), form="")
            return []  # Lieutenant McIntosh's led horses
        aims = any(two.type == "HOW" or "fire" in two.tags for two in found)
        if one.type == "HEX" and last_type == "AT" and aims and (foes := self._foes_in(found[-2], one.value)):
            found[-2:] = [replace(found[-2], type="FOE", value="", tags=(), found=Found(foe=foes))]
            return []  # full on the horse holders at 3414
        if one.type == "KIND" and last is not None and last.type == "FOE" and (foes := self._theirs(last, one)):
            ahead = found[-2] if len(found) > 1 else None
            if ahead is not None and ahead.type == "NUM" and ahead.value == "1":
                del found[-2]
            found[-1] = replace(last, found=Found(foe=foes), form="")
            return []
        if one.type in ("KIND", "REST") and (named := self._beside_them(tokens, n, found)):
            stand = [two.value for two in tokens[n + 1 : n + 3] if two.type == "HEX"]
            words = self._text[: one.start].split()[-2:]  # back to its horses
            goes = last_type == "TO" or (last_type == "ACT" and words[-2:-1] in (["to"], ["on"], ["for"], ["toward"]))
            if goes and after == "AT" and stand == [self._at(named)] and self._at(self._who) not in stand:
                return []  # fall back to its horses at 3414
            if last_type == "ALL":
                found.pop()
            is_group = len(named) > 1 and one.tags != ("leader",) and not self._is_open
            return [replace(one, type="NAME", value="", tags=(), form="", found=Found(named, is_group=is_group))]
        if one.type in ("NUM", "PRON") and n and tokens[n - 1].type == "REST" and last_type == "NAME":
            return []  # the other four of them
        words = one.text.split()
        behind = [two.type for two in tokens[n + 1 : n + 2]]
        if one.type == "ACT" and words[:1] in (["follow"], ["follows"], ["following"]) and behind == ["THERE"]:
            goal = self._went if self._before and self._before != self._who else ""
            if goal:
                return [
                    replace(one, value="move", tags=("move",), form=""),
                    replace(one, type="HEX", value=goal, tags=()),
                ]
        is_back = one.type == "ACT" and one.value == "mount" and words[:1] != [] and words[0] in _TO_HORSES
        if is_back and (at := self._horses(("horse_holder", "pony_holder"))):
            goes = last is not None and last_type == "ACT" and "move" in last.tags
            go = () if goes else (replace(one, value="move", tags=("move",), form=""),)
            return [*go, Token("TO", text="to"), replace(one, type="HEX", value=at, tags=(), form="")]
        return self._foe_there(tokens, n, found)

    def _foe_there(self, tokens: Sequence[Token], n: int, found: list[Token]) -> list[Token]:
        """A target by where it stands from those who fire."""
        one, last = tokens[n], found[-1] if found else None
        is_near = one.type == "PRON" and last is not None and last.type == "BESIDE" and len(found) > 1
        if is_near and {"camp", "village"} & set(found[-2].tags):
            return self._beside(tokens, n, found)  # into the camp next to it
        if one.type == "KIND" and last is not None and last.type == "NAME" and one.is_linked and not one.value:
            near = {self._gazetteer.step(self._at(self._who), way) for way in _ALL_WAYS} - {""}
            those = [two for two in self._things.values() if set(one.tags) & two.tags]
            foes = tuple(two.name for two in those if two.at in near)
            if foes and not any(two.is_own for two in those):
                return [replace(one, type="FOE", found=Found(foe=foes))]  # A, B > ponies, full
        acts = [two for two in found if two.type == "ACT"]
        fires = "fire" in acts[-1].tags if acts else any(two.type in ("AT", "FOE", "ELSE") for two in found)
        if not fires or last is None or not self._at(self._who):
            return [one]
        is_one_on = one.type == "STEP" and one.value[:1] == "1" and not one.value[1:2].isdigit()
        kind = last if last.type == "KIND" else None
        if is_one_on and (kind is not None or last.type in ("AT", "TO", "ELSE")):
            foes = self._foes(self._gazetteer.step(self._at(self._who), one.value[1:]), kind.tags if kind else ())
            if foes:
                if last.type != "ELSE":
                    found.pop()
                return [replace(one, type="FOE", value="", found=Found(foe=foes))]
        if is_one_on and last.type == "ACT" and not any(two.type == "KIND" for two in tokens[n:]):
            foes = self._foes(self._gazetteer.step(self._at(self._who), one.value[1:]), ())
            return [replace(one, type="FOE", value="", found=Found(foe=foes))] if foes else [one]
        if is_one_on and last.type == "ACT":
            self._aim = one.value[1:]
            return []
        if one.type == "KIND" and self._aim:
            foes = self._foes(self._gazetteer.step(self._at(self._who), self._aim), one.tags)
            if foes:
                if found[-1].type == "COMMA":
                    found.pop()
                return [replace(one, type="FOE", found=Found(foe=foes))]
        return self._beside(tokens, n, found)

    def _beside(self, tokens: Sequence[Token], n: int, found: list[Token]) -> list[Token]:
        """``the ones next to him``, and a state behind a kind: ``the scouts on horseback``."""
        one, last = tokens[n], found[-1]
        is_next = one.type == "PRON" and last.type == "BESIDE" and len(found) > 1 and found[-2].type == "KIND"
        if is_next:
            here = self._at(self._who)
            around = [self._gazetteer.step(here, way) for way in _ALL_WAYS]
            foes = tuple(name for at in (here, *around) for name in self._foes(at, found[-2].tags))
            if foes:
                del found[-2:]
                return [replace(one, type="FOE", found=Found(foe=foes))]
        state = next(iter({one.value, *one.tags} & _OF_A_STATE), "") if one.type in ("HOW", "ACT") else ""
        state = {"dismount": "dismounted", "mount": "mounted"}.get(one.value, state) if one.type == "ACT" else state
        whom = last.found.foe if last.type == "FOE" and last.found is not None else ()
        if state and last.type == "KIND" and not last.value:
            whom = tuple(name for two in self._things.values() for name in (two.name,) if not two.is_own and two.at)
            whom = tuple(name for name in whom if set(last.tags) & self._things[name].tags)
        kept = tuple(name for name in whom if state in self._things[name].tags)
        if state and kept and (last.type == "KIND" or len(whom) > 1):
            found[-1] = replace(last, type="FOE", value="", found=Found(foe=kept))
            return []
        return [one]


def _of_animals(tokens: Sequence[Token], gazetteer: Gazetteer) -> list[Token]:
    """``infantry mules`` as those of all infantry."""
    found: list[Token] = []
    for one in tokens:
        last = found[-1] if found else None
        if one.type == "KIND" and last is not None and last.type == "KIND" and last.end < one.start <= last.end + 2:
            kinds = set(last.tags) - {"any", "group", "company"}
            owners = [thing.name for thing in gazetteer.things if thing.is_own and thing.at and kinds & thing.tags]
            animals = gazetteer.animals_of(owners, one.tags) if owners else ()
            if animals:
                found[-1] = replace(one, type="NAME", value="", found=Found(animals, is_group=True), tags=())
                continue
        found.append(one)
    return found


def _around(tokens: Sequence[Token], gazetteer: Gazetteer) -> list[Token]:
    """``three units beside F/3 fire at F/3``, ``all beside 7118 attack it``: those of one's own who stand next to an enemy."""
    types = [one.type for one in tokens[:4]]
    if types[:1] not in (["KIND"], ["ALL"]) or types[1:2] != ["BESIDE"] or types[3:] != ["ACT"]:
        return list(tokens)
    what = tokens[2]
    foes = what.found.foe if what.type == "FOE" and what.found is not None else ()
    hexes = {gazetteer.by_name[name].at for name in foes} if foes else {what.value} if what.type == "HEX" else set()
    near = {gazetteer.step(at, way) for at in hexes for way in _ALL_WAYS} - {""}
    own = tuple(
        one.name
        for one in gazetteer.things
        if one.is_own and one.at in near and not one.is_leader and not {"minor", "holder"} & one.tags
    )
    if len(hexes) != 1 or not own or (tokens[0].value.isdigit() and int(tokens[0].value) != len(own)):
        return list(tokens)
    who = replace(tokens[0], type="NAME", value="", tags=(), found=Found(own, is_group=True))
    after = next((one.type for one in tokens[4:] if one.type != "AT"), "")
    if after == what.type:
        return [who, *tokens[3:]]
    what = replace(what, start=tokens[3].end, end=tokens[3].end)
    rest = [one for one in tokens[4:6] if one.type not in ("AT", "PRON")] if after == "PRON" else tokens[4:6]
    return [who, tokens[3], what, *rest, *tokens[6:]]


def _of_one_regiment(tokens: Sequence[Token]) -> list[Token]:
    """``A, E, I and M of the 3rd``: those whose letters stand ahead of one with its regiment are of it too."""
    found = list(tokens)
    for n, one in enumerate(found):
        own = one.found.own if one.type == "NAME" and one.found is not None else ()
        if len(own) != 1 or "/" not in own[0] or not any(sign.isdigit() for sign in one.text):
            continue
        regiment = own[0].partition("/")[2]
        words = one.text.split()
        behind = n + 2
        while (
            len(words[-1]) == 1 and len(words) > 1 and [two.type for two in found[behind - 1 : behind + 1]] in _LISTED
        ):
            known = found[behind].found  # 2nd Cavalry B and D
            same = [name for name in known.own if name.partition("/")[2] == regiment] if known is not None else []
            if known is None or len(same) != 1 or len(found[behind].text.split()[-1]) != 1:
                break
            found[behind] = replace(found[behind], found=replace(known, own=tuple(same)))
            behind += 2
        at = n
        while at > 1 and found[at - 1].type in ("AND", "COMMA") and found[at - 2].type == "NAME":
            at -= 2
            known = found[at].found
            same = [name for name in known.own if name.partition("/")[2] == regiment] if known is not None else []
            if known is None or len(same) != 1 or len(found[at].text.split()[-1]) != 1:
                break
            found[at] = replace(found[at], found=replace(known, own=tuple(same)))
    return found


def _of_each(tokens: Sequence[Token], gazetteer: Gazetteer) -> list[Token]:
    """``the mules of C/9 and G/9``: the animals of all that are told behind them, not of the first alone."""
    found = list(tokens)
    for n, one in enumerate(found):
        own = one.found.own if one.type == "NAME" and one.found is not None else ()
        kinds = (
            gazetteer.by_name[own[0]].tags - _NO_KIND if len(own) == 1 and own[0] in gazetteer.by_name else frozenset()
        )
        if "holder" not in kinds or not _OF_WHOM.search(one.text):
            continue
        at = n + 2
        while [two.type for two in found[at - 1 : at + 1]] in _LISTED:
            known = found[at].found
            some = known.own if known is not None else ()
            animals = [name for owner in some for name in gazetteer.animals_of([owner], kinds - {"holder"})]
            if known is None or len(animals) != 1:
                break
            found[at] = replace(found[at], found=replace(known, own=tuple(animals)))
            at += 2
    return found


_NO_KIND = frozenset(("minor", "dismounted", "mounted", "prone"))
_OF_WHOM = re.compile(r"\w{3,} (?:of|from|belonging to) ")


def where_others_are(sentences: Sequence[Sentence], gazetteer: Gazetteer, text: str) -> list[Sentence]:
    """The sentences, with places that are told by where somebody is, or was; `text` is the line."""
    known = _Whereabouts(gazetteer, text)
    return [replace(one, tokens=known.placed(one)) for one in sentences]
