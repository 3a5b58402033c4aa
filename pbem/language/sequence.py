"""The tokens of a sentence, put into the one sequence that the grammar of sentences expects."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.language.sentence import SEPARATORS, Token, joined


def in_order(tokens: Sequence[Token], joining: frozenset[str] = frozenset()) -> list[Token]:
    """The tokens of a sentence as the grammar expects them.

    Verbs that only introduce another are dropped; commas are inserted where an order begins without one, and left out where
    they separate nothing.
    """
    named = _with_regiments(_with_steps(_without_doubles(tokens)))
    plain = _excepted_first(_with_doing(_without_columns(_with_same(_conditions_last(named)))))
    found = _with_commas(_with_counts(plain), joining)
    segments: list[list[Token]] = [[]]
    for one in found:
        if one.type in SEPARATORS:
            segments += [[one], []]
        else:
            segments[-1].append(one)
    made = [token for segment in segments for token in _with_one_verb(segment)]
    return joined(_without_idle_commas(made))


def _without_doubles(tokens: Sequence[Token]) -> list[Token]:
    """Less what names once more who was just named (``Big Road, he recovers``) and what only describes (``its led horses``)."""
    found: list[Token] = []
    waits = any(one.type == "EVENT" for one in tokens)
    for n, one in enumerate(tokens):
        before = [two.type for two in found[-2:]]
        is_last = n + 1 == len(tokens) or tokens[n + 1].type in SEPARATORS
        if waits and one.type == "PRON" and is_last and before and before[-1] in ("ACT", "AT"):
            if before[-1] == "AT":
                found.pop()
            continue  # if Crow King comes near they fire at him
        after = tokens[n + 1].type if n + 1 < len(tokens) else ""
        if one.type == "PRON" and after in ("ACT", "NEG") and before in (["NAME", "COMMA"], ["REST", "COMMA"]):
            found.pop()
            continue
        if one.type == "ACT" and one.form == "ed" and after == "KIND" and before[-1:] and before[-1] != "NAME":
            continue
        is_mode = one.type == "HOW" and one.value in ("mounted", "dismounted", "prone") and after == "KIND"
        if is_mode and before[-1:] in ([], ["COMMA"], ["THEN"], ["ALL"]):
            continue  # both mounted companies
        if one.type == "PRON" and after == "KIND":
            continue  # both companies
        is_counted = one.type == "NUM" and after == "NAME" and one.form != "measured"
        if (
            is_counted
            and (group := tokens[n + 1].found) is not None
            and group.is_group
            and str(len(group.own)) == one.value
        ):
            continue  # 2 Crow scouts
        if one.type == "KIND" and after == "KIND" and {"any", "group"} & set(one.tags) and not one.value:
            continue  # companies of cavalry
        if one.type == "FROM" and n == 0 and [two.type for two in tokens[1:3]] in (["HEX", "KIND"], ["HEX", "NAME"]):
            continue  # from 2911 the companies
        if (
            one.type == "KIND"
            and found
            and found[-1].type == "KIND"
            and set(one.tags) & set(found[-1].tags)
            and not one.value
        ):
            continue  # the train of mules
        if (
            one.type == "NAME"
            and found
            and found[-1].type == "KIND"
            and _is_label(found[-1])
            and before[:-1] in ([], ["COMMA"])
        ):
            found.pop()  # infantry C/9
        if one.type == "PRON" and before[-1:] == ["WITH"] and after == "NAME":
            continue  # with them Reno
        if one.type == "WITH" and (is_last or after == "ACT") and before in (["AND", "NAME"], ["COMMA", "NAME"]):
            found[-2] = one  # and Reno is helping
            continue
        if one.type == "WITH" and before == ["WITH", "NAME"]:
            continue  # with M helping
        if (
            one.type == "ELSE"
            and is_last
            and before[-1:] == ["FOE"]
            and (
                before[:1] in (["THEN"], ["AND"], ["COMMA"], ["FOE"])
                or (before[:1] == ["IF"] and found[-2].text == "or")
            )
        ):
            name = found.pop()  # then Black Moon if he is gone
            while found and found[-1].type in (*SEPARATORS, "IF"):
                found.pop()
            found += [one, name]
            continue
        if one.type == "NAME" and after == "SAME" and before[-1:] and before[-1] in ("ACT", "HEX"):
            found.append(Token("COMMA"))  # A/7 off horses M/7 too
        if one.type == "HEX" and (aim := _described(found)):
            del found[-aim:]  # to his led horses at 7416
        if one.type == "PRON" and is_last and before[-1:] == ["COMMA"] and "ACT" in [two.type for two in found]:
            found.pop()
            continue  # ..., both of them
        counted = one.type == "NUM" or (one.type == "KIND" and bool({"any", "company"} & set(one.tags)))
        counted = counted and one.value.isdigit() and before[-1:] in (["COMMA"], ["NAME"])
        whose = next((two for two in found[:-3:-1] if two.type == "NAME"), None) if counted else None
        known = whose.found if whose is not None else None
        if whose is not None and known is not None and known.is_group and len(known.own) == int(one.value):
            del found[found.index(whose) + 1 :]
            continue  # 9th Inf (all 3)
        if one.type == "AT" and found and found[-1].type == "PRON" and before[:1] == ["WITH"]:
            continue
        found.append(one)
    return found


def _is_label(one: Token) -> bool:
    """True if a kind beside names says only what they are: animals, camps and trains are others."""
    return not one.value and _is_troop(one)


def _is_troop(one: Token) -> bool:
    return bool(_TROOPS & set(one.tags))


_TROOPS = frozenset(("infantry", "cavalry", "company", "warrior", "any", "group", "scout", "scouts", "leader"))


def _described(found: Sequence[Token]) -> int:
    """The number of tokens that before a hex describe it after a ``to``, none of them whom the line is for."""
    types = [one.type for one in found[-5:]]
    for joint in (1, 0):
        kind = found[-1 - joint] if len(found) > 1 + joint else None
        is_camp = kind is not None and kind.type == "KIND" and bool({"camp", "village"} & set(kind.tags))
        if is_camp and (not joint or types[-1] == "AT") and types[-2 - joint : -1 - joint] == ["ACT"]:
            return 1 + joint if any(one.type == "NAME" for one in found[: -2 - joint]) else 0
    for described in (["NAME", "KIND"], ["KIND"], ["NAME"], ["FOE", "KIND"], ["FOE"]):
        for between in ([], ["AT"], ["COMMA"]):
            whole = [*described, *between]
            leads = types[-len(whole) - 1 :][:1] in (["TO"], ["BESIDE"]) if len(types) > len(whole) else False
            if (
                leads
                and types[-len(whole) :] == whole
                and any(one.type in ("NAME", "KIND") for one in found[: -len(whole) - 1])
            ):
                return len(whole) + (types[-len(whole) - 1] == "BESIDE")
    return 0


def _with_steps(tokens: Sequence[Token]) -> list[Token]:
    """``one hex further to the west``: a number with a direction behind it counts its steps."""
    found = list(tokens)
    for n, one in enumerate(tokens):
        behind = [two for two in tokens[n + 1 : n + 4] if two.type not in ("TO", "AT", "TOWARD")]
        types = [two.type for two in tokens[n + 1 : n + 5]]
        if one.type == "NUM" and types[:2] == ["NUM", "HEX"] and tokens[n + 1].text == "2":  # back 1 hex 2 1520
            return _with_steps([*tokens[:n], Token("TO"), *tokens[n + 2 :]])
        is_nearer = types[:1] == ["TOWARD"] and types[1:2] in (["NAME"], ["FOE"], ["PLACE"]) and "HEX" in types[2:]
        if one.type == "NUM" and is_nearer and types[2:] in (["HEX"], ["COMMA", "HEX"], ["TO", "HEX"]):
            return [*tokens[:n], Token("TO"), tokens[n + 1 + types.index("HEX")]]  # one hex closer to Cain, so 3212
        is_far = types[:3] == ["COMMA", "TO", "HEX"] and one.form == "measured"  # two hexes, to 1619
        if one.type == "NUM" and (types[:2] == ["TO", "HEX"] or is_far):
            return _with_steps([*tokens[:n], *tokens[n + 1 + is_far :]])  # one hex up to 7516
        if one.type == "NUM" and behind and behind[0].type == "STEP" and behind[0].value.startswith("1"):
            step = replace(behind[0], value=f"{one.value}{behind[0].value[1:]}")
            return _with_steps([*tokens[:n], step, *tokens[tokens.index(behind[0]) + 1 :]])
    return found


def _with_regiments(tokens: Sequence[Token]) -> list[Token]:
    """``Companies C and G, 3rd Cavalry``: a group behind names that may be of it says which they are."""
    found: list[Token] = []
    for one in tokens:
        at = len(found) - 1
        if at >= 0 and found[at].type in ("COMMA", "FROM"):
            at -= 1
        is_group = one.type == "NAME" and one.found is not None and one.found.is_group
        if len(found) > 1 and one.type == "NAME" and not is_group and (known := _of_group(found, one)) is not None:
            del found[-2:]
            found.append(known)  # 4th Infantry (D and F)
            continue
        is_his = at > 0 and is_group and found[at].type == "KIND" and found[at - 1].form == "leader's"
        if is_his:
            if found[-1].type in ("FROM", "COMMA"):
                found.pop()
            continue  # Mills's battalion of the 3d Cavalry
        if (
            at >= 0
            and is_group
            and found[at].type == "KIND"
            and _is_label(found[at])
            and at == len(found) - 1 - (found[-1].type == "FROM")
        ):
            del found[at:]  # the infantry from the Fourth
            found.append(one)
            continue
        narrowed = dict(_narrowed(found, at, one)) if is_group else {}
        if at not in narrowed:
            found.append(one)
            continue
        for place, name in narrowed.items():
            found[place] = name
        del found[at + 1 :]
    return found


def _of_group(found: Sequence[Token], one: Token) -> Token | None:
    """A name behind a group and a comma, as one of the group; None if it is none."""
    group = found[-2].found if found[-1].type == "COMMA" and found[-2].type == "NAME" else None
    if group is None or not group.is_group or one.found is None:
        return None
    own = tuple(name for name in one.found.own if name in group.own)
    return replace(one, found=replace(one.found, own=own)) if own else None


def _narrowed(found: Sequence[Token], last: int, group: Token) -> Iterator[tuple[int, Token]]:
    """The names of a list up to place `last` as those of a group, as far back as they may be that."""
    assert group.found is not None
    at = last
    while at >= 0 and found[at].type == "NAME":
        known = found[at].found
        assert known is not None
        own = tuple(name for name in known.own if name in group.found.own)
        if not own or known.is_group:
            return
        yield at, replace(found[at], found=replace(known, own=own))
        at -= 2 if at > 1 and found[at - 1].type in ("AND", "COMMA") else 1


def _conditions_last(tokens: Sequence[Token]) -> list[Token]:
    """A condition that stands ahead of its clause, behind that clause: ``if attacked, everybody holds``."""
    found = _whose_event(list(tokens))
    does = ("ACT", "EDGE")
    if len(found) < 3 or found[0].type not in ("COND", "EVENT") or not any(one.type in does for one in found):
        return found
    condition = [found.pop(0)]
    while found and found[0].type in ("AT", "ODDS"):
        condition += [one for one in (found.pop(0),) if one.type == "ODDS"]
    while found and found[0].type in (*SEPARATORS, "PRON"):
        found.pop(0)
    act = next(n for n, one in enumerate(found) if one.type in does)
    end = next((n for n in range(act, len(found)) if found[n].type in SEPARATORS), len(found))
    found[end:end] = condition
    return found


def _whose_event(found: list[Token]) -> list[Token]:
    """``if the Shawnee are charged, they hold``: what happens to somebody, behind what they do then."""
    types = [one.type for one in found]
    start = 1 if types[:1] == ["IF"] else 0
    if types[start : start + 2] not in (["NAME", "EVENT"], ["KIND", "EVENT"]):
        return found
    rest = start + 2
    odds: list[Token] = []
    while rest < len(found) and found[rest].type in (*SEPARATORS, "PRON", "ODDS", "AT"):
        odds += [found[rest]] * (found[rest].type == "ODDS")
        rest += 1
    end = next((n for n in range(rest, len(found)) if found[n].type in (*SEPARATORS, "ELSE", "GUARD")), len(found))
    return [found[start], *found[rest:end], found[start + 1], *odds, *found[end:]]


def _excepted_first(tokens: Sequence[Token]) -> list[Token]:
    """``Price excepted``: who is left out, behind the word for it."""
    found = list(tokens)
    for n in range(1, len(found)):
        if found[n].type == "EXCEPTED" and found[n - 1].type in ("NAME", "KIND"):
            found[n - 1 : n + 1] = [replace(found[n], type="EXCEPT"), found[n - 1]]
    return found


def _with_doing(tokens: Sequence[Token]) -> list[Token]:
    """``all stay except Rawn, who goes 1411``: what stands behind those left out is what they do instead."""
    found: list[Token] = []
    left_out: list[Token] = []
    for n, one in enumerate(tokens):
        before = tokens[n - 1].type if n else ""
        if one.type == "EXCEPT" and any(two.type in ("ACT", "STAY") for two in found):
            left_out = [] if one.text != "but" and _is_on_the_way(found, tokens[n:]) else [one]
        elif left_out and one.type in ("NAME", "KIND", "AND", "COMMA"):
            left_out.append(one)
        elif left_out and one.type == "PRON" and before == "COMMA":
            left_out.append(one)  # except the scouts, they go 7319
            continue
        elif left_out:
            is_sure = all(two.type != "PRON" for two in left_out)  # they may be all the others
            names = [replace(two, is_sure=two.is_sure and is_sure) for two in left_out if two.type in ("NAME", "KIND")]
            if (
                names
                and one.type in ("ACT", "HEX", "TO", "TOWARD", "NEG", "STEP")
                and before in ("NAME", "KIND", "COMMA", "PRON")
            ):
                while found and found[-1].type in SEPARATORS:
                    found.pop()
                found.append(Token("THEN"))
                for two in names:
                    found += [*([Token("AND")] if two is not names[0] else []), two]
            left_out = []
        found.append(one)
    return found


def _is_on_the_way(found: Sequence[Token], behind: Sequence[Token]) -> bool:
    """True if a verb that needs a place has none yet, and one follows: ``brings all his companies bar I across to 3410``."""
    verb = next(one for one in reversed(found) if one.type in ("ACT", "STAY"))
    types = [one.type for one in behind if one.type not in ("EXCEPT", "NAME", "KIND", "AND")]
    has_place = any(one.type in ("HEX", "PLACE", "STEP", "TO", "TOWARD") for one in found[found.index(verb) :])
    return verb.form == "light" and "move" in verb.tags and not has_place and types[:1] in (["TO"], ["TOWARD"])


def _without_columns(tokens: Sequence[Token]) -> list[Token]:
    """``2112 | Browning | no move``: a hex that opens a row is where they stand."""
    found: list[Token] = []
    row: list[Token] = []
    for one in tokens:
        if one.type == "THEN":
            found += [*_without_column(row), one]
            row = []
        else:
            row.append(one)
    return [*found, *_without_column(row)]


def _without_column(tokens: Sequence[Token]) -> list[Token]:
    found = list(tokens)
    if not found or found[0].type not in ("HEX", "PLACE"):
        return found
    if (
        len(found) > 2
        and found[1].type == "ALL"
        and found[2].type in ("ACT", "NEG", "HEX", "TO", "TOWARD", "HOW", "EXCEPT")
    ):
        return [found[1], Token("AT"), found[0], *found[2:]]  # 0709: all stay
    if found[0].type == "PLACE":
        return found
    end = 1
    while end < len(found) and found[end].type in ("NAME", "AND", "COMMA", "KIND"):
        end += 1
    while end > 1 and found[end - 1].type in ("AND", "COMMA"):
        end -= 1
    names = [n for n in range(1, end) if found[n].type == "NAME"]
    behind = found[end].type if end < len(found) else ""
    is_row = names and found[1].type in ("NAME", "AND") and behind in ("ACT", "NEG", "HEX", "TO")
    if not is_row:
        return found
    start = names[0]
    return [*found[start:end], Token("AT"), found[0], *found[end:]]


def _with_counts(tokens: Sequence[Token]) -> list[Token]:
    """``the two at 1917``, ``all three``: a number where somebody is named counts them; an ``at`` before a manner or before
    those who stand in a hex says nothing."""
    found: list[Token] = []
    counts: Token | None = None
    for n, one in enumerate(tokens):
        before = found[-1].type if found else ""
        after = tokens[n + 1].type if n + 1 < len(tokens) else ""
        is_count = (
            one.type == "NUM" and one.form != "measured" and before == "ALL" and not found[-1].text.startswith("every")
        )
        if is_count and after in (*_COUNTED, "", *SEPARATORS):
            found[-1] = replace(one, type="KIND", tags=("any",))
            continue
        if one.type == "NUM" and one.form != "measured" and before in ("", *SEPARATORS) and after in ("AT", "FROM"):
            found.append(replace(one, type="KIND", tags=("any",)))
            continue
        if one.type == "FROM" and before == "KIND" and found[-1].value and after == "HEX":
            found.append(replace(one, type="AT"))
            continue
        if one.type == "TO" and after == "ACT":
            continue  # Co. F to dismount
        if one.type == "AT" and after == "ODDS":
            continue
        beyond = [two.type for two in tokens[n + 2 : n + 4] if two.type != "AT"][:1]
        if one.type in SEPARATORS and after == "ELSE" and beyond in (["FOE"], ["HEX"]):
            continue  # but if that is not possible then on Good Heart
        if one.type == "WITH" and after == "HOW" and before in ("NAME", "KIND", "FOE", "PRON"):
            continue  # Rain in the Face with full
        if one.type == "AT" and after == "TO":
            continue  # on into 1512
        if one.type in SEPARATORS and after in _NO_ORDER and (found and found[0].type != after):
            continue  # and stops 6 short
        if one.type in ("VIA", "AT") and after in ("NUM", "APART", "STOP", "TURN"):
            continue  # by four inches
        if one.type == "AT" and after == "COND":
            continue  # upon the loss of half
        has_act = any(two.type in ("ACT", "HEX", "PLACE", "SAME", "TO", "TOWARD") for two in found)
        if one.type == "AND" and after == "ACT" and before in ("NAME", "KIND") and not has_act:
            continue  # Reno with his companies and gets out
        if one.type == "WITHIN" and after not in ("NUM", "WITHIN"):
            if after in ("EDGE", "SIDE", "FORM"):
                continue
            one = replace(one, type="AT" if after in ("HEX", "PLACE", "FOE", "NEAREST") else "WITH")
        is_enemy = one.type == "KIND" and "enemy" in one.tags and set(one.tags) <= {"enemy", "any"}
        if is_enemy and (after == "FOE" or (after == "KIND" and set(one.tags) == {"enemy"})):
            continue  # the hostile village; the soldiers of Van Vliet
        if one.type == "AT" and before == "ELSE" and after in ("FOE", "HEX"):
            continue  # or if that isn't possible at G/3
        is_group = one.type == "NUM" and after == "NAME" and one.form == "" and before in ("", *SEPARATORS)
        if is_group and (group := tokens[n + 1].found) is not None and group.is_group:
            counts = replace(one, type="KIND", tags=("any",))
            continue  # the 2 Cheyenne at 2809
        if one.type == "KIND" and before == "KIND" and not {*one.tags} - {"any", "group", "single", "company"}:
            continue  # both volunteer outfits
        if one.type == "KIND" and after == "NAME" and not one.value and not {*one.tags} - {"any", "group", "single"}:
            continue  # unit: Rawn
        if one.type == "ALL" and after == "NAME":
            continue  # all of Howard's people
        if (
            one.type == "NUM"
            and one.value == "2"
            and one.form == ""
            and (
                (after in ("HEX", "PLACE") and before in ("NAME", "ACT", "KIND", "HOW"))
                or (after == "NAME" and before == "ACT" and {"move", "rout", "join"} & set(found[-1].tags))
            )
        ):
            found.append(replace(one, type="TO", is_sure=after == "HEX"))
            continue
        if one.type == "IF" and _STATED & {before, after} and one.text != "unless":
            continue  # if the advantage is 20
        if one.type in ("TO", "AT", "TOWARD", "VIA", "FROM") and after in ("EDGE", "SIDE", "FORM"):
            continue  # to the west
        if one.type == "FOE" and one.value == "" and after == "FOE" and one.found and one.found.foe == ("any",):
            continue  # any braves
        if one.type == "GROUND" and before in ("TO", "AT", "TOWARD"):
            found[-1] = one
            continue
        if one.type == "ALL" and before == "ACT" and "fire" in found[-1].tags and after in ("COND", "WITHIN"):
            continue  # shoots anyone within 6
        is_idle = after == "HOW" or (after == "KIND" and [two.type for two in tokens[n + 2 : n + 4]] == ["AT", "HEX"])
        if one.type == "AT" and is_idle and (after == "HOW" or before == "ACT"):
            continue
        found.append(one)
        is_upon = one.type == "ACT" and "move" in one.tags and one.text.split()[-1] in ("on", "upon", "to", "with")
        if (
            is_upon
            and (after == "NAME" or (after == "KIND" and not beyond))
            and any(two.type in ("NAME", "KIND") for two in found)
        ):
            found.append(Token("TO"))  # closes up on Gibbon
        if one.type == "NAME" and counts is not None:
            found.append(counts)
            counts = None
    return found


_NO_ORDER = frozenset(("STOP", "SHUN", "APART", "GUARD"))
_STATED = frozenset(("COND", "EVENT", "ADVANTAGE", "CHANCE", "CLEAR"))
_COUNTED = ("AT", "ACT", "NEG", "HEX", "TO")


def _with_one_verb(segment: Sequence[Token]) -> list[Token]:
    acts = [one for one in segment if one.type == "ACT"]
    if len(acts) < 2 and not any(one.type == "DIR" for one in segment):
        return list(segment)
    heavy = [one for one in acts if one.form != "light"]
    if not any(one.type == "NEG" for one in segment) and any(
        one.tags != ("stay",) and one.form != "ed" for one in heavy
    ):
        # H/9 digs in where it is; Co. A is to remain prone.
        heavy = [one for one in heavy if one.tags != ("stay",)]
        segment = [one for one in segment if one.type != "ACT" or one.tags != ("stay",)]
    kept: list[Token] = []
    seen: set[tuple[str, ...]] = set()
    for one in segment:
        if one.type == "ACT" and ((heavy and one.form == "light") or one.tags in seen):
            continue
        same = next((n for n, two in enumerate(kept) if two.type == "ACT" and set(two.tags) & set(one.tags)), -1)
        if one.type == "ACT" and same >= 0 and len(kept[same].tags) + len(one.tags) > 2:
            both = tuple(two for two in kept[same].tags if two in one.tags)
            kept[same] = replace(kept[same], tags=both, value=both[0])
            continue  # turn the gun to face north-east
        if one.type == "ACT":
            seen.add(one.tags)
        if one.type == "TO" and kept and kept[-1].type == "TO":
            continue
        if one.type == "DIR" and kept and kept[-1].type in ("TO", "AT", "TOWARD"):
            kept.pop()  # turns to the east
        kept.append(one)
    return kept


def _with_same(tokens: list[Token]) -> list[Token]:
    """``also`` behind a name that has no verb says the same of it; elsewhere it says nothing."""
    found: list[Token] = []
    for n, one in enumerate(tokens):
        if one.type != "ALSO":
            if not (one.type == "TO" and found and found[-1].type == "TO"):
                found.append(one)
            continue
        is_end = n + 1 == len(tokens) or tokens[n + 1].type in SEPARATORS
        if is_end and found and found[-1].type in ("NAME", "KIND"):
            found.append(replace(one, type="SAME"))
    return found


def _with_commas(tokens: Sequence[Token], joining: frozenset[str]) -> list[Token]:
    """``F 1815 Scouts 1816``: a name behind a place begins an order where a name stands before the place; so does what joins
    an attack (``A attack 1417 no advance``)."""
    found: list[Token] = []
    named = False
    for n, one in enumerate(tokens):
        before = found[-1].type if found else ""
        if (
            one.type in ("NAME", "REST")
            and named
            and before in ("HEX", "PLACE", "STEP", "HOW", "NUM", "DIR")
            and (len(found) < 2 or found[-2].type != "AT")
        ):
            found.append(Token("COMMA"))
        if one.type == "NAME" and named and before == "ACT" and found[-1].tags[:1] == ("stay",):
            after = tokens[n + 1].type if n + 1 < len(tokens) else ""
            if after in ("TO", "HEX", "TOWARD", "NUM", "ACT", "STEP", "PLACE", "NEG"):
                found.append(Token("COMMA"))  # Gibbon stays Rawn to 1511
        is_other = (
            (one.type in ("NAME", "REST") or (one.type == "KIND" and not one.value))
            and named
            and before == "ACT"
            and found[-1].form != "light"
            and found[0].type != "ACT"
        )
        ahead = [two.type for two in tokens[n + 1 : n + 3]]
        if one.type == "REST" and ahead[:1] in (["NAME"], ["KIND"]):
            del ahead[0]  # off horses rest of Noyes nothing
        if is_other and ahead[:1] in (["ACT"], ["NEG"]):
            found.append(Token("COMMA"))  # L/3 stay F/3 run
        start = max((m for m, two in enumerate(found) if two.type in SEPARATORS), default=-1) + 1
        done = [m for m, two in enumerate(found[start:], start) if two.type == "ACT" and two.form != "light"]
        is_done_with = bool(done) and any(two.type in ("FOE", "HEX", "PLACE", "HOW") for two in found[done[0] :])
        nxt = tokens[n + 1] if n + 1 < len(tokens) else None
        if (
            one.type == "NAME"
            and nxt is not None
            and nxt.type == "ACT"
            and nxt.form == ""
            and nxt.text.split()[0].endswith("s")
            and is_done_with
            and found[start].type in ("NAME", "KIND")
            and before in ("NAME", "FOE", "HEX", "PLACE", "HOW")
        ):
            found.append(Token("COMMA"))  # M attack Crow King w Reno A stays
        has_gone = [two for two in found if two.type == "ACT"]
        if (
            (
                one.type == "ACT"
                and before == "HEX"
                and one.form == ""
                and len(has_gone) == 1
                and "move" in has_gone[0].tags
            )
            and not {"move", "fire", "attack"} & set(one.tags)
            and found[0].type in ("NAME", "KIND")
        ):
            found.append(Token("COMMA"))  # 4th Inf go 3012 prone
        is_next = one.type == "ACT" and before in ("HEX", "PLACE", "STEP") and named and one.form == ""
        after = tokens[n + 1].type if n + 1 < len(tokens) else ""
        if (
            is_next
            and (len(found) > 1 and found[-2].type not in ("AT", "FROM"))
            and found[0].type in ("NAME", "KIND")
            and not any(other.type in ("ACT", "COND") for other in found)
            and after not in ("HEX", "TO", "TOWARD", "PLACE", "STEP", "FOE", "AT", "VIA", "NUM")
        ):
            found.append(Token("COMMA"))  # G/3 to 3412 prone
        may_join = one.type == "ACT" and joining.intersection(one.tags) and before in ("HEX", "FOE", "NAME", "PLACE")
        is_behind = any(other.type in ("ACT", "HEX", "FOE") for other in found)
        is_its = before == "NAME" and len(found) > 1 and found[-2].type in SEPARATORS  # ..., M to occupy the ground
        values = {one.value, found[-1].value} if one.type == before == "ACT" else set()
        is_next_to = bool(values) and values <= joining and len({two.removeprefix("no_") for two in values}) == 2
        if is_next_to or (may_join and is_behind and not is_its and (before != "NAME" or len(one.tags) == 1)):
            found.append(Token("THEN"))
        if one.type == "NAME" and one.found is not None and one.found.is_group and before in ("KIND", "ALL"):
            while found and (found[-1].type in ("ALL", "NUM") or (found[-1].type == "KIND" and _is_troop(found[-1]))):
                found.pop()  # all three companies of the Ninth
        is_told = any(two.type in ("ACT", "NUM", "FORM") for two in found)
        if one.type == "ACT" and one.is_linked and before in ("NUM", "DIR", "FORM", "STOP", "SIDE") and is_told:
            found.append(Token("THEN"))  # a column of a table
        start = max((m for m, two in enumerate(found) if two.type in SEPARATORS), default=-1) + 1
        is_done = any(two.type == "ACT" and two.form != "light" for two in found[start:])
        if one.type == "ACT" and one.form != "light" and before == "NUM" and is_done:
            found.append(Token("THEN"))  # ahead 6 fire
        if one.type == "NUM" and before == "SIDE" and len(found) > 1 and found[-2].type == "TURN":
            found.append(Token("THEN"))
        if before == one.type == "NUM":
            found.append(Token("THEN"))
        if before == "FORM" and (one.type == "NUM" or (one.type == "ACT" and one.form != "light")):
            found.append(Token("THEN"))
        if one.type == "HEX" and before == "ALL" and after in ("ACT", "NEG", "HEX", "TO", "TOWARD"):
            found.append(Token("AT"))  # all of 1518 attack
        if one.type in SEPARATORS:
            named = named and one.type == "AND"
        named = named or one.type == "NAME"
        found.append(one)
    return found


_VERSUS = frozenset(("v", "vs", "versus", "x", "against"))
"""Words before the hex that is attacked."""
_BESIDES = frozenset(("no_advance", "no_pursuit", "advance", "pursue"))
"""The acts that stand beside an attack."""


def _without_idle_commas(tokens: Sequence[Token]) -> list[Token]:
    """Tokens less the commas that part nothing: before a word that goes on with its clause, between a subject and its verb."""
    kept: list[Token] = []
    for n, one in enumerate(tokens):
        after = tokens[n + 1].type if n + 1 < len(tokens) else ""
        before = kept[-1].type if kept else ""
        is_idle = (after in _GOES_ON and (before, after) not in (("FORM", "NUM"), ("NUM", "NUM"), ("NUM", "FORM"))) or (
            before in ("NAME", "KIND", "REST", "ALL")
            and after in ("ACT", "NEG")
            and [two.type for two in kept[-2:-1]] not in (["TO"], ["TOWARD"])
        )
        is_idle = is_idle or (
            after in ("ACT", "NEG")
            and (len(kept) < 2 or kept[-2].text not in _VERSUS)
            and not _BESIDES.issuperset(tokens[n + 1].tags or ("",))
            and [two.type for two in kept[-2:]] == ["AT", "HEX"]
            and len(kept) > 2
            and kept[-3].type in ("NAME", "KIND")
        )
        acts = [two for two in (*kept, *tokens[n:]) if two.type == "ACT"]
        is_idle = is_idle or (before == "ACT" and after in ("FOE", "NEAREST") and len(acts) == 1)  # skirmish, braves, 4
        if one.type != "COMMA" or not is_idle:
            kept.append(one)
    return kept


_GOES_ON = frozenset(
    (
        *("HOW", "COND", "ELSE", "STOP", "EVENT", "ODDS", "ADVANTAGE", "CHANCE", "CLEAR"),
        *("LIMIT", "APART", "SHUN", "EXCEPT", "WITH", "VIA", "AT", "TO"),
        *("TOWARD", "FROM", "EDGE", "FORM", "WITHIN", "NUM", "DIR", "SIDE"),
    )
)
