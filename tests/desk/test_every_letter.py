"""A game from its first letter to its last, and each letter that the desk writes in it, word by word.

What the letters say is in the text files beside this one.  Where words were meant to change, write them again, and read what
is different:
``PBEM_WRITE_LETTERS=1 python -m pytest tests/desk/test_every_letter.py``.
"""

import os
import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.catalogue import CATALOGUE, made
from pbem.desk.gm.incidents.deadlines import Extend, Pause, PlayOn, Remind, Resume
from pbem.desk.gm.incidents.incident import CannotDo, perform
from pbem.desk.gm.incidents.letters import LookAtOrders, Orders
from pbem.desk.gm.incidents.mailings import Announce, AskPlayers, Resend
from pbem.desk.gm.incidents.players import NewKey, Replace
from pbem.desk.gm.incidents.undo_and_end import Undo
from pbem.desk.incoming.reading import take_and_play
from pbem.desk.outgoing.reminders import remind
from pbem.desk.play import witness
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.desk.play.locking import pass_silent
from pbem.desk.play.terms import Terms
from pbem.store.tables import LetterOutRow
from tests.desk.table import ADDRESSES, SkirmishTitle, Table
from tests.desk.what_is_kept import kept

HERE = Path(__file__).parent
GAME = "meadow-1"
DRAWN_BY_CHANCE = (
    (re.compile(r"\b[0-9a-f]{64,128}\b"), "(hash)"),
    (re.compile(r"\b[0-9a-f]{16}\b|\b[0-9a-f]{4}(?:[ -][0-9a-f]{4}){3,}\b"), "(hash)"),
    (re.compile(r"(?m)^ {9}[A-Za-z0-9+/]{20,}=*$"), "         (signature)"),
    (re.compile(r"\bkey: [a-z0-9]{8}\b"), "key: (key)"),
    (re.compile(r"\bconfirm [a-z0-9]{8}\b"), "confirm (word)"),
    (re.compile(r"\+(red|blu)\.[a-z0-9]{8}@"), r"+\1.(key)@"),
)


class Story:
    """The game as it is played: what is done, and the letters that the desk writes upon it."""

    def __init__(self, table: Table, game: str = GAME) -> None:
        self.table, self.game = table, game
        self.told: list[str] = []
        self._seen = 0

    def step(self, what: str) -> None:
        """Note what was done, where the game stands, and all letters since the last step."""
        with self.table.desk.store.read() as books:
            game = books.games.get(self.game)
            row = books.phases.open(game)
            due = f", due {row.due:%d %b %H:%M}, waits for {row.waiting_for}" if row is not None and row.due else ""
            where = f"{game.state}, {row.phase if row is not None else 'no phase'}{due}"
        self.told += [
            f"######## {what}",
            f"#### at {self.table.clock.now():%d %b %H:%M}: {where}",
            *self._letters(),
            "",
        ]

    def _letters(self) -> Iterator[str]:
        rows: list[LetterOutRow] = []
        for side in ("red", "blue", "gm", "seat", ""):
            rows += self.table.letters(self.game, side)
        new = sorted((one for one in rows if (one.id or 0) > self._seen), key=lambda one: one.id or 0)
        for one in new:
            text = one.text
            for pattern, instead in DRAWN_BY_CHANCE:
                text = pattern.sub(instead, text)
            yield f"==== {one.kind} to {one.to}: {one.subject}"
            yield from self._about(message_from_bytes(one.raw))
            yield from (line.rstrip() for line in text.rstrip("\n").split("\n"))
        self._seen = max([self._seen, *(one.id or 0 for one in new)])

    def _about(self, letter: Message) -> Iterator[str]:
        """How a letter goes out besides its words: as whose answer, where a reply goes, with what enclosed."""
        names = [one.get_filename() for one in letter.walk() if one.get_filename()]
        kinds = [one.get_content_type() for one in letter.walk() if not one.is_multipart() and not one.get_filename()]
        thread = len(str(letter["References"] or "").split())
        replies = "with a key" if "+" in str(letter["Reply-To"] or "") else "without a key"
        answers = "an answer" if letter["Auto-Submitted"] == "auto-replied" else "of itself"
        yield f"     {answers}, {replies}, behind {thread}; {letter['X-Pbem'] or 'no report'}; {' '.join(kinds)}"
        if names:
            yield f"     with {', '.join(map(str, names))}"

    def say(self, side: str, words: str) -> None:
        """A player writes."""
        self.table.clock.forward(minutes=7)
        sender = self.table.last(self.game, side).to
        self.table.say(self.game, side, words, sender=sender)
        self.step(f"{side} writes: {' / '.join(words.split(chr(10)))}")

    def wait(self, hours: int) -> None:
        """Time passes, in rounds of an hour."""
        for _ in range(hours):
            self.table.clock.forward(hours=1)
            for name in pass_overdue(self.table.desk, self.table.clock.now()):
                advance(self.table.desk, name)
            remind(self.table.desk)
        self.step(f"{hours} hours later")


