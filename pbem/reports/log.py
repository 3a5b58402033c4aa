"""The log as text: a head line, then one line per step, with the rule's number at the right edge."""

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from pbem.reports.letter_style import translate, translate_plural
from pbem.reports.report import WIDTH, Die, LogEntry, LogSection, Step
from pbem.reports.wrap import glued, heading, wrap

NUMBER = 4
LABEL = 11
TAIL_AT = 56
"""The column of a step's result (``= 4``, ``-> 1``), if the text before it is short enough."""

TEXT_AT = NUMBER + LABEL
CONTINUED = 7
OUTCOMES = ("result", "loss", "losses", "retreat", "condition", "points", "after", "advance", "decided")
FIGURES = ("column", "odds")
SHORTENED = (
    "Shortened, since the letter would be too long: the attached log has the figures; each roll is in the DICE list."
)
CUT = "Shortened, since the letter would be too long: the attached log has all of it; each roll is in the DICE list."
SHORT_SHOTS = "Shots are listed briefly.  To get every figure:   | report whole"

SHORT_SHOTS_AND_MOVES = "Shots and others' moves are listed briefly.  To get every figure and hex:   | report whole"
SHORT_MOVES = "Others' moves are listed briefly.  To get every hex:   | report whole"
FOLDED = "to {last}: {moves}"
COUNTED = "to {last}: {count} moves behind the lines"
MOVES_APART = "; "
"""The sign between two moves that share an entry."""

MOVED = re.compile(r"(\d+) moves?; the log has each path\.")
MISSED = re.compile(r"(\d+) (?:other )?shots? without effect\.")

MOST_WRITTEN = 16
"""Sections that are kept: those of a report of two player turns, which may be laid out more than once."""

_short: deque[tuple[LogSection, LogSection]] = deque(maxlen=MOST_WRITTEN)
_rolled: deque[tuple[tuple[Die, ...], tuple[str, ...]]] = deque(maxlen=MOST_WRITTEN)
_written: deque[tuple[LogSection, bool, tuple[str, ...]]] = deque(maxlen=MOST_WRITTEN)


def moved(count: int) -> str:
    """``3 moves; the log has each path.``: what IN SHORT says of the moves of a phase."""
    return translate_plural("{count} move; the log has each path.", "{count} moves; the log has each path.", count)


def in_short(lines: Sequence[str]) -> tuple[str, ...]:
    """The IN SHORT section of several phases: the moves of all of them, and the misses, in one line each, at the end."""
    found = [(one, MOVED.fullmatch(one), MISSED.fullmatch(one)) for one in lines]
    moves = [int(match[1]) for _, match, _ in found if match]
    misses = [int(match[1]) for _, _, match in found if match]
    if len(moves) < 2 and len(misses) < 2:
        return tuple([_counted_again(*one) for one in found])
    others = [one for one, of_moves, of_misses in found if not of_moves and not of_misses]
    shots = [missed(sum(misses), is_all=not others)] if misses else []
    return (*others, *([moved(sum(moves))] if moves else []), *shots)


def missed(count: int, *, is_all: bool) -> str:
    """``8 other shots without effect.``: what IN SHORT says of shots that did nothing."""
    if is_all:
        return translate_plural("{count} shot without effect.", "{count} shots without effect.", count)
    return translate_plural("{count} other shot without effect.", "{count} other shots without effect.", count)


def _counted_again(text: str, of_moves: re.Match[str] | None, of_misses: re.Match[str] | None) -> str:
    """A count in the language of the letter."""
    if of_moves:
        return moved(int(of_moves[1]))
    if of_misses:
        return missed(int(of_misses[1]), is_all=" other " not in text)
    return text


