"""The HTML part of a letter: what to do with buttons, the picture, what happened in sentences, units in tables.

A button opens a new letter to the game with its order in it (RFC 6068); nothing is sent before the player sends it.  Every
fact stands in the text part too, which stays the letter of record.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import zip_longest

from markupsafe import Markup

from pbem.core.ask import Ask
from pbem.reports import times
from pbem.reports.answer_html import mailto
from pbem.reports.letter_style import current_style, in_every_script, translate, translated
from pbem.reports.log import folded
from pbem.reports.maps.hex_position import Ground
from pbem.reports.pages import html_page, in_ascii
from pbem.reports.paint import TIERS, Piece, escaped, line_in_html, pieces, spans
from pbem.reports.questions import Questions, answer_of, shown_of, silence
from pbem.reports.report import REPLY_MARK, EnemyStack, LogSection, OwnStack, Panel, Report, Step
from pbem.reports.text import LABEL, LetterPart, how, parts, seal, to_click
from pbem.reports.wrap import ascii_text, titled

LARGEST = 60_000
"""Characters of the HTML part: it opens at once on a telephone, and no mail program cuts it."""

DRAWN = ("overview", "panel", "key")
"""The parts of a letter that are its map."""
A_MAP = Markup("<!-- map -->")
"""Stands for a map in a page until its colours are chosen; nobody else's words bring an unescaped comment into one."""

MOST_HAPPENED = 8
MOST_TOGETHER = 4
"""Letters that may be opened with lines of the order sheet in them."""
GOES_ON = "//   "
"""The prefix of a remark of the order sheet that goes on in the next line."""
NOTHING: frozenset[str] = frozenset()
LABELS = "dice labels"
OLD_FIGURES = "figures of earlier phases"
FIGURES = "figures"
EARLIER = "earlier phases"
MOST_PHASES = 12
SAVINGS: tuple[frozenset[str], ...] = (
    NOTHING,
    frozenset({LABELS}),
    TIERS[1] | {LABELS},
    TIERS[2] | {LABELS, OLD_FIGURES},
    TIERS[3] | {LABELS, OLD_FIGURES},
    TIERS[4] | {LABELS, FIGURES},
    TIERS[4] | {LABELS, FIGURES, EARLIER},
)
"""Steps by which a letter that would be too large is cut: labels of dice, figures, colours of the text map; at last all but the
last twelve phases."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something to tap: its words, the line that it writes, a remark beside it, and its link ("": too long for one); `others`
    are what may be tapped instead."""

    words: str
    line: str
    remark: str = ""
    href: str = ""
    others: "tuple[Button, ...]" = ()


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that happened: a sentence, and below it in small print how it came about."""

    number: str
    text: str
    small: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HtmlPhase:
    """The log of one phase: its title, what was counted, the actions, and notes."""

    title: str
    counted: str
    deeds: tuple[Deed, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Units in rows under their heads; a panel without columns of its own has `lines` instead: what each is about, and what
    is said of it."""

    title: str
    note: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Answers:
    """A question of a letter, with a button for each choice."""

    prompt: str
    buttons: tuple[Button, ...]


def html(
    report: Report, laid_out: Sequence[LetterPart] = (), *, picture: str = "", alt: str = "", page_at: str = ""
) -> str:
    """The HTML part of a report, pure ASCII, under 60 kB.  `laid_out` is the letter's text as it was laid out (nothing: it
    is laid out now), `picture` the content id of the picture, "" without one, and `alt` its words;
    `page_at` a link to the page on which orders are clicked, or "".

    Without a picture the map stands in it as text.  A letter that would be larger goes without the labels of its dice,
    then without colours and figures; the text part has them.
    """
    laid_out = laid_out or parts(report)
    with in_every_script():
        return _html(report, laid_out, picture=picture, alt=alt, page_at=page_at)


def _html(report: Report, laid_out: Sequence[LetterPart], *, picture: str, alt: str, page_at: str) -> str:
    ground = report.map.coloured_as if report.map else None
    maps = [] if picture else [_cut(part, ground) for part in laid_out if part.kind in DRAWN]
    page = partial(_page, report, picture=picture, alt=alt, page_at=page_at)
    # Colours change nothing but the maps: these are drawn once for each choice of colours, the page round them for the rest.
    drawn = cache(lambda colours: [in_ascii(_in_html(one, colours)) for one in maps])
    frame = cache(lambda others: page(others, maps=[A_MAP] * len(maps), lines=Markup()).split(A_MAP))
    unused = TIERS[-1] | ({OLD_FIGURES} if len(report.logs) < 2 else NOTHING)
    for without in SAVINGS:
        if current_style().folder is not None:  # a page of the GM's may do anything with its maps
            shown = [_in_html(one, without) for one in maps]
            found = [page(without, maps=shown, lines=coloured(laid_out, ground, without))]
        else:
            between = frame(without - unused)
            found = [one for pair in zip_longest(between, drawn(without & TIERS[-1]), fillvalue="") for one in pair]
        if sum(map(len, found)) < LARGEST:
            break
    return "".join(found)


