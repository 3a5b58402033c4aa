"""The gate: an ordered list of named looks at a letter, before any word of it counts (docs/gm-handbook.md).

The table at the end is the gate.  The first line that stops a letter decides; no later one is asked.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pbem.mail.address import Addressed
from pbem.mail.letter import Letter
from pbem.mail.mime import LIMITS, Limits

KeyState = Literal["current", "old", "wrong"]

Do = Literal["pass", "ignore", "hold", "answer"]
"""Let it in; drop it unanswered; keep it for the GM; answer the *registered* address, in words, with what is wrong."""


class Register(Protocol):
    """The gate's questions to those who know games and players."""

    def knows(self, address: str) -> bool:
        """True if any player or GM registered this address."""
        ...

    def absent(self, game: str) -> str:
        """Why a game is not here, in a sentence: it was archived, or never was at this desk; "" if it is here."""
        ...

    def sides_of(self, address: str, game: str) -> tuple[str, ...]:
        """The codes of the sides of a game that the address plays; () for none, or if there is no such game."""
        ...

    def key_state(self, game: str, side: str, key: str) -> KeyState:
        """`current` for the newest report's key, `old` for an earlier one's, else `wrong`."""
        ...

    def wrong_keys_today(self, game: str, address: str) -> int:
        """The number of wrong keys that came from this address for this game today."""
        ...


@dataclass(frozen=True, slots=True)
class Policy:
    """The house's own marks and how strict it is.

    `instance` is our `X-PBEM-Loop`; `own` our addresses; `authserv` the name under which our own server writes
    Authentication-Results ("" if it writes none); `strict` asks for its dkim=pass.
    """

    instance: str
    own: frozenset[str] = frozenset()
    authserv: str = ""
    strict: bool = False
    wrong_keys_a_day: int = 20
    limits: Limits = field(default=LIMITS)


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """The gate's verdict: which look stopped the letter ("" if none did), what is to be done, and why, in a sentence.

    A letter that passes has its `game`, `side` and whether its key is `current` or `old` (the key of an older report
    serves for questions; orders under it only if the position is the same).
    """

    check: str
    do: Do
    why: str = ""
    game: str = ""
    side: str = ""
    key: KeyState = "wrong"


