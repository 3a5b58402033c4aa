"""Tokens of a sentence said in plainer words: by whom something is done, what is said again, who is called by name."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.language.members import NUMBER_WORDS
from pbem.language.sentence import SEPARATORS, Sentence, Token, WordPiece
from pbem.language.targets import at_one_target, in_pairs
from pbem.language.ways import (
    beside_there,
    each_there,
    keeping_near,
    near_enough,
    over_an_edge,
    rest_there,
    until_there,
    where_it_goes,
)


def in_plain_words(tokens: Sequence[Token]) -> list[Token]:
    """The tokens of a sentence less what it says twice, with a manner behind those it is said of."""
    tokens = _in_front(
        _standing_there(
            _one_way(
                _afoot(
                    _called_out(
                        at_one_target(
                            each_there(
                                until_there(_taken_up(_put_in(_helping(over_an_edge(beside_there(in_pairs(tokens)))))))
                            )
                        )
                    )
                )
            )
        )
    )
    if [one.type for one in tokens] == ["REST"] and tokens[0].text.split()[0] in ("nobody", "noone", "no"):
        return []  # ...  Nobody else.
    tokens = _with_his(_behind_a_loss(_left_behind(_along_with(tokens))))
    tokens = rest_there(keeping_near(where_it_goes(tokens)))
    plain = _headed(_once_more(near_enough(_in_brackets(tokens))))
    return _nobody_of(_said_again(_manner_last(_spared(_but_not(_nobody_but(_each_own(plain)))))))


def _put_in(tokens: Sequence[Token]) -> list[Token]:
    """``A and G, Reno commanding in person, attack``: who is put in between goes with them."""
    for n in range(1, len(tokens) - 4):
        types = [one.type for one in tokens[n : n + 5]]
        ahead = {one.type for one in tokens[:n]}
        is_put_in = types[:4] == ["COMMA", "NAME", "SAME", "COMMA"] and types[4] in ("ACT", "TO", "AT", "HEX")
        if is_put_in and ahead <= {"NAME", "KIND", "AND", "COMMA"}:
            return [*tokens[:n], replace(tokens[n], type="WITH"), tokens[n + 1], *tokens[n + 4 :]]
    return list(tokens)


_HELPS_OUT = frozenset(("help", "helps", "helping", "assist", "assists", "assisting"))


def _helping(tokens: Sequence[Token]) -> list[Token]:
    """``A attacks Black Moon; G helps``: who helps does the same."""
    *names, verb = tokens or [Token("")]
    is_help = verb.type == "ACT" and verb.text in _HELPS_OUT and "attack" in verb.tags
    if is_help and names and all(one.type in ("NAME", "AND", "COMMA") for one in names):
        return [*names, replace(verb, type="SAME", tags=())]
    return list(tokens)


def both_named(tokens: Sequence[Token], pieces: Sequence[WordPiece]) -> list[Token]:
    """``G gets down, so do the Rees, and then they both attack``: both are those who were named, each with a verb of their
    own; and who advances, behind a condition alone, is named there: ``should they leave it, M will occupy it``."""
    types = [one.type for one in tokens[:3]]
    if types in (["PRON", "COMMA", "NAME"], ["PRON", "COMMA", "KIND"]) and _IF.intersection(
        [two.low for two in pieces if two.start < tokens[0].start][-LONGEST_IF:]
    ):
        tokens = tokens[2:]
    found: list[Token] = []
    for n, one in enumerate(tokens):
        before = found[-1] if found else None
        names = [two for two in found if two.type in ("NAME", "KIND") and not two.form and "enemy" not in two.tags]
        behind = tokens[n + 1 : n + 3] if one.type == "PRON" else ()
        verb = next((two for two in (one, *behind) if two.type in _DONE_BY_BOTH), None)
        is_subject = one.type == "PRON" or one is verb
        has_done = len(names) > 1 and any(two.type in _DONE_BY_BOTH for two in found)
        if (
            one.type == "ALL"
            and before is not None
            and before.type in ("NAME", "KIND")
            and n
            and tokens[n - 1].type == "PRON"
        ):
            continue  # they all
        if before is None or before.type not in SEPARATORS or not is_subject or verb is None or not has_done:
            found.append(one)
            continue
        words = {two.low for two in pieces if before.start <= two.start < verb.end}
        is_both = "both" in words and len(names) == 2
        is_same = one.type == "PRON" and "they" in words and "SAME" in [two.type for two in found[-4:]]
        if is_both or is_same:
            for name in names:
                found += [*([Token("AND")] if name is not names[0] else []), name]
        if one.type != "PRON" or not (is_both or is_same):
            found.append(one)
    return found


def _standing_there(tokens: Sequence[Token]) -> list[Token]:
    """``1518 dismounts``, ``1916 and 1917: all afoot``: those who stand in the hexes that a sentence begins with."""
    end = 0
    while end < len(tokens) and tokens[end].type == ("AND" if end % 2 else "HEX"):
        end += 1
    behind = tokens[end : end + 1]
    is_all = [one.type for one in behind] == ["ALL"]
    does = tokens[end + is_all : end + is_all + 1]
    named = any(one.type in ("NAME", "KIND", "REST", "PRON", "WITH") for one in tokens)
    if end % 2 == 0 or named or [one.type for one in does] not in (["ACT"], ["NEG"]) or len(tokens) < 2:
        return list(tokens)
    everybody = behind[0] if is_all else Token("ALL", "all", is_sure=False, text="all")
    return [everybody, Token("AT", "at", text="at"), *tokens[:end], *tokens[end + is_all :]]


_IF = frozenset(("should", "if", "when", "once", "as", "after", "event"))
LONGEST_IF = 5
"""Words of a condition up to its pronoun."""
_DONE_BY_BOTH = frozenset(("ACT", "TO", "HEX", "STEP", "NEG"))


_TAKES_UP = frozenset(("ACT", "NEG", "HEX", "TO", "AT", "SAME", "THERE"))


def _taken_up(tokens: Sequence[Token]) -> list[Token]:
    """``Scouts, they fight``, ``Van Vliet, him alone, he goes back``: a pronoun beside the name that it takes up says no more;
    and ``Holding (no move): A, Reno`` says once who stays."""
    found = list(tokens)
    end = next((n for n, one in enumerate(found) if one.type not in ("NAME", "KIND", "AND")), len(found))
    while end and [one.type for one in found[end : end + 2]] == ["COMMA", "PRON"] and end + 2 < len(found):
        after = found[end + 2].type
        if after not in _TAKES_UP and [one.type for one in found[end + 2 : end + 4]] != ["COMMA", "PRON"]:
            break
        del found[end : end + 2]
    tail = found[-2:]
    if (
        [one.type for one in tail] == ["COMMA", "KIND"]
        and tail[1].value.isdigit()
        and found[0].type in ("NAME", "KIND")
    ):
        found[:] = [replace(found[0], is_sure=False), *found[1:-2]]  # the infantry can lie down, all three companies
    at = next((n for n, one in enumerate(found) if one.type == "FOE"), len(found))
    behind = found[at + 1 : at + 3]
    if [one.type for one in behind] == ["COMMA", "FOE"] and (both := _the_same(found[at], behind[1])):
        found[at : at + 3] = [both]  # at Reynolds' company, F
    if [one.type for one in behind] == ["AND", "KIND"] and not behind[1].form and "any" in behind[1].tags:
        del found[at + 1 : at + 3]  # charge Wells and his men
    acts = [one.tags for one in found[:3:2] if one.type == "ACT" and "stay" in one.tags]
    if len(acts) == 2 and found[1].type == "COMMA" and len(found) > 3 and found[3].type in ("NAME", "KIND"):
        del found[:2]
    return found


def _the_same(one: Token, other: Token) -> Token | None:
    """The enemy whom two names mean, if they fit one of all: a company and its letter."""
    foes = [
        name for name in (one.found.foe if one.found else ()) if other.found is not None and name in other.found.foe
    ]
    return replace(one, found=replace(one.found, foe=tuple(foes))) if len(foes) == 1 and one.found is not None else None


def _afoot(tokens: Sequence[Token]) -> list[Token]:
    """``G dismounts and attacks 1418 on foot, the Rees help``: who dismounts was said, and who helps does so in the attack."""
    found: list[Token] = []
    afoot: Token | None = None
    for one in tokens:
        acts = [two for two in found if two.type == "ACT"]
        if one.type == "ACT" and one.text in ("on foot", "afoot") and acts and found[-1].type in ("FOE", "HEX"):
            afoot = None if any("dismount" in two.tags for two in acts[:-1]) else one
            continue
        if afoot is not None and one.type not in ("WITH", "NAME"):
            found.append(afoot)
            afoot = None
        found.append(one)
    return [*found, *([afoot] if afoot is not None else [])]


def _along_with(tokens: Sequence[Token]) -> list[Token]:
    """``all but Red Echo accompany the village``: who is accompanied goes too, and is not left out."""
    at = next((n for n, one in enumerate(tokens) if one.type == "AND" and one.text.startswith("accompan")), 0)
    is_left_out = at and any(one.type == "EXCEPT" for one in tokens[:at])
    if not is_left_out or [one.type for one in tokens[at + 1 : at + 2]] not in (["NAME"], ["KIND"]):
        return list(tokens)
    return [tokens[at + 1], tokens[at], *tokens[:at], *tokens[at + 2 :]]


def _left_behind(tokens: Sequence[Token]) -> list[Token]:
    """``leaving Howard behind``: who is left stays, where a hex would be the one that they come from."""
    found = list(tokens)
    types = [one.type for one in tokens]
    leaves = (
        types[:3] == ["NAME", "ACT", "NAME"]
        and {"stay", "leave"} & set(tokens[1].tags) == {"stay"}
        and tokens[1].text.startswith("leav")
    )
    beside = [one.type in ("THERE", "PRON", "NAME") or (one.type == "ACT" and "stay" in one.tags) for one in tokens]
    at = next((n for n in range(3, len(types)) if not beside[n]), len(types))
    if (
        leaves
        and types[at : at + 1] in (["AND"], ["THEN"], ["COMMA"])
        and types[at + 1 : at + 2] in (["ACT"], ["TO"], ["HEX"])
    ):
        stay = replace(tokens[1], text="stay")
        return [
            *tokens[2:at],
            stay,
            replace(tokens[at], type="THEN"),
            tokens[0],
            *tokens[at + 1 :],
        ]  # A leaves Reno and goes
    for n, one in enumerate(tokens[:-1]):
        is_first = all(two.type in SEPARATORS for two in tokens[:n])
        if is_first and one.type == "FROM" and one.text == "leaving" and tokens[n + 1].type in ("NAME", "KIND", "ALL"):
            found[n] = replace(one, type="ACT", value="stay", tags=("stay",), form="")
    return found


def _behind_a_loss(tokens: Sequence[Token]) -> list[Token]:
    """``once half are lost the rest leave``: all who are left then."""
    at = next((n for n, one in enumerate(tokens) if one.type == "COND" and one.value.startswith("once lost")), -1)
    if at < 0 or any(one.type in ("NAME", "KIND", "ALL") for one in tokens):
        return list(tokens)
    return [replace(one, type="ALL", value="all") if one.type == "REST" else one for one in tokens]


def _with_his(tokens: Sequence[Token]) -> list[Token]:
    """``Howard and everyone with them``: those who stand in one hex with a unit."""
    found: list[Token] = []
    n = 0
    while n < len(tokens):
        types = [one.type for one in tokens[n : n + 5]]
        is_noun = types[2:3] == ["KIND"]
        whole = ["ALL", *(["KIND"] if is_noun else []), "WITH", "PRON"]
        if types[:1] in (["AND"], ["WITH"]) and types[1 : 1 + len(whole)] == whole and found:
            noun = tokens[n + 2] if is_noun else replace(tokens[n + 1], type="KIND", value="", tags=("any",))
            noun = replace(noun, tags=tuple(dict.fromkeys((*noun.tags, "group"))))
            found += [replace(tokens[n], type="AND"), tokens[n + 1], noun]
            n += 1 + len(whole)
            continue
        found.append(tokens[n])
        n += 1
    return found


_HEADS = frozenset(("ACT", "NUM", "TO", "TOWARD", "HEX", "PLACE", "HOW", "DIR"))
_LISTED = frozenset(("NAME", "KIND", "AND", "COMMA"))


def _headed(tokens: Sequence[Token]) -> list[Token]:
    """``AHEAD 4: First, Second`` and ``To 1309: Howard, Jackson``: those of a list do what stands above them."""
    start = next((n for n, one in enumerate(tokens) if one.type in ("NAME", "KIND")), 0)
    head, names = tokens[:start], tokens[start:]
    is_head = start and names[0].is_linked and all(one.type in _HEADS for one in head)
    is_whole = is_head and {"ACT", "TO", "TOWARD"} & {one.type for one in head} and len(head) > 1
    if not is_whole or not all(one.type in _LISTED for one in names) or head[0].type in ("HEX", "PLACE", "NUM"):
        return list(tokens)
    return [*names, *head]


def _once_more(tokens: Sequence[Token]) -> list[Token]:
    """``back 3, then 3 more``: what was done last, so far again."""
    found: list[Token] = []
    for n, one in enumerate(tokens):
        start = max((m for m, two in enumerate(found) if two.type in SEPARATORS), default=-1)
        is_more = one.type == "NUM" and "more" in one.text.split() and 0 <= start == n - 1
        acts = [two for two in found if two.type == "ACT"]
        if is_more and acts and (n + 1 == len(tokens) or tokens[n + 1].type in SEPARATORS):
            found[start] = replace(found[start], type="THEN")
            found.append(acts[-1])
        found.append(one)
    return found


def _in_brackets(tokens: Sequence[Token]) -> list[Token]:
    """``Howard stack (5)``: a number in brackets behind a word for some counts them; ``col > line``: from one to the other."""
    found: list[Token] = []
    for one in tokens:
        before = found[-1] if found else None
        behind_it = found[-2] if len(found) > 1 else None
        is_counted = one.type == "NUM" and one.form == "" and before is not None and before.text == "("
        if is_counted and behind_it is not None and behind_it.type == "KIND" and not behind_it.value:
            found[-2:] = [replace(behind_it, value=one.value)]
            continue
        if one.type == "FORM" and [two.type for two in found[-2:]] == ["FORM", "COMMA"]:
            del found[-2:]  # out of mass, skirmish
        elif one.type == "FORM" and before is not None and before.type == "FORM":
            found.pop()  # col > line, from column into line
        found.append(one)
    return found


_CALLED = frozenset(("lads", "boys", "men", "fellows", "chaps", "gents", "gentlemen", "folks", "guys", "soldiers"))
"""Words by which people are called."""


def _called_out(tokens: Sequence[Token]) -> list[Token]:
    """``Off your horses, lads``: who is called says no more whom the line is for, where that has been said."""
    ending = tokens[-2:]
    is_called = [one.type for one in ending] == ["COMMA", "KIND"] and ending[1].text in _CALLED
    has_order = {"NAME", "ACT"} <= {one.type for one in tokens[:-2]}
    return list(tokens[:-2]) if is_called and has_order else list(tokens)


def _each_own(tokens: Sequence[Token]) -> list[Token]:
    """``Perry's and Whipple's commands``: of several owners each commands what is called after them."""
    found: list[Token] = []
    for one in tokens:
        before = [two.type for two in found[-3:]]
        is_each = before in (["NAME", "AND", "NAME"], ["NAME", "COMMA", "NAME"]) and found[-1].form and found[-3].form
        if is_each and one.type == "KIND" and "group" in one.tags and one.text.endswith("s"):
            found[-3], found[-1] = replace(found[-3], form=""), replace(found[-1], form="")
            continue
        found.append(one)
    return found


def _said_again(tokens: Sequence[Token]) -> list[Token]:
    """``but don't chase`` forbids, and excepts nobody; ``him`` behind a verb is the one enemy who was named ahead."""
    found: list[Token] = []
    skip = 0
    for n, one in enumerate(tokens):
        if skip:
            skip -= 1
            continue
        after = tokens[n + 1].type if n + 1 < len(tokens) else ""
        if one.type == "EXCEPT" and after == "ACT" and one.text.startswith("but "):
            while found and found[-1].type in SEPARATORS:
                found.pop()
            found += [replace(one, type="THEN"), replace(one, type="NEG", value="neg")]
            continue
        waits = any(two.type == "COND" and two.text.split()[0] in ("until", "till", "before") for two in found)
        if (
            waits
            and one.type in SEPARATORS
            and after == "ACT"
            and n + 2 == len(tokens)
            and "fire" in tokens[n + 1].tags
        ):
            at = next((m for m, two in enumerate(found) if two.type == "ACT"), -1)
            if at >= 0 and "stay" in found[at].tags:
                found[at] = tokens[n + 1]  # sit tight until they are within 8, then fire
            break  # wait till Price is within 8, then fire
        if skipped := _says_it_again(found, tokens[n : n + 4]):
            skip = skipped - 1
            continue  # stays close to the guns and protects them
        is_last = all(two.type in ("PRON", "THERE") for two in tokens[n + 2 :])
        is_nothing = one.type == "ELSE" and after == "ACT" and tokens[n + 1].tags[:1] == ("stay",)
        if is_nothing and is_last and any(two.type == "COND" for two in found):
            break  # shoot if they are within 5, else stay
        foes = [two for two in found if two.type == "FOE"]
        before = [two for two in found[-2:] if two.type != "AT"]
        is_object = (
            one.type == "PRON" and before and before[-1].type == "ACT" and not before[-1].text.endswith(one.text)
        )
        has_own = any(two.type in ("NAME", "KIND") for two in found[found.index(foes[0]) :]) if foes else False
        if is_object and has_own and len(foes) == 1 and _AGAINST & set(before[-1].tags) and one.text in _HIM:
            found.append(replace(one, type="FOE", found=foes[0].found, is_sure=False))
            continue
        found.append(one)
    return found