def _cut(part: LetterPart, ground: Ground | None) -> list[tuple[Piece, ...]]:
    """The pieces of each line of a map, escaped."""
    return [escaped(pieces(part.kind, line, ground)) for line in part.lines]


def _in_html(lines: Sequence[tuple[Piece, ...]], without: frozenset[str]) -> Markup:
    """A map in colour."""
    return Markup("\n".join([spans(one, without) for one in lines]))


def question_html(
    game: str, questions_asked: Questions, log: LogSection | None = None, drawn: Sequence[str] = ()
) -> str:
    """The HTML part of a letter that puts questions: a button for each answer, what has happened, and the map as `drawn`."""
    subject = f"[{game}] answer"
    return html_page(
        "player-question",
        title=questions_asked.phase,
        source=translate("{game}: a question", game=game),
        what=translate("Tap your answer; then send the letter that opens."),
        deadline=times.in_full(questions_asked.until),
        silent=questions_asked.waits or silence(questions_asked.asks),
        questions=_answers(subject, questions_asked),
        less_often=questions_asked.less_often,
        chapters=[_chapter(log, NOTHING, is_last=True)] if log is not None and log.entries else [],
        drawn="\n".join(drawn),
        mark=REPLY_MARK,
    )


def _page(
    report: Report,
    without: frozenset[str],
    *,
    maps: Sequence[Markup],
    lines: Markup,
    picture: str,
    alt: str,
    page_at: str,
) -> str:
    """The page; `lines` are what a frame of the GM's own may show: the letter's own characters."""
    every = [log for log in report.logs if not log.is_empty]
    if not report.is_full:
        every = [folded(log, report.side) for log in every]
    logs = every[-MOST_PHASES:] if EARLIER in without else every
    facts = report.facts
    return html_page(
        "player-report",
        title=titled(facts.title),
        source=f"{report.game}, {translate('report')} {report.number}, {report.side}",
        clock=", ".join(part for part in (facts.clock, facts.player_turn, facts.phase) if part),
        points=f"{translate('Victory points')} {facts.points}; {translate('strength lost')} {facts.lost}"
        if facts.points or facts.lost
        else "",
        wanted=report.to_do is not None,
        what=_what(report),
        deadline=_deadline(report),
        silent=report.to_do.silent if report.to_do else "",
        must_act=report.to_do.must_act if report.to_do else (),
        buttons=_buttons(report, page_at),
        example=_example(report),
        to_click=to_click(report.to_click) if report.to_click and report.to_do else "",
        happened=_happened(report),
        picture=picture,
        alt=alt,
        maps=maps,
        chapters=[_chapter(log, without, is_last=log is logs[-1]) for log in logs],
        left_out=len(every) - len(logs),
        dice=() if LABELS in without else _dice(report),
        seeds=report.seeds,
        tables=[_table(panel) for panel in report.panels if panel.lines],
        sheet=_sheet(report),
        together=_together(report),
        on_file=report.on_file,
        standing=[f"{one.number}  {one.text}{f'   [{one.state}]' if one.state else ''}" for one in report.standing],
        by_default=report.by_default,
        story=report.story,
        press=report.press,
        seal=seal(report)[1:],
        mark=REPLY_MARK,
        lines=lines,
    )


def coloured(laid_out: Sequence[LetterPart], ground: Ground | None, without: frozenset[str] = NOTHING) -> Markup:
    """The lines of a letter with their colours."""
    lines = [line_in_html(pieces(part.kind, line, ground), without) for part in laid_out for line in part.lines]
    return Markup("\n".join(lines))


def _subject(report: Report) -> str:
    return f"[{report.game}] {translate('report')} {report.number}"


def _button(report: Report, words: str, line: str, remark: str = "") -> Button:
    return Button(ascii_text(words), ascii_text(line), ascii_text(remark), mailto(_subject(report), ascii_text(line)))