@dataclass(frozen=True, slots=True)
class _Arrival:
    letter: Letter
    addressed: Addressed
    register: Register
    policy: Policy

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that the letter may be of: the one in its address, else all that its sender plays in that game."""
        sides = self.register.sides_of(self.letter.from_, self.addressed.game)
        return tuple(side for side in sides if not self.addressed.side or side == self.addressed.side)

    @property
    def key(self) -> tuple[KeyState, str]:
        """The best state of the key under any of those sides, and that side."""
        found = [(self.register.key_state(self.addressed.game, side, self.addressed.key), side) for side in self.sides]
        return min(found, key=lambda one: ("current", "old", "wrong").index(one[0]), default=("wrong", ""))


Stop = tuple[Do, str]


def own_loop(arrival: _Arrival) -> Stop | None:
    """Our own letter come back, or one of another such program: two of them would write to each other forever."""
    loop = arrival.letter.header("x-pbem-loop")
    if loop:
        return "ignore", f"It carries X-PBEM-Loop: {loop[:60]}."
    if arrival.letter.from_ and arrival.letter.from_ in arrival.policy.own:
        return "ignore", "It comes from our own address."
    return None


def bounce(arrival: _Arrival) -> Stop | None:
    """A delivery report: of no player, and never to be answered."""
    return ("ignore", "It is a delivery report.") if arrival.letter.kind == "bounce" else None


def auto_reply(arrival: _Arrival) -> Stop | None:
    """An absence note or the like (RFC 3834)."""
    return ("ignore", "It was written by a program.") if arrival.letter.kind == "auto-reply" else None


def bulk(arrival: _Arrival) -> Stop | None:
    """Mail to many, by Precedence or by the headers of a mailing list; but with a good key of its sender's it is a player's,
    whatever a server on its way has added."""
    precedence = arrival.letter.header("precedence").strip().lower()
    is_bulk = precedence in ("bulk", "junk", "list")
    is_list = arrival.letter.header("list-id") or arrival.letter.header("list-unsubscribe")
    if not (is_bulk or is_list) or arrival.key[0] != "wrong":
        return None
    return "ignore", f"It says Precedence: {precedence}." if is_bulk else "It comes from a mailing list."


def no_sender(arrival: _Arrival) -> Stop | None:
    """From must hold one address: with none or two nobody can be asked about it."""
    return None if arrival.letter.from_ else ("hold", "Its From line has no address, or several.")


def game_not_here(arrival: _Arrival) -> Stop | None:
    """A letter to the address of a game that was archived, or is at another desk, whose players are not registered here."""
    why = "" if arrival.register.knows(arrival.letter.from_) else _absent(arrival)
    return ("hold", f"Its sender plays no other game here. {why}") if why else None


def unknown_sender(arrival: _Arrival) -> Stop | None:
    """Strangers get no answer: it would tell a spammer that somebody reads here."""
    if arrival.register.knows(arrival.letter.from_):
        return None
    return "hold", "Its sender is not a registered address."


def failed_domain(arrival: _Arrival) -> Stop | None:
    """Stop a letter whose sender's domain failed a check of our own mail server; other servers' findings are anybody's
    words."""
    policy = arrival.policy
    results = domain_results(arrival.letter, policy.authserv) if policy.authserv else {}
    for method in ("dmarc", "dkim"):
        if results.get(method) in ("fail", "permerror"):
            return "hold", f"Our mail server found {method}={results[method]}."
    if policy.strict and results.get("dkim") != "pass":
        return "hold", f"The policy is strict and our mail server found dkim={results.get('dkim', 'none')}."
    if policy.strict and results.get("dmarc") != "pass":
        signers = _signers(arrival.letter)
        if signers and not any(_is_of(one, arrival.letter.from_) for one in signers):
            return "hold", f"The policy is strict and its sender's domain has not signed it, but {', '.join(signers)}."
    return None


def too_big(arrival: _Arrival) -> Stop | None:
    """More than is read, and no text at its beginning: the sender, who is known by now, is told."""
    if arrival.letter.size > arrival.policy.limits.letter and arrival.letter.kind == "unreadable":
        return (
            "answer",
            f"It has more than {arrival.policy.limits.letter:,} bytes. Please send the orders alone, as plain text.",
        )
    return None


def unreadable(arrival: _Arrival) -> Stop | None:
    """Nothing in it can be read as text."""
    if arrival.letter.kind == "unreadable":
        why = " ".join(arrival.letter.findings) or "Nothing in it can be read as text."
        return "answer" if arrival.key[0] != "wrong" else "hold", why
    return None


def no_game(arrival: _Arrival) -> Stop | None:
    """A player's letter, but of which game?"""
    if arrival.addressed.game:
        return None
    return "answer", "It does not say which game it is for. Please reply to a report, or put [game] into the subject."


def other_player(arrival: _Arrival) -> Stop | None:
    """A registered address, but not of this side of this game."""
    if arrival.sides:
        return None
    return "hold", f"Its sender does not play this side of this game. {_absent(arrival)}".rstrip()


def _absent(arrival: _Arrival) -> str:
    """The words about a letter that answers one of ours about a game that is not here."""
    addressed = arrival.addressed
    return arrival.register.absent(addressed.game) if addressed.how == "address" else ""


def no_key(arrival: _Arrival) -> Stop | None:
    """The right sender without the key: anybody can write a From line."""
    if arrival.addressed.key:
        return None
    return "answer", "It carries no order key. Please reply to the newest report, or add its line 'key: ...'."


def too_many_wrong_keys(arrival: _Arrival) -> Stop | None:
    """Somebody is guessing: until tomorrow keys of this sender are not even looked at.  Their opponent's are."""
    count = arrival.register.wrong_keys_today(arrival.addressed.game, arrival.letter.from_)
    if count < arrival.policy.wrong_keys_a_day:
        return None
    return "hold", f"{count} letters with wrong keys came for this game from this address today."


