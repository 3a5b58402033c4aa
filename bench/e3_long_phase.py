"""E3: the last eight letters of a long phase beside its first eight: a letter must not cost more for those before it."""

from collections import defaultdict
from collections.abc import Iterator

from bench.frame import Figure
from bench.letters import Sample, samples, total

END = 8
LONG = 2 * END


def figures() -> Iterator[Figure]:
    """Every phase with sixteen answers or more; the letter with its orders does not count."""
    phases: dict[tuple[str, str], list[Sample]] = defaultdict(list)
    for one in samples():
        if not one.is_order_letter:
            phases[one.phase].append(one)
    longs = [
        found[:-1] for found in phases.values() if len(found) > LONG
    ]  # the last one ends the phase, which is another thing
    if not longs:
        print("  not measured: no phase has as many answers; take more letters (BENCH_LETTERS)")
        return
    first, last = ([one for found in longs for one in found[part]] for part in (slice(END), slice(-END, None)))
    note = f"{len(longs)} phases of {', '.join(str(len(one) + 1) for one in longs)} answers"
    yield Figure(
        "the last eight letters of a long phase",
        "ms",
        total(last),
        total(first),
        "the first eight",
        most=1.1,
        note=note,
    )
    before, after = (sum(one.statements for one in found) / len(found) for found in (first, last))
    yield Figure("statements of the last eight", "statements", after, before, "the first eight")