def _buttons(report: Report, page_at: str) -> tuple[Button, ...]:
    """The buttons of a report: click orders on the published page, write them, nothing, or say that all is on file."""
    if report.to_do is None:
        return ()
    nobody = report.to_do.nobody
    found = [Button(translate("Click your orders on the map"), "", "", page_at)] if page_at else []
    found += [_button(report, translate("Write orders"), ""), _button(report, translate(nobody[0]), nobody[1])]
    if report.on_file and nobody[1] != "ready":
        found.append(_button(report, translate("Carry out the orders on file"), "ready"))
    return tuple(found)


def _example(report: Report) -> str:
    return how(report.to_do)[1][LABEL + 2 :] if report.to_do is not None and report.to_do.example else ""


def _sheet(report: Report) -> tuple[Button, ...]:
    """The order sheet: each line with a link that writes it, as far as it is written here.  Notes have none."""
    found: list[Button] = []
    for line in report.order_sheet:
        words = ascii_text(line.order)
        if found and words.startswith(GOES_ON):
            found[-1] = replace(found[-1], remark=f"{found[-1].remark} {words.removeprefix(GOES_ON).strip()}".strip())
        elif line.is_note or words.startswith("//"):
            found.append(Button(words.removeprefix("//").strip(), "", ascii_text(line.remark)))
        else:
            begun = words.partition("...")[0]
            link = mailto(_subject(report), begun)
            found.append(Button(words, begun, ascii_text(line.remark), link, _instead(report, line.instead)))
    return tuple(found)


def _instead(report: Report, lines: Sequence[str]) -> tuple[Button, ...]:
    """A button for each verb of the lines, which writes all of those with it."""
    by_verb: dict[str, list[str]] = {}
    for line in map(ascii_text, lines):
        by_verb.setdefault(line.rpartition(" ")[2], []).append(line)
    made = (_button(report, verb, "\n".join(each)) for verb, each in by_verb.items())
    return tuple(one for one in made if one.href)


def _together(report: Report) -> tuple[Button, ...]:
    """Buttons that write the order sheet into a letter, as many of its lines as a link holds: the desk ignores those that stay
    as they are."""
    able = [ascii_text(one.order) for one in report.order_sheet if not one.is_note and not one.order.startswith("//")]
    parts: list[list[str]] = [[]]
    for line in (f"| {one}" for one in able):
        if parts[-1] and not mailto(_subject(report), "\n".join([*parts[-1], line])):
            parts.append([])
        parts[-1].append(line)
    if len(able) < 2:
        return ()
    first, found = 1, []
    for part in parts:
        last = first + len(part) - 1
        words = translate("All lines in one letter")
        if len(parts) > 1:
            words = translate("Lines {first} to {last} in one letter", first=first, last=last)
        found.append(_button(report, words, "\n".join(part)))
        first = last + 1
    return tuple(one for one in found if one.href)[:MOST_TOGETHER]


def _chapter(log: LogSection, without: frozenset[str], *, is_last: bool) -> HtmlPhase:
    is_brief = FIGURES in without or (OLD_FIGURES in without and not is_last)
    title = f"{log.player_turn}, {log.title}" if log.player_turn else log.title
    deeds = tuple(
        Deed(one.number, _sentence(one.text, one.tail), () if is_brief else tuple(_steps(one.steps, one.rule)))
        for one in log.entries
    )
    return HtmlPhase(_capital(title), log.counted, deeds, log.notes)


def _sentence(text: str, tail: str) -> str:
    return ascii_text(f"{text}  {tail}" if tail else text)


def _steps(steps: Sequence[Step], rule: str) -> list[str]:
    """The steps of an entry: each with its label, what came of it, and its rule in brackets."""
    found: list[str] = []
    for step in steps:
        text = _sentence(step.text, step.tail)
        text += f" ({step.rule})" if step.rule else ""
        label = step.label
        if label == "" and found:
            found[-1] += f"; {text}"
        else:
            found.append(f"{translate(label)}: {text}" if label else text)
    if rule:
        found.append(translate("rule {rule}", rule=rule))
    return found


def _dice(report: Report) -> tuple[str, ...]:
    return tuple(
        f"r{die.number}: {die.dice} {' '.join(map(str, die.faces))}, {die.label}"
        for log in report.logs
        for die in log.dice
    )