def _says_it_again(found: Sequence[Token], behind: Sequence[Token]) -> int:
    """The number of tokens that say once more what was said, of somebody who was named: ``and look after them``."""
    types = [one.type for one in behind]
    last = next((n for n in range(len(found) - 1, -1, -1) if found[n].type == "ACT"), -1)
    is_said = types[:1] in (["AND"], ["COMMA"], ["THEN"]) and types[1:3] == ["ACT", "PRON"] and last >= 0
    if not is_said or types[3:] not in ([], ["COMMA"], ["THEN"], ["AND"]):
        return 0
    tags = {"fire", *found[last].tags} if "skirmish" in found[last].tags else set(found[last].tags)
    is_same = set(behind[1].tags) & tags and {"guard", "attack", "fire", "skirmish"} & tags
    has_whom = any(one.type in ("NAME", "FOE") for one in found[last:])
    return 3 if is_same and has_whom else 0


_WHOM = frozenset(("NAME", "KIND", "ALL", "REST", "AND", "COMMA", "AT", "HEX", "WITH"))
"""Tokens that say by whom something is done."""


def by_whom(tokens: Sequence[Token]) -> list[Token]:
    """``Crow King is attacked by A and G``: by whom it is done, ahead of the verb, and at whom, behind it."""
    found: list[Token] = []
    n = 0
    while n < len(tokens):
        one = tokens[n]
        after = tokens[n + 1].type if n + 1 < len(tokens) else ""
        is_by = one.type == "VIA" and one.text == "by" and after in ("NAME", "KIND", "ALL", "REST")
        verb = next((m for m in range(len(found) - 1, -1, -1) if found[m].type == "ACT"), -1)
        if not (
            is_by
            and verb >= 0
            and {"guard", *_AGAINST} & set(found[verb].tags)
            and all(t.type == "AT" for t in found[verb + 1 :])
        ):
            found.append(one)
            n += 1
            continue
        start = max((m for m in range(verb) if found[m].type in ("THEN", "COMMA")), default=-1) + 1
        end = n + 1
        while end < len(tokens) and tokens[end].type in _WHOM:
            end += 1
        while end < len(tokens) and end > n + 2 and tokens[end - 1].type in SEPARATORS:
            end -= 1
        if end < len(tokens) and tokens[end].type in ("ACT", "NEG"):
            cut = max((m for m in range(n + 1, end) if tokens[m].type in SEPARATORS), default=end)
            end = cut  # by A and G, and M stays
        while tokens[end - 1].type in SEPARATORS:
            end -= 1
        whom = found[start:verb]
        is_guarded = "guard" in found[verb].tags and found[verb].form == "ed"
        if any(two.type in ("NEG", *(() if is_guarded else ("NAME",)), "ALL") for two in whom) or not whom:
            found.append(one)
            n += 1
            continue
        found[start:] = [*tokens[n + 1 : end], replace(found[verb], form=""), *whom]
        n = end
    return found


