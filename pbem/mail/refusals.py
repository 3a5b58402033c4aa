"""Trouble with a mail server: what its refusal is about, pauses that grow, letters it lists and does not give (RFC 3463)."""

import re
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from pbem.mail.ports import MailTrouble, NotNow

# Pauses after trouble: longer each time, never in step with others, at once again when all is well.

JITTER = 0.2
"""By how much of itself a wait is drawn out at most."""


def no_chance() -> float:
    """No chance at all: every wait is as long as it says."""
    return 0.0


@dataclass
class Backoff:
    """Waits of 1, 2, 4 ... seconds up to `longest`, each drawn out by up to a fifth.  `chance` gives a fraction up to 1."""

    longest: float
    chance: Callable[[], float] = no_chance
    seconds: float = 0.0
    """The wait that is on now; 0 where there is no trouble."""

    def longer(self, longest: float | None = None) -> float:
        """There was trouble again; the seconds to wait now, at most `longest` for this kind of it."""
        whole = min(max(1.0, self.seconds * 2), longest or self.longest)
        self.seconds = whole
        return whole * (1 + JITTER * self.chance())

    def over(self) -> None:
        """All is well."""
        self.seconds = 0.0


ABOUT_THE_LETTER = re.compile(
    r"5\.(?:1\.(?:1|2|3|6|10)|2\.[123]|3\.4)\b|\bsizes?\b|\blength|too (?:large|big|long)|mailbox|recipient's"
    r"|user (?:is )?over",
    re.IGNORECASE,
)
"""Codes and words of an address that is wrong, a mailbox that is closed or full, a letter that is too large."""
LIMIT = re.compile(
    r"[45]\.4\.5\b|5\.1\.90\b|submission ?quota"
    r"|(?:sending|sent|daily|hourly|message|rate|outgoing)[ -](?:\w+ ){0,2}(?:limit|quota)"
    r"|(?:limit|quota) (?:for|of|on) (?:sending|messages|mails)|too many (?:messages|e?-?mails|letters|recipients|connections)"
    r"|unusual (?:sending|rate)|throttl|(?:try|retry)(?: it)?(?: again)? (?:later|tomorrow)|temporar(?:y|ily)"
    r"|[45]\.7\.\d{1,3}\b.{0,200}(?:limit|quota|\brate\b)|e?-?mails per (?:minute|hour|day)|per (?:hour|day) allowed"
    r"|(?:messages?|sending|sender|sender's|mail) rate\b|rate[ -]?limit|over ?limit|max defers"
    r"|(?:exceed|reach)\w{0,3} (?:\S+ ){0,6}(?:limit|sending quota|rate|threshold)|5\.7\.(?:705|708|750)\b"
    r"|limit (?:\w+ ){0,2}(?:exceed|reach|erreicht)|rate exceed|sending volume|relay (?:limit|quota)|versandlimit"
    r"|\b(?:per|an?|each|in 24) (?:minute|hour|day)s?\b|too much mail(?! data)"
    r"|maximum (?:number )?of (?:\S+ ){0,3}(?:messages|e?-?mails|letters|recipients)"
    r"|(?:quota|limit)\W{1,3}(?:\w+ ){0,2}(?:daily|hourly)|(?:sending|outgoing (?:e?-?)mail)\b.{0,80}\b(?:suspended|disabled)",
    re.IGNORECASE,
)
"""Codes and words of refusals that hold for a while only, though they begin with a 5: the provider has had enough of our
letters for now."""
TOO_FAST = re.compile(
    r"(?:receiving|getting) (?:e?-?mail|messages) (?:at a rate|too (?:quickly|fast|often))", re.IGNORECASE
)
"""Words of a mailbox that is closed for a while only, whatever the code says."""
FROM_US = re.compile(
    r"sender address rejected|not owned by user|relay(?:ing)? (?:access )?denied|^5\.1\.[78]\b", re.IGNORECASE
)
"""Words of refusals that come at the recipient and are about the sender: Postfix keeps them back until then."""
LOOKED_AT = 2_000
"""Characters of a reply that are looked at."""


def is_limit(words: str) -> bool:
    """True if a refusal in these words is about how much was sent, and over in some hours."""
    words = words[:LOOKED_AT]
    return bool(TOO_FAST.search(words) or (LIMIT.search(words) and not ABOUT_THE_LETTER.search(words)))