def story(table: Table) -> str:
    """What happens in the game: orders good and bad, questions, proposals, an absence, deadlines, what a GM does, the end."""
    table.open(GAME)
    told = Story(table)
    told.step("the game is opened")
    told.say("red", "status")
    told.say("red", "Red One fire at Blue Oone\nRed Two fire at Blue Two\npress blue: Good luck, Bob!")
    told.say("blue", "policy cover: duck\npolicy losses: go")
    told.say("red", "Red One fire at Blue One\nnonce: a word of mine\nwait")
    told.say("red", "preview\norders\nmap\nhelp")
    told.say("blue", "vacation 20 Mar - 21 Mar\npace policy\noffer draw")
    told.say("red", "disagree 1\ndecline draw\nzone Europe/Berlin\ncalendar on")
    told.wait(50)
    told.say("red", "withdraw line 1")
    told.say("red", "Red Two fire at Blue One\nRed One fire at Blue One\nready")
    told.say("red", "Red One march 2\nRed Two fly\nready")
    told.say("red", "Red Two march 1")
    told.say("red", "extend 1 day: my sister marries")
    told.say("red", "ready")
    told.wait(30)
    told.say("blue", "cancel policy losses\nBlue One fire at Red One\nBlue Two fire at Red Two\nready")
    told.say("red", "2")
    told.say("blue", "1 2 9")
    perform(table.desk, Announce(GAME, "The club meets on Friday."), "petra", "")
    perform(table.desk, Pause(GAME), "petra", "snow")
    told.step("the GM tells everybody something, and pauses")
    told.wait(30)
    perform(table.desk, Resume(GAME), "petra", "it thaws")
    told.step("the GM goes on")
    told.say("blue", "resend 1\nreport whole\nresign now")
    told.wait(100)
    perform(table.desk, Orders(GAME, table.asked(GAME), ("withdraw",)), "petra", "by telephone")
    told.step("the GM files nothing for whom the game waits for")
    perform(table.desk, Undo(GAME), "petra", "a mistake of mine")
    told.step("the GM takes the last phase back")
    told.say("red", "offer draw")
    told.say("blue", "accept draw")
    told.say("blue", re.findall(r"confirm [a-z0-9]{8}", table.last(GAME, "blue").text)[-1])
    told.say("red", "status\nresend 8")
    return "\n".join(told.told) + "\n"


def policy_story(table: Table) -> str:
    """A letter serves a whole player turn: standing orders, forms of letters, an observer, what a GM does, to the end."""
    terms = Terms(grace=6, vacation=3, bank=10, silence={"orders": "wait"})
    hours = {"orders": 48, "question": 12}
    table.open(GAME, pace="policy", seats=[Seat("", "otto@watch.example", "Otto")], terms=terms, hours=hours)
    told = Story(table)
    told.step("the game is opened")
    told.say("blue", "policy cover: duck\npolicy cover: stand\npolicy volley: Red One")
    told.say("blue", "move order 2 before 1\ncancel order 3\ncancel order 9")
    told.say("blue", "preview standing")
    told.say(
        "red",
        "Red One fire at Blue One\nin B: Red One march 3\nRed Two march 9\npress both: Here I come.\npress gm: Hm?",
    )
    told.say("red", "amend\nRed Two fire at Blue Two\nin B: Red Two march 1\nresend 0")
    told.say("red", "help fire\nhelp terms\nhelp nonsense\nglossary")
    perform(table.desk, LookAtOrders(GAME, "red"), "petra", "a complaint")
    told.wait(60)
    perform(table.desk, Extend(GAME, 24), "petra", "a power cut")
    told.step("the GM gives a day more")
    told.say("red", "replace\nRed One fire at Blue Two\nin B: Red One march 2\nready")
    told.wait(13)
    told.say("blue", "report html\nready")
    told.say("blue", "Blue One fire at Red Two\nin B: Blue Two march 4\nsend calendar\nready")
    told.say("red", "1")
    perform(table.desk, AskPlayers(GAME, "Shall we play on in May?"), "petra", "")
    told.step("the GM asks the players something")
    told.say("red", "agree")
    told.say("blue", "disagree 2")
    perform(table.desk, Remind(GAME), "petra")
    perform(table.desk, Replace(GAME, "blue", "N. Osman <nadia@new.example>"), "petra", "Bob has moved to the sea")
    told.step("somebody else takes a side")
    perform(table.desk, NewKey(GAME, "red"), "petra", "somebody has read the mail")
    perform(table.desk, Resend(GAME, "red"), "petra")
    told.step("the GM gives a new key, and sends a report again")
    for _ in range(8):
        if table.state(GAME) != "open":
            break
        side = table.asked(GAME)
        told.say(side, "1" if table.last(GAME, side).kind == "question" else f"{side.title()} One march 1\nready")
    told.wait(30)
    return "\n".join(told.told) + "\n"