def wrong_key(arrival: _Arrival) -> Stop | None:
    """A key that we never sent this player."""
    if arrival.key[0] != "wrong":
        return None
    return "answer", f"We never sent this player the key {arrival.addressed.key}."


Check = Callable[[_Arrival], Stop | None]

GATE: tuple[tuple[str, Check], ...] = (
    ("own loop", own_loop),
    ("bounce", bounce),
    ("auto-reply", auto_reply),
    ("bulk", bulk),
    ("no sender", no_sender),
    ("game not here", game_not_here),
    ("unknown sender", unknown_sender),
    ("failed domain", failed_domain),
    ("too big", too_big),
    ("unreadable", unreadable),
    ("no game", no_game),
    ("other player", other_player),
    ("no key", no_key),
    ("too many wrong keys", too_many_wrong_keys),
    ("wrong key", wrong_key),
)
"""Automatic mail first, since it must never be answered; then who it is; only then what may be answered."""


def pass_gate(letter: Letter, addressed: Addressed, register: Register, policy: Policy) -> GateVerdict:
    """Put a letter through the gate: the first look that stops it decides, else it passes with its game and side."""
    arrival = _Arrival(letter, addressed, register, policy)
    for name, look in GATE:
        if stop := look(arrival):
            do, why = stop
            return GateVerdict(name, do, why, game=addressed.game, side=addressed.side)
    state, side = arrival.key
    return GateVerdict("", "pass", game=addressed.game, side=side, key=state)


def looks(letter: Letter, addressed: Addressed, register: Register, policy: Policy) -> tuple[tuple[str, str], ...]:
    """Every look with what it finds wrong ("" for nothing): those after the one that stops the letter were not asked."""
    arrival = _Arrival(letter, addressed, register, policy)
    found = []
    for name, look in GATE:
        stop = look(arrival)
        found.append((name, stop[1] if stop else ""))
        if stop:
            break
    return tuple(found)


_METHOD = re.compile(r";\s{0,20}(dkim|dmarc|spf)\s{0,3}=\s{0,3}([a-z]{1,20})", re.IGNORECASE)
_LONGEST_RESULTS = 8_000
"""Characters: no result of a mail server is that long."""
_COMMENT = re.compile(r"\([^()]{0,500}\)")


_SIGNED = re.compile(
    r"dkim\s{0,3}=\s{0,3}pass\b[^;]{0,1000}?\bheader\.[di]\s{0,3}=\s{0,3}\"?(?:[^;\s@]{0,64}@)?([a-z0-9.-]{1,253})",
    re.IGNORECASE,
)
MOST_SIGNERS = 5


def _signers(letter: Letter) -> tuple[str, ...]:
    """The domains whose signatures our server found right (`header.d`, `header.i`): anybody can sign for their own."""
    header = _COMMENT.sub("", letter.header("authentication-results")[:_LONGEST_RESULTS])
    return tuple(dict.fromkeys(one.lower() for one in _SIGNED.findall(header)))[:MOST_SIGNERS]


def _is_of(domain: str, address: str) -> bool:
    """True if an address belongs to a domain, or to one above or below it, as DMARC's relaxed alignment has it."""
    own = f".{address.rpartition('@')[2]}"
    return own.endswith(f".{domain}") or f".{domain}".endswith(own)


def domain_results(letter: Letter, authserv: str) -> dict[str, str]:
    """The topmost Authentication-Results (RFC 8601), if our server wrote it: `{"dkim": "pass", "dmarc": "fail"}`.

    Of several DKIM results a pass counts before a fail: lists add broken ones.
    """
    header = _COMMENT.sub("", letter.header("authentication-results")[:_LONGEST_RESULTS])
    if header.partition(";")[0].strip().split(" ")[0].lower() != authserv.lower():
        return {}
    results: dict[str, str] = {}
    for match in _METHOD.finditer(header):
        method, result = match[1].lower(), match[2].lower()
        if results.get(method) != "pass":
            results[method] = result
    return results
