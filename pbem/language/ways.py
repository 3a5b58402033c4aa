"""Tokens of a sentence with its ways in plain words: where somebody goes, how far that is, beside or behind whom."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.language.gazetteer import Found
from pbem.language.sentence import SEPARATORS, Token

_GOING = frozenset(("ahead", "move", "to", "toward", "beside", "back", "march", "join"))


_NEAR_BY = frozenset(("by", "behind", "along with"))
_WHOM = frozenset(("NAME", "KIND", "FOE"))


def beside_there(tokens: Sequence[Token]) -> list[Token]:
    """``ride up beside M to 7219``, ``to 7318 by the Scouts``: whom somebody goes beside says nothing where a hex is named."""
    found: list[Token] = []
    n = 0
    while n < len(tokens):
        one = tokens[n]
        is_near = one.type in ("BESIDE", "TOWARD") or (one.type in ("VIA", "IF", "ACT") and one.text in _NEAR_BY)
        end = n + 1
        while is_near and end < len(tokens) and tokens[end].type in _WHOM:
            end += 1
        if one.type == "TOWARD" and end > n + 1 and [two.type for two in tokens[end : end + 2]] == ["AT", "HEX"]:
            found.append(one)
            n = end + 1
            continue  # one hex toward the ponies at 7119
        goes = [bool(_GOING & set(two.tags)) for two in found if two.type == "ACT"]
        if end == n + 1 or one.type == "TOWARD" or (goes and not goes[-1]):
            found.append(one)
            n += 1
            continue
        at = end + (end < len(tokens) and tokens[end].type == "COMMA")
        led = at + (at < len(tokens) and tokens[at].type in ("AT", "TO"))
        is_ahead = bool(goes) and [two.type for two in tokens[led : led + 1]] == ["HEX"]
        if is_ahead and (led > at or at == end):
            found.append(replace(tokens[at], type="TO", value="to", text="to") if led > at else Token("TO", "to"))
            n = led
            continue
        is_behind = [two.type for two in found if two.type != "COMMA"][-1:] == ["HEX"]
        if is_behind and (end == len(tokens) or tokens[end].type in SEPARATORS):
            found = found[:-1] if found[-1].type == "COMMA" else found
            n = end
            continue
        found.append(one)
        n += 1
    return found


def until_there(tokens: Sequence[Token]) -> list[Token]:
    """``creep forward till they're inside the timber``: one move, that ends in it."""
    found: list[Token] = []
    for one in tokens:
        is_until = one.type == "ACT" and "until" in one.tags
        if is_until and found and found[-1].type == "ACT" and _GOING & set(found[-1].tags):
            found.pop()
        if one.type in ("AT", "TO") and found and found[-1].type == "ACT" and "until" in found[-1].tags:
            continue
        found.append(one)
    return found


def each_there(tokens: Sequence[Token]) -> list[Token]:
    """``Custer and E to 1918, with C at 2017``: behind a hex of their own others are sent to theirs."""
    found = list(tokens)
    for n, one in enumerate(tokens):
        end = n + 1
        while end < len(tokens) and tokens[end].type in ("NAME", "AND"):
            end += 1
        behind = [two.type for two in tokens[end : end + 2]]
        is_there = one.type == "WITH" and end > n + 1 and behind in (["AT", "HEX"], ["TO", "HEX"])
        if is_there and n > 1 and [two.type for two in tokens[n - 2 : n]] in (["HEX", "COMMA"], ["HEX", "AND"]):
            found[n - 1], found[n], found[end] = (
                replace(one, type="THEN"),
                replace(one, type="THEN"),
                replace(tokens[end], type="TO"),
            )
            return each_there([*found[:n], *found[n + 1 :]])
    return found


