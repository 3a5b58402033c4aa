"""The tokens of a sentence less what stands beside its orders: remarks, words that lead nowhere, and what was said twice.

A remark tells how somebody is or what somebody thinks (``they look nervous``, ``Mills is far too near, so ...``).  Its
words stay unknown, so that a sentence with one is never more than offered.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from pbem.language.sentence import SEPARATORS, Token, WordPiece

_STATES = frozenset(
    (
        "is",
        "are",
        "was",
        "were",
        "has",
        "have",
        "had",
        "s",
        "looks",
        "look",
        "seems",
        "seem",
        "feels",
        "feel",
        "got",
        "gets",
    )
)
"""Verbs that tell how somebody is."""
_LEADING = ("AT", "TO", "WITH", "VIA", "FROM", "BESIDE", "TOWARD")
_LED_TO = (*SEPARATORS, "ACT", "NEG", "ALSO", "THERE", "COND", "SAME", "ELSE")
_IDLE = frozenset((*_LEADING, "PRON", "THERE", "ALSO", "HOW", "SAME", "REST"))
_DOES = frozenset(("ACT", "HEX", "PLACE", "STEP"))
_EXPLETIVES = frozenset(
    (
        "it",
        "it's",
        "its",
        "there",
        "there's",
        "that's",
        "thats",
        "this",
        "who",
        "i",
        "i'm",
        "i've",
        "we",
        "we're",
        "you",
        "you're",
        "god",
    )
)
"""Words that begin a remark in which nobody is told anything."""
_WOULD = frozenset(("they'd", "he'd", "she'd", "it'd"))
_NAMES = frozenset(("NAME", "FOE", "HEX", "PLACE", "STEP", "NUM", "WITHIN", "COND", "EVENT"))
_AT_WHOM = frozenset(("at", "on", "upon", "into", "against"))
_MOVING = frozenset(("move", "join", "follow", "attach", "ahead", "to", "toward", "march_fast"))


@dataclass
class _Segment:
    """The tokens between two separators, and how many words of it are strange."""

    joint: Token | None
    tokens: list[Token] = field(default_factory=list)
    strange: list[int] = field(default_factory=list)

    @property
    def types(self) -> set[str]:
        return {one.type for one in self.tokens}


def cleared(
    tokens: Sequence[Token],
    strange: Sequence[int],
    talk: Sequence[int],
    pieces: Sequence[WordPiece],
    joining: Collection[str],
    *,
    has_gone: bool = False,
) -> list[Token]:
    """The tokens that remain; `strange` are the columns of unknown words, `talk` those of words of talk.

    `has_gone` is True if a sentence ahead sends somebody somewhere.
    """
    found = _without_mentions(tokens, strange, talk, pieces)
    found = _without_remarks(found, strange, talk, pieces)
    found = _with_outcome(found, joining)
    found = _with_company(found, joining, has_gone=has_gone)
    return _without_leads(_disambiguated(found, pieces))


def _segments(tokens: Sequence[Token], strange: Sequence[int]) -> list[_Segment]:
    found = [_Segment(None)]
    for one in tokens:
        if one.type in SEPARATORS:
            found.append(_Segment(one))
        else:
            found[-1].tokens.append(one)
    starts = [one.joint.start if one.joint is not None else -1 for one in found]
    for column in strange:
        at = max((n for n, start in enumerate(starts) if start <= column), default=0)
        found[at].strange.append(column)
    return found


def _joined(segments: Sequence[_Segment]) -> list[Token]:
    found: list[Token] = []
    for one in segments:
        if one.joint is not None and (found or one is not segments[0]):
            found.append(one.joint)
        found += one.tokens
    while found and found[0].type in SEPARATORS:
        found.pop(0)
    return [
        one
        for n, one in enumerate(found)
        if not (one.type in SEPARATORS and (n + 1 == len(found) or found[n + 1].type in SEPARATORS))
    ]


def _without_mentions(
    tokens: Sequence[Token], strange: Sequence[int], talk: Sequence[int], pieces: Sequence[WordPiece]
) -> list[Token]:
    """``Mills is too near them, so pull him back``: somebody is spoken of first, and ordered something then."""
    segments = _segments(tokens, [*strange, *talk])
    first, rest = segments[0], segments[1:]
    name = first.tokens[0] if first.tokens else None
    if (
        name is None
        or name.type != "NAME"
        or not first.strange
        or any(one.type == "ACT" and one.form != "ed" for one in first.tokens)
        or first.types & {"HEX", "STEP", "COND", "EVENT", "IF", "EXCEPT"}
        or not any(one.types & _DOES for one in rest)
        or not _is_stated(name, pieces)
    ):
        return list(tokens)
    found = [one for segment in rest for one in (*([segment.joint] if segment.joint else []), *segment.tokens)]
    while found and found[0].type in SEPARATORS:
        found.pop(0)
    own = name.found.own if name.found is not None else ()
    for n, one in enumerate(found):
        known = one.found.own if one.type == "NAME" and one.found is not None else ()
        if one.found is not None and len(known) > 1 and set(own) & set(known):
            same = tuple(two for two in known if two in own)
            found[n] = replace(one, found=replace(one.found, own=same), is_sure=False)
            return found  # Andrews is too far out, so I Company goes back
    him = next((n for n, one in enumerate(found) if one.type == "PRON"), -1)
    if him >= 0 and not any(one.type == "NAME" for one in found[:him]):
        found[him] = replace(name, form="", is_sure=False)
    elif found[0].type in ("ACT", "NEG", "TO", "HEX", "STEP"):
        found = [replace(name, form="", is_sure=False), *found]
    return found


def _is_stated(name: Token, pieces: Sequence[WordPiece]) -> bool:
    """True if a name is followed by a verb that tells how somebody is."""
    behind = next((one for one in pieces if one.start >= name.end and one.is_word), None)
    inside = [one.low for one in pieces if name.start <= one.start < name.end]
    at = pieces.index(behind) if behind is not None else len(pieces)
    is_told = [one.low for one in pieces[at + 1 : at + 2]] != ["to"]
    return (behind is not None and behind.low in _STATES and is_told) or (bool(inside) and inside[-1].endswith("'s"))


def _without_remarks(
    tokens: Sequence[Token], strange: Sequence[int], talk: Sequence[int], pieces: Sequence[WordPiece]
) -> list[Token]:
    """Less the parts of a sentence that name nobody and tell something: ``they ought to behave with the boss among them``."""
    segments = _segments(tokens, [*strange, *talk])
    if len(segments) < 2:
        return list(tokens)
    in_talk = set(talk)
    kept = [
        one
        for n, one in enumerate(segments)
        if not (_is_remark(one, in_talk, is_first=n == 0) or (n and _is_expletive(one, pieces)))
    ]
    return (
        _joined(kept) if kept and len(kept) < len(segments) and any(one.types & _DOES for one in kept) else list(tokens)
    )


def _is_expletive(one: _Segment, pieces: Sequence[WordPiece]) -> bool:
    """True if a part begins as a remark does, ``there's far too much lead in the air``, and names nobody and no place."""
    start = one.joint.end if one.joint is not None else 0
    opening = next((two.low for two in pieces if two.start >= start and two.is_word), "")
    if one.types & _NAMES:
        return False
    return (bool(one.strange) and opening in _EXPLETIVES) or (opening in _WOULD and "IF" in one.types)


