"""Tokens of rows of those who fire and those whom they fire at, as an order each."""

from collections.abc import Sequence

from pbem.language.sentence import SEPARATORS, Token


def in_pairs(tokens: Sequence[Token]) -> list[Token]:
    """``crow king c3 four horns g3 all full``: each at the enemy beside them, all in one manner."""
    pairs: list[list[Token]] = []
    for n, one in enumerate(tokens):
        before = pairs[-1][-1].type if pairs else ""
        if one.type == "NAME" and before in ("", "FOE", "HOW"):
            pairs.append([one])
        elif before and (before, one.type) in (("NAME", "FOE"), ("FOE", "HOW")):
            pairs[-1].append(one)
        elif [two.type for two in tokens[n:]] in (["ALL", "HOW"], ["PRON", "HOW"]) and before == "FOE":
            pairs = [[*some, tokens[-1]] if some[-1].type == "FOE" else some for some in pairs]
            break
        else:
            return list(tokens)
    if len(pairs) < 2 or any(len(some) < 2 for some in pairs):
        return list(tokens)
    return [token for n, some in enumerate(pairs) for token in ([Token("THEN")] * (n > 0) + some)]


def at_one_target(tokens: Sequence[Token]) -> list[Token]:
    """``C/3: Crow King full, Four Horns half``: each in its own manner at the one target of the row."""
    for rest, target in ((tokens[1:], tokens[:1]), (tokens[:-1], tokens[-1:])):
        groups: list[list[Token]] = [[]]
        for one in rest:
            if one.type in SEPARATORS and groups[-1] and groups[-1][-1].type == "HOW":
                groups.append([])
            else:
                groups[-1].append(one)
        types = [[one.type for one in group] for group in groups]
        is_row = [one.type for one in target] == ["FOE"] and len(groups) > 1
        is_row = is_row and all(some[:1] == ["NAME"] and some[-1] == "HOW" for some in types)
        if is_row and all({*some[:-1]} <= {"NAME", *SEPARATORS} for some in types):
            aimed = [[*group[:-1], *target, group[-1]] for group in groups]
            return [token for n, group in enumerate(aimed) for token in ([Token("THEN")] * (n > 0) + group)]
    return list(tokens)