def strange_arrivals(table: Table) -> str:
    """Letters that are no plain orders: whose, for what, how often, and in what form."""
    table.open(GAME)
    table.open("meadow-2")
    told = Story(table)
    told.step("two games are opened")
    report = table.last(GAME, "red", "report")

    def arrive(what: str, words: str = "Red One fire at Blue One  // {n}", **headers: str) -> None:
        letter = message_from_bytes(
            table.reply(
                GAME, "red", words.format(n=len(told.told)), to=report, message_id=f"<{len(told.told)}@mail.example>"
            )
        )
        for name, value in headers.items():
            del letter[name.replace("_", "-")]
            if value:
                letter[name.replace("_", "-")] = value
        table.clock.forward(minutes=7)
        taken = table.deliver(letter.as_bytes(), by=take_and_play)
        with table.desk.store.read() as books:
            row = books.letters_in.get(table.uid)
        whose = f"of {row.side or 'nobody'} in {row.game or 'no game'}"
        told.step(f"{what}: {taken.state} {taken.game}; {row.state}, {whose}; {row.reason}")

    address = str(message_from_bytes(report.raw)["Reply-To"])
    arrive("of a stranger", From="eve@elsewhere.example")
    arrive("of the other player", From="bob@post.example")
    arrive("without a sender", From="")
    arrive("with two senders", From="rita@mail.example, bob@post.example")
    arrive("with a key that is none", To=address.replace(".", ".x", 1)[:20] + address[20:])
    arrive("without a key", To="desk@pbem.example", Subject="[meadow-1] orders", In_Reply_To="")
    arrive("for no game", To="desk@pbem.example", Subject="orders", In_Reply_To="")
    arrive("for a game that is not there", To="desk@pbem.example", Subject="[nowhere-9] orders", In_Reply_To="")
    arrive("that names another game in its subject", Subject="Re: [meadow-2] orders")
    arrive("that names a game that is not there in its subject", Subject="Re: [nowhere-9] orders")
    arrive("that a program wrote", Auto_Submitted="auto-replied")
    arrive("of a mailing list", List_Id="<club.example>")
    arrive("that came back", Subject="Undelivered Mail Returned to Sender", In_Reply_To="")
    arrive("that is our own", X_PBEM_Loop="pbem.example")
    arrive("that is a picture", Content_Type="image/png")
    arrive("that says nothing", "")
    arrive("of chat", "Hello, how are you?\nI am fine.")
    arrive("of quotations", "> Red One fire at Blue One\n> ready\n\n-- \nRita")
    arrive("of press", "press blue: Good luck!")
    arrive("of press to the GM", "press gm: Is fire across the creek allowed?")
    arrive("with its orders", "Red One fire at Blue One")
    arrive("with the same orders again", "Red One fire at Blue One")
    arrive("with the same orders a third time", "Red One fire at Blue One")
    arrive("that is cancelled and decided", "cancel all standing orders\nresign\nreport spoken\nzone nowhere")
    arrive("of a question", "status")
    arrive(
        "with too much of everything",
        "\n".join(["map 0101"] * 3 + [f"help {one}" for one in ("fire", "orders", "map")]),
    )
    return "\n".join(told.told) + "\n"


