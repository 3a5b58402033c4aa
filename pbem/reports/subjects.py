"""Subject lines: ``[game] what happened. WHAT YOU DO by when``.

The bracket never changes, so that filters and threads work; action and deadline stand in the first 70 characters as far as
the facts allow.
"""

import re
from datetime import datetime, timedelta

from pbem.reports import times
from pbem.reports.letter_style import in_every_script, translate
from pbem.reports.wrap import ascii_text

BEFORE_DEADLINE = 70
"""Characters of a subject before the deadline: what most lists of letters show."""


TIME_ASKED = re.compile(r"\] (\S+) asks for (\d+) hours more$")
"""A request for time in a subject to the GM (`time_asked`): the side's code and the hours, as the GM's queue shows them."""


def time_asked(game: str, code: str, hours: int) -> str:
    """``[rosebud-7] US asks for 48 hours more``: GMs are written to in English."""
    return f"[{game}] {code} asks for {hours} hours more"


def _subject(game: str, text: str) -> str:
    with in_every_script():
        return ascii_text(f"[{game}] {text}").replace("\n", " ")


def _by(deadline: datetime | None) -> str:
    return f" {translate('by')} {times.in_short(deadline)}" if deadline else ""


def report(game: str, done: str, wanted: str = "", deadline: datetime | None = None, awaited: str = "") -> str:
    """``[rosebud-7] YOU: Movement by Sun 15 Mar 18:00 UTC (T3 US Off. Fire done)``: what is wanted first, since lists of
    letters cut the end off.

    `done` is the phase that is finished (``T3 US Off. Fire``), `wanted` the name of the phase that wants orders, "" if
    nothing is wanted; then `awaited` says what the opponent does (``opponent moves``).
    """
    if wanted:
        return _subject(game, you(wanted, deadline, translate("{done} done", done=done)))
    until = f" {translate('by')} {times.day(deadline)}" if deadline else ""
    then = f"; {translate(awaited)}{until}" if awaited else ""
    return _subject(game, translate("{done} done. Nothing to do").format(done=done) + then)


def you(wanted: str, deadline: datetime | None, what: str) -> str:
    """``YOU: Movement by Sun 15 Mar 18:00 UTC (T3 US Off. Fire done)``."""
    return f"{translate('YOU')}: {wanted}{_by(deadline)} ({what})"


def unclear(game: str, count: int) -> str:
    """``[rosebud-7] 2 unclear: answer by digit``."""
    return _subject(game, translate("{n} unclear: answer by digit").format(n=count))


def refused(
    game: str, refused_: int, total: int, deadline: datetime | None, what: str = "order", unclear_: int = 0
) -> str:
    """``[rosebud-7] 1 of 3 orders refused, 1 unclear - please correct by Sun 15 Mar 18:00 UTC``; where nothing was refused, and
    `unclear_` lines wait for an answer, what `unclear` says.  `deadline`: None once it has passed, and letters still count."""
    if not refused_:
        return unclear(game, unclear_)
    is_one = (refused_, total) == (1, 1)
    text = translate(f"your {what} was refused") if is_one else translate(f"{{refused}} of {{total}} {what}s refused")
    text = text.format(refused=refused_, total=total)
    if unclear_:
        text += translate(", {n} unclear").format(n=unclear_)
    by = f"{translate('please correct by')} {times.in_short(deadline)}" if deadline else translate("please correct now")
    return _subject(game, f"{text[:1].upper()}{text[1:]} - {by}")


def receipt(game: str, phase: str, lines: int, not_legal: int = 0) -> str:
    """``[rosebud-7] Orders received for T3 US Movement (3 lines)``; ``2 of 11 lines not legal now`` where some are not."""
    if not_legal:
        found = translate(
            "Orders received for {phase} ({count} of {lines} not legal now)",
            phase=phase,
            count=not_legal,
            lines=times.counted(lines, "line"),
        )
        return _subject(game, found)
    if not lines:
        return _subject(
            game, translate("Orders received for {phase} ({lines})", phase=phase, lines=translate("no orders"))
        )
    return _subject(
        game, translate("Orders received for {phase} ({lines})").format(phase=phase, lines=times.counted(lines, "line"))
    )


def withdrawn(game: str, phase: str) -> str:
    """``[rosebud-7] Orders withdrawn for T3 US Movement``."""
    return _subject(game, translate("Orders withdrawn for {phase}").format(phase=phase))


def nothing_read(game: str, *, is_asked: bool = False) -> str:
    """``[rosebud-7] I found no orders in your mail``; of who is asked something, no answer."""
    return _subject(game, translate("I found no answer in your mail" if is_asked else "I found no orders in your mail"))


def reminder(game: str, left: timedelta, phase: str) -> str:
    """``[rosebud-7] REMINDER 24 h left: T3 US Movement``; in the last hour ``40 min left``."""
    minutes = max(left // timedelta(minutes=1), 0)
    if minutes < 60:
        return _subject(game, translate("REMINDER {minutes} min left: {phase}").format(minutes=minutes, phase=phase))
    return _subject(game, translate("REMINDER {hours} h left: {phase}").format(hours=minutes // 60, phase=phase))


def question(game: str, prompt: str, until: datetime, more: int = 0) -> str:
    """``[rosebud-7] QUESTION: G/3 Cav is meleed - stand or retreat? by Fri 13 Mar 12:00 UTC``.

    `more` counts the other questions of the letter.  What stands before the deadline is held to 70 characters: the other
    questions are told first without their number, then not at all, and last the prompt is cut.
    """
    question_ = translate("QUESTION")
    ahead = f"[{game}] {question_}: "
    tails = (translate(" (and {more} more)").format(more=more), translate(" (and more)"), "") if more else ("",)
    tail = next((one for one in tails if len(ahead) + len(prompt) + len(one) <= BEFORE_DEADLINE), "")
    room = max(BEFORE_DEADLINE - len(ahead), 0)
    text = prompt if len(prompt) <= room else f"{prompt[: max(room - 3, 0)].rstrip()}..."
    return _subject(game, f"{question_}: {text}{tail}{_by(until)}")


def ruling(game: str, number: int, about: str) -> str:
    """``[rosebud-7] GM RULING 1: deadline of T3 US Movement moved to Tue 17 Mar``."""
    return _subject(game, f"{translate('GM RULING')} {number}: {about}")


def agreed_change(game: str, about: str) -> str:
    """``[custer-1] K. Hale plays US again``: a change that players made by letter, and no GM."""
    return _subject(game, about)


def proposal(game: str, number: int, about: str) -> str:
    """``[rosebud-7] PROPOSAL 2: pace mixed``."""
    return _subject(game, f"{translate('PROPOSAL')} {number}: {about}")


def welcome(game: str, title: str, side: str) -> str:
    """``[rosebud-7] The Battle of Rosebud Creek: you play US``."""
    return _subject(game, translate("{title}: you play {side}").format(title=title, side=side))


def over(game: str, result: str) -> str:
    """``[rosebud-7] The game is over: Indian marginal victory``."""
    return _subject(game, f"{translate('The game is over')}: {result}")


def answer(game: str, word: str) -> str:
    """``[rosebud-7] Your request: status``: the answer to a command such as ``status``, ``help``, ``map``."""
    return _subject(game, f"{translate('Your request')}: {word}")


def late(game: str, phase: str) -> str:
    """``[rosebud-7] LATE: T3 US Movement waits for you``."""
    return _subject(game, translate("LATE: {phase} waits for you").format(phase=phase))