def where_it_goes(tokens: Sequence[Token]) -> list[Token]:
    """``proceed eight inches along the track``, ``take post four inches behind the Delaware``: one move, not two."""
    found: list[Token] = []
    tokens = _stopping_short(_wheeling(tokens))
    for n, one in enumerate(tokens):
        leads = one.type == "ACT" and one.tags == ("join",) and one.text.endswith(" to")
        if leads and [two.type for two in tokens[n + 1 : n + 2]] == ["HEX"]:
            found += [replace(one, value="move", tags=("move",)), Token("TO", "to")]
            continue  # comes down to 1411
        is_way = one.type == "ACT" and bool({"along", "behind"} & set(one.tags))
        is_joined = one.type == "ACT" and one.text.split()[0].startswith(("join", "meet", "lead")) and found[-1:] != []
        if is_joined and found[-1].type == "ACT" and _GOING & set(found[-1].tags) and "move" in found[-1].tags:
            found.pop()  # rides over to join Company M
        number = found.pop() if is_way and found and found[-1].type == "NUM" else None
        while is_way and found and found[-1].type == "ACT" and _GOING & set(found[-1].tags):
            found.pop()
            is_behind = {"behind", "beside"} & set(one.tags) and [two.type for two in found[-2:]] == ["ACT", "AND"]
            if is_behind and _GOING & set(found[-2].tags):
                found.pop()  # move up and take post four inches in rear of the Delaware
        found += [number] if number is not None else []
        is_facing = one.type == "ACT" and one.text == "facing" and found and found[-1].type == "ACT"
        if is_facing and {"limber", "unlimber"} & set(found[-1].tags):
            found.append(Token("THEN"))  # into action facing Turtle
        if is_way and "behind" in one.tags and found and found[-1].type == "NUM":
            found[-1:] = [one, found[-1]]
            continue
        found.append(one)
    return _number_behind(found)


def _wheeling(tokens: Sequence[Token]) -> list[Token]:
    """``makes a right wheel, 45 degrees`` is one turn; and who goes no inch at all, ``Kentucky 2: 0``, stays."""
    found: list[Token] = []
    same = -1
    for n, one in enumerate(tokens):
        before = [two.type for two in found[-2:]]
        behind = [two.type for two in tokens[n + 1 : n + 2]]
        is_turn = one.type == "ACT" and "wheel" in one.tags and before == ["ACT", "SIDE"] and "wheel" in found[-2].tags
        if is_turn or (one.type == "COMMA" and behind == ["NUM"] and _is_wheel(found[-2:])):
            continue
        is_into = one.type == "TO" and one.text in ("into", "inside") and before[-1:] == ["ACT"] and behind == ["PLACE"]
        if is_into and "toward" in found[-1].tags and "to" not in found[-1].tags:
            found[-1] = replace(found[-1], value="to", tags=("to", "until"), form="")  # creeps into the windfall
        is_same = one.type == "SAME" and before[-1:] == ["NAME"] and behind == ["NAME"]
        if is_same and _last_named(found[:-1]) == tokens[n + 1].found:
            found.append(one)
            same = n + 1
            continue
        if n == same:
            continue  # Miami: same as Shawnee, behind what the Shawnee do
        is_none = one.type == "NUM" and one.value == "0" and before[-1:] == ["NAME"]
        is_none = is_none and (not behind or behind[0] in SEPARATORS)
        found.append(replace(one, type="ACT", value="stay", tags=("stay",)) if is_none else one)
    return found


def _last_named(tokens: Sequence[Token]) -> Found | None:
    """Those of one's own who were named last."""
    return next((one.found for one in reversed(tokens) if one.type == "NAME"), None)


def _is_wheel(tokens: Sequence[Token]) -> bool:
    """True for a turn to one side, said in either order."""
    return {"ACT", "SIDE"} == {one.type for one in tokens} and any("wheel" in one.tags for one in tokens)


