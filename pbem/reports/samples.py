"""A letter of every kind with made-up facts: what a GM sees of their templates before a player does."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial

from pbem.core.ask import Ask, Choice
from pbem.reports import letters
from pbem.reports.answer_html import answer_html
from pbem.reports.chronicle import Chapter, Chronicle
from pbem.reports.chronicle import page as record_page
from pbem.reports.html import html, question_html
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Cell, Ground, Stack
from pbem.reports.order_page import board_of
from pbem.reports.order_page import page as order_page
from pbem.reports.pages import html_page
from pbem.reports.questions import Questions, question
from pbem.reports.receipts import (
    ErrorReply,
    FiledLine,
    NothingRead,
    Receipt,
    SubmissionOpening,
    error_reply,
    nothing_read,
    receipt,
)
from pbem.reports.report import Facts, LogEntry, LogSection, PlayerLine, Report, Step, ToDo

WRITTEN = datetime(2026, 3, 12, 18, 2, tzinfo=UTC)
DEADLINE = datetime(2026, 3, 15, 18, 0, tzinfo=UTC)
DIGEST = "2982e00997c1d94a39beee21631575a566186c5abef1d2f71c99a2cba501c7bd"
PHASE = "T3 US Movement"
TITLE = "The Battle of Rosebud Creek"
GAME = "rosebud-7"


def samples() -> Mapping[str, tuple[Callable[[], str], ...]]:
    """For every template (``player-welcome``) the letters that show all of its parts."""
    pages: dict[str, tuple[Callable[[], str], ...]] = {
        name: (partial(_help, word),) for word, name in letters.HELP.items()
    }
    pages["player-help"] += (partial(_help, "dragons"),)
    return {
        "player-welcome": (_welcome,),
        "player-invitation": (_invitation,),
        "player-receipt": (_receipt, _withdrawn, _for_later, partial(_stopped, "held"), partial(_stopped, "paused")),
        "player-error": (_error, _answer_refused, _unclear),
        "player-nothing-read": (_nothing, _empty),
        "player-question": (_question, _questions, _questions_go_on),
        "player-reminder": (_reminder, partial(_reminder, is_question=True)),
        "player-late": (partial(_late, counts=True), partial(_late, counts=False)),
        "player-status": (_status,),
        "player-ruling": (_ruling,),
        **pages,
        "gm-held": (_held, _held_letter),
        "player-report": (partial(_report, wanted=True), partial(_report, wanted=False)),
        "player-frame": (_tapped,),
        "player-log": (_tapped_after_a_fight,),
        "player-answer": (partial(_answered, is_refused=True), partial(_answered, is_refused=False)),
        "player-orders": (_clicked,),
        "game-record": (_record,),
        "public-game": (partial(_public, "public-game"),),
        "public-index": (partial(_public, "public-index"),),
    }


def _welcome() -> str:
    return letters.welcome(
        letters.Welcome(
            game=GAME,
            title=TITLE,
            scenario="17 June 1876",
            player="K. Hale",
            side="US",
            opponent="M. Ortiz",
            opponent_side="Indian",
            gm="P. Brandt",
            hours_per_phase=(("Orders of a phase", 72), ("Answer to a question", 24), ("Set-up", 168)),
            keys=(("root key of this campaign: it vouches for the others", DIGEST),),
            scenario_note="a sample",
            options=("option ammunition by the box",),
            house_charts="map, fire, melee",
            first_steps=("Your set-up is wanted first.",),
            map=tuple(letters.map_letter(_map(), in_use=True).splitlines()),
            winning=("  US      +1   each Indian strength point lost",),
        )
    )


def _receipt() -> str:
    return receipt(
        Receipt(
            phase=PHASE,
            submission=2,
            received=WRITTEN,
            lines=(FiledLine(1, "F/3 Cav rout to B/3 Cav"), FiledLine(2, "G/3 Cav recover", "2 of 6 MP", is_new=True)),
            change="Amended: line 2 is new, 1 is unchanged.",
            warnings=("W309 no orders: A/2, B/2, D/2 Cav: they stay",),
            runs=DEADLINE,
            digest=DIGEST,
            record=43,
            salt=DIGEST,
            standing=("1  policy all opfire: any",),
            also=(SubmissionOpening("T3 US Melee", DIGEST, 44, DIGEST),),
        )
    )


def _withdrawn() -> str:
    return receipt(Receipt(phase=PHASE, submission=3, received=WRITTEN, lines=(), runs=DEADLINE, withdrawn=True))


def _stopped(why: str) -> str:
    return receipt(Receipt(phase=PHASE, submission=1, received=WRITTEN, lines=(), at_once=True, stopped=why))


def _for_later() -> str:
    missing = ("F/3 Cav is routed: where does it run to?",)
    return receipt(Receipt(phase=PHASE, submission=1, received=WRITTEN, lines=(), missing=missing, is_later=True))


def _error() -> str:
    refused = ("line 4  Mils move 3611-3610", "        ^^^^", "E101  No unit is called Mils.")
    return error_reply(
        ErrorReply(
            phase=PHASE,
            refused=(refused, refused),
            accepted=(FiledLine(1, "G/3 Cav recover", "2 of 6 MP"),),
            deadline=DEADLINE,
            written=WRITTEN,
            not_orders=("Good luck, Miguel!",),
            cut="88 quoted lines and your signature",
            lines_refused=(2, 4),
        ),
        total=3,
    )


def _answer_refused() -> str:
    refused = (("your answer  7", "E181  Question 1 has the answers 1 to 3; found 7."),)
    return error_reply(ErrorReply(PHASE, refused, (), DEADLINE, WRITTEN, what="answer"), total=1)


def _unclear() -> str:
    asked = (("line 2  Crwo King shoots at C/3", "E112  Do you mean this?", "      1  Crow King fire full at C/3 Cav"),)
    return error_reply(ErrorReply(PHASE, (), (), DEADLINE, WRITTEN, unclear=asked, unclear_new=1, example="1"), total=1)


def _nothing() -> str:
    return nothing_read(NothingRead(WRITTEN, ("ok will do", "tomorrow"), 91, DEADLINE, "Your orders still stand."))


def _empty() -> str:
    return nothing_read(NothingRead(WRITTEN, (), 0, None))


def _ask() -> Ask:
    choices = (Choice("stand", "stand"), Choice("retreat 3513", "try to retreat to 3513      needs 4 or more on 1d6"))
    prompt = "G/3 Cav (3512, 4D) is attacked by Rain in the Face 6M.  What does it do?"
    return Ask("us", "retreat before melee", "G/3 Cav", prompt, "10.H", choices, default="stand")


def _question() -> str:
    less = ("when G/3 Cav is meleed then stand",)
    return question(Questions("The Indian Melee Phase of turn 3", (_ask(),), DEADLINE, WRITTEN, 33, less))


def _questions() -> str:
    less = ("when G/3 Cav is meleed then stand", "policy all losses: holders, strongest")
    asked = Questions("The Indian Melee Phase of turn 3", (_ask(), _ask()), DEADLINE, WRITTEN, 33, less, has_log=True)
    return question(asked)


def _questions_go_on() -> str:
    asked = Questions("The Indian Melee Phase of turn 3", (_ask(),), DEADLINE, WRITTEN, 33, has_log=True, goes_on=True)
    return question(asked)


def _reminder(*, is_question: bool = False) -> str:
    asked = (
        (("1  G/3 Cav is meleed - stand or retreat?", "     1  stand", "     2  retreat to 3513"),)
        if is_question
        else ()
    )
    return letters.reminder(
        letters.Reminder(
            PHASE,
            DEADLINE,
            WRITTEN,
            "nobody moves",
            41,
            "2 lines (submission 1)",
            asked,
            "2",
            owes_orders=not is_question,
        )
    )


def _late(*, counts: bool) -> str:
    until = DEADLINE if counts else None
    return letters.late(
        letters.Late(PHASE, WRITTEN, WRITTEN, until, "Your standing orders act, then the defaults.", 41)
    )


def _invitation() -> str:
    options, terms = ("ammunition by the box",), ("deadlines fall at 18:00",)
    facts = letters.Invitation(
        GAME, TITLE, "17 June 1876", "K. Hale", "US", "M. Ortiz", "P. Brandt", "ask", 72, options, terms
    )
    return letters.invitation(facts)


def _status() -> str:
    return letters.status(
        letters.Status(
            TITLE.upper(), GAME, "US", "phase C MOVEMENT", "US K. Hale (you)", WRITTEN, DEADLINE, "", 3, "US 3", 41
        )
    )


def _ruling() -> str:
    change = "the deadline of T3 US Movement is moved by 48 hours"
    agreed = (("US", "yes"), ("Indian", "no answer"))
    return letters.ruling(letters.Ruling(GAME, 1, "P. Brandt", WRITTEN, "-", "power cut", change, 52, agreed, DEADLINE))


def _held() -> str:
    why = "no column above 6-1 in the melee table"
    return letters.held(letters.Held("A game", GAME, WRITTEN, "T07.IN.F melee", why, "record 233"))


def _held_letter() -> str:
    answers = ("trace 12", "release 12: the reason", "drop 12")
    of = "mo@post.example", "Re: [rosebud-7] orders", answers
    return letters.held(letters.Held("A letter", GAME, WRITTEN, "letter 12", "unknown sender", "", *of))


def _help(word: str) -> str:
    phases = (("A", "Rally"), ("B", "Offensive Fire"))
    pages = ("victory", "charts", "leaders")
    return letters.help_page(word, title=TITLE, phases=phases, verbs=("| fire, move",), game=_game, pages=pages)


def _game(word: str) -> tuple[str, ...]:
    return ("  | G/3 Cav recover; move 3512-3513",)


def _public(name: str) -> str:
    stop = {
        "clock": "Turn 3 of 19 (08:40)",
        "title": "phase B OFFENSIVE FIRE",
        "points": "US 3",
        "happened": ("A shot.",),
    }
    awaited = {"sides": ("US",), "phase": "phase C MOVEMENT", "due": DEADLINE}
    game: dict[str, object] = {
        "name": GAME,
        "title": TITLE,
        "scenario": "17 June 1876",
        "players": ("US: K. Hale",),
        "path": f"{GAME}/",
    }
    game |= {"state": "open", "result": "", "awaited": awaited, "newest": stop, "chronicle": True}
    game["standing"] = "Turn 4"
    if name == "public-index":
        return html_page(name, house="The desk", games=(game,), awaited=(game,))
    return html_page(name, game=game, stops=(stop,), map="")


def _map() -> MapModel:
    cells = {f"0{column}0{row}": Cell("w" if column == row else "", 1) for column in range(1, 5) for row in range(1, 4)}
    sheet = Ground((1, 4), (1, 3), cells, {}, {}, owners={"[]": "US", "<>": "Indian"}, key=("MAP KEY",))
    stacks = (
        Stack("us", "[]", "A", "0102", "C/3", 4, "D", leader=True),
        Stack("indian", "<>", "a", "0303", "x2", 11, "M", "d"),
    )
    return MapModel(sheet, stacks)


def _report(*, wanted: bool) -> str:
    to_do = ToDo("phase C", "MOVEMENT", "7", example="G/3 Cav recover", silent="nobody moves")
    report = Report(
        game=GAME,
        number=41,
        side="US",
        facts=Facts(TITLE.upper(), "Turn 3 of 19 (08:40)", "US player turn", "phase B is finished", "US 3", "US 2"),
        players=(PlayerLine("US", "K. Hale", "you"), PlayerLine("Indian", "M. Ortiz", "answered report 38")),
        gm="P. Brandt",
        written=WRITTEN,
        to_do=to_do if wanted else None,
        deadline=DEADLINE,
        in_short=("C/3 Cav hit Crow King: 1 strength point; its morale held.",),
        map=_map(),
    )
    return html(report, picture="map@pbem" if wanted else "", alt="The position")


def _tapped_after_a_fight() -> str:
    step = Step("attack", "r1 2d6 = 3 + 4", "= 7", "10.F")
    log = LogSection("phase F MELEE (rule 10)", "1 roll", (LogEntry("F1", "Melee at 3512", "10", steps=(step,)),))
    asked = Questions("The US Melee Phase of turn 3", (_ask(),), DEADLINE, WRITTEN)
    return question_html(GAME, asked, log, ("MAP",))


def _tapped() -> str:
    choices = (Choice("stand", "stand"), Choice("retreat 3513", "retreat to 3513"))
    prompt = "G/3 Cav is attacked at 3:2.  Stand or retreat?"
    asked = Ask("us", "retreat before melee", "G/3 Cav", prompt, choices=choices, default="stand")
    return question_html(GAME, Questions("The US Melee Phase of turn 3", (asked,), DEADLINE, WRITTEN))


def _answered(*, is_refused: bool) -> str:
    lines = ("G/3 Cav recover", "Capt Mills move 3611-3610")
    about = f"[{GAME}] 2 of 3 orders refused" if is_refused else f"[{GAME}] Orders received for {PHASE} (2 lines)"
    return answer_html(GAME, about, _error() if is_refused else _receipt(), lines)


def _clicked() -> str:
    board = board_of(_map())
    return order_page(TITLE, [board]) if board is not None else ""


def _record() -> str:
    opening = Chapter("", "The opening", "Turn 1", "US 0", _map(), state=DIGEST, records=(0,), head=DIGEST)
    later = Chapter("T01.US.A", "phase A RALLY", "Turn 1", "US 1", _map(), ("Nobody rallied.",))
    players = ("US: K. Hale", "Indian: M. Ortiz")
    return record_page(Chronicle(GAME, TITLE, "17 June 1876", "US", players, (opening, later), server_key=DIGEST))
