"""Words of a letter aligned with words of ours: which of them are the same, in the same sequence."""

from collections.abc import Iterator, Sequence

from rapidfuzz.distance import LCSseq

NEAR = 3
"""Words of ours that may be lost between two stretches of one quotation."""
MOST_LOST_TO_MARKS = 100
"""Words of ours that an alignment by marks may miss."""


def pairs_by_marks(theirs: Sequence[str], marked: Sequence[bool], sent: Sequence[str]) -> dict[int, int]:
    """As `_pairs`: first the words on `marked` lines, then those that stand between them.

    Who types above a short quotation repeats names of our letter: together these would pull the quotation to another place.
    Where far more words are ours without regard to marks, these are of a letter within ours.
    """
    firm = [n for n, one in enumerate(marked) if one]
    plain = _pairs(theirs, sent) if len(firm) < len(theirs) / 2 else {}
    if len(firm) in (0, len(theirs)):
        return plain or _pairs(theirs, sent)
    found = _pairs([theirs[n] for n in firm], sent)
    _pull_together(found, [theirs[n] for n in firm], sent)
    pairs: dict[int, int] = {}
    at = place = 0
    for n, there in [*((firm[n], found[n]) for n in sorted(found)), (len(theirs), len(sent))]:
        loose = [one for one in range(at, n) if not marked[one]]
        if loose:
            # A word may be broken where the marked line ends: its tail stands first.
            tail = sent[place - 1].removeprefix(theirs[at - 1]) if place and loose[0] == at else ""
            begun = 1 if tail and tail != sent[place - 1] else 0
            between = _pairs([theirs[one] for one in loose], [*[tail] * begun, *sent[place:there]])
            pairs.update((loose[one], place - begun + it) for one, it in sorted(between.items()))
        if n < len(theirs):
            pairs[n] = there
        at, place = n + 1, there + 1
    return plain if len(plain) > len(pairs) + MOST_LOST_TO_MARKS else pairs


def _pull_together(found: dict[int, int], theirs: Sequence[str], sent: Sequence[str]) -> None:
    """Move stretches of words that our text has twice to where they follow the words before them."""
    for n in sorted(found):
        before = found.get(n - 1)
        if before is None or found[n] == before + 1:
            continue
        end = n + 1
        while found.get(end) == found[end - 1] + 1:
            end += 1
        if tuple(theirs[n:end]) == tuple(sent[before + 1 : before + 1 + end - n]):
            found.update((at, before + 1 + at - n) for at in range(n, end))


def _pairs(theirs: Sequence[str], sent: Sequence[str]) -> dict[int, int]:
    """Words of a letter with those of ours that they are: a longest common sequence, and words that were only broken or run
    together between two of its blocks."""
    pairs: dict[int, int] = {}
    equal = [one for one in LCSseq.opcodes(theirs, sent) if one.tag == "equal"]
    at = place = 0
    for here, there, count in [
        *((e.src_start, e.dest_start, e.src_end - e.src_start) for e in equal),
        (len(theirs), len(sent), 0),
    ]:
        if at < here and place < there and "".join(theirs[at:here]) in "".join(sent[place:there]):
            pairs.update((at + n, min(place + n, there - 1)) for n in range(here - at))
        pairs.update((here + n, there + n) for n in range(count))
        at, place = here + count, there + count
    return pairs


def chains(found: dict[int, int]) -> Iterator[list[int]]:
    """Words found in a text of ours, in stretches between which no more than a few words of it are lost."""
    chain: list[int] = []
    for n in sorted(found):
        if chain and not found[chain[-1]] <= found[n] <= found[chain[-1]] + 1 + NEAR:
            yield chain
            chain = []
        chain.append(n)
    if chain:
        yield chain
