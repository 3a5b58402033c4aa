"""A campaign with everything that goes wrong in one, and what of a player stands anywhere that he is not: nothing.

Searched are all letters to the other player, all logs at their most talkative, health and metrics, the digest, the bundles
that are given away; for addresses, order keys, words that a player wrote for the desk alone, and the secrets of the store.
"""

import base64
import io
import json
import logging
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from pbem import logs
from pbem.commands.health import health
from pbem.config import read_config
from pbem.daemon import Daemon
from pbem.desk.games.game_record import archive
from pbem.desk.gm.alarm import Pulse
from pbem.desk.gm.incidents.deadlines import Extend, Pause, Remind, Resume
from pbem.desk.gm.incidents.incident import Incident, perform
from pbem.desk.gm.incidents.letters import Drop, Hold, ReleaseHeld, Reread, Retry
from pbem.desk.gm.incidents.mailings import Resend
from pbem.desk.gm.incidents.players import Address, NewKey, Replace
from pbem.desk.gm.incidents.undo_and_end import Close, Undo
from pbem.gm.digest import digest
from pbem.gm.faults import export_fault
from pbem.mail.ports import MailTrouble, Never, TryLater
from pbem.metrics import page
from tests.desk.table import ADDRESSES, GM
from tests.plant.post import Office, headed, plain

MOVED = "rita.anew@other.example"
HEIR = "hermes@third.example"
OPENED = ("hidden ladder top", "salt key")
"""What a record has of the secrets when its game is over: seals cannot be looked into before."""
ADDRESSES_OF = {"red": (ADDRESSES["red"], MOVED), "blue": (ADDRESSES["blue"], HEIR)}

KEY = re.compile(r"(?m)^Reply-To: .*\.([a-z0-9]{8})@")


class Campaign(Office):
    """An office in which each letter of a player carries a word that is found again."""

    words: dict[str, list[str]]

    def write(
        self, side: str, text: str, *, head: tuple[str, ...] = (), without: str = "", aloud: bool = False, **more: Any
    ) -> None:
        """A side writes; the daemon makes a round.  `aloud`: the word stands where an order should, and is told back to him."""
        canary = f"zq{side}{len(self.words[side])}qz"
        self.words[side].append(canary)
        raw = self.table.reply(self.game, side, f"{text}\n{f'{canary} march 7' if aloud else f'# {canary}'}", **more)
        self.source.put(headed(raw, *head, without=without), self.table.clock.now())
        self.turn()

    def rule(self, incident: Incident) -> None:
        """The GM does something."""
        perform(self.table.desk, incident, "gm", "as announced")
        self.turn()

    def held(self) -> list[int]:
        """The numbers of letters that are held."""
        with self.table.desk.store.read() as books:
            return [row.id or 0 for row in books.letters_in.held()]

    def faults(self) -> list[int]:
        """The numbers of faults that are not closed."""
        with self.table.desk.store.read() as books:
            return [row.id or 0 for row in books.faults.unclosed()]


@dataclass(frozen=True)
class Traces:
    """What a campaign left, by where it lies: (recipient or place, text)."""

    letters: list[tuple[str, str]]
    before_the_end: int
    places: dict[str, str]
    words: dict[str, list[str]]
    keys: dict[str, set[str]]
    secrets: dict[str, set[str]]


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """Everything that is logged, in both forms, from DEBUG on."""
    text = io.StringIO()
    hands = [logging.StreamHandler(text) for _ in range(2)]
    for one, form in zip(hands, (logs.TextLines(), logs.JsonLines()), strict=True):
        one.setFormatter(form)
    log = logging.getLogger("pbem")
    before = log.level
    log.setLevel(logging.DEBUG)
    log.handlers += hands
    yield text
    log.setLevel(before)
    log.handlers = [one for one in log.handlers if one not in hands]


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> Traces:
    """Of one campaign."""
    with logged() as told, pytest.MonkeyPatch.context() as monkeypatch:
        return campaign(tmp_path_factory.mktemp("campaign"), told, monkeypatch)