def _but_not(tokens: Sequence[Token]) -> list[Token]:
    """``everyone dismounts but E, who stays mounted``: who does nothing else is left out of what all do."""
    found = list(tokens)
    start = next((n for n, one in enumerate(found) if one.type == "EXCEPT" and n), 0)
    end = start + 1
    while start and end < len(found) and found[end].type in ("NAME", "AND", "COMMA", "PRON"):
        end += 1
    is_done = any(one.type in ("ACT", "HEX", "PLACE") for one in found[:start])
    if is_done and end > start + 1 and end + 1 == len(found) and found[end].tags in (("keep_mode",), ("stay",)):
        return [one for one in found[:end] if one.type != "PRON"]  # all to 0708 but not Whipple, he stays
    start = next((n for n, one in enumerate(found) if one.type == "THEN" and one.text == "but" and n), 0)
    is_all = any(one.type in ("ALL", "KIND") for one in found[:1]) and any(one.type == "ACT" for one in found[:start])
    end = start + 1
    while start and end < len(found) and found[end].type in ("NAME", "AND", "COMMA", "PRON"):
        end += 1
    is_whole = end + 1 == len(found) or (end + 1 < len(found) and found[end + 1].type in SEPARATORS)
    if not is_all or end == start + 1 or not is_whole or found[end].tags not in (("keep_mode",), ("stay",)):
        return found
    names = [one for one in found[start + 1 : end] if one.type in ("NAME", "AND")]
    return [*found[:start], replace(found[start], type="EXCEPT"), *names, *found[end + 1 :]]