def _is_remark(one: _Segment, in_talk: set[int], *, is_first: bool) -> bool:
    if not one.strange or (one.joint is not None and one.joint.type == "AND" and not one.types - {"KIND"}):
        return False
    if any(two.type == "ACT" and _BESIDE_ATTACK & set(two.tags) for two in one.tokens):
        return False  # limit of exploitation the objective, i.e. no pursuit
    kinds = one.types - _IDLE
    if any(two.type == "KIND" and not {"any", "group"} & set(two.tags) for two in one.tokens):
        return False
    if kinds <= {"KIND"}:
        return bool(one.types) or not is_first
    if kinds <= {"NEG", "KIND"}:
        return len(one.strange) > 1
    if not kinds <= {"ACT", "KIND"} or is_first:
        return False
    act = next(two for two in one.tokens if two.type == "ACT")
    is_others = min(one.strange) < one.tokens[0].start and one.tokens[0] is act
    is_told = bool(in_talk.intersection(one.strange)) and one.tokens[0].type in ("PRON", "KIND", "ACT")
    return is_others or is_told or (not act.is_sure and one.tokens[0].type == "PRON")


_SENDS = frozenset(("send", "sends", "sending", "dispatch", "dispatches", "order", "orders", "detach", "detaches"))
"""Verbs of whoever lets others go: they stay themselves."""


