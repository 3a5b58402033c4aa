"""The checks of one branch, record by record: seeds, contributions, dice, orders, rulings (docs/trust.md, 5).

`verify` calls this for each branch. A new check belongs into `pbem_verify.py` too, which shares no code with it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.core.dice import KeyedDice
from pbem.seal.audit import numbers_text
from pbem.seal.bundle import fault_of_opening, segment_leaf
from pbem.seal.chain import Link, contributions, on_file, salt_key_commitment
from pbem.seal.draws import faults_of_draws
from pbem.seal.evidence import Evidence, Kind, ProofNote
from pbem.seal.keys import Keys, unbase64
from pbem.seal.ladder import contribution, extra_in, order_salt, roll_key, stands_on
from pbem.seal.lock import FARTHEST, Locks
from pbem.seal.shapes import BY_THE_GM
from pbem.seal.signing import record_statement, verify
from pbem.seal.state import leaf_salt, state_of_opening


@dataclass(slots=True)
class CheckCounts:
    """Counts of the checks; `signed` are those of the rulings' records that the GM's key has signed."""

    rolls: int = 0
    unequal: int = 0
    adjudications: int = 0
    accepted: dict[str, list[int]] = field(default_factory=dict)
    rulings: list[tuple[int, str]] = field(default_factory=list)
    signed: set[int] = field(default_factory=set)
    last_seen: dict[str, int] = field(default_factory=dict)
    openings: int = 0
    dice: str = "sealed"
    rounds: tuple[int, int] = (0, 0)
    """Rounds of a beacon; and of those, how many came when the reader's mail server had the lock already."""
    players: dict[str, str] = field(default_factory=dict)
    ended: bool = False
    state: str = ""


