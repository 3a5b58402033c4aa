"""Draws, secret rolls and plans worked out again from opened events (docs/trust.md, Masks): no rules are needed for it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pbem.core.canonical import canon
from pbem.core.system import Card
from pbem.seal.chain import Link
from pbem.seal.ladder import mac, tagged

# Masks: a public roll that says nothing to anybody but one side and the desk (docs/trust.md, Masks).
#
# A side has a key, made of the game's salt key, committed in genesis, sent to the side in its welcome, and opened
# to all with the salt key in the last record.  Its mask of a roll hangs on the roll's label and the branch, so a
# draw that was undone says nothing of the one that takes its place.

NOBODY: Mapping[str, int] = MappingProxyType({})


def mask_key(salt_key: bytes, code: str, player: int = 0) -> bytes:
    """The key of the side with this code: 32 bytes.  Each new player of it has one of their own; the first is `player` 0."""
    return mac(salt_key, "mask", canon(["key", code, player] if player else ["key", code]))


def mask_commitment(key: bytes) -> str:
    """The commitment to a side's key that genesis publishes, in hex."""
    return tagged("mask", key).hex()


def commitments(salt_key: bytes, card: Card) -> dict[str, str]:
    """The commitments of all sides, by code."""
    return {one.code: mask_commitment(mask_key(salt_key, one.code)) for one in card.sides}


def new_player(salt_key: bytes, code: str, number: int) -> dict[str, list[Any]]:
    """The `masks` of a ruling by which another player takes a side: their number, and the commitment to their key."""
    return {code: [number, mask_commitment(mask_key(salt_key, code, number))]}


def players_in(records: Iterable[Mapping[str, Any]], before: Mapping[str, int] = NOBODY) -> dict[str, int]:
    """The numbers of sides' players after records, by code: those that a ruling or the opening of a branch names."""
    found = dict(before)
    for one in records:
        if one["type"] in ("gm.ruling", "branch.open"):
            found |= {code: number for code, (number, _) in one["body"].get("masks", {}).items()}
    return found


def mask_of(key: bytes, label: str, branch: str, number: int) -> int:
    """The mask of a roll: 0 to `number` - 1.  256 bits modulo at most 256 favour nothing that anybody could see."""
    return int.from_bytes(mac(key, "mask", canon(["roll", label, branch]))) % number


@dataclass(frozen=True)
class KeyedMasks:
    """The masks of a game: `core.umpire.Masks`."""

    keys: Mapping[str, bytes]
    branch: str

    @classmethod
    def of(cls, salt_key: bytes, card: Card, branch: str, players: Mapping[str, int] = NOBODY) -> "KeyedMasks":
        """Those of a game on a branch, the keys by the ids of its sides; `players` as `players_in` gives them."""
        return cls({one.id: mask_key(salt_key, one.code, players.get(one.code, 0)) for one in card.sides}, branch)

    def mask(self, side: str, label: str, number: int) -> int:
        """See `core.umpire.Masks`."""
        return mask_of(self.keys[side], label, self.branch, number)


def faults_of_draws(
    genesis: Mapping[str, Any], salt_key: bytes, played: Sequence[tuple[Link, Sequence[Any]]]
) -> Iterator[tuple[Link | None, str]]:
    """The faults in the draws of a branch: the record (None: genesis) and a text.

    `played` are the records from genesis on, those of play with all their events.
    """
    sides = genesis.get("sides", {})
    keys = {side: mask_key(salt_key, code) for code, side in sides.items()}
    for code, side in sides.items():
        if mask_commitment(keys[side]) != genesis["masks"].get(code):
            yield None, f"the key of {code}'s draws is not the one that genesis commits to"
    draws = Draws(lambda side, label, branch, number: mask_of(keys[side], label, branch, number))
    for record, events in played:
        named = record["body"].get("masks", {}) if record["type"] in ("gm.ruling", "branch.open") else {}
        for code, (number, commitment) in named.items():
            keys[sides[code]] = mask_key(salt_key, code, number)
            if mask_commitment(keys[sides[code]]) != commitment:
                yield record, f"the key of {code}'s draws is not the one that it commits to"
        for event in events:
            for text in draws.take(event, record["branch"]):
                yield record, text


class Draws:
    """Follows the cards of a game through its opened events: every draw, every secret roll and every plan is worked out again.

    `mask` gives the mask of a side's roll.  Each method gives what is wrong, as texts.
    """

    def __init__(self, mask: Any) -> None:
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
        deck = event["deck"]
        if deck not in self.pools:
            self.pools[deck], self.cards[deck] = list(event["cards"]), list(event["cards"])
            self.ends[deck], self.discards[deck] = ([], []), []
        elif sorted(event["cards"]) != sorted(self.pools[deck]):
            yield f"the pool of {deck} holds other cards than came into it"
        else:
            self.pools[deck] = list(event["cards"])

    def _TableDrew(self, event: Any, branch: str) -> Iterator[str]:
        self.drawn = event
        yield from ()

    def _TableTook(self, event: Any, branch: str) -> Iterator[str]:
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
        hand = self.hands.get(event["side"], [])
        if event["card"] not in hand:
            yield f"{event['side']} had no {event['card']} to {event['what']}"
        elif event["what"] != "reveal":
            hand.remove(event["card"])
            if event["what"] != "remove":
                self.discards[event["deck"]].append(event["card"])

    def _TablePutBackCard(self, event: Any, branch: str) -> Iterator[str]:
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
        deck, card = event["deck"], event["card"]
        for cards in (*self.hands.values(), self.pools[deck], *self.ends[deck], self.discards[deck]):
            cards[:] = [one for one in cards if one != card]
        if event["place"] == "hand":
            self.hands.setdefault(event["owner"], []).append(card)
        elif event["place"] in ("pool", "discards"):
            (self.pools if event["place"] == "pool" else self.discards)[deck].append(card)
        yield from ()

    def _TableReshuffled(self, event: Any, branch: str) -> Iterator[str]:
        deck = event["deck"]
        for one in (deck, event["taken"]) if event["taken"] else (deck,):
            cards = [*self.pools[one], *self.ends[one][0], *self.ends[one][1], *self.discards[one]]
            self.pools[one], self.ends[one], self.discards[one] = [], ([], []), []
            self.pools[deck] += cards
        yield from ()

    def _TableShowed(self, event: Any, branch: str) -> Iterator[str]:
        for card in event["cards"]:
            if card not in self.hands.get(event["side"], []):
                yield f"{event['side']} had no {card} to show"

    def _TableRolledSecretly(self, event: Any, branch: str) -> Iterator[str]:
        self.rolled = event
        yield from ()

    def _TableSecretFaces(self, event: Any, branch: str) -> Iterator[str]:
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
        self.words[event["number"]] = event["words"]
        yield from ()

    def _TablePlanOpened(self, event: Any, branch: str) -> Iterator[str]:
        if self.words.get(event["number"]) != event["words"]:
            yield f"number {event['number']} of {event['side']} was opened in other words than were sealed"