def _stopping_short(tokens: Sequence[Token]) -> list[Token]:
    """``go at Bear but stop 6 inches away``: toward Bear, and no charge."""
    found: list[Token] = []
    for n, one in enumerate(tokens):
        is_stop = one.type == "STOP" or [two.type for two in tokens[n : n + 3]] == ["THEN", "ACT", "STOP"]
        at = next((m for m in range(len(found) - 1, -1, -1) if found[m].type == "ACT"), -1)
        whom = [two.type for two in found if two.type not in SEPARATORS][-1:]
        if is_stop and at >= 0 and whom == ["FOE"] and {"attack", "charge"} & set(found[at].tags):
            found[at] = replace(found[at], value="toward", tags=("toward",))
        before = found[-1].type if found else ""
        is_halt = one.type == "ACT" and "stay" in one.tags and [two.type for two in tokens[n + 1 : n + 2]] == ["STOP"]
        if is_halt and before in SEPARATORS and at >= 0:
            found.pop()
            continue
        found.append(one)
    return found


def _number_behind(tokens: Sequence[Token]) -> list[Token]:
    """``four inches behind the Delaware``: the number behind the name."""
    found = list(tokens)
    for n, one in enumerate(tokens[:-2]):
        is_apart = one.type == "ACT" and "behind" in one.tags and tokens[n + 1].type == "NAME"
        end = n + 2 + (tokens[n + 2].type in SEPARATORS)
        if is_apart and end < len(tokens) and tokens[end].type == "APART":  # with three inches between
            return _number_behind(
                [*tokens[: n + 2], replace(tokens[end], type="NUM", form="measured"), *tokens[end + 1 :]]
            )
    for n, one in enumerate(tokens[:-3]):
        types = [two.type for two in tokens[n + 1 : n + 4]]
        if one.type == "ACT" and "behind" in one.tags and types == ["NAME", "COMMA", "NUM"]:
            end = n + 4
            if end < len(tokens) and tokens[end].type == "ACT" and "back" in tokens[end].tags:
                end += 1 + (end + 1 < len(tokens) and tokens[end + 1].type == "PRON")  # ... two inches back of them
            return _number_behind([*tokens[: n + 2], tokens[n + 3], *tokens[end:]])  # behind the Second, two inches
    for n, one in enumerate(tokens[:-2]):
        is_of = one.type == "ACT" and {"behind", "guard"} & set(one.tags) and tokens[n + 1].type == "NUM"
        if is_of and tokens[n + 2].type == "NAME":
            found[n + 1], found[n + 2] = found[n + 2], found[n + 1]
    return found


def keeping_near(tokens: Sequence[Token]) -> list[Token]:
    """``guard headquarters, remaining within one hex``; ``keep within two hexes of the guns as guard``: how near."""
    found: list[Token] = []
    for n, one in enumerate(tokens):
        guards = [two for two in found if two.type == "ACT" and "guard" in two.tags]
        is_guard = one.type == "ACT" and "guard" in one.tags
        after = tokens[n + 1].type if n + 1 < len(tokens) else ""
        if is_guard and guards and one.text.endswith(("within", "inside")) and after == "NUM":
            found.append(replace(one, type="WITHIN", value="within"))
            continue
        is_last = n + 1 == len(tokens) or tokens[n + 1].type in SEPARATORS
        if is_guard and guards and is_last and found[-1].type in ("NAME", "KIND", "NUM"):
            continue  # ... of the guns as guard
        found.append(one)
    return _number_behind(found)


def rest_there(tokens: Sequence[Token]) -> list[Token]:
    """``rest of 0709``: the others who stand there."""
    found: list[Token] = []
    for one in tokens:
        if one.type in ("HEX", "PLACE") and found and found[-1].type == "REST" and found[-1].text.endswith("of"):
            found.append(Token("AT"))
        found.append(one)
    return found