def _spared(tokens: Sequence[Token]) -> list[Token]:
    """``everybody ahead 4, only the Gun not``, ``..., not the Gun``: who is left out of what all do."""
    start = next((n for n, one in enumerate(tokens) if one.type in SEPARATORS and n > 1), 0)
    is_all = start > 0 and tokens[0].type in ("ALL", "KIND") and "NAME" not in [one.type for one in tokens[:start]]
    at = start + 1
    is_ahead = [one.type for one in tokens[at : at + 1]] == ["NEG"]
    at += is_ahead
    end = at
    while end < len(tokens) and tokens[end].type in ("NAME", "AND"):
        end += 1
    is_behind = [one.type for one in tokens[end : end + 1]] == ["NEG"]
    behind = tokens[end + is_behind : end + is_behind + 1]
    is_over = not behind or behind[0].type in SEPARATORS
    if not is_all or end == at or is_ahead == is_behind or not is_over or "NEG" in [one.type for one in tokens[:start]]:
        return list(tokens)
    return [*tokens[:start], Token("EXCEPT", text="except"), *tokens[at:end], *tokens[end + is_behind :]]


def _manner_last(tokens: Sequence[Token]) -> list[Token]:
    """``full: He Dog on Old Crow``: a manner ahead of those it is said of, behind the rest of its sentence."""
    types = [one.type for one in tokens]
    is_heading = types[:1] == ["HOW"] and types[1:2] in (["NAME"], ["KIND"]) and tokens[1].is_linked
    if not is_heading or "ACT" in types or "THEN" in types or types.count("HOW") > 1:
        return list(tokens)
    return [*tokens[1:], tokens[0]]