def _with_outcome(tokens: Sequence[Token], joining: Collection[str]) -> list[Token]:
    """``and if they run, nobody follows``: an outcome before what is done behind an attack goes without saying."""
    if not any(one.type == "SUCCESS" for one in tokens):
        return list(tokens)
    joining = {*joining, "no_pursuit"} if joining else joining  # for what a game calls an advance, too
    tokens = _who_stays_then(tokens) if "no_advance" in joining else tokens
    acts = [one for one in tokens if one.type == "ACT"]
    is_behind = any(set(joining).intersection(one.tags) or one.value.startswith("policy") for one in acts)
    if not is_behind:
        return [replace(one, type="IF") if one.type == "SUCCESS" else one for one in tokens]
    found: list[Token] = []
    for one in tokens:
        if one.type != "SUCCESS" and not (one.type in SEPARATORS and found and found[-1].type in SEPARATORS):
            found.append(one)
    return found


def _who_stays_then(tokens: Sequence[Token]) -> list[Token]:
    """``and if they win, they stay where they are``: behind an attack that is no advance."""
    found: list[Token] = []
    for one in tokens:
        before = [two.type for two in found if two.type not in ("PRON", *SEPARATORS)][-1:]
        is_stay = one.type == "ACT" and "stay" in one.tags and before == ["SUCCESS"]
        if is_stay and any(two.type == "ACT" and {"attack", "melee"} & set(two.tags) for two in found):
            while found[-1].type in ("PRON", *SEPARATORS):
                found.pop()
            found.append(replace(one, value="no_advance", tags=("no_advance",)))
            continue
        found.append(one)
    return found


def _with_company(tokens: Sequence[Token], joining: Collection[str], *, has_gone: bool = False) -> list[Token]:
    """``the Rees go along with them``: who goes with those who were just told something does the same."""
    found: list[Token] = []
    skipped = 0
    for n, one in enumerate(tokens):
        if skipped:
            skipped -= 1
            continue
        before = found[-1].type if found else ""
        has_order = has_gone or any(two.type in _DOES for two in found)
        behind = [two.type for two in tokens[n + 1 : n + 4]]
        is_there = behind[:1] == ["THERE"] and (len(behind) == 1 or behind[1] in SEPARATORS)
        is_end = not behind or behind[0] in SEPARATORS or is_there
        is_with = behind[:2] == ["WITH", "PRON"] and (len(behind) == 2 or behind[2] in SEPARATORS)
        follows = one.type == "ACT" and one.text.split()[0].startswith("follow")
        if follows and joining and set(joining) & set(one.tags) and any("attack" in two.tags for two in found):
            found.append(replace(one, tags=tuple(two for two in one.tags if two in joining)))
            continue  # A and M attack 1417, A follows in
        is_joined = behind[:1] == ["PRON"] and ("join" in one.tags or follows)
        is_joined = is_joined and (len(behind) == 1 or behind[1] in SEPARATORS)
        if (
            one.type == "ACT"
            and (before in ("NAME", "KIND") or [two.type for two in found] == ["NAME", "COMMA", "PRON"])
            and has_order
            and (_MOVING.intersection(one.tags) or follows)
            and (not follows or has_gone or any(two.type in ("HEX", "PLACE", "STEP") for two in found))
            and (is_with or is_joined or (is_end and (follows or one.text.split()[-1:] == ["along"])))
        ):
            if before == "PRON":
                del found[1:]  # the Scouts, they go with him
            found.append(replace(one, type="SAME", tags=(), is_sure=is_with or is_end or follows))
            skipped = 2 if is_with else 1 if is_joined or is_there else 0
            continue
        if (
            one.type == "NUM"
            and one.text == "2"
            and not behind
            and before in ("NAME", "KIND")
            and len(found) > 1
            and found[-2].type in SEPARATORS
            and has_order
        ):
            found.append(replace(one, type="SAME", is_sure=False))  # rees 2
            continue
        found.append(one)
    return found