def near_enough(tokens: Sequence[Token]) -> list[Token]:
    """``to 1310, or as near as possible``: toward it."""
    at = next((n for n, one in enumerate(tokens) if one.type == "NEARLY"), 0)
    found = list(tokens)
    if at and [one.type for one in tokens[at + 1 : at + 2]] == ["TOWARD"]:
        del found[at]  # as far as they can toward the village
        return found
    if not at:
        return found
    end = at
    while end > 1 and found[end - 1].type in (*SEPARATORS, "HOW"):
        end -= 1  # for Missoula, normal pace, however far that gets them
    if found[end - 1].type not in ("HEX", "PLACE"):
        return found
    of_place = [one.type for one in found[max(end - 3, 0) : end - 1]]
    if of_place[-1:] == ["ALL"] or of_place in (["ALL", "AT"], ["KIND", "AT"], ["REST", "AT"]):
        return found  # all of 1511 as far as they get
    place = found[end - 1]
    to = end - 1 - (end > 1 and found[end - 2].type in ("TO", "TOWARD", "AT"))
    behind = [one for one in found[end:at] if one.type == "HOW"]
    return [*found[:to], replace(place, type="TOWARD", value="toward"), place, *behind, *found[at + 1 :]]


def without_row_heading(tokens: Sequence[Token], places: Mapping[str, str]) -> Sequence[Token]:
    """``0709 | Perry 0808 | Whipple 0808``: less the hex ahead of those who stand in it, if each of them is told something;
    and ``C, 2018, dismount``: less the comma before the hex in which they stand."""
    tokens = [
        one
        for n, one in enumerate(tokens)
        if not (
            one.type == "COMMA"
            and n
            and (known := tokens[n - 1].found) is not None
            and [two.type for two in tokens[n + 1 : n + 4]] == ["HEX", "COMMA", "ACT"]
            and {places.get(name, "") for name in known.own} == {tokens[n + 1].value}
        )
    ]
    tokens = _all_there(_to_his_hex(_without_count(tokens, places), places), places)
    types = [one.type for one in tokens]
    is_row = types[:2] == ["HEX", "ACT"] or types[:3] == ["HEX", "COMMA", "ACT"]
    there = tuple(name for name, at in places.items() if is_row and at == tokens[0].value)
    if there and not {"NAME", "KIND", "ALL", "HEX", "FOE"} & set(types[1:]):
        named = Token("NAME", tokens[0].text, found=Found(there, is_group=len(there) > 1))
        return [named, *(one for one in tokens[1:] if one.type != "COMMA")]  # 7217: dismount
    if [one.type for one in tokens[:2]] == ["HEX", "EXCEPT"] and len(tokens) > 3:
        return [Token("ALL", "all"), Token("AT"), *tokens]  # 0709 less Perry: 0708
    if [one.type for one in tokens[:2]] != ["HEX", "NAME"]:
        return tokens
    names = [n for n, one in enumerate(tokens) if one.type == "NAME"]
    ordered = [tokens[n + 1].type in ("HEX", "ACT", "NEG", "TO", "HOW") for n in names if n + 1 < len(tokens)]
    stand = {places.get(name, "") for n in names if (known := tokens[n].found) for name in known.own}
    is_row = len(names) > 1 and len(ordered) == len(names) and all(ordered) and stand == {tokens[0].value}
    return tokens[1:] if is_row else tokens


def _all_there(tokens: Sequence[Token], places: Mapping[str, str]) -> list[Token]:
    """``0817: stay``, ``both at Boise``, ``all five in 1308``: all who stand there."""
    types = [one.type for one in tokens[:4]]
    if types[:2] in (["HEX", "ACT"], ["PLACE", "ACT"]) and "stay" in tokens[1].tags and len(tokens) == 2:
        is_held = tokens[0].value in places.values()
        return [Token("ALL", "all"), Token("AT"), *tokens] if is_held else list(tokens)
    found: list[Token] = []
    for n, one in enumerate(tokens):
        behind = [two.type for two in tokens[n + 1 : n + 3]]
        is_there = behind in (["AT", "HEX"], ["AT", "PLACE"])
        if one.type == "PRON" and one.text == "both" and is_there and not found:
            one = replace(one, type="KIND", value="2", tags=("any", "group"))
        elif one.type == "NUM" and found and found[-1].type == "ALL" and (is_there or one.text.endswith(" in")):
            found[-1:], one = [], replace(one, type="KIND", tags=("any", "group"))
            if behind[:1] == ["HEX"]:
                found, one = [*found, one], Token("AT", "at")  # all five in 1308
        before = found[-1] if found else None
        is_of = before is not None and before.type == "ALL" and before.text.endswith("of")
        if is_of and one.type == "PLACE":
            found.append(Token("AT", "at"))  # all of Lapwai
        if before is not None and before.type == "PLACE" and one.text == "2" and behind[:1] == ["HEX"]:
            one = replace(one, type="TO")
        is_group = before is not None and before.type == one.type == "KIND" and {"any", "group"}.issuperset(before.tags)
        if (
            is_group
            and before is not None
            and before.value
            and not one.value
            and not {"any", "group"}.issuperset(one.tags)
        ):
            found[-1] = replace(one, value=before.value)  # both lots of volunteers
            continue
        stays = [two for two in found if two.type == "ACT" and "stay" in two.tags]
        if one.type == "NUM" and one.text == "2" and n + 1 == len(tokens) and len(stays) > 1 and before is stays[-1]:
            continue  # cavalry hold, guns hold 2
        found.append(one)
    return found