def _in_front(tokens: Sequence[Token]) -> list[Token]:
    """``6 inches in front`` is ahead, where nobody is named behind it; and ``everybody on foot`` are those on foot."""
    found: list[Token] = []
    for n, one in enumerate(tokens):
        before = found[-1].type if found else ""
        after = tokens[n + 1].type if n + 1 < len(tokens) else ""
        if (
            one.type == "ACT"
            and one.text == "in front"
            and before == "NUM"
            and after in ("", *SEPARATORS, "COND", "ELSE")
        ):
            found.append(replace(one, value="ahead", tags=("ahead",)))
        elif one.type == "ACT" and one.text in ("on foot", "afoot") and before == "ALL" and after == "ACT":
            found.append(replace(one, type="KIND", value="", tags=("foot",), form=""))
        else:
            found.append(one)
    return found


_WAYS = frozenset(
    ("forward", "forwards", "ahead", "onward", "onwards", "back", "backward", "backwards", "rearward", "rearwards")
)


def _one_way(tokens: Sequence[Token]) -> list[Token]:
    """``creep three inches back``: a verb of motion and the way that it goes, with the distance between them, are one."""
    found: list[Token] = []
    for n, one in enumerate(tokens):
        behind = tokens[n + 1 : n + 4]
        is_split = one.type == "ACT" and "move" in one.tags and [two.type for two in behind[:2]] == ["NUM", "ACT"]
        if is_split and behind[1].text in _WAYS and [two.type for two in behind[2:]] != ["NUM"]:
            continue
        found.append(one)
    return found