def campaign(tmp_path: Path, told: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> Traces:
    """Play it, and gather what it left."""
    office = Campaign.lay(tmp_path, gm_address=GM)
    office.words = {"red": [], "blue": []}
    places = {}
    for act in (orders, refused, forged, incidents):
        act(office)
    places["pulse"] = faulty(office, monkeypatch)
    places |= outside(office, tmp_path)
    with office.table.desk.store.read() as books:
        secrets = {
            name: forms(books.secrets.get(scope, name))
            for scope in ("", office.game)
            for name in books.secrets.names(scope)
        }
    before_the_end = len(office.sink.sent)
    office.rule(Close(office.game))
    office.table.clock.forward(hours=12)  # what a server put off goes out by now
    office.turn()
    places |= archived(office, tmp_path)
    places["log"] = told.getvalue()
    letters = [(one.recipient, readable(one.message)) for one in office.sink.sent]
    keys = {
        side: {key for to, text in letters if to in ADDRESSES_OF[side] for key in KEY.findall(text)}
        for side in ADDRESSES
    }
    return Traces(letters, before_the_end, places, office.words, keys, secrets)


def orders(office: Campaign) -> None:
    """Orders, orders that are changed and so never carried out, answers, standing orders, questions, notes."""
    office.write("red", "Red One fire at Blue One\nRed Two march 6", aloud=True)
    office.write("red", "Red One fire at Blue One\nready")
    office.write("red", "ready")  # alone: lines are still refused
    office.write("blue", "2")
    office.write("red", "policy cover: duck\nstatus", aloud=True)
    office.write("red", "Red One march 3\nready")
    office.write("blue", "Blue Two fire at nobody", aloud=True)
    office.write("blue", "Blue Two march 2", aloud=True)
    office.write("blue", "ready")


def refused(office: Campaign) -> None:
    """Letters that are not taken, and such as come twice, late, with an old key or automatically."""
    first = office.table.letters(office.game, "red")[0]
    office.write("red", "Red One march 4", to=first)
    office.write("red", "Red One march 4", head=("To: desk@pbem.example",), without="to")
    office.write("blue", "Blue One march 2", head=("Subject: [nowhere-9] orders",), without="subject")
    office.write("blue", "I am away", head=("Auto-Submitted: auto-replied",))
    office.write("blue", "Blue One march 2", head=("List-Id: <club.example>",))
    twice = office.orders("red", "Red One march 2")
    office.deliver(twice, twice)


def forged(office: Campaign) -> None:
    """Another's key, another's name, a stranger."""
    office.write("red", "Red One march 5", sender=ADDRESSES["blue"])
    office.write("blue", "Blue One march 5", sender="mallory@evil.example")
    office.write(
        "blue", "Blue One march 5", head=(f"From: {ADDRESSES['blue']}", "From: x@evil.example"), without="from"
    )
    office.deliver(plain("mallory@evil.example", "desk@pbem.example", "orders", "Blue One march 9"))
    wrong = re.sub(rb"\.[a-z0-9]{8}@", b".aaaaaaaa@", office.orders("blue", "Blue One march 8"))
    office.deliver(wrong)


def incidents(office: Campaign) -> None:
    """What a GM does in a year."""
    game = office.game
    for number in office.held()[:2]:
        office.rule(Drop(number))
    for number in office.held()[:1]:
        office.rule(ReleaseHeld(str(number), game, "red"))
    acts = (
        Extend(game, 5), Pause(game, 2), Resume(game), Remind(game), Address(game, "red", MOVED), NewKey(game, "blue"),
        Resend(game, "blue"), Resend(game, "red"), Hold(game), Retry(game), Replace(game, "blue", f"H. Heir <{HEIR}>"),
        Undo(game),
    )  # fmt: skip
    for one in acts:
        office.rule(one)
    with office.table.desk.store.read() as books:
        last = books.letters_in.last_from(game, "red")
    assert last is not None
    office.rule(Reread(last.id or 0))
    office.write("red", "Red One fire at Blue One\nready", sender=MOVED)
    office.write("blue", "1", sender=HEIR)
    office.write("blue", "Blue One march 1", sender=ADDRESSES["blue"])


def faulty(office: Campaign, monkeypatch: pytest.MonkeyPatch) -> str:
    """Faults of ours whose words quote what a player wrote, servers that quote addresses, a database that is locked."""
    from pbem.desk.incoming import intake

    def quoting(desk: Any, books: Any, game: Any, player: Any, incoming: Any) -> Any:
        raise KeyError(f"{player.address} {incoming.key.key}: {incoming.words}")

    with monkeypatch.context() as patch:
        patch.setattr(intake, "submit", quoting)
        office.write("red", "Red Two march 5\nready", sender=MOVED)

    def locked(desk: Any, books: Any, game: Any, player: Any, incoming: Any) -> Any:
        raise OperationalError("UPDATE", {"words": incoming.words}, Exception("locked"), hide_parameters=True)

    with monkeypatch.context() as patch:
        patch.setattr(intake, "submit", locked)
        with pytest.raises(OperationalError) as fault:
            office.write("red", "Red Two march 4", sender=MOVED)
        logging.getLogger("pbem.daemon").error("database", exc_info=fault.value)
    office.turn()
    said = ""
    for trouble in (TryLater(451, f"<{MOVED}>: greylisted"), Never(550, f"5.1.1 <{MOVED}>: no such user")):
        office.sink.outcomes.append(trouble)
        office.write("red", "status", sender=MOVED)
    pulse = Pulse(office_path(office))
    daemon = Daemon(office.table.desk, office.source, office.sink, poll=0.01, pulse=pulse)
    daemon._trouble_with_the_mailbox(MailTrouble(f"IMAP: no such user {MOVED}"))
    pulse.way_out = f"550 <{HEIR}>: not here"
    pulse.beat(office.table.clock.now())
    return said + json.dumps(pulse.as_json()) + page(office.table.desk, pulse)


def office_path(office: Campaign) -> Path:
    """Where the daemon's pulse would lie."""
    return Path(str(office.table.desk.store._url).removeprefix("sqlite:///")).with_name("pbem.pulse")


def outside(office: Campaign, folder: Path) -> dict[str, str]:
    """What the desk tells those who look after it, and what is given away."""
    config = folder / "config.toml"
    config.write_text(
        """
[desk]
host = "pbem.example"
[store]
database = "desk.db"
key_file = "key"
[mail_in]
kind = "maildir"
path = "in"
[mail_out]
kind = "maildir"
path = "out"
"""
    )
    found = health(office.table.desk, read_config(config))
    bundles = ""
    for number in office.faults():
        with zipfile.ZipFile(export_fault(office.table.desk, number, folder / "bundles")) as bundle:
            bundles += "".join(bundle.read(name).decode() for name in bundle.namelist() if name != "letter.txt")
    assert bundles
    return {
        "health": f"{found.figures} {found.wrong}",
        "bundles": bundles,
        "digest": "\n".join(digest(office.table.desk, None)),
    }


def archived(office: Campaign, folder: Path) -> dict[str, str]:
    """The records that everybody may have."""
    archive(office.table.desk, office.game, folder / "archive")
    files = [
        one
        for one in (folder / "archive").rglob("*")
        if one.is_file() and one.suffix != ".mbox" and one.name != "players.json"
    ]
    assert files
    return {"records": "".join(one.read_text(encoding="utf-8") for one in files)}


def readable(raw: bytes) -> str:
    """A letter as it is sent and as it is read: its bytes, its headers and every part decoded."""
    letter = message_from_bytes(raw, EmailMessage, policy=policy.default)
    texts = [raw.decode("utf-8", "replace"), *(f"{name}: {value}" for name, value in letter.items())]
    for part in letter.walk():
        found = part.get_payload(decode=True)
        if isinstance(found, bytes):
            texts.append(found.decode("utf-8", "replace"))
    return "\n".join(texts)


def forms(secret: bytes) -> set[str]:
    """A secret as it might be written."""
    return {secret.hex(), base64.b64encode(secret).decode(), base64.urlsafe_b64encode(secret).decode().rstrip("=")}


def around(text: str, one: str) -> str:
    """Where it stands."""
    at = text.lower().index(one.lower())
    return text[max(0, at - 120) : at + 60]


def found(text: str, wanted: set[str]) -> set[str]:
    return {one for one in wanted if one.lower() in text.lower()}


@pytest.mark.slow
def test_nothing_of_a_player_stands_where_he_is_not(traces: Traces) -> None:
    theirs = {side: {*his, *traces.words[side], *traces.keys[side]} for side, his in ADDRESSES_OF.items()}
    keys = traces.keys["red"] | traces.keys["blue"]
    secrets = {one for written in traces.secrets.values() for one in written}
    opened = {one for name in OPENED for one in traces.secrets[name]}
    never = {
        "log": theirs["red"] | theirs["blue"] | secrets,
        "pulse": theirs["red"] | theirs["blue"] | secrets,
        "health": theirs["red"] | theirs["blue"] | secrets,
        "digest": keys | secrets,  # a GM knows his players
        "bundles": {*ADDRESSES_OF["red"], *ADDRESSES_OF["blue"]} | keys | secrets,  # with the words that are at fault
        "records": theirs["red"] | theirs["blue"] | (secrets - opened),
    }
    wrong = [(place, one, text) for place, text in traces.places.items() for one in found(text, never[place])]
    for n, (to, text) in enumerate(traces.letters):
        sealed = secrets if n < traces.before_the_end else secrets - opened
        private = {GM: keys}.get(to, theirs["blue" if to in ADDRESSES_OF["red"] else "red"]) | sealed
        wrong += [(f"letter {n} to {to}", one, text) for one in found(text, private)]
    assert {to for to, _ in traces.letters} == {*ADDRESSES_OF["red"], *ADDRESSES_OF["blue"], GM}
    assert [(place, one, around(text, one)) for place, one, text in wrong] == []


def test_what_is_searched_for_is_there_to_be_found(traces: Traces) -> None:
    """Each player has his own words back, the keys lie in his letters, and the log tells of all that went wrong."""
    for side in ADDRESSES:
        his = "\n".join(text for to, text in traces.letters if to in ADDRESSES_OF[side])
        assert len(found(his, set(traces.words[side]))) > 1
        assert len(found(his, traces.keys[side])) > 3
    log = traces.places["log"]
    assert "KeyError" in log
    assert "OperationalError" in log
    assert "<address>" in log
    assert len(traces.secrets) > 2