def _to_his_hex(tokens: Sequence[Token], places: Mapping[str, str]) -> list[Token]:
    """``closes on Crow King at 7017``, ``joins Crow King in 7017``: to the hex of Crow King."""
    found = list(tokens)
    for n, one in enumerate(tokens[2:-2], 2):
        stand = (
            {places.get(name, "") for name in one.found.own} if one.type == "NAME" and one.found is not None else set()
        )
        ahead, behind = tokens[n - 1], tokens[n + 1 : n + 3]
        goes = next((two for two in tokens[n - 2 : n] if two.type == "ACT" and _GOING & set(two.tags)), None)
        is_led = ahead.type in ("TO", "ACT") and (goes is not None or (ahead.type == "ACT" and "attach" in ahead.tags))
        is_there = [two.type for two in behind] == ["AT", "HEX"] and stand == {behind[1].value}
        whose = ("NAME", "KIND", "ALL", *(["PRON"] if goes is not None and "join" not in goes.tags else []))
        if is_led and is_there and any(two.type in whose for two in tokens[: n - 1]):
            to = [] if ahead.type == "TO" else [Token("TO", "to")]
            return [*found[:n], *to, *found[n + 2 :]]
    return found


def _without_count(tokens: Sequence[Token], places: Mapping[str, str]) -> list[Token]:
    """``A retires two hexes, to 1619``: less how far it is to the hex that is named, if it is as far as that."""
    found = list(tokens)
    for n, one in enumerate(tokens):
        count = (
            one.value if one.type == "NUM" and one.form == "measured" else one.value[:1] if one.type == "STEP" else ""
        )
        behind = [two for two in tokens[n + 1 : n + 4] if two.type not in ("COMMA", "TO", "AT", "PRON")]
        if not count and one.type == "NUM" and [two.type for two in tokens[n + 1 : n + 3]] == ["COMMA", "HEX"]:
            count = one.value  # up 1, 7516
        if not count.isdigit() or [two.type for two in behind[:1]] != ["HEX"]:
            continue
        stand = {places.get(name, "") for two in tokens[:n] if two.found is not None for name in two.found.own}
        stand |= {
            two.value
            for m, two in enumerate(tokens[:n])
            if two.type == "HEX" and m and tokens[m - 1].type in ("AT", "FROM")
        }
        if any(int(count) in _hexes_between(at, behind[0].value) for at in stand - {""}):
            end = tokens.index(behind[0])
            leads = [two for two in tokens[n + 1 : end] if two.type == "TO"]
            return [*found[:n], *(leads or [Token("TO", "to")]), *found[end:]]
    return found


def _hexes_between(one: str, other: str) -> set[int]:
    """The distance of two hexes, by either way of counting columns."""
    found = set()
    for shift in (0, 1):
        x1, x2 = int(one[:2]), int(other[:2])
        z1, z2 = (
            int(text[2:]) - (x + (shift if x % 2 else -shift) * (x % 2)) // 2 for text, x in ((one, x1), (other, x2))
        )
        found.add(max(abs(x1 - x2), abs(z1 - z2), abs(x1 - x2 + z1 - z2)))
    return found