_AGAINST = frozenset(("fire", "attack", "melee", "charge"))


_HIM = ("him", "them", "her", "it")


def _nobody_of(tokens: Sequence[Token]) -> list[Token]:
    """``nobody in the 2nd Cavalry moves``: those who are named do not."""
    types = [one.type for one in tokens[:4]]
    if types == ["ALL", "NEG", "NAME", "ACT"] and not tokens[2].form:
        return [tokens[2], *tokens[1:2], *tokens[3:]]  # nobody of Ojibwe moves
    if types[:2] != ["ALL", "NEG"]:
        return list(tokens)
    rest = 3 if types[2:3] == ["AT"] else 2
    behind = tokens[rest] if len(tokens) > rest else None
    if behind is not None and behind.type == "NAME" and behind.found is not None and behind.found.is_group:
        return [behind, tokens[1], *tokens[rest + 1 :]]
    if behind is not None and behind.type == "HEX" and rest == 3:
        return [tokens[0], tokens[2], behind, tokens[1], *tokens[4:]]
    return list(tokens)


def _nobody_but(tokens: Sequence[Token]) -> list[Token]:
    """``nobody but Joseph moves``: all others do not."""
    types = [one.type for one in tokens]
    if types[:2] == ["ALL", "ACT"] and "stay" in tokens[1].tags and types[2:3] == ["THEN"] and tokens[2].text == "but":
        end = next((m for m in range(3, len(types)) if types[m] not in ("NAME", "KIND", "AND")), len(types))
        if end > 3 and types[end : end + 1] in (["ACT"], ["TO"], ["HEX"]):  # everybody stays but the mules go to 7617
            return [*tokens[:2], replace(tokens[2], type="EXCEPT"), *tokens[3:end], tokens[2], *tokens[3:]]
    for n, one in enumerate(tokens[2:-1], 2):
        is_but = one.type == "EXCEPT" or (one.type == "THEN" and one.text == "but")
        if not is_but or types[n - 2 : n] != ["ALL", "NEG"] or types[n + 1] != "NAME":
            continue
        end = next((m for m in range(n + 1, len(types)) if types[m] not in ("NAME", "AND", "COMMA")), len(types))
        if types[end : end + 1] == ["ACT"]:
            but = replace(one, type="EXCEPT")
            return [*tokens[: n - 1], but, *tokens[n + 1 : end], tokens[n - 1], *tokens[end:]]
    return list(tokens)