class BranchCheck:
    """Checks the records of a branch in sequence; `findings` lists what is false in them."""

    def __init__(self, evidence: Evidence, keys: Keys) -> None:
        self.evidence = evidence
        self.keys = keys
        self.findings: list[ProofNote] = []
        self.tally = CheckCounts()
        self.past: list[Link] = []
        self.states: dict[int, str] = {}
        self.gap = False
        self.locks = Locks(self._say, self._unsure)
        self._letters: Counter[tuple[str, str]] = Counter()
        self._step: bytes | None = None
        self._adj = 0
        self._gap_since_step = False
        self._labels: dict[str, int] = {}
        self._counts: Counter[str] = Counter()
        self._hidden_ladder: Mapping[str, Any] = {}
        self._salt_commitment = ""
        self.opened: dict[tuple[str, int, str], Mapping[str, Any]] = {}
        """The openings by the records themselves, by branch, record and kind."""
        self.of_others: list[tuple[Mapping[str, Any], Link]] = []

    def skip(self) -> None:
        """Note that a record is missing here, or is not the one that was signed."""
        self.gap = self._gap_since_step = True

    def take(self, record: Link) -> None:
        """Check the next record."""
        body = record["body"]
        if self.past and record["at"] < self.past[-1]["at"]:
            before = self.past[-1]
            text = f"it is dated before record {before['seq']}: the desk's clock was wrong at one of them"
            self._say("note", record, text, f"{before['at']} or later", record["at"])
        if record["type"] in BY_THE_GM:
            self._by_the_gm(record)
        match record["type"]:
            case "genesis":
                self._genesis(record)
            case "orders.accepted":
                self._accepted(record)
            case "orders.withdrawn":
                self._letters[body["player"], body["phase"]] += 1
            case "orders.locked":
                players = list(self.tally.players)
                self.locks.lock(record, self.past, players, self._adj, gap=self._gap_since_step)
            case "phase.resolved":
                self._resolved(record)
            case "adj.void":
                self.locks.drop(record)
                self._climb(record, body["adj"], body["seed"])
            case "ladder.new":
                self.locks.drop(record)
                self._new_ladder(record)
            case "branch.open":
                self.locks.drop(record)
                self._new_ladder(record)
                self.tally.state = body["state"]
            case "gm.ruling":
                if body["what"] == "dice" and "dice" in body:
                    self.locks.change(record, list(self.tally.players))
                    self.tally.dice = body["dice"]
                if "before" in body and self.tally.state and body["before"] != self.tally.state:
                    self._unsure(record, "the ruling is on another state", self.tally.state, body["before"])
                self.tally.state = body.get("after", self.tally.state)
            case "game.end":
                self._end(record)
        self.past.append(record)
        self._openings(record)
        if record["type"] == "game.end":
            self._all_opened(record)
            self._draws(record)
        self.states[record["seq"]] = self.tally.state

    # ------------------------------------------------------------------------------------------------- what is said

    def _say(self, kind: Kind, record: Link, text: str, expected: str = "", found: str = "") -> None:
        wording = f"record {record['seq']}: {text}"
        self.findings.append(ProofNote(kind, wording, record["seq"], record["branch"], expected, found))

    def _unsure(self, record: Link, text: str, expected: str = "", found: str = "") -> None:
        """False; but where earlier records are missing they may explain it."""
        if self.gap:
            self._say("missing", record, f"{text}; not decided, since earlier records are missing", expected, found)
        else:
            self._say("false", record, text, expected, found)

    # ------------------------------------------------------------------------------------------------- record by record

    def _genesis(self, record: Link) -> None:
        body = record["body"]
        self._anchor(body["ladder"])
        self.locks.begin(record)
        self._hidden_ladder = body["hidden_ladder"]
        self._salt_commitment = body["salt_key"]
        self.tally.dice, self.tally.state = body["dice"], body["state"]
        self.tally.players = dict(body["players"])

    def _anchor(self, ladder: Mapping[str, Any]) -> None:
        self._step = bytes.fromhex(ladder["anchor"])
        self._gap_since_step = False

    def _accepted(self, record: Link) -> None:
        body = record["body"]
        player, phase = body["player"], body["phase"]
        self.tally.accepted.setdefault(player, []).append(record["seq"])
        self.tally.last_seen[player] = max(self.tally.last_seen.get(player, 0), body["saw"])
        expected = self._letters[player, phase] + 1
        self._letters[player, phase] = body["n"]
        if body["n"] != expected:
            self._unsure(record, f"letter {body['n']} of {player} for {phase}", str(expected), str(body["n"]))

    def _climb(self, record: Link, adj: int, seed: str) -> None:
        """The next step of the ladder must stand on the one before."""
        distance = adj - self._adj
        if distance < 1 or (distance > 1 and not self._gap_since_step):
            self._unsure(record, "another adjudication than expected", str(self._adj + 1), str(adj))
        elif self._step is None:
            self._say("missing", record, "its seed cannot be checked: neither genesis nor an earlier seed is there")
        elif distance > FARTHEST or not stands_on(bytes.fromhex(seed), self._step, distance):
            lower = f"seed {self._adj}" if self._adj else "the anchor in genesis"
            text = f"seed {adj} does not stand on {lower}"
            if self._gap_since_step:
                self._say("missing", record, f"{text}; not decided, since records between are missing")
            else:
                self._say("false", record, text)
        self._step, self._adj, self._gap_since_step = bytes.fromhex(seed), adj, False

    def _resolved(self, record: Link) -> None:
        body = record["body"]
        self.tally.state = body["state"]
        if "adj" in body:
            self.tally.adjudications += 1
            self._climb(record, body["adj"], body["seed"])
            self._contributions(record)
            self._dice(record)
        self._events(record)

    def _contributions(self, record: Link) -> None:
        body = record["body"]
        players = list(self.tally.players) or list(body["contrib"])
        locked = self.locks.resolved(record)
        if locked is None:
            expected = contributions(self.past, record["game"], players, body["phase"], body["adj"])
        else:
            expected = dict(locked)
        for player in sorted(expected.keys() | body["contrib"].keys()):
            one, other = expected.get(player, "nothing"), body["contrib"].get(player, "nothing")
            if one != other:
                text = f"the contribution of {player} is not that of the orders on file"
                self._unsure(record, text, one, other)

    def _dice(self, record: Link) -> None:
        body = record["body"]
        key = roll_key(
            bytes.fromhex(body["seed"]), record["game"], record["branch"], body["adj"], body["contrib"], extra_in(body)
        )
        dice = KeyedDice(key)
        for label, faces, *sides in body["rolls"]:
            self.tally.rolls += 1
            right = list(dice.faces(label, len(faces), sides[0] if sides else 6))
            if right != faces:
                self.tally.unequal += 1
                self._say(
                    "false", record, f"the roll {label!r} is not what the seed gives", _faces(right), _faces(faces)
                )
            if not label.startswith(body["phase"] + " "):
                self._say("false", record, f"the roll {label!r} does not begin with its phase", body["phase"], label)
            if label in self._labels:
                text = f"the roll {label!r} was made before, in record {self._labels[label]}"
                self._say("false", record, text)
            self._labels[label] = record["seq"]
            self._counted(record, label)

    def _counted(self, record: Link, label: str) -> None:
        """Rolls for one purpose are counted through a phase: a label that is not the next one was chosen."""
        purpose, _, number = label.rpartition(" #")
        self._counts[purpose] += 1
        if number != str(self._counts[purpose]):
            self._unsure(
                record,
                f"the roll {label!r} is not numbered as the next of its purpose",
                f"{purpose} #{self._counts[purpose]}",
                label,
            )

    def _events(self, record: Link) -> None:
        """The rolls that the public events tell are those of the record."""
        body = record["body"]
        self._same_rolls(record, body.get("events", []), are_all="events" in body and "sealed" not in body)

    def _same_rolls(self, record: Link, events: Any, *, are_all: bool) -> None:
        """Rolls in events are those of the record, with the same dice; where these are all events, each roll is in one."""
        rolled = {label: (faces, sides[0] if sides else 6) for label, faces, *sides in record["body"]["rolls"]}
        event_rolls = list(_rolls_in_events(events))
        for from_events in event_rolls:
            label, found = from_events["label"], from_events.get("faces")
            faces, sides = rolled.get(label, (None, 6))
            if faces is None or faces != found:
                text = f"its events show the roll {label!r} otherwise than its rolls"
                self._say("false", record, text, _faces(faces), _faces(found))
            elif from_events.get("dice", f"{len(faces)}d{sides}") != f"{len(faces)}d{sides}":
                text = f"its events show other dice for the roll {label!r} than its rolls"
                self._say("false", record, text, str(from_events["dice"])[:20], f"{len(faces)}d{sides}")
        for label in sorted(rolled.keys() - {one["label"] for one in event_rolls}) if are_all else ():
            self._say("false", record, f"the roll {label!r} is in none of its events: nothing hangs on it")

    def _by_the_gm(self, record: Link) -> None:
        """Count an action of a person; where the GM has a key of their own, they signed it."""
        body = record["body"]
        agreed = f", agreed by {', '.join(body['agreed'])}" if body.get("agreed") else ""
        self.tally.rulings.append((record["seq"], f"{_deed(record)}, {body['reason']!r}{agreed}"))
        if not self.keys.gm:
            return
        if verify(self.keys.gm[1], record_statement(record), unbase64(body.get("sig", ""))):
            self.tally.signed.add(record["seq"])
        else:
            self._say("false", record, f"{BY_THE_GM[record['type']]} that the GM's key has not signed")

    def _new_ladder(self, record: Link) -> None:
        """Seeds that are chosen after orders came are not what the first ladder was; so it is told whose orders those were."""
        self._anchor(record["body"]["ladder"])
        if record["type"] == "branch.open":
            text = "an undo began a new ladder of seeds: it was chosen when the orders of the undone branch were known"
            self._say("note", record, text)
            return
        resolved = {one["body"]["phase"] for one in self.past if one["type"] == "phase.resolved"}
        places = {
            (one["body"]["player"], one["body"]["phase"]) for one in self.past if one["type"] == "orders.accepted"
        }
        early = sorted(f"{who} for {phase}" for who, phase in places if phase not in resolved)
        if early and any(on_file(self.past, *one.split(" for ")) for one in early):
            self._say("note", record, f"a new ladder of seeds was begun when orders of {', '.join(early)} were on file")

    def _end(self, record: Link) -> None:
        body = record["body"]
        self.tally.ended = True
        if self._salt_commitment and salt_key_commitment(bytes.fromhex(body["salt_key"])) != self._salt_commitment:
            self._say("false", record, "the salt key is not the one that genesis commits to")
        ladder = self._hidden_ladder
        if ladder and ladder["length"] <= FARTHEST:
            top, anchor = bytes.fromhex(body["hidden_top"]), bytes.fromhex(ladder["anchor"])
            if not stands_on(top, anchor, ladder["length"]):
                self._say("false", record, "the second ladder's top does not stand on its anchor in genesis")
        here = [one for one in body.get("openings", []) if isinstance(one, dict) and not fault_of_opening(one)]
        key = bytes.fromhex(body["salt_key"])
        for opening in [*(one for one, _ in self.evidence.openings.values()), *here]:
            seq, branch = opening["seq"], opening["branch"]
            if opening["open"] == "orders":
                salt = order_salt(key, opening["player"], opening["phase"], max(opening["n"], 1), branch)
            else:
                salt = leaf_salt(key, opening.get("path", "segment"), seq, branch)
            if salt.hex() != opening["salt"]:
                text = f"the salt of an opening of record {seq} is not that of the salt key"
                self._say("false", record, text, salt.hex(), opening["salt"])

    # ------------------------------------------------------------------------------------------------------ openings

    def _openings(self, record: Link) -> None:
        """The openings in a record, against the records before it; those of branches that were left are kept for these."""
        openings = record["body"].get("openings", [])
        here = {(one["branch"], one["seq"]): one for one in self.past} if openings else {}
        for opening in openings if isinstance(openings, list) else []:
            fault = fault_of_opening(dict(opening)) if isinstance(opening, dict) else "it is not an object"
            if fault:
                self._say("false", record, f"an opening in it: {fault}")
                continue
            opened = here.get((opening["branch"], opening["seq"]))
            if opened is None:
                self.of_others.append((opening, record))
            else:
                self.check_opening(opening, f"record {record['seq']}", {opening["seq"]: opened})
                self.opened[opening["branch"], opening["seq"], opening["open"]] = opening

    def _all_opened(self, record: Link) -> None:
        """The last record opens whatever was sealed; what it leaves shut is told."""
        wanted = [(one, "orders") for one in self.past if one["type"] == "orders.accepted"]
        wanted += [(one, "segment") for one in self.past if "sealed" in one["body"]]
        shut = sorted(one["seq"] for one, kind in wanted if (one["branch"], one["seq"], kind) not in self.opened)
        if shut:
            self._say("missing", record, f"it does not open what is sealed in record {numbers_text(shut)}")

    def _draws(self, record: Link) -> None:
        """Draws, secret rolls and plans, worked out again where sides have keys for them."""
        genesis = self.past[0]["body"]
        if "masks" not in genesis:
            return
        played = []
        for one in self.past:
            opened = self.opened.get((one["branch"], one["seq"], "segment"))
            value = opened["value"] if opened is not None else None
            has_events = isinstance(value, dict) and isinstance(value.get("events"), list)
            played.append((one, value["events"] if has_events and value is not None else ()))
        for at, text in faults_of_draws(genesis, bytes.fromhex(record["body"]["salt_key"]), played):
            self._say("false", at or self.past[0], text)

    def check_opening(self, opening: Mapping[str, Any], where: str, records: Mapping[int, Link]) -> None:
        """Check an opening against the commitment in its record; `records` are the valid ones of its branch."""
        seq = opening["seq"]
        record = records.get(seq)
        if record is None:
            text = f"record {seq}: an opening in {where} cannot be checked without the record"
            self.findings.append(ProofNote("missing", text, seq, opening["branch"]))
            return
        self.tally.openings += 1
        body = record["body"]
        if opening["open"] == "leaf":
            found = state_of_opening(opening)
            expected = body.get("state", body.get("after", ""))
            what = f"hidden fact {opening['path']}"
        elif opening["open"] == "segment":
            found, expected, what = segment_leaf(opening), body.get("sealed", "nothing"), "sealed answers and events"
            whole = opening["value"].get("events") if isinstance(opening["value"], dict) else None
            rest = iter(whole if isinstance(whole, list) else [])
            if found == expected and not all(one in rest for one in body.get("events", [])):
                self._say("false", record, "the events that it tells are not among those that it sealed")
            if found == expected and "rolls" in body:
                self._same_rolls(record, whole, are_all=True)
        else:
            who = (opening["player"], opening["phase"], opening["n"])
            if record["type"] != "orders.accepted" or who != (body["player"], body["phase"], body["n"]):
                self._say(
                    "false",
                    record,
                    f"the opening in {where} is of {who[0]} {who[1]} letter {who[2]}, the record is not",
                )
                return
            salt = bytes.fromhex(opening["salt"])
            found = contribution(salt, opening["game"], who[0], who[1], opening["orders"], opening["nonce"])
            expected = body["digest"]
            what = f"orders of {who[0]} for {who[1]}"
        if found != expected:
            self._say("false", record, f"the opening of {what} in {where} does not fit the record", expected, found)


