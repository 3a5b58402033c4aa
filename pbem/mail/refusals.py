"""The subject of a mail server's refusal: the letter, its recipient or us; for good or for a while (RFC 3463)."""

import re

ABOUT_THE_LETTER = re.compile(
    r"5\.(?:1\.(?:1|2|3|6|10)|2\.[123]|3\.4)\b|\bsizes?\b|too (?:large|big|long)|mailbox|recipient's|user (?:is )?over",
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
    r"|(?:exceed|reach)\w{0,3} (?:\S+ ){0,6}(?:limit|sending quota|rate)",
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