_WHOLE = {"lil": "little", "yung": "young", "hldr": "holder", "hldrs": "holders", "holdrs": "holders"}
"""Words cut short that stand in names."""
_TOO = frozenset(("close", "far", "near", "many", "late", "soon", "long"))
_SHORTHAND: dict[tuple[str, ...], str] = {
    ("w", "/", "in"): "within",
    ("w", "/", "o"): "without",
    ("b", "/", "c"): "because",
}


_ANYBODY = {"any": "anyone", "ne": "anyone", "some": "someone", "sum": "someone", "no": "noone", "every": "everyone"}
_NUMBER = frozenset(("number", "nr"))
_LED = frozenset(("horse", "horses", "mounts", "ponies", "animals", "nags"))


_THEIRS = frozenset(
    ("horses", "mounts", "holders", "mules", "ponies", "nags", "boys", "lads", "men", "guys", "lot", "troopers")
)


def with_shorthand(pieces: Sequence[WordPiece]) -> list[WordPiece]:
    """The pieces, with ``w/in`` as the one word that it is, and without ``led`` ahead of horses."""
    found: list[WordPiece] = []
    n = 0
    while n < len(pieces):
        some = pieces[n : n + 3]
        word = _SHORTHAND.get(tuple(one.low for one in some))
        is_led = some[0].low == "led" and len(some) > 1 and some[1].low in _LED and found[-1:] != []
        is_led = is_led and found[-1].low != "to"  # to horses: they mount
        if word is not None and not (some[1].is_apart or some[2].is_apart):
            found.append(replace(some[0], text=word, low=word, end=some[2].end))
            n += 3
            continue
        is_one = len(some) > 1 and some[0].low in _ANYBODY and some[1].text == "1" and not some[1].is_apart
        if is_one and (len(some) < 3 or some[2].is_apart or not some[2].is_word):
            word = _ANYBODY[some[0].low]
            found.append(replace(some[0], text=word, low=word, end=some[1].end))
            n += 2
            continue
        if (
            len(some) > 2
            and some[0].low == "no"
            and some[1].text == "."
            and re.fullmatch(r"\d{1,2}", some[2].text)
            and found
        ):
            n += 2  # Joseph no. 1
            continue
        is_theirs = [one.low for one in some[1:2]] == ["s"] and not some[1].is_apart and some[0].text.isdigit()
        if is_theirs and len(some) > 2 and some[2].low in _THEIRS and found and not some[0].is_apart:
            found.append(replace(some[0], text=f"{some[0].text}'s", low=f"{some[0].text}'s", end=some[1].end))
            n += 2
            continue  # g3s horses
        if some[0].text == "2" and len(some) > 1 and some[1].low in ("ward", "wards") and not some[1].is_apart:
            found.append(replace(some[0], text="towards", low="towards", end=some[1].end))
            n += 2
            continue
        if some[0].text == "4" and len(some) > 1 and found and some[1].low in _HIM:
            found.append(replace(some[0], text="for", low="for"))
            n += 1
            continue  # wait 4 him
        if some[0].text == "2" and len(some) > 1 and some[1].low in _TOO:
            found.append(replace(some[0], text="too", low="too"))
            n += 1
            continue  # if they get 2 close
        if some[0].low == "another" and len(some) > 1 and (some[1].text.isdigit() or some[1].low in NUMBER_WORDS):
            found += [some[1], replace(some[0], text="more", low="more")]
            n += 2
            continue  # another three
        is_count = some[0].low in _NUMBER and len(some) > 1 and some[1].text.isdigit() and found[-1:] != []
        if not (is_led or (is_count and found[-1].is_word)):
            whole = _WHOLE.get(some[0].low)
            found.append(replace(some[0], text=whole, low=whole) if whole else some[0])
        n += 1
    return found