_AROUND_EDGE = frozenset(("ALL", "EDGE", "COND", "COMMA", "AND", "PRON", "ACT", "THEN"))


def over_an_edge(tokens: Sequence[Token]) -> list[Token]:
    """``we're off, all hands, nearest edge``, ``everybody heads south off the map``: who goes over an edge leaves."""
    edges = [n for n, one in enumerate(tokens) if one.type == "EDGE"]
    acts = [one for one in tokens if one.type == "ACT"]
    if len(edges) != 1 or any(one.type in ("HEX", "NEG", "EXCEPT", "FOE") for one in tokens):
        return list(tokens)
    goes = [one for one in acts if {"move", "leave"} & set(one.tags)]
    if len(goes) != len(acts) or len({one.type for one in tokens if one.type in ("NAME", "KIND")}) > 0:
        return list(tokens)
    if not {one.type for one in tokens} <= _AROUND_EDGE or "THEN" in [one.type for one in tokens[edges[0] :]]:
        return list(tokens)
    everybody = [one for one in tokens if one.type == "ALL"][:1]
    leave = [replace(one, value="leave", tags=("leave",), form="") for one in goes][:1]
    others = [one for one in tokens if one.type == "COND"]
    return [*everybody, *leave, tokens[edges[0]], *others]


_FAR = frozenset(("stay", "hold", "guard", "close", "move", "back", "skirmish"))
_KEEPS = ("keep", "hang", "stand", "hold", "stay", "remain", "linger")
_SHOOTS = frozenset(("fire", "skirmish"))


def _once_near(tokens: Sequence[Token]) -> list[Token]:
    """``fires when braves are within 4``, ``waits until the braves come within 4, then fires``: a shot within a distance."""
    near = ["FOE", "WITHIN", "NUM"]
    for n, one in enumerate(tokens):
        shoots = one.type == "ACT" and bool({"fire", "shell"} & set(one.tags))
        if shoots and [two.type for two in tokens[n + 1 : n + 5]] == ["IF", *near]:
            return [*tokens[: n + 1], Token("AT", "at"), *tokens[n + 2 :]]
        stays = one.type == "ACT" and bool({"stay", "hold"} & set(one.tags))
        behind = tokens[n + 2 : n + 5]
        then = [two for two in tokens[n + 5 :] if two.type not in SEPARATORS]
        if not stays or len(tokens) < n + 2 or tokens[n + 1].text not in ("until", "till", "til"):
            continue
        if [two.type for two in behind] == near and [two.type for two in then] == ["ACT"] and "fire" in then[0].tags:
            return [*tokens[:n], replace(then[0], form=""), Token("AT", "at"), *behind]
    return list(tokens)