def questions_and_mistakes(table: Table) -> str:
    """What players ask the desk for and get wrong: each letter of it, in a game of terms, and one after its end."""
    terms = Terms(bank=24, silence={"orders": "gm", "question": "defaults"}, vacation=5)
    table.open(GAME, when_in="ready", terms=terms, hours={"orders": 48, "question": 12, "reminder": 6})
    told = Story(table)
    told.step("the game is opened")

    def ask(side: str, *letters: str) -> None:
        for words in letters:
            told.say(side, words)

    ask(
        "red",
        "map 0101 1\nmap 9999\nmap 0102 far\nhelp orders\nhelp B\nhelp help help\nstatus\nstatus",
        "resend\nresend one\nresend 0-9\nresend 7-8\nresend 9",
        "extend 2 days: my sister\nextend 5 hours\nvacation 1 Mar - 2 Mar\nvacation 20 Apr - 26 Apr\nvacation soon",
        "amend",
        "key: abcdefgh",
        "amend\nstatus",
        "press all: Good morning.\npress gm: May I?",
        "agree\ndisagree 7\naccept draw\ndecline draw\nconfirm abcdefgh",
        "pace ask\npace mixed",
        "send page\nsend calendar\nreport play\nlanguage xx\nzone Mars/Base",
        "withdraw",
        "withdraw line 3",
        "cancel all standing orders\nmove order 1 before 2\nmove order 1 after 1",
        "1 2",
    )
    ask(
        "red",
        "preview\nRed One fire at Blue One\nRed Two fire at Red One\npolicy cover: duck\nhow are you?",
        "preview\nRed One fire at Blue One\nready\ncancel order 3\nwithdraw line 2\nnonce: x\n1 2\nreplace\nstatus",
        "preview standing\npolicy volley: Blue One",
        "Red One fire at Blue One\nRed Two fire at Red One\nRed Three fire at Blue One\nhow are you?",
    )
    error = table.last(GAME, "red", "error")
    table.clock.forward(minutes=7)
    table.say(GAME, "red", "Red Two fire at Blue Two", to=error)
    told.step("red corrects a line in a reply to the error")
    ask(
        "red",
        "Red One fire at Blue Two\nin B: Red One + Red Two march 2",
        "in B: Red Two march 1\nin B: Red One march 7",
        "orders",
        "withdraw line 2",
        "withdraw",
        "replace\nRed One fire at Blue One\nRed One fire at Blue One\nin B: Red One march 1",
        "resign\naddress rita@new.example\noffer draw",
    )
    ask(
        "blue",
        "ready",
        "pass",
        "Blue One fire at Red One\nwait",
        "disagree\nagree 9",
        "language de\nstatus",
        "language en",
    )
    told.wait(42)
    first = table.letters(GAME, "red", "report")[0]
    ask("red", "withdraw line 3\nready")
    ask("blue", "3", "1 2", "2", "1")
    table.clock.forward(minutes=7)
    table.say(GAME, "red", "Red One march 3", to=first)
    told.step("red answers a report that play has left behind")
    table.say(GAME, "red", "status\n1", to=first)
    told.step("red asks in an answer to it")
    told.wait(80)
    perform(table.desk, PlayOn(GAME), "petra", "he is ill")
    told.step("the GM lets play go on")
    ask(
        "blue",
        "policy cover: duck\npolicy cover: duck\nmove order 1 before 1",
        "nonce: again\nBlue One fire at Red Two\nready",
    )
    for _ in range(6):
        if table.state(GAME) == "open":
            side = table.asked(GAME)
            told.say(side, "1" if table.last(GAME, side).kind == "question" else "pass")
    ask("red", "Red One march 1\nready", "status")
    return "\n".join(told.told) + "\n"