_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")


def parts(piece: WordPiece) -> tuple[WordPiece, ...]:
    """``theyre`` and ``NoAdv`` as the two words that each is."""
    cut = _CAPITAL.search(piece.text)
    if cut is not None and 1 < cut.start() < len(piece.text) - 2 and piece.text[:2] not in ("Mc", "De"):
        one, two, at = piece.text[: cut.start()], piece.text[cut.start() :], piece.start + cut.start()
        return replace(piece, text=one, low=one.lower(), end=at), replace(
            piece, text=two, low=two.lower(), start=at, is_apart=True
        )
    if piece.low != "theyre":
        return (piece,)
    return replace(piece, text="they", low="they"), replace(piece, text="are", low="are", is_apart=True)


_LIMITS = frozenset(("WITHIN", "NUM", "CHANCE", "CLEAR", "ADVANTAGE", "LIMIT"))


def with_address(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences; somebody called by name alone is told what the next says: ``Reno!  Take A to 7216!``; a condition alone
    is that of the next: ``Condition: lost half.  Action: all leave west.``"""
    found: list[Sentence] = []
    for one in sentences:
        before = found[-1] if found else None
        is_open = before is not None and [two.type for two in before.tokens] == ["COND"]
        if before is not None and is_open and one.tokens and not (before.unknown or before.talk):
            found[-1] = replace(one, tokens=[*one.tokens, *before.tokens], start=before.start)
            continue
        if before is not None and before.tokens and one.tokens and {two.type for two in one.tokens} <= _LIMITS:
            unknown = [*before.unknown, *one.unknown]
            found[-1] = replace(before, tokens=[*before.tokens, *one.tokens], unknown=unknown, end=one.end)
            continue  # guns: braves, lodges; range 8
        is_called = before is not None and [two.type for two in before.tokens] == ["NAME"]
        is_called = is_called and before is not None and not (before.unknown or before.talk)
        if before is None or not is_called or not one.tokens or one.tokens[0].type not in ("ACT", "NEG", "TO", "HEX"):
            found.append(one)
            continue
        found[-1] = replace(one, tokens=[*before.tokens, *one.tokens], start=before.start)
    return found


def with_alternatives(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences; one that begins with ``otherwise`` belongs to the one before it."""
    found: list[Sentence] = []
    for one in sentences:
        if not (found and one.tokens and one.tokens[0].type == "ELSE"):
            found.append(one)
            continue
        kept = [two for n, two in enumerate(one.tokens) if n != 1 or two.type != "PRON"]
        before = found[-1]
        found[-1] = replace(
            before, tokens=[*before.tokens, *kept], unknown=[*before.unknown, *one.unknown], end=one.end
        )
    return found