def _table(panel: Panel) -> Table:
    own = [one for one in panel.stacks if isinstance(one, OwnStack)]
    enemy = [one for one in panel.stacks if isinstance(one, EnemyStack)]
    title, note = _capital(translate(panel.title).lower()), translate(panel.note)
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    if own:
        head = ("at", "unit", "SP", "mode", "MP", "condition")
        rows = tuple(
            (
                _at(stack) if unit is stack.units[0] else "",
                unit.name,
                unit.strength,
                unit.mode,
                unit.mp,
                translated(unit.condition),
            )
            for stack in own
            for unit in stack.units
        )
    elif enemy:
        head = ("at", "SP", "units")
        rows = tuple((_at(one), str(one.strength), ", ".join(map(translated, one.units))) for one in enemy)
    elif panel.rows:
        head, rows = panel.head, tuple(tuple(map(translated, row)) for row in panel.rows)
    else:
        return Table(title, note, lines=tuple(map(_parted, unwrapped(panel.lines))))
    return Table(title, note, tuple(map(translate, head)), tuple(tuple(map(ascii_text, row)) for row in rows))


def unwrapped(lines: Sequence[str]) -> list[str]:
    """Lines as they were before they were wrapped: one that is set in deeper than the first goes on with the line above."""
    found: list[str] = []
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    for line in filter(str.strip, lines):
        if found and line[: margin + 1].isspace():
            found[-1] += f" {line.strip()}"
        else:
            found.append(line.strip())
    return found


def _parted(line: str) -> tuple[str, str]:
    """A line of a panel by the first wide gap in it: ``Gatling 1``, and ``7315 unlimbered, facing NE``.

    A gap between two sentences parts nothing.  The bar ahead of a line to copy is a sign of letters in plain text: here it is
    set like what one types, and a colon parts it from what it is for.
    """
    text = ascii_text(line)
    about, gap, rest = text.removeprefix("| ").partition("  ")
    if not gap or about.endswith((".", "?", "!")):
        words = " ".join(f"{about} {rest}".split())
        return "", _typed(words) if text.startswith("| ") else words
    words = " ".join(rest.split())
    return (f"{about}:", _typed(words[2:])) if words.startswith("| ") else (about, words)


def _typed(line: str) -> str:
    return Markup("<code>{}</code>").format(line)


def _at(stack: OwnStack | EnemyStack) -> str:
    return f"{stack.letter} {stack.at}{'!' if stack.in_zoc else ''}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _what(report: Report) -> str:
    if report.final:
        return " ".join(report.final[:1])
    if report.to_do is None and report.is_asked:
        return f"{translate('Answer')}: {translate('a question waits for you; it comes with this report')}"
    if report.to_do is None:
        return (
            f"{translate('Nothing to do')}.  {translate('Waiting for')}: {report.awaited.who}"
            if report.awaited
            else f"{translate('Nothing to do')}."
        )
    return f"{translate('YOU')}: {report.to_do.phase}, {report.to_do.name}"


def _deadline(report: Report) -> str:
    until = report.deadline if report.to_do is not None else report.awaited.until if report.awaited else None
    if until is None or report.final:
        return ""
    own = f" = {times.in_zone(until, report.zone)}" if report.zone else ""
    return f"{translate('by')} {times.in_full(until)}{own}"


def _happened(report: Report) -> tuple[str, ...]:
    sentences = [ascii_text(one) for one in (*report.notices, *report.final, *report.in_short)]
    more = len(sentences) - MOST_HAPPENED
    return tuple(sentences[:MOST_HAPPENED]) + (
        (translate("and {more} more below").format(more=more),) if more > 0 else ()
    )


def _answers(subject: str, questions_asked: Questions) -> list[Answers]:
    """Each question with its choices.  Among several questions a button answers the others by their defaults."""
    others = [_default(one) for one in questions_asked.asks]
    found = []
    for n, one in enumerate(questions_asked.asks):
        buttons = []
        for choice in shown_of(one):
            answer = answer_of(one, choice.key)
            line = " ".join([*others[:n], answer, *others[n + 1 :]])
            words = f"{answer}  {ascii_text(translated(choice.text or choice.key))}"
            buttons.append(Button(words, line, "", mailto(subject, line) if "" not in line.split(" ") else ""))
        found.append(Answers(ascii_text(translated(one.prompt or f"{one.subject}: {one.kind}")), tuple(buttons)))
    return found


def _default(one: Ask) -> str:
    keys = [choice.key for choice in shown_of(one)]
    return str(keys.index(one.default) + 1) if one.default in keys else ""