def witnessed(table: Table, folder: Path) -> str:
    """A game whose dice wait for a witness: orders are locked, he answers or says nothing, and clocks run meanwhile."""
    drawn = witness.make(folder / "wes", GAME, "W.Ness", "wes@witness.example", 64)
    wes = replace(drawn, key=b"the key of Wes, which is no secret"[:32], top=b"the top of his ladder, no secret"[:32])
    wes.keep()
    hours = {"orders": 48, "question": 24, "reminder": 6}
    table.open(GAME, dice="witness", source=wes.card(), terms=Terms(hours, bank=24), hours=hours, pace="mixed")
    told = Story(table)

    def answers() -> None:
        table.clock.forward(minutes=3)
        raw = table.letters(GAME, "witness")[-1].raw
        said = witness.answer(wes, raw)
        if said.word is not None:
            taken = table.deliver(witness.letter(wes, raw, said))
            told.step(f"the witness answers: {taken.state}; {said.why or 'his word'}")
            advance(table.desk, GAME)
        told.step("play goes on")

    told.step("the game is opened")
    told.say("blue", "policy cover: duck")
    table.clock.forward(hours=60)
    told.say("red", "Red One fire at Blue One\nRed Two fire at Blue Two\nready")
    told.say("red", "Red One fire at Blue Two\nready")
    told.say("red", "status")
    told.say("blue", "agree 3\nmap 0101")
    for line in ("undo", "act", "rule - 'Red One strength = 2'", "extend 24", "pause 1"):
        name, *words = shlex.split(line)
        try:
            perform(table.desk, made(CATALOGUE[name], [GAME, *words]), "petra", "it must be")
            told.step(f"the GM does: {line}")
        except (CannotDo, CannotRule) as fault:
            told.told += [f"######## the GM may not: {line}", str(fault)]
        if table.state(GAME) == "paused":
            perform(table.desk, Resume(GAME), "petra", "it is over")
            told.step("the GM goes on")
    for _ in range(3):
        side = table.asked(GAME)
        if not side:
            answers()
        else:
            told.say(side, f"{side.title()} One fire at {'Blue' if side == 'red' else 'Red'} One\nready")
    for hours_later in (71, 2, 1):
        table.clock.forward(hours=hours_later)
        for name in pass_silent(table.desk, table.clock.now()):
            advance(table.desk, name)
        told.step(f"{hours_later} hours later")
    return "\n".join(told.told) + "\n"


def program_plays(table: Table, folder: Path) -> str:
    """A game against the program, in which the GM lets it play for the other one too, and one between programs."""
    table.desk = replace(table.desk, title=lambda _: SkirmishTitle(practice=Passes()))
    table.addresses = {"red": ADDRESSES["red"]}
    table.open(GAME, plays={"blue": "plain"}, hours={"orders": 48, "reminder": 6}, pace="mixed")
    told = Story(table)
    told.step("the game is opened")
    told.say("red", "Red One fire at Blue One\nready")
    told.say("red", "pace policy\noffer draw\npress all: Hello?\nstatus")
    perform(table.desk, made(CATALOGUE["replace"], [GAME, "red", "plain"]), "petra", "she is ill")
    told.step("the program plays for red")
    told.say("red", "Red Two fire at Blue Two\nready")
    told.wait(3)
    table.addresses = {}
    seats = [Seat("", "otto@watch.example", "Otto"), Seat("", "olga@watch.example", "Olga", report="png")]
    table.open("meadow-2", plays={"red": "plain", "blue": "plain"}, seats=seats)
    watched = Story(table, "meadow-2")
    watched.step("a game between programs, of which two have a report once a game turn")
    return "\n".join([*told.told, *watched.told, ""])


class Passes:
    """A practice opponent who fires at nobody, and stands where he is asked."""

    def scenarios(self) -> tuple[str, ...]:
        return ("meadow",)

    def orders(self, *_: object) -> tuple[object, ...]:
        return ()

    def choice(self, view: object, one: Any, *_: object) -> str:
        return str(one.choices[0].key)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("played", "file"),
    [
        (story, "every_letter.txt"),
        (policy_story, "every_letter_of_a_policy_game.txt"),
        (strange_arrivals, "every_strange_letter.txt"),
        (questions_and_mistakes, "every_question.txt"),
    ],
)
def test_each_letter_of_a_game_says_what_it_said(table: Table, played: Callable[[Table], str], file: str) -> None:
    compare(table, played(table), file)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("played", "file"), [(witnessed, "every_letter_of_a_witness.txt"), (program_plays, "every_letter_of_a_program.txt")]
)
def test_each_letter_of_a_game_with_others_says_what_it_said(
    table: Table, tmp_path: Path, played: Callable[[Table, Path], str], file: str
) -> None:
    compare(table, played(table, tmp_path), file)


def compare(table: Table, story_told: str, file: str) -> None:
    told = "\n".join([story_told, "######## what the desk keeps", *kept(table), ""])
    if os.environ.get("PBEM_WRITE_LETTERS"):
        (HERE / file).write_text(told, encoding="utf-8")
    assert told.split("\n") == (HERE / file).read_text(encoding="utf-8").split("\n")
