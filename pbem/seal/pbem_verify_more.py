"""More checks for pbem_verify.py, which uses this file if it lies beside it; it is nothing alone.

It compares your own letters with what was filed of them, checks the dice modes `witness` and `beacon`, works out hidden draws
again, and remarks on what you should know and no record can decide.
"""

import collections
import datetime
import hashlib
import re
from collections.abc import Iterator
from typing import Any

first: Any = globals().get("first")
"""The first file, which sets this: its tools are used here."""

# ------------------------------------------------------------------------------------ 1. the dice modes witness and beacon


class Locks:
    """The checks of a branch (`Walk` of the first file) in these modes; in mode `sealed` nothing is locked."""

    def take_source(self: Any, body: Any) -> None:
        """Take in the source's values after the orders are locked, from here on."""
        waits = body["dice"] in ("witness", "beacon")
        self.source = body.get(body["dice"], {}) if waits else {}
        self.locked, self.step_asked, self.may_skip = None, 0, False
        self.witness_known = (0, self.source.get("anchor", ""))
        self.want(self.source or not waits, f"it names no {body['dice']}, though the dice depend on one")

    def take_lock(self: Any, record: Any, body: Any) -> None:
        """Orders are locked before the last part of their dice is known."""
        in_turn = not self.locked and (body.get("adj") == self.adj + 1 or self.gap_since_seed)
        on_file = "adj" not in body or body["digests"] == self.contributions(record, body, body["digests"])
        self.want_unless_gap(in_turn and on_file, "it does not lock what was on file for the next adjudication")
        if "anchor" in self.source:
            step = body.get("step", 0)
            in_turn = step == self.step_asked + 1 or (step > self.step_asked and self.may_skip)
            self.want_unless_gap(in_turn, "it does not ask for the witness's next step")
            self.step_asked, self.may_skip = step, False
        self.locked = record

    def unlock(self: Any, record: Any, body: Any) -> Any:
        """Check what came in after the lock; the digests that were locked."""
        lock, self.locked = self.locked, None
        announced = lock and [lock["body"]["phase"], lock["body"].get("adj"), lock["seq"]]
        right = announced == [body["phase"], body["adj"], body.get("lock")]
        self.want_unless_gap(right, "its dice are not those of orders that were locked before")
        if lock and "anchor" in self.source:
            self.take_witness(body.get("witness", {}), {"game": record["game"], "lock": first.head_of(lock)})
        elif lock:
            self.take_beacon(lock, body.get("beacon", {"round": 0, "signature": "", "value": ""}))
        return lock and lock["body"]["digests"]

    def take_beacon(self: Any, lock: Any, drawn: Any) -> None:
        """The beacon's round must be the first a minute after the lock."""
        locked = int(datetime.datetime.fromisoformat(lock["at"]).timestamp())
        since = max(locked + 60 - self.source["genesis_time"], 0)
        value = hashlib.sha256(bytes.fromhex(drawn["signature"])).hexdigest()
        right = (-(-since // self.source["period"]) + 1, value)
        text = "its round of the beacon is not the first a minute after its lock, or its value is wrong"
        self.want((drawn["round"], drawn["value"]) == right, text)
        text = "this file cannot check the beacon's own signatures (they need pairings); `pbem verify` can"
        self.game.want(False, None, text, "??")

    def take_witness(self: Any, word: Any, lock: dict[str, Any]) -> None:
        """The witness's step must be signed for this lock and stand on the ladder; or the witness was silent."""
        step, (number, value) = word.get("step", -1), self.witness_known
        message = b"pbem/1/witness\0" + first.canon({**lock, "step": step, "value": word.get("value")})
        silent = word.keys() == {"step", "silent"}
        signed = silent or first.good_signature(self.source["key"], message, word.get("sig"))
        text = "the witness has not signed this step for these orders"
        right = self.want(step == self.step_asked and signed, text)
        if right and self.want(not silent, "the witness was silent: these dice were made without one", "--"):
            below = first.ladder_below(bytes.fromhex(word["value"]), step - number).hex()
            text = f"the witness {self.source['name']} gave a false step"
            if self.want_unless_gap(step > number and below == value, text):
                self.witness_known = (step, word["value"])


# -------------------------------------------------------------------------------------------- 2. rolls, and what they are in

DRAWN = re.compile(r"[0-9a-f]{96}|[0-9a-f]{192}")
SIGNATURE = re.compile(r"[A-Za-z0-9+/]{86}==")


def is_sound(kind: str, body: Any) -> bool:
    """Tell whether what a record says of a witness or a beacon has its form."""
    number, is_exactly = first.number, first.is_exactly
    if kind == "phase.resolved":
        word = {"step": number, "value": first.HEX, "sig": SIGNATURE}
        silent = {"step": number, "silent": lambda one: one is True}
        is_word = "witness" not in body or is_exactly(body["witness"], word) or is_exactly(body["witness"], silent)
        drawn = {"round": number, "signature": DRAWN, "value": first.HEX}
        return is_word and ("beacon" not in body or is_exactly(body["beacon"], drawn))
    if kind not in ("genesis", "gm.ruling"):
        return True
    beacon = {"chain": first.HEX, "scheme": first.NAME, "key": DRAWN, "genesis_time": number, "period": number}
    forms = {"witness": first.HOLDER | first.LADDER, "beacon": beacon}
    sound = all(first.matches(body[name], form) for name, form in forms.items() if name in body)
    return sound and ("beacon" not in body or body["beacon"]["period"] > 0)


def rolls_in(value: Any) -> Iterator[tuple[str, Any, Any]]:
    """The rolls that events tell of: label, faces and dice ("2d6")."""
    if isinstance(value, dict) and value.get("type") == "Roll" and isinstance(value.get("label"), str):
        yield value["label"], value.get("faces"), value.get("dice", "")
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from rolls_in(one)


def compare_rolls(walk: Any, body: Any, opened: Any) -> None:
    """Rolls in events are those of the record, with the same dice; where all events are known, each roll is in one.

    Rolls for one purpose are numbered through a phase: a label that is not the next one was chosen.
    """
    rolled = {label: (faces, f"{len(faces)}d{sides[0] if sides else 6}") for label, faces, *sides in body["rolls"]}
    for name, events, are_all in (
        ("events", body.get("events", []), "events" in body and "sealed" not in body),
        ("sealed events", opened.get("events") if isinstance(opened, dict) else [], opened is not None),
    ):
        from_events = list(rolls_in(events))
        for label, faces, dice in from_events:
            text = f"its {name} show the roll {label!r} otherwise than its rolls"
            walk.want(label in rolled and rolled[label][0] == faces and dice in ("", rolled[label][1]), text)
        for label in rolled.keys() - {label for label, *_ in from_events} if are_all else ():
            walk.want(False, f"the roll {label!r} is in none of its {name}: nothing hangs on it")
    for label in rolled:
        purpose, _, count = label.rpartition(" #")
        walk.purposes[purpose] += 1
        is_next = count == str(walk.purposes[purpose])
        walk.want_unless_gap(is_next, f"the roll {label!r} is not numbered as the next of its purpose")


# --------------------------------------------------------------------------- 3. draws, secret rolls and plans, once all is open


def check_draws(walk: Any, salt_key: bytes) -> None:
    """Work out again what each side drew, where sides have keys; the last record opens everything that it takes."""
    mac, canon, sides = first.tagged_mac, first.canon, walk.genesis.get("sides", {})
    keys = {}

    def take(named: dict[str, Any], seq: int) -> None:
        """Work out the keys of players, each by its side's code, and compare them with the commitments."""
        for code, pair in named.items():
            number, commitment = (*pair, "", "")[:2] if isinstance(pair, list) else (0, pair)
            key = keys[sides.get(code, code)] = mac(
                salt_key, "mask", canon(["key", code, number] if number else ["key", code])
            )
            text = f"the key of {code}'s draws is not the one that it commits to"
            walk.game.want(first.tagged_hash("mask", key).hex() == commitment, seq, text)

    take({code: walk.genesis["masks"].get(code) for code in sides}, 0)

    def mask(side: str, label: str, branch: str, number: int) -> int:
        """Give the mask of a side's roll."""
        return int.from_bytes(mac(keys[side], "mask", canon(["roll", label, branch]))) % number

    draws = Draws(mask)
    for record in walk.records:
        take(record["body"].get("masks", {}) if record["type"] != "genesis" else {}, record["seq"])
        value = walk.segments.get((record["branch"], record["seq"]))
        if record["type"] != "phase.resolved" or not isinstance(value, dict):
            continue
        for event in value.get("events", []):
            for text in draws.take(event, record["branch"]):
                walk.game.want(not walk.own, record["seq"], text)


class Draws:
    """Follows the cards of a game through its opened events: every draw, every secret roll and every plan is worked out again.

    `mask` gives the mask of a side's roll.  Each method gives what is wrong, as texts.
    """

    def __init__(self, mask: Any) -> None:
        """Begin with no cards."""
        self.mask = mask
        self.pools: dict[str, list[str]] = {}
        self.cards: dict[str, list[str]] = {}
        self.ends: dict[str, tuple[list[str], list[str]]] = {}  # cards that somebody knows: on top, at the bottom
        self.discards: dict[str, list[str]] = {}
        self.hands: dict[str, list[str]] = {}
        self.words: dict[int, str] = {}
        self.drawn: Any = None  # the draw whose card comes next
        self.rolled: Any = None  # the secret roll whose faces come next

    def take(self, event: Any, branch: str) -> Iterator[str]:
        """The next event."""
        kind = str(event.get("type", "")).rpartition("/")[2]
        if self.drawn is not None and kind != "TableTook":
            yield f"a draw from {self.drawn['deck']} gave no card"
            self.drawn = None
        known = getattr(self, f"_{kind}", None) if kind.startswith("Table") else None
        if known is not None:
            yield from known(event, branch)

    def _TablePool(self, event: Any, branch: str) -> Iterator[str]:
        """Compare a pool with what came into it."""
        deck = event["deck"]
        if deck not in self.pools:
            self.pools[deck], self.cards[deck] = list(event["cards"]), list(event["cards"])
            self.ends[deck], self.discards[deck] = ([], []), []
        elif sorted(event["cards"]) != sorted(self.pools[deck]):
            yield f"the pool of {deck} holds other cards than came into it"
        else:
            self.pools[deck] = list(event["cards"])

    def _TableDrew(self, event: Any, branch: str) -> Iterator[str]:
        """Note a draw, whose card comes next."""
        self.drawn = event
        yield from ()

    def _TableTook(self, event: Any, branch: str) -> Iterator[str]:
        """Work out the card of the draw before."""
        drew, self.drawn = self.drawn, None
        deck, card, side = event["deck"], event["card"], event["side"]
        pool, (top, bottom) = self.pools[deck], self.ends[deck]
        if drew is None or (drew["deck"], drew["side"]) != (deck, side):
            yield f"{card} was dealt to {side} without a draw"
            return
        if drew["roll"] is None:
            known = top or (bottom if not pool else [])
            if known[:1] != [card]:
                yield f"{card} was dealt to {side}, and lay not on top of {deck}"
                return
            known.pop(0)
        else:
            roll, count = drew["roll"], len(pool)
            right = (roll["faces"][0] - 1 + self.mask(side, roll["label"], branch, count)) % count if count else -1
            if roll["dice"] != f"1d{count}" or event["place"] != right or pool[right] != card:
                found = pool[right] if 0 <= right < count else "no card"
                yield f"the draw {roll['label']!r} is {found}, and {card} was dealt"
                return
            pool.pop(right)
        self.hands.setdefault(side, []).append(card)

    def _TableCardOut(self, event: Any, branch: str) -> Iterator[str]:
        """Take a card out of a hand."""
        hand = self.hands.get(event["side"], [])
        if event["card"] not in hand:
            yield f"{event['side']} had no {event['card']} to {event['what']}"
        elif event["what"] != "reveal":
            hand.remove(event["card"])
            if event["what"] != "remove":
                self.discards[event["deck"]].append(event["card"])

    def _TablePutBackCard(self, event: Any, branch: str) -> Iterator[str]:
        """Put a card back into its deck."""
        hand, deck, card = self.hands.get(event["side"], []), event["deck"], event["card"]
        if card not in hand:
            yield f"{event['side']} had no {card} to put back"
            return
        hand.remove(card)
        top, bottom = self.ends[deck]
        if event["where"] == "top":
            top.insert(0, card)
        else:
            (bottom if event["where"] == "bottom" else self.pools[deck]).append(card)

    def _TableByHand(self, event: Any, branch: str) -> Iterator[str]:
        """Put a card where a ruling says."""
        deck, card, place = event["deck"], event["card"], event["place"]
        for cards in (*self.hands.values(), self.pools[deck], *self.ends[deck], self.discards[deck]):
            cards[:] = [one for one in cards if one != card]
        hand, pools = self.hands.setdefault(event["owner"], []), {"pool": self.pools, "discards": self.discards}
        (hand if place == "hand" else pools.get(place, {deck: []})[deck]).append(card)
        yield from ()

    def _TableReshuffled(self, event: Any, branch: str) -> Iterator[str]:
        """Gather a deck, and one that is taken into it."""
        deck = event["deck"]
        for one in (deck, event["taken"]) if event["taken"] else (deck,):
            cards = [*self.pools[one], *self.ends[one][0], *self.ends[one][1], *self.discards[one]]
            self.pools[one], self.ends[one], self.discards[one] = [], ([], []), []
            self.pools[deck] += cards
        yield from ()

    def _TableShowed(self, event: Any, branch: str) -> Iterator[str]:
        """Look whether shown cards were held."""
        for card in event["cards"]:
            if card not in self.hands.get(event["side"], []):
                yield f"{event['side']} had no {card} to show"

    def _TableRolledSecretly(self, event: Any, branch: str) -> Iterator[str]:
        """Note a secret roll, whose faces come next."""
        self.rolled = event
        yield from ()

    def _TableSecretFaces(self, event: Any, branch: str) -> Iterator[str]:
        """Work out the faces of the secret roll before."""
        rolled, self.rolled = self.rolled, None
        roll: Any = rolled["roll"] if rolled else {"faces": [], "label": "", "dice": "1d1"}
        sides = int(roll["dice"].partition("d")[2])
        right = [
            (face - 1 + self.mask(event["side"], f"{roll['label']} die {n}", branch, sides)) % sides + 1
            for n, face in enumerate(roll["faces"], 1)
        ]
        if event["faces"] != right:
            yield f"the secret roll {roll['label']!r} is {right}, and {event['faces']} was told"
        self.words[event["number"]] = ", ".join(map(str, event["faces"]))

    def _TablePlanWords(self, event: Any, branch: str) -> Iterator[str]:
        """Keep the words of a plan."""
        self.words[event["number"]] = event["words"]
        yield from ()

    def _TablePlanOpened(self, event: Any, branch: str) -> Iterator[str]:
        """Compare the words of an opened plan."""
        if self.words.get(event["number"]) != event["words"]:
            yield f"number {event['number']} of {event['side']} was opened in other words than were sealed"


# ------------------------------------------------------------------------------------------------------------- 4. remarks


def remark(game: Any, walks: list[Any], openings: list[Any]) -> None:
    """Compare the player's letters, and say what the player should know of a game."""
    remark_on_nonces(game, openings)
    compare_files(game, walks)
    for walk in walks:
        end = next((record for record in walk.records if record["type"] == "game.end"), None)
        if end and "masks" in walk.genesis:
            check_draws(walk, bytes.fromhex(end["body"]["salt_key"]))
    for walk in walks:
        remark_on_orders(walk)
        compare_letters(game, walk)
    records = [record for walk in walks for record in walk.records]
    for seq in sorted({record["seq"] for record in records if record["type"] in ("ladder.new", "branch.open")}):
        game.want(False, seq, "a new ladder of seeds was begun by hand, when orders may have been known", "--")
    filed = [record["seq"] for record in records if record["type"] == "orders.accepted"]
    text = "nothing here says whose mailbox this is, and no submission is opened: orders are not compared"
    has_ended = any(record["type"] == "game.end" for record in records)
    game.want(not filed or game.owners or has_ended, min(filed, default=None), text, "??")


def take_files(message: Any, letter: Any, game: Any) -> None:
    """Note name and SHA-256 of the files that came with a letter of the desk."""
    for part in message.walk() if not letter.is_cut else ():
        data = part.get_payload(decode=True)
        if part.get_filename() and isinstance(data, bytes):
            vars(game).setdefault("files", []).append((str(part.get_filename()), hashlib.sha256(data).hexdigest()))


def compare_files(game: Any, walks: list[Any]) -> None:
    """Compare the files that players passed on with the hashes on record."""
    known = collections.defaultdict[str, dict[str, int]](dict)
    for record in [record for walk in walks for record in walk.records]:
        for event in record["body"].get("events", ()):
            if str(event.get("type", "")).endswith("FilePassedOn"):
                known[f"{record['game']}-{event.get('sent_as')}"][str(event.get("digest"))] = record["seq"]
    for name, digest in vars(game).get("files", []):
        hashes = known.get(name, {digest: 0})
        game.want(digest in hashes, max(hashes.values()), f"the file {name} is not the one on record")


def remark_on_nonces(game: Any, openings: list[Any]) -> None:
    """Remark on nonces, since whoever picks a nonce can try several until the dice please: so the player must know each nonce
    of theirs again."""
    records = collections.defaultdict[str, list[int]](list)
    for one in openings:
        if one["open"] == "orders" and one["player"] in game.owners and one["nonce"]:
            records[one["nonce"]].append(one["seq"])
    for nonce, seqs in records.items():
        text = f"your orders hold the nonce {nonce!a}: if you never wrote it, the desk chose it, and so the dice"
        game.want(False, min(seqs), text, "--")


def remark_on_orders(walk: Any) -> None:
    """Standing orders gave lines; orders were on file that the rules did not ask for."""
    for player, seqs in sorted(walk.by_standing.items()):
        text = f"standing orders of {player} gave {len(seqs)} of the order lines that were carried out"
        walk.game.want(not seqs, min(seqs, default=None), text, "--")
    played = [record["body"] for record in walk.records if record["type"] == "phase.resolved"]
    last = played[-1]["phase"] if played else ""
    for (player, phase), filed in walk.counts.items():
        opened, bodies = walk.lines_of(filed), [body for body in played if body["phase"] == phase]
        asked = any(body.get("orders", {}).get(player) or is_asked(walk, player, body) for body in bodies)
        text = f"{player} had orders on file for {phase}, and was not asked for them there: --replay of pbem tells"
        walk.game.want(asked or phase == last or not (opened and opened.orders and bodies), None, text, "--")


def is_asked(walk: Any, player: str, body: Any) -> bool:
    """Tell whether a record's open answers hold a call for orders of this player."""
    keys = [one["key"].split(" ") for one in body.get("answers", []) if first.answer(one)]
    return any(walk.players.get(key[0]) == player and key[1:2] == ["orders"] for key in keys)


# ----------------------------------------------------------------------------------------------------- 5. your own letters

MOST_LINES = 300
ALIKE = 0.6
"""So many of an order's words, at least, are in a letter's line that reads like it."""
ASIDE = re.compile(r"ready|wait|replace|(?:nonce|key)\b.*|end press|[^a-z0-9]*")
STANDING = re.compile(r"(?:when|policy|march|hold) |[^:]+ (?:when charged|when contact|double|after melee): ")


class OwnLetter:
    """A letter of the player's: its lines without marks, whether some are quoted, their words."""

    def __init__(self, text: str) -> None:
        raw = [line for line in text.replace("\r", "").split("\n") if line.strip()][:MOST_LINES]
        self.lines = [" ".join(re.sub(r"^[ \t>|]+", "", line).lower().split()) for line in raw]
        self.words = [frozenset(re.findall(r"[a-z0-9]+", line)) for line in self.lines]
        self.is_plain = len(raw) < MOST_LINES and not any(line.lstrip().startswith((">", "|")) for line in raw)

    def place(self, line: str) -> int | None:
        """The line of the letter that reads most like this one, None if none does."""
        plain = " ".join(line.lower().split())
        if plain in self.lines:
            return self.lines.index(plain)
        # A word may be cut short: "fi" for "fire".
        words = [{word[:n] for n in range(1, len(word) + 1)} for word in re.findall(r"[a-z0-9]+", plain)[:40]]
        alike = [sum(not own.isdisjoint(word) for word in words) for own in self.words]
        best = max(alike, default=0)
        return alike.index(best) if words and best >= ALIKE * len(words) else None

    def differences(self, lines: list[str], before: list[str] | None) -> Iterator[tuple[str, str]]:
        """The lines that the desk exchanged or added; `before` stood on file already, None if that is not known."""
        filed = [line for line in lines[:MOST_LINES] if line not in (before or [])]
        known = {" ".join(line.lower().split()) for line in lines}
        is_plain = self.is_plain and before is not None
        is_plain = is_plain and all(line in known or ASIDE.fullmatch(line) for line in self.lines)
        for line in filed:
            if is_plain and " ".join(line.lower().split()) not in self.lines:
                yield "!!", f"{line!r} was filed, and your letter does not say so"
            elif not is_plain and STANDING.match(line) and self.place(line) is None:
                yield "--", f"the standing order {line!r} was filed, and no line of your letter reads like it"
        for are_standing in (False, True):
            own = [line for line in filed if bool(STANDING.match(line)) == are_standing]
            own = [line for line in own if are_standing or ": " not in line]
            places = [place for line in own if (place := self.place(line)) is not None]
            if places != sorted(places):
                sure = is_plain and not before and len(set(self.lines)) == len(self.lines)
                yield ("!!" if sure else "--"), "its lines were filed in another sequence than they have in your letter"


def compare_letters(game: Any, walk: Any) -> None:
    """Compare the player's submissions with the letters that their receipts answer."""
    answered = {seq: letter for branch, seq, _, letter in game.receipts if branch == walk.branch}
    stood: dict[str, Any] = {}
    # Standing orders go on from phase to phase, and no letter says them again.  A branch takes them over from its parent.
    standing: dict[str, Any] = {player: [] if walk.branch == "main" else None for player in game.owners}
    reworded, count, own = [], 0, 0
    for record in walk.records:
        body, seq = record["body"], record["seq"]
        if (record["type"], record["branch"]) != ("orders.accepted", walk.branch) or body["player"] not in game.owners:
            continue
        opened, own = walk.lines.get((walk.branch, seq)), own + 1
        before = stood.get(body["phase"], standing[body["player"]] if body["n"] == 1 else None)
        lines = stood[body["phase"]] = opened and opened.all
        standing[body["player"]] = None if lines is None else [line for line in lines if STANDING.match(line)]
        if lines is None or answered.get(seq) not in game.letters:
            continue
        count += 1
        letter = OwnLetter(game.letters[answered[seq]])
        for kind, text in letter.differences(lines, before):
            game.want(False, seq, text, kind)
        if any(letter.place(line) is None for line in lines if line not in (before or [])):
            reworded.append(seq)
    game.own += own
    game.with_letter += count
    text = f"{len(reworded)} submissions are in other words than your letters: compare them with your receipts"
    game.want(not reworded, min(reworded, default=None), text, "--")