def sections(logs: Sequence[LogSection]) -> list[list[str]]:
    """The LOG of several phases.  Phases on end in which nothing happened share a heading, which says so; of several player
    turns each heading says whose it is.

    Of two sides' set-ups, which belong to no player turn, an empty one is left out where the other is told: its heading
    would say of the same phase that nothing happened.
    """
    set_up = {log.letter for log in logs if not log.player_turn and not log.is_empty}
    logs = [log for log in logs if log.player_turn or not log.letter or not log.is_empty or log.letter not in set_up]
    is_named = len({log.player_turn for log in logs}) > 1
    found = []
    kinds = groupby(logs, lambda log: (bool(log.letter), log.player_turn, log.is_quiet, log.is_empty))
    for (letter, turn, is_quiet, is_empty), some in kinds:
        group = list(some)
        if is_empty and letter:
            letters = [log.letter for log in group]
            what = "phase {letters}: nothing happened" if len(letters) == 1 else "phases {letters}: nothing happened"
            words = translate(what).format(letters=_in_a_row(letters))
            found.append([heading(f"{translate('LOG')}   {_named(words, turn if is_named else '')}")])
        elif is_quiet and letter and len(group) > 1:
            title = _named(
                translate("phases {letters}", letters=_in_a_row([log.letter for log in group])),
                turn if is_named else "",
            )
            found.append(
                [heading(f"{translate('LOG')}   {title}"), *(line for log in group for line in entry(log.entries[0]))]
            )
        else:
            found += [section(log, is_named=is_named) for log in group]
    return found


def section(log: LogSection, *, is_named: bool = False) -> list[str]:
    """A phase's part of the LOG: heading (`is_named`: with its player turn), entries with a blank line between them, notes."""
    for known, was_named, lines in tuple(_written):
        if known is log and was_named == is_named:
            return list(lines)
    found = _section(log, is_named=is_named)
    _written.append((log, is_named, tuple(found)))
    return found


def _in_a_row(letters: Sequence[str]) -> str:
    """``D, E and F``."""
    if len(letters) == 1:
        return letters[0]
    return f"{', '.join(letters[:-1])} {translate('and')} {letters[-1]}"


def _named(title: str, player_turn: str) -> str:
    return f"{player_turn}, {title}" if player_turn else title


def _section(log: LogSection, *, is_named: bool) -> list[str]:
    lines = [heading(f"{translate('LOG')}   {_named(log.title, log.player_turn if is_named else '')}", log.counted)]
    for n, one in enumerate(log.entries):
        several = bool(one.steps) or (n > 0 and bool(log.entries[n - 1].steps))
        if n and several:
            lines.append("")
        lines += entry(one)
    for note in log.notes:
        lines += wrap(note, WIDTH, first="  ", rest="    ")
    return lines


def after(log: LogSection, events: int) -> LogSection:
    """The part of a log that tells what came after its first events; the whole of it where the game does not count them.

    An entry that goes on stays, and so does the last one: something is to be read in any case.
    """
    fresh = [one for one in log.entries if not one.last_event or one.last_event > events]
    if len(fresh) == len(log.entries):
        return log
    return replace(log, counted="", entries=tuple(fresh or log.entries[-1:]))


def shortened(log: LogSection) -> LogSection:
    """The same log without the figures: of each entry only what came of it, for a letter that would be too long."""
    entries = tuple(replace(one, steps=tuple(step for step in one.steps if _is_outcome(step))) for one in log.entries)
    return replace(log, entries=entries)


def condensed(log: LogSection) -> LogSection:
    """The same log with short shots: the outcome beside the head line, strength, dice and modifiers in a line or two below.

    Each side is told the log, and `section` knows it again: the short one is made once as well.
    """
    found = next((short for known, short in tuple(_short) if known is log), None)
    if found is None:
        found = replace(log, entries=tuple(map(_condensed, log.entries)))
        _short.append((log, found))
    return found


def _condensed(one: LogEntry) -> LogEntry:
    """An entry in its short form; the same where nothing of it can be left out."""
    at = next((n for n, step in enumerate(one.steps) if step.brief is not None), None)
    if at is None:
        return one
    lines = [step.brief for step in one.steps if step.brief]
    # A result whose step stays is told there, behind its die, and not in the head as well.
    results = [step.tail for step in one.steps if step.label == "result" and step.brief is not None]
    result = next((tail for tail in results if tail.startswith("->")), "")
    if not one.tail and result and not _has_room(one, result):
        lines.append(result)
        result = ""
    kept = [(n, step) for n, step in enumerate(one.steps) if step.brief is None]
    steps = [step for n, step in kept if n < at]
    if lines:
        steps.append(Step(None, "; ".join(lines)))
    steps += [step for n, step in kept if n > at]
    tail = one.tail or result
    return replace(one, tail=tail, steps=tuple(steps))


def _has_room(one: LogEntry, tail: str) -> bool:
    """True if a result fits beside the head line: a head of two lines would be broken by mail programs in odd places."""
    return NUMBER + len(one.text) + 3 + len(tail) + 1 + len(one.rule) <= WIDTH