NOT_NOW = re.compile(r"\[(?:UNAVAILABLE|TEMPFAIL|SERVERBUG|INUSE|LIMIT|THROTTLED)\b", re.IGNORECASE)
"""Codes that say that something is refused for a while, whatever was asked (RFC 5530, RFC 9051)."""
SHORT_OF = re.compile(
    r"too many|simultaneous|\blater\b|try again|throttl|\blimit|exceed|quota|unavailable|\bbusy\b|overload|maintenance"
    r"|not connected|shutting down|restart",
    re.IGNORECASE,
)
"""Words of an answer BAD, or of a BYE, by which the server has enough of us and does not stumble over what was asked."""


def trouble_of(words: str) -> MailTrouble:
    """The trouble of a command that was answered BAD, or at which the server said BYE: for now, if its words say so."""
    return NotNow(words) if NOT_NOW.search(words) or SHORT_OF.search(words) else MailTrouble(words)


# Letters that a mail server lists and does not give: how often each was asked for, when a note takes its place, and
# when it is asked for again.

FAULTS = 3
"""So often a letter is asked for at which the server says BAD, or loses the line; then a note takes its place."""
WHILE_OTHERS_COME = 3600.0
"""Seconds for which a letter is asked for that is not given now, while others are."""
ALONE = 24 * 3600.0
"""Seconds for which a letter is asked for where no other shows that the mailbox is served at all."""
REST, LONGEST_REST = 900.0, 24 * 3600.0
"""Seconds until a letter that was passed over is asked for again; doubled each time."""


class Withheld:
    """The letters of one mailbox that were not given, by UID.  `seconds` is a clock that nobody sets."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._failed: dict[int, tuple[int, float]] = {}
        """The number of times that the next letter was asked for and not given, and the first time."""
        self._resting: dict[int, tuple[float, float]] = {}
        """Until when a letter that was passed over is left alone, and for how long it was."""

    def clear(self) -> None:
        """The UIDs have another meaning now."""
        self._failed.clear()
        self._resting.clear()

    def is_tried(self, uid: int) -> bool:
        """Note that a letter was asked for alone and not given; True if that was often enough for a note in its place."""
        times, since = self._failed.get(uid, (0, self._seconds()))
        self._failed[uid] = (times + 1, since)
        return times + 1 >= FAULTS

    def pass_over(self, uid: int, *, after: float = 0.0) -> bool:
        """True if a note takes the place of a letter now, which was asked for in vain for `after` seconds."""
        if self._seconds() - self._failed[uid][1] < after:
            return False
        self._failed.pop(uid)
        self.rest(uid)
        return True

    def rest(self, uid: int) -> None:
        """Leave a letter that was passed over alone for a while, longer each time."""
        rest = min(self._resting[uid][1] * 2, LONGEST_REST) if uid in self._resting else REST
        self._resting[uid] = (self._seconds() + rest, rest)

    def is_resting(self, uid: int) -> bool:
        """True if a letter is left alone now."""
        return uid in self._resting and self._seconds() < self._resting[uid][0]

    def was_passed_over(self, uid: int) -> bool:
        """True if a note stands for a letter, which nobody has read."""
        return uid in self._resting

    def given(self, uids: Collection[int]) -> None:
        """These letters were given after all."""
        for uid in uids:
            self._failed.pop(uid, None)
            self._resting.pop(uid, None)


def note(source: str, uidvalidity: int, uid: int, why: str) -> bytes:
    """The letter that stands in the place of one that is not given; without a sender it is held, and the GM is told.

    No two are alike: a second copy of a letter is ignored.
    """
    seen = datetime.now(UTC).strftime("%d %b %Y %H:%M UTC")
    lines = (
        "From: (the mail server)",
        f"Subject: letter {uid} of the mailbox, which the mail server lists and does not give",
        "",
        f"Mailbox {source}, UIDVALIDITY {uidvalidity}, UID {uid}, {seen}.",
        f"The mail server: {why}",
        "The letter was not read, and still lies in the desk's mailbox.  It is asked for again from time to time,",
        "and read when it is given.  You may also look at it there with a mail program.",
    )
    return "".join(f"{one.encode('ascii', 'replace').decode()}\r\n" for one in lines).encode("ascii")
