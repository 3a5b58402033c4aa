"""The whole letter of a report, its sections in their fixed sequence; empty ones are left out.

The first 24 lines hold who, when, what is wanted, the deadline, and what happens in silence, so that a player who has
only a telephone can act without scrolling to the map.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from pbem.reports import times
from pbem.reports.letter_style import translate, translated
from pbem.reports.log import (
    CUT,
    SHORT_MOVES,
    SHORT_SHOTS,
    SHORT_SHOTS_AND_MOVES,
    SHORTENED,
    condensed,
    cut,
    dice_list,
    folded,
    sections,
    shortened,
    without_minor,
)
from pbem.reports.maps.map_panel import Detail, MapPanel
from pbem.reports.report import REMARK_AT, REPLY_MARK, WIDTH, LogSection, Panel, PlayerLine, Report, SheetLine, ToDo
from pbem.reports.wrap import ascii_text, carried, glued, heading, is_fit, wrap

LABEL = 21
COLUMNS = (22, 44, 59)
PROSE = WIDTH - 2
LONGEST = 29_900
"""Characters of a letter: a whole one, with its headers, stays under 30 kB."""

FEW = LONGEST // (WIDTH + 2)
"""Lines that never make too long a letter, though each were set in and ended."""

LARGEST_OVERVIEW = 12_000
"""Characters of an overview that is kept whatever else must go: it is what everything else is found by."""

SPARE = 600
MOST_NAMED = 12
LAST_ANSWERED = "answered report {number}"
LEFT_OUT = "The overview of the whole sheet would be too long for a letter.  A part of it, round any hex:"
PAIR = 2
"""Players of a game in which each has one opponent."""

NOTHING_LEFT: Mapping[str, int] = {}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class LetterPart:
    """Lines of a letter that are of one kind: ``text``, ``overview``, ``panel`` or ``key`` (of the map), or ``shortened``,
    the note that the log is."""

    kind: str
    lines: tuple[str, ...]


BLANK = LetterPart("text", ("",))


@dataclass(frozen=True, slots=True)
class Cuts:
    """Cuts in a letter that would be too large: minor moves, panels beyond `room` characters (None: none), its overview, the
    figures of the `brief` oldest sections of its log, and whatever the `bare` oldest say."""

    has_minor: bool = True
    room: int | None = None
    has_overview: bool = True
    brief: int = 0
    bare: int = 0


NO_CUTS = Cuts()


def letter(report: Report) -> str:
    """The text of the letter, each line ended by LF.  Pure ASCII, at most 76 characters a line, under 30 kB."""
    return text_of(parts(report))


def text_of(laid_out: Sequence[LetterPart]) -> str:
    """The lines of a letter that is laid out, as one text."""
    return "\n".join(["\n".join(part.lines) for part in laid_out]) + "\n"


def size_of(laid_out: Sequence[LetterPart]) -> int:
    """The characters of that text."""
    return sum([sum(map(len, part.lines)) + len(part.lines) for part in laid_out])


def parts(report: Report) -> tuple[LetterPart, ...]:
    """The letter, laid out; its text is under 30 kB.

    A letter that would be longer gives up the ways of those who don't fight; then the figures of its log, those of the oldest
    phases first, but not those of its last phase; then panels, those without fighting first; then its overview; then the
    figures of the last phase; at last the oldest phases altogether.  Each is said where it is missing, and `full_log` has
    what the log goes without.
    """
    found = _laid_out(report)
    if sum([len(part.lines) for part in found]) <= FEW or size_of(found) <= LONGEST:
        return found
    cuts = Cuts(has_minor=False)
    found = _laid_out(report, cuts)
    if (over := size_of(found) - LONGEST) > 0:
        cuts = replace(cuts, brief=_so_many(_logs_as_wanted(report, cuts)[:-1], shortened, over + SPARE))
        found = _laid_out(report, cuts)
    if (over := size_of(found) - LONGEST) > 0 and report.map:
        shown = [one for one in report.map.details() if one.title not in report.unchanged]
        drawn = sum(len(line) + 1 for one in shown for line in one.lines())
        cuts = replace(cuts, room=max(drawn - over - SPARE, 0))
        found = _laid_out(report, cuts)
        if size_of(found) > LONGEST and sum(map(len, report.map.overview())) > LARGEST_OVERVIEW:
            bare = size_of(_laid_out(report, replace(cuts, room=0, has_overview=False)))
            cuts = replace(cuts, room=max(LONGEST - bare - SPARE, 0), has_overview=False)
            found = _laid_out(report, cuts)
    if size_of(found) > LONGEST:
        cuts = replace(cuts, room=0, brief=len(report.logs))
        found = _laid_out(report, cuts)
    if (over := size_of(found) - LONGEST) > 0:
        brief = [shortened(without_minor(log)) for log in report.logs]
        found = _laid_out(report, replace(cuts, bare=_so_many(brief, cut, over + SPARE)))
    return found


def _so_many(logs: Sequence[LogSection], less: Callable[[LogSection], LogSection], over: int) -> int:
    """The number of oldest sections that must be written with `less` to save so many characters; all where that is too few."""
    saved = 0
    for n, log in enumerate(logs):
        if saved >= over:
            return n
        saved += sum(len(line) + 1 for some in sections([log]) for line in some)
        saved -= sum(len(line) + 1 for some in sections([less(log)]) for line in some)
    return len(logs)


def full_log(report: Report, laid_out: Sequence[LetterPart]) -> str:
    """The whole LOG of a letter that had to be shortened, with its rolls; "" if the letter has all of it."""
    if not any(part.kind == "shortened" for part in laid_out):
        return ""
    dice = [die for log in report.logs for die in log.dice]
    found = [header(report)[0], *(line for some in sections(report.logs) for line in ("", *some)), "", *dice_list(dice)]
    return "\n".join(map(ascii_text, found)) + "\n"


OVERVIEW, KEY, STANDING = "map", "key", "standing orders"
"""Parts of a report that may be left out; a battle panel is named by its title, a panel of the game by its name."""


def blocks(report: Report) -> dict[str, str]:
    """The parts of a report that are left out while they read as they did before, each as its lines stand in the letter."""
    found: dict[str, list[str]] = {}
    if report.map is not None:
        found[OVERVIEW] = report.map.overview()
        found |= {one.title: one.lines() for one in report.map.details()}
        found[KEY] = list(report.map.lines_of_key)
    found |= {one.name: list(one.lines) for one in report.panels if not one.is_always_whole}
    found[STANDING] = _in_force(report)
    return {name: "\n".join(lines) for name, lines in found.items() if lines}


def _laid_out(report: Report, cuts: Cuts = NO_CUTS) -> tuple[LetterPart, ...]:
    """The letter with these cuts."""
    plain: list[Sequence[LetterPart | list[str]]] = [
        [[REPLY_MARK]],
        [header(report)],
        [list(report.lesson) or do_this_next(report)],
        [_listed(translate("NOTICE"), report.notices)],
        [_listed(translate("THE GAME IS OVER"), report.final)],
        [_as_it_is(translate("THE GAME IN A PAGE"), report.story)],
        [_listed(translate("IN SHORT"), report.in_short)],
        map_parts(report.map, cuts.room, has_overview=cuts.has_overview, unchanged=report.unchanged)
        if report.map
        else [],
        *([lines] for lines in log_sections(report, cuts)),
        *([_panel(report, one)] for one in report.panels),
        [orders_on_file(report)],
        [standing_orders(report)],
        [order_sheet(report.order_sheet)],
        [press(report)],
        [seal(report)],
    ]
    found: list[LetterPart] = []
    for section_ in plain:
        is_begun = False
        for one in section_:
            part = one if isinstance(one, LetterPart) else LetterPart("text", tuple(one))
            if part.lines:
                if found and not is_begun:
                    found.append(BLANK)
                found.append(part)
                is_begun = True
    if is_fit([line for one in found for line in one.lines]):
        return tuple(found)
    return tuple(LetterPart(one.kind, tuple(carried([ascii_text(line) for line in one.lines]))) for one in found)


def header(report: Report) -> list[str]:
    """Title, turn and phase, players, points, and the counts of what was done by hand."""
    facts = report.facts
    right = f"{translate('game')} {report.game}, {translate('report')} {report.number}, {report.side}"
    lines = (
        [f"{facts.title:<46} {right}"] if len(right) <= WIDTH - 47 and len(facts.title) <= 46 else [facts.title, right]
    )
    lines += ["=" * WIDTH]
    lines += wrap(ascii_text("   ".join(part for part in (facts.clock, facts.player_turn, facts.phase) if part)), WIDTH)
    people = [
        ascii_text(f"{one.side} {one.name}{f' ({remark_of(one)})' if one.remark else ''}") for one in report.players
    ]
    lines += _in_columns([*people, ascii_text(f"GM {report.gm}")], COLUMNS[:1], gap=4)
    if facts.points or facts.lost:
        lines += _in_columns(
            [translate("Victory points"), facts.points, translate("strength lost"), facts.lost], COLUMNS
        )
    counts = [f"{translate('GM rulings')} {report.rulings}", f"{translate('undone')} {report.undone}"]
    counts += [f"{translate('voided dice')} {report.voided}", f"{translate('dice mode')} {translate(report.dice_mode)}"]
    counts += [f"{translate('dice without the witness')} {report.silent}"] if report.silent else []
    return lines + _in_columns(counts, COLUMNS)


def remark_of(player: PlayerLine) -> str:
    """The remark about a player in brackets: ``you``, ``answered report 38``."""
    known = LAST_ANSWERED.partition("{")[0]
    if player.remark.startswith(known):
        return translate(LAST_ANSWERED).format(number=player.remark.removeprefix(known))
    return translate(player.remark)


def _in_columns(parts: list[str], columns: tuple[int, ...], gap: int = 3) -> list[str]:
    """The parts at their columns, `gap` blanks and more behind the one before; on a line of its own what does not fit."""
    lines = [parts[0]]
    for n, part in enumerate(parts[1:]):
        at = columns[n] if n < len(columns) else 0
        start = max(at, len(lines[-1]) + (gap if at == 0 or len(lines[-1]) >= at else 1))
        if start + len(part) > WIDTH:
            lines += wrap(part, WIDTH, first="  ", rest="  ")
        else:
            lines[-1] = f"{lines[-1]:<{start}}{part}"
    return lines


def do_this_next(report: Report) -> list[str]:
    """The section DO THIS NEXT: the orders wanted, the deadline, the way to send them, and the outcome of silence.  It is never
    left out."""
    lines = [heading(translate("DO THIS NEXT"))]
    if report.to_do is None:
        if report.is_asked:
            lines += _field(translate("Answer"), translate("a question waits for you; it comes with this report"))
            if report.deadline and not report.awaited:
                lines += _field(translate("Until"), _deadline(report.deadline, report.written, report.zone))
        else:
            over = translate("the game is over") if report.final else translate("no orders are needed from you now")
            lines += _field(translate("Nothing to do"), over)
        if report.awaited:
            lines += _field(translate("Waiting for"), f"{report.awaited.who}: {report.awaited.what}")
            if report.awaited.until:
                lines += _field(translate("Until"), _deadline(report.awaited.until, report.written, report.zone))
        return lines
    to_do = report.to_do
    lines += _field(
        translate("Send orders for"),
        (
            translate("{phase}, {name} (rule {rule})", phase=to_do.phase, name=to_do.name, rule=to_do.rule)
            if to_do.rule
            else f"{to_do.phase}, {to_do.name}"
        )
        + (f"; {to_do.also}" if to_do.also else ""),
    )
    if report.deadline:
        lines += _field(translate("Deadline"), _deadline(report.deadline, report.written, report.zone))
    lines += how(to_do)
    if report.to_click:
        lines += _field(translate("Or click"), to_click(report.to_click))
    for n, sentence in enumerate(to_do.must_act):
        lines += _field(translate("Must act") if n == 0 else "", sentence)
    if to_do.silent:
        lines += _field(translate("If you are silent"), to_do.silent)
    return lines


def to_click(name: str) -> str:
    """The way to use the enclosed file: the whole page is opened, a block is dropped on the page that is kept."""
    if name.endswith(".html"):
        return translate(
            "open the enclosed {name} in a browser and tap units on its map; it writes the lines", name=name
        )
    return translate("drop the enclosed {name} on your order page, play.html, and tap units on its map", name=name)


def how(to_do: ToDo) -> list[str]:
    """The way to answer: an example of this position, the line for nobody, and a preview."""
    lines = []
    if to_do.example:
        lines += _field(translate("How"), translate("reply to this mail, orders on top, one per line, like"))
        example = f"| {to_do.example}"  # whole or not at all: a broken line could not be copied
        lines += [f"{'':{min(LABEL, max(WIDTH - len(example), 0))}}{example}"] if len(example) <= WIDTH else []
    lines += _field(translate(to_do.nobody[0]), f"| {to_do.nobody[1]}")
    return lines + _field(
        translate("Just trying"), f"| preview          {translate('then your orders; nothing is stored')}"
    )


def _deadline(when: datetime, written: datetime, zone: tzinfo | None) -> str:
    own = f" = {times.in_zone(when, zone)}" if zone else ""
    return f"{times.in_full(when)}{own}   ({translate('{left} left').format(left=times.left(when - written))})"


def _field(label: str, text: str) -> list[str]:
    return wrap(ascii_text(text), WIDTH, first=f"  {label:<{LABEL - 3}} ", rest=" " * LABEL)


def _listed(title: str, sentences: tuple[str, ...]) -> list[str]:
    if not sentences:
        return []
    lines = [heading(title)]
    for sentence in sentences:
        lines += wrap(ascii_text(sentence), WIDTH, first="  ", rest="    ")
    return lines


def _as_it_is(title: str, lines: tuple[str, ...]) -> list[str]:
    return [heading(title), *lines] if lines else []


def _table(title: str, remark: str, lines: list[str]) -> list[str]:
    return [heading(title, remark), *lines] if lines else []


def _panel(report: Report, one: Panel) -> list[str]:
    """A table of the game, or that it is as it was."""
    if not one.lines:
        return []
    if one.name in report.unchanged:
        return [heading(translate(one.title), as_in(report.unchanged[one.name]))]
    return [heading(translate(one.title), translate(one.note)), *one.lines]


def as_in(number: int) -> str:
    """``unchanged, see report 12``."""
    return translate("unchanged, see report {number}").format(number=number)


def map_section(model: MapPanel, room: int | None = None) -> list[str]:
    """The lines of the map: overview, battle panels and the key."""
    return [line for part in map_parts(model, room) for line in part.lines]


def map_parts(
    model: MapPanel, room: int | None = None, *, has_overview: bool = True, unchanged: Mapping[str, int] = NOTHING_LEFT
) -> list[LetterPart]:
    """Overview, battle panels and the key; with `room` only as many panels as go into so many characters.

    What is `unchanged` is left out, and a line says in which report it stands.
    """
    every = {one.title: one for one in model.details()}
    drawn = {title: one.lines() for title, one in every.items() if title not in unchanged}
    found = tuple(drawn) if room is None else _fitting(tuple(every.values()), drawn, room)
    if OVERVIEW in unchanged:
        laid_out = [_text(heading(translate("MAP"), as_in(unchanged[OVERVIEW])))]
    elif has_overview:
        laid_out = [
            _text(heading(translate("MAP"), _follow(model, len(found)))),
            LetterPart("overview", tuple(model.overview())),
        ]
    else:
        laid_out = [_text(heading(translate("MAP"), _follow(model, len(found))))]
        laid_out.append(_text(*wrap(f"{translate(LEFT_OUT)}   | map {model.a_place()} 4", WIDTH)))
    for n, title in enumerate(found, 1):
        laid_out += [
            _text("", translate("Panel {n}: {title}", n=n, title=translated(title))),
            LetterPart("panel", tuple(drawn[title])),
        ]
    missing = [title for title in drawn if title not in found]
    if missing:
        note = (
            translate("Panels left out for length: {panels}.  To see one:", panels=_counted(missing))
            + f" | map {model.a_place()} 4"
        )
        laid_out.append(_text("", *wrap(note, WIDTH)))
    if KEY not in unchanged and (key := model.lines_of_key):
        laid_out += [BLANK, LetterPart("key", key)]
    if not unchanged:
        return laid_out
    left = _left_out({title: unchanged[title] for title in every if title in unchanged}, unchanged)
    return [*laid_out, _text("", *left)]


def _follow(model: MapPanel, panels: int) -> str:
    """``rows 02-16; the two battle panels follow``."""
    remark = model.extent
    if panels == 1:
        follow = translate("; the battle panel follows")
    else:
        number = NUMBERS[panels] if panels < len(NUMBERS) else str(panels)
        follow = translate("; the {number} battle panels follow").format(number=translate(number)) if panels else ""
    room = PROSE - len(translate("MAP")) - 3
    return remark + follow if len(remark + follow) <= room else remark


def _left_out(panels: Mapping[str, int], unchanged: Mapping[str, int]) -> list[str]:
    """The remark that panels and the key read as before, and how to have them all the same."""
    left_out = [
        f"{translate('the panel')} {title} ({translate('report')} {number})" for title, number in panels.items()
    ]
    if KEY in unchanged:
        left_out.append(f"{translate('the map key')} ({translate('report')} {unchanged[KEY]})")
    start = translate("Left out because nothing in it has changed: {what}.  To get everything:   | report whole")
    short = translate("What has not changed is left out.  To get everything:   | report whole")
    text = start.format(what="; ".join(left_out)) if left_out else short
    # A line to copy is not broken.
    return wrap(text.replace("| report whole", glued("| report whole")), WIDTH, first="  ", rest="  ")


def _text(*lines: str) -> LetterPart:
    return LetterPart("text", lines)


def _counted(titles: Sequence[str]) -> str:
    """Titles in a row; of very many the first ones and how many more there are."""
    more = len(titles) - MOST_NAMED
    return "; ".join(titles[:MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")


def _fitting(every: Sequence[Detail], drawn: Mapping[str, list[str]], room: int) -> tuple[str, ...]:
    """The titles of the panels that go into `room` characters: those with the places that the phase was about first."""
    kept: set[str] = set()
    for one in sorted((one for one in every if one.title in drawn), key=lambda one: -one.weight):
        size = sum(len(line) + 1 for line in drawn[one.title])
        if size <= room:
            kept.add(one.title)
            room -= size
    return tuple(title for title in drawn if title in kept)


def _logs_as_wanted(report: Report, cuts: Cuts = NO_CUTS) -> Sequence[LogSection]:
    """The logs as the player wants them, in full or with short shots and others' moves folded, and without minor moves where
    room is short."""
    logs = report.logs if report.is_full else tuple(folded(condensed(one), report.side) for one in report.logs)
    return logs if cuts.has_minor else tuple(map(without_minor, logs))


def log_sections(report: Report, cuts: Cuts = NO_CUTS) -> list[list[str] | LetterPart]:
    """The log of each phase, and one list of all its dice."""
    logs_wanted = _logs_as_wanted(report)
    with_moves = logs_wanted if cuts.has_minor else _logs_as_wanted(report, cuts)
    logs = [
        cut(log) if n < cuts.bare else shortened(log) if n < cuts.brief else log for n, log in enumerate(with_moves)
    ]
    found: list[list[str] | LetterPart] = [*sections(logs)]
    if logs != list(logs_wanted):
        is_cut = cuts.bare or with_moves != logs_wanted
        found.append(
            LetterPart(
                "shortened", tuple(wrap(translate(CUT if is_cut else SHORTENED), WIDTH, first="  ", rest="    "))
            )
        )
    elif logs_wanted != report.logs:
        has_moves = any(len(one.entries) < len(log.entries) for one, log in zip(logs_wanted, report.logs, strict=True))
        has_shots = any(condensed(log) != log for log in report.logs)
        note = SHORT_MOVES if not has_shots else SHORT_SHOTS_AND_MOVES if has_moves else SHORT_SHOTS
        text = translate(note).replace("| report whole", glued("| report whole"))
        found.append(wrap(text, WIDTH, first="  ", rest="    "))
    dice = [die for log in report.logs for die in log.dice]
    return [*found, dice_list(dice, report.seeds)]


def orders_on_file(report: Report) -> list[str]:
    """The orders on file for phases to come, phase by phase."""
    if not report.on_file:
        return []
    lines = [heading(translate("YOUR ORDERS ON FILE"))]
    for one in report.on_file:
        ready = f", {one.ready}" if one.ready else ""
        lines.append(ascii_text(f"  {one.phase}   ({translate('submission')} {one.submission}{ready})"))
        for order in one.lines or (translate("Nobody has an order."),):
            lines += wrap(ascii_text(order), WIDTH, first="    ", rest="      ")
    return lines


def _in_force(report: Report) -> list[str]:
    """The standing orders, each with its number and state."""
    lines = []
    for one in report.standing:
        text = f"{one.text}   [{one.state}]" if one.state else one.text
        lines += wrap(ascii_text(text), PROSE, first=f"{one.number:>3}  ", rest=" " * 5)
    return lines


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def standing_orders(report: Report) -> list[str]:
    """The standing orders in force, and what was decided by default."""
    if not report.standing and not report.by_default:
        return []
    is_one = len(report.logs) < 2
    in_force = sum(not one.state.startswith("switched off") for one in report.standing)
    counted = translate(
        "sealed; in force {in_force}, used this phase {used}"
        if is_one
        else "sealed; in force {in_force}, used since your last report {used}"
    ).format(in_force=in_force, used=report.standing_used)
    lines = [heading(translate("YOUR STANDING ORDERS"), counted)]
    if STANDING in report.unchanged:
        lines += [f"  {_capital(as_in(report.unchanged[STANDING]))}"]
    else:
        lines += _in_force(report)
    if not report.by_default:
        nothing = "By default this phase: nothing was decided for you.  More: | help defaults"
        since = "By default since your last report: nothing was decided for you."
        return [*lines, *wrap(ascii_text(translate(nothing if is_one else since)), WIDTH, first="  ", rest="  ")]
    lines += ["  " + translate("By default this phase:" if is_one else "By default since your last report:")]
    for sentence in report.by_default:
        lines += wrap(sentence, WIDTH, first="    ", rest="      ")
    return [*lines, "  " + translate("More: | help defaults")]


def after_standing() -> tuple[str, str]:
    """The beginning of the line that follows upon the standing orders in force, whatever was decided by default."""
    one, several = (
        translate(begin).partition(":")[0] for begin in ("By default this phase:", "By default since your last report:")
    )
    return f"  {one}"[:WIDTH], f"  {several}"[:WIDTH]


def order_sheet(sheet: tuple[SheetLine, ...]) -> list[str]:
    """The order sheet: lines that may be copied upward or filled in on the spot."""
    if not sheet:
        return []
    return [
        heading(translate("ORDER SHEET"), translate("copy upward or fill in here; unchanged lines are ignored")),
        *map(_sheet_line, sheet),
    ]


def _sheet_line(line: SheetLine) -> str:
    text = f"| {line.order}"
    if not line.remark:
        return text[:WIDTH]
    at = max(REMARK_AT, len(text) + 3)  # a gap of three parts the remark when the line is read
    # An order sheet line never continues, so what does not fit behind the order is left to `help`.
    return f"{text:<{at}}{line.remark}" if at + len(line.remark) <= WIDTH else text[:WIDTH]


def press(report: Report) -> list[str]:
    """The messages of the players and the GM to each other; quoted, so that no line of it is read as an order."""
    if not report.press:
        return []
    lines = [heading(translate("PRESS"))]
    for one in report.press:
        paragraphs = [line.strip() for line in ascii_text(f'"{one.words.strip()}"').split("\n")]
        lines += wrap(paragraphs[0], WIDTH, first=f"  {ascii_text(one.author)}, {one.when}:  ", rest="    ")
        for paragraph in paragraphs[1:]:
            lines += wrap(paragraph, WIDTH, first="    ", rest="    ") if paragraph else [""]
    return lines


def seal(report: Report) -> list[str]:
    """The signed head: the lines of the block, set in by two."""
    if not report.seal:
        return []
    block = [line if line.startswith("  ") else f"  {line}" for line in report.seal]
    title = heading(translate("SEAL"), translate("keep this letter; pbem verify campaign.mbox checks them all"))
    note = translate("If your opponent has a report {number} too, its head must read the same.")
    if len(report.players) > PAIR:
        note = translate("If another player has a report {number} too, its head must read the same.")
    return [title, *block, *wrap(note.format(number=report.number), WIDTH, first="  ", rest="  ")]