def from_afar(tokens: Sequence[Token]) -> list[Token]:
    """``keeps four hexes from the braves and shoots``, ``hangs back four hexes and snipes at them``: a skirmish."""
    acts = [n for n, one in enumerate(tokens) if one.type == "ACT"]
    numbers = [one for one in tokens if one.type == "NUM"]
    foes = [one for one in tokens if one.type == "FOE"]
    if len(acts) == len(numbers) == len(foes) == 1 and "move" in tokens[acts[0]].tags:
        act, types = tokens[acts[0]], [one.type for one in tokens[acts[0] + 1 :]]
        is_near = "FROM" in types and set(types) <= {"WITHIN", "TO", "NUM", "FROM", "FOE"}
        if is_near and not {"back", "away", "off"} & set(act.text.split()):  # creeps up to two hexes from the braves
            close = replace(act, value="close", tags=("close",), form="")
            return [*tokens[: acts[0]], close, foes[0], Token("AT", "at"), numbers[0]]
    if len(acts) != 2 or len(numbers) != 1 or len(foes) != 1:
        return list(tokens)
    first, last = (tokens[n] for n in acts)
    at = tokens.index(numbers[0])
    is_kept = first.text.split()[0].startswith(_KEEPS)
    is_far = (is_kept or bool(_FAR & set(first.tags))) and bool(_SHOOTS & set(last.tags)) and acts[0] < at < acts[1]
    near = [one.type for one in tokens[acts[0] + 1 : acts[1]] if one.type not in ("COMMA", "AND", "THEN", "AT", "TO")]
    others = {one.type for one in tokens[acts[0] :]} - {
        "ACT",
        "NUM",
        "FOE",
        "FROM",
        "WITH",
        "PRON",
        "WITHIN",
        "AT",
        "TO",
    }
    if not is_far or others - set(SEPARATORS) or not set(near) <= {"NUM", "FOE", "FROM", "WITHIN", "PRON"}:
        return list(tokens)
    is_near = "close" in first.tags and last.form != "ing"
    if is_near or ("move" in first.tags and not is_kept and "back" not in first.text and "off" not in first.text):
        return list(tokens)
    act = replace(last, value="skirmish", tags=("skirmish",), form="")
    return [*tokens[: acts[0]], act, foes[0], Token("AT", "at"), numbers[0]]


_BETWEEN_TARGETS = frozenset((*SEPARATORS, "ELSE", "PRON", "AT", "TO", "WITHIN", "THERE"))
_AT_TARGETS = frozenset(("fire", "shell", "charge", "attack", "skirmish", "close"))


def targets_in_turn(tokens: Sequence[Token]) -> list[Token]:
    """``fire at 1) braves 2) lodges``, ``at braves, failing that at lodges``, ``at lodges if there are no braves``: enemies of
    one list, in their sequence."""
    found: list[Token] = []
    tokens = from_afar(_once_near(_if_none_of_them(tokens)))
    for n, one in enumerate(tokens):
        acts = [two for two in found if two.type == "ACT"]
        aims = bool(acts) and bool(_AT_TARGETS.intersection(acts[-1].tags))
        if one.type == "FOE" and found and found[-1].type == "FOE" and _same_foes(one, found[-1]):
            found[-1] = one if one.is_sure else found[-1]  # hostile warriors
            continue
        end = n
        while end < len(tokens) and tokens[end].type in _BETWEEN_TARGETS:
            end += 1
        is_led = aims and n < end < len(tokens) and tokens[end].type == "FOE" and one.type in (*SEPARATORS, "ELSE")
        if is_led and found[-1].type == "FOE":
            found[-1] = replace(found[-1], form="")
            found.append(replace(one, type="AND", value="and"))
        elif is_led and one.type == "THEN" and (found[-1] is acts[-1] or found[-1].type in ("AT", "WITHIN")):
            continue  # fire at 1) braves
        elif one.type in _BETWEEN_TARGETS and found[-2:] != [] and found[-1].type == "AND" and end < len(tokens):
            is_between = len(found) > 1 and found[-2].type == "FOE" and tokens[end].type == "FOE" and aims
            if not is_between:
                found.append(one)
        else:
            found.append(one)
    return found


def _same_foes(one: Token, two: Token) -> bool:
    return one.found is not None and two.found is not None and one.found.foe == two.found.foe


def _if_none_of_them(tokens: Sequence[Token]) -> list[Token]:
    """Less ``if there are no braves`` behind the enemies who come next."""
    found = list(tokens)
    for n, one in enumerate(tokens):
        behind = [two for two in tokens[n + 1 : n + 5] if two.type not in ("THERE", "ALL")][:2]
        foes = [two.found.foe for two in tokens[:n] if two.type == "FOE" and two.found is not None]
        is_none = one.type == "IF" and [two.type for two in behind] == ["NEG", "FOE"] and behind[1].found is not None
        if is_none and behind[1].found is not None and behind[1].found.foe in foes:
            return _if_none_of_them([*found[:n], *found[tokens.index(behind[1]) + 1 :]])
    return found
