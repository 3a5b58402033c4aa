"""Conditions about an enemy, from their tokens: ``if the Dragoons come to within six``, ``if Bear is near, charge it``.

For a game in which an order may wait until somebody is within a distance (``per_unit`` in ``[settings]``).
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.language.gazetteer import Found
from pbem.language.sentence import SEPARATORS, Token

_WITHIN = "if within "
_COMES = frozenset(("toward", "ahead", "move", "to", "contact", "close", "beside", "go", "make_for"))
"""Acts of an enemy who comes near."""
_AT_HIM = frozenset(("charge", "attack", "face", "contact"))
"""Acts that need somebody they are done to."""
_HIM = frozenset(("him", "it", "them", "her", "em"))
_SPARES = frozenset(("no_fire", "fire_from", "hold_fire"))


def with_conditions(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the enemy in a condition, and with that enemy for a pronoun behind the verb."""
    found = _merged(tokens)
    foes = [one.found.foe for one in found if one.type == "FOE" and one.found is not None]
    near = next((n for n, one in enumerate(found) if one.type == "COND" and one.value.startswith(_WITHIN)), -1)
    if near < 0:
        return found
    condition = found[near]
    opening = condition.text.split()[:1]
    act = _verb_of(found, near)
    negated = any(one.type == "NEG" and two is act for one, two in pairwise(found))
    bans = act is not None and ((negated and "fire" in act.tags) or ("no_fire" in act.tags and "stay" not in act.tags))
    if opening and opening[0] in ("until", "till", "til") and act is not None and _COMES & set(act.tags):
        far = condition.value.removeprefix(_WITHIN).split()[0]
        found[near] = replace(condition, type="STOP", value=far)  # toward Bear until at 6 inches
        return found
    waits = act is not None and bool((_SPARES | {"stay", "hold_when"}) & set(act.tags))
    if opening == ["unless"] and not (bans or waits):
        found[near] = replace(condition, type="IF")  # to fire unless Wolf is near
        return found
    if bans and opening and opening[0] in ("if", "when", "whenever", "once", "should"):
        found[near] = replace(condition, type="IF")  # not to fire if Price is near: no order says so
        return found
    _, of, name = condition.value.partition(" of ")
    end = next((n for n, one in enumerate(found) if one.type == "ELSE"), len(found))
    charges = all("charge" in one.tags for one in found[:end] if one.type == "ACT")
    if not of and charges and len(foes) == 1 and len(foes[0]) == 1:
        found[near] = replace(condition, value=f"{condition.value} of {foes[0][0]}")
    return _with_him(found, name) if of and not foes else found


def _verb_of(tokens: Sequence[Token], at: int) -> Token | None:
    """The verb that a condition goes with: the one before it, else the one behind it."""
    before: Token | None = None
    for one in tokens[:at]:
        before = one if one.type == "ACT" else None if one.type in SEPARATORS else before
    behind = (one for one in tokens[at:] if one.type in ("ACT", "ELSE"))
    return before or next((one for one in behind if one.type == "ACT"), None)


def _with_him(tokens: list[Token], name: str) -> list[Token]:
    """The tokens with an enemy for a pronoun that a verb is done to."""
    for n, one in enumerate(tokens[1:], 1):
        verb = tokens[n - 1]
        if one.type == "PRON" and one.text in _HIM and verb.type == "ACT" and _AT_HIM & set(verb.tags):
            return [*tokens[:n], replace(one, type="FOE", found=Found(foe=(name,))), *tokens[n + 1 :]]
    return tokens


def _merged(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with a condition in several of them as one: an enemy who comes, and within what."""
    found = list(tokens)
    for n, one in enumerate(tokens):
        if one.type != "FOE" or one.found is None or len(one.found.foe) != 1:
            continue
        is_led = n > 0 and tokens[n - 1].type == "IF"
        at = n + 1
        while at < len(tokens) and tokens[at].type == "ACT" and _COMES & set(tokens[at].tags):
            at += 1
        while at < len(tokens) and tokens[at].type in ("AT", "TO", "WITHIN"):
            at += 1
        far = tokens[at] if at < len(tokens) else None
        if far is None or not (is_led or (n == 0 and far.type == "COND")):
            continue
        if far.type == "COND" and far.value.startswith(_WITHIN) and " of " not in far.value:
            value = far.value
        elif far.type in ("NUM", "STOP") and is_led:
            value = f"{_WITHIN}{far.value}"
        else:
            continue
        opens = tokens[n - 1] if is_led else one
        text = f"{opens.text if is_led else 'should'} {far.text}"
        made = replace(far, type="COND", value=f"{value} of {one.found.foe[0]}", start=opens.start, text=text)
        return [*found[: n - is_led], made, *found[at + 1 :]]
    return found