_BESIDE_ATTACK = frozenset(("advance", "pursue", "no_advance", "no_pursuit"))


def _left_alone(tokens: Sequence[Token], pieces: Sequence[WordPiece]) -> list[Token]:
    """``leave 7118 alone``: nobody is attacked there."""
    found: list[Token] = []
    for one in tokens:
        before = found[-1] if found else None
        behind = next((two.low for two in pieces if two.start >= one.end and two.is_word), "")
        leaves = before is not None and before.type == "ACT" and before.text.split()[0].startswith("leav")
        if one.type in ("FOE", "HEX") and leaves and behind in ("alone", "be", "in") and before is not None:
            found[-1] = replace(before, value="no_attack", tags=("no_attack", "no_fire"), form="")
            continue
        found.append(one)
    return found


def _leads_on(behind: Sequence[Token]) -> bool:
    """True if tokens begin with a way to somewhere: ``right on in to 1512``."""
    types = [one.type for one in behind]
    return types[:1] == ["TO"] or types in (["AT", "TO"], ["AT", "HEX"])


def _disambiguated(tokens: Sequence[Token], pieces: Sequence[WordPiece]) -> list[Token]:
    """The tokens, with little words in the sense that their neighbours give them."""
    tokens = _left_alone(tokens, pieces)
    found: list[Token] = []
    for n, one in enumerate(tokens):
        before = found[-1] if found else None
        last = before.type if before is not None else ""
        after = tokens[n + 1] if n + 1 < len(tokens) else None
        nxt = after.type if after is not None else ""
        had = {two.low for two in pieces if before is not None and before.end <= two.start < one.start}
        if one.type == "PRON" and last == "FOE" and had & {"have", "has"} and one.text == "it":
            found.append(replace(one, type="ACT", value="fire", tags=("fire", "attack")))
            continue  # let G/3 have it
        if (
            one.type == "ACT"
            and one.text.startswith("join")
            and last in ("NAME", "KIND")
            and _is_for_a_fight(tokens[n + 1 :])
        ):
            found.append(replace(one, type="AND", value="and", tags=(), form=""))
            continue  # A joins G and the Rees v 1418
        is_let = one.type == "ACT" and one.value == "no_pursuit" and one.text.startswith("let ")
        if is_let and _leads_on(tokens[n + 1 : n + 3]):
            found += [Token("PRON", "pron"), replace(one, value="rout", tags=("rout", "move"), form="")]
            continue  # let them run to the woods
        if one.type == "FOE" and last == "COMMA" and _is_named_twice(found, one):
            found.pop()
            continue  # at Reynolds' company, F
        is_said = one.type == "ACT" and one.text in ("fire", "shot", "volley") and last == "HOW" and before is not None
        if is_said and nxt in ("", *SEPARATORS) and any(two.type == "ACT" and "fire" in two.tags for two in found):
            continue  # rattle the troopers, only half fire
        if one.type == "HOW" and one.tags and one.value in _MODES and last in ("NAME", "KIND") and _is_got(found):
            found = [two for two in found if two is not _got(found)]
            found.append(replace(one, type="ACT", value=one.tags[0], form=""))
            continue  # get C company mounted
        is_up = one.type == "HOW" and "mount" in one.tags and last in ("AND", "THEN") and nxt in ("", *SEPARATORS)
        if is_up and {"saddle", "horse", "horses"} & set(one.text.split()) and any("move" in two.tags for two in found):
            found.append(replace(one, type="ACT", value="mount", tags=("mount",), form=""))
            continue  # back to 3414 and up in the saddle
        fires = any(two.type == "HOW" or (two.type == "ACT" and "fire" in two.tags) for two in found)
        if one.type == "TO" and last == "ELSE" and nxt == "FOE" and fires and any(two.type == "FOE" for two in found):
            continue  # gives half to Iron Hawk, if not possible then to Black Moon
        if one.type == nxt == "WITHIN":
            continue  # max. range 6
        if one.type == "IF" and nxt == "WITHIN":
            continue  # fire if <= 6
        then = next((two for two in tokens[n + 1 : n + 3] if two.type == "ACT"), None)
        if one.type == "ELSE" and then is not None and _BESIDE_ATTACK.intersection(then.tags):
            found.append(Token("THEN"))
            continue  # and if he is gone it should enter his hex
        sends = one.type == "NAME" and after is not None and after.type == "ACT" and after.text.split()[0] in _SENDS
        whom = tokens[n + 2] if n + 2 < len(tokens) else None
        if (
            sends
            and last in ("", *SEPARATORS)
            and whom is not None
            and whom.type in ("NAME", "KIND")
            and whom.found != one.found
        ):
            continue  # Noyes will send Company B to 3210
        if one.type == "EXCEPT" and nxt == "HOW":
            continue  # but not with everything, only half
        if one.type == "HOW" and n and tokens[n - 1].type == "EXCEPT":
            continue
        if one.type == "EXCEPT" and nxt == "ACT" and "not" in one.text.split():
            found += [replace(one, type="THEN"), replace(one, type="NEG", value="neg")]
            continue  # but will not advance into it
        is_enemy = one.type == "KIND" and bool({"enemy", "warrior", "camp", "village"} & set(one.tags))
        if is_enemy and last == "AT" and nxt == "AT" and n + 2 < len(tokens) and tokens[n + 2].type == "HEX":
            found.pop()
            continue  # against the hostiles at 7115
        is_camp = (
            one.type == "KIND" and last == "HEX" and bool({"enemy", "warrior", "camp", "villagers"} & set(one.tags))
        )
        if is_camp and len(found) > 1 and found[-2].type in ("AT", "ACT", "FOE"):
            continue  # M and the Rees at the 7118 camp
        is_men = one.type == "KIND" and nxt == "AT" and n + 2 < len(tokens) and tokens[n + 2].type == "HEX"
        if (
            is_men
            and not one.value
            and last == "ACT"
            and before is not None
            and {"fire", "attack", "charge"} & set(before.tags)
        ):
            continue  # goes for the fellows in 1417
        if one.type == "PLACE" and last == "KIND" and before is not None and {"group", "any"} & set(before.tags):
            found.append(Token("AT"))  # the garrison of Boise
        if (
            one.type == "VIA"
            and last == "KIND"
            and nxt == "NAME"
            and n + 2 < len(tokens)
            and tokens[n + 2].type == "ACT"
        ):
            found.append(replace(one, type="WITH"))  # the companies by Custer dismount
            continue
        if one.type == "THEN" and last == "ACT" and nxt == "TO":
            continue  # go before until 1815
        if (
            one.type == "PRON"
            and last == "TO"
            and nxt in ("", *SEPARATORS)
            and len(found) > 1
            and found[-2].type in ("ACT", "WITH")
        ):
            found.pop()
            continue  # advance into it
        if one.type == "PRON" and last == "STEP" and had & {"of", "from"}:
            continue  # the hex just south of him
        if one.type in ("PLACE", "HEX") and last == "STEP" and before is not None:
            between = {two.low for two in pieces if before.end <= two.start < one.start}
            if between & {"of", "from"}:
                found.append(Token("FROM"))  # one hex to the north of Fort Ellis
        is_aimed = before is not None and last == "ACT" and bool({"fire", "attack", "charge"} & set(before.tags))
        is_subject = len(found) > 1 and found[-2].type in ("NAME", "ALL")
        is_in_state = is_subject and bool({"routed", "disrupted", "pinned", "enemy"} & set(one.tags))
        if (
            one.type == "KIND"
            and is_aimed
            and before is not None
            and (before.text.split()[-1] in _AT_WHOM or is_in_state)
        ):
            found.append(Token("AT"))  # plink at that company
        if one.type == "THEN" and one.text == "but" and nxt == "HOW" and last in ("SAME", "FOE", "NAME"):
            continue  # likewise, but with half
        is_in = one.type == "AT" and one.text == "in" and last == "NAME" and nxt in ("", *SEPARATORS) and len(found) > 2
        if is_in and found[-2].type == "COMMA" and any("attack" in two.tags for two in found):
            found.append(replace(one, type="WITH"))  # A, G x 7017, Reno in
            continue
        is_count = one.type == "KIND" and one.value.isdigit() and last in ("COMMA", "ALL") and nxt == "" and n > 2
        if is_count and last == "ALL" and [two.type for two in found[-2:-1]] == ["COMMA"]:
            found.pop()  # (all five companies)
        if is_count and any(two.type in _DOES for two in found) and any(two.type in ("NAME", "KIND") for two in found):
            found.pop()
            continue  # (all five)
        found.append(one)
    return found