def opening_fits(opening: Mapping[str, Any], record: Link) -> bool:
    """True if an opening of orders or of a phase's answers leads to the commitment in its record."""
    body = record["body"]
    if opening["open"] == "segment":
        return bool(segment_leaf(opening) == body.get("sealed"))
    if opening["open"] != "orders" or record["type"] != "orders.accepted":
        return False
    if any(opening[name] != body[name] for name in ("player", "phase", "n")) or opening["game"] != record["game"]:
        return False
    salt = bytes.fromhex(opening["salt"])
    made = contribution(salt, opening["game"], opening["player"], opening["phase"], opening["orders"], opening["nonce"])
    return bool(made == body["digest"])


def _deed(record: Link) -> str:
    """The action of a person, in a few words."""
    body = record["body"]
    match record["type"]:
        case "adj.void":
            return f"dice of adjudication {body['adj']} voided"
        case "branch.open":
            return f"undone to record {body['from']}"
        case "branch.closed":
            return f"branch {body['branch']} closed"
        case "engine.change":
            return f"rules program changed to {body['engine']}"
        case "ladder.new":
            return "a new ladder of seeds"
        case _:
            return str(body["what"])


def _faces(faces: Any) -> str:
    return " ".join(map(str, faces))[:80] if isinstance(faces, list) and faces else "no such roll"


def _rolls_in_events(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        if value.get("type") == "Roll" and isinstance(value.get("label"), str):
            yield value
        for one in value.values():
            yield from _rolls_in_events(one)
    elif isinstance(value, list):
        for one in value:
            yield from _rolls_in_events(one)