def without_minor(log: LogSection) -> LogSection:
    """The same log with one line for minor entries on end (``C36 to C55: 20 moves behind the lines``)."""
    entries: list[LogEntry] = []
    for is_minor, some in groupby(log.entries, lambda one: one.is_minor and not one.steps):
        group = list(some)
        if is_minor and len(group) > 1:
            text = translate(COUNTED, last=group[-1].number, count=len(group))
            group = [replace(group[0], text=text, tail="")]
        entries += group
    return replace(log, entries=tuple(entries))


def folded(log: LogSection, reader: str) -> LogSection:
    """The same log with one entry for the moves on end of a side that is not the reader's, each in its shortest form."""
    if log.side in ("", reader):
        return log
    entries: list[LogEntry] = []
    for may_fold, some in groupby(log.entries, lambda one: bool(one.folded) and not one.steps):
        group = list(some)
        if may_fold and len(group) > 1:
            moves = MOVES_APART.join(one.folded for one in group)
            text = translate(FOLDED, last=group[-1].number, moves=moves)
            group = [replace(group[0], text=text, rule="", tail="", last_event=group[-1].last_event)]
        entries += group
    return replace(log, entries=tuple(entries)) if len(entries) < len(log.entries) else log


def cut(log: LogSection) -> LogSection:
    """The same log without its entries: the phase and what was counted in it."""
    return log if log.is_quiet else replace(log, entries=(), notes=())


def _is_outcome(step: Step) -> bool:
    return step.label in OUTCOMES or (step.tail.startswith("->") and step.label not in FIGURES)


def entry(one: LogEntry) -> list[str]:
    """An entry: head line and steps."""
    text = f"{one.text}   {glued(one.tail)}" if one.tail else one.text
    lines = _with_rule(text, one.rule, f"{one.number:<{NUMBER - 1}} ", " " * NUMBER)
    for step in one.steps:
        lines += _step(step)
    return lines


def _step(step: Step) -> list[str]:
    if step.label is None:
        first, rest = " " * NUMBER, " " * CONTINUED
    else:
        first, rest = f"{'':{NUMBER}}{translate(step.label):<{LABEL}}", " " * TEXT_AT
    text = step.text
    if step.tail:
        at, tail = TAIL_AT - len(first), glued(step.tail)
        text = f"{text:<{at - 1}} {tail}" if len(text) < at else f"{text} {tail}"
    return _with_rule(text, step.rule, first, rest)


def _with_rule(text: str, rule: str, first: str, rest: str) -> list[str]:
    """`text` wrapped, `rule` at the right edge of its last line, which is broken once more where there is no room."""
    lines = wrap(text, WIDTH, first=first, rest=rest)
    if rule:
        if len(lines[-1]) + 1 + len(rule) > WIDTH:
            lines = wrap(text, WIDTH - len(rule) - 1, first=first, rest=rest)
        lines[-1] = f"{lines[-1]:<{WIDTH - len(rule)}}{rule}"
    return lines


def dice_list(dice: Sequence[Die], seeds: str = "") -> list[str]:
    """The DICE list: short number, dice and faces, and the full label, by which a roll can be computed again."""
    if not dice:
        return []
    head = f"{translate('DICE')}   "
    checked = translate("{seeds}; pbem verify recomputes them", seeds=seeds)
    lines = wrap(checked, WIDTH, first=head, rest=" " * len(head)) if seeds else [translate("DICE")]
    rolled = tuple(dice)
    found = next((rows for known, rows in tuple(_rolled) if known == rolled), None)
    if found is None:
        found = tuple(_rolls(rolled))
        _rolled.append((rolled, found))
    return [*lines, *found]


def _rolls(dice: Sequence[Die]) -> list[str]:
    """The rolls of the DICE list."""
    lines: list[str] = []
    shown = [(f"r{die.number}", f"{die.dice} {' '.join(map(str, die.faces))}") for die in dice]
    wide = max(len(faces) for _, faces in shown)
    number_wide = max(len(number) for number, _ in shown)
    for die, (number, faces) in zip(dice, shown, strict=True):
        head = f"  {number:<{number_wide}}  {faces:<{wide}}   "
        lines += wrap(die.label, WIDTH, first=head, rest=" " * len(head))
    return lines