_MODES = ("mounted", "dismounted", "prone")
_GETS = frozenset(("get", "gets", "getting", "have", "has", "having"))


def _got(found: Sequence[Token]) -> Token | None:
    """The verb by which somebody is brought to be something: ``get C company mounted``; None for none."""
    names = next((n for n in range(len(found) - 1, -1, -1) if found[n].type not in ("NAME", "KIND", "AND")), -1)
    verb = found[names] if names >= 0 else None
    return verb if verb is not None and verb.type == "ACT" and verb.text in _GETS else None


def _is_for_a_fight(behind: Sequence[Token]) -> bool:
    """True if names stand behind who joins them, and then whom all of them attack."""
    end = next((n for n, one in enumerate(behind) if one.type not in ("NAME", "KIND", "AND", "COMMA")), len(behind))
    acts = [one for one in behind[end : end + 2] if one.type == "ACT" and {"attack", "melee"} & set(one.tags)]
    is_at = [one.type for one in behind[end : end + 2]] == ["AT", "FOE"]
    return end > 0 and behind[end - 1].type in ("NAME", "KIND") and (bool(acts) or is_at)


def _is_got(found: Sequence[Token]) -> bool:
    return _got(found) is not None


def _is_named_twice(found: Sequence[Token], foe: Token) -> bool:
    """True if a letter behind a comma may only mean the enemy named ahead of it."""
    ahead = found[-2] if len(found) > 1 else None
    if ahead is None or ahead.type != "FOE" or ahead.found is None or foe.found is None or not foe.found.is_weak:
        return False
    return set(ahead.found.foe) <= set(foe.found.foe) and len(foe.text) == 1


def _without_leads(tokens: Sequence[Token]) -> list[Token]:
    """Less words that lead to nothing: ``All 1518 -> 1617 via the ford``."""
    found = list(tokens)
    for n in range(len(found) - 1, -1, -1):
        nxt = found[n + 1].type if n + 1 < len(found) else ""
        if found[n].type not in _LEADING or not (nxt == "" or nxt in _LED_TO) or n == 0:
            continue
        if found[n].type == "TO" and nxt == "ACT":
            continue
        if nxt == "ACT" and found[n + 1].form == "ed":
            continue  # at that routed company
        if found[n].type == "WITH" and n > 1 and found[n - 1].type == "NAME" and found[n - 2].type in SEPARATORS:
            continue  # and Reno is helping
        del found[n]
    return found
