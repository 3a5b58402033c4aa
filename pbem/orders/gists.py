"""Decisions: when a line is asked about by its gist, and when it is chat although it names somebody.

The figures are chosen so that hardly an order is lost: what has a gist that can be carried out, and is told rather than asked
or remembered, is asked about (docs/lexicon.md).
"""

import re
from collections.abc import Sequence

from pbem.core.order import Problem
from pbem.language.gist import Gist
from pbem.language.read import MOST_UNKNOWN, Read
from pbem.language.wording.remarks import says_nothing
from pbem.orders.lines import OwnLine
from pbem.orders.prose import MOST_SHOWN, UNCLEAR, Tried
from pbem.orders.verdict import PROSE, REFUSED, LineVerdict

MOST_STRANGE = 1
"""Words that nobody knows in the pieces of a line that is talk by its words, and is asked about all the same."""
LEAST_SHARE = 0.4
"""The part of what such a line names that its gist must have in it."""
MOST_OF_IT = 0.75
"""The part that the gist of a line without a verb must have in it, where words are left that nobody knows."""
LEAST_STRANGE = 3
"""Unknown words of a line that begins with nobody of one's own, and that is talk."""
LEAST_WORDS = 2
_OPENING = r"(?:(?:hey|so|and|btw|umm?|hi|ok|well|oh|please say me)[\s,]+)*"
_ASKS = re.compile(rf"{_OPENING}(?:r|is|are|am|was|were|do|does|did|don't|has|have|had|why|what|who|how|which)\b", re.I)
"""The beginning of a question that asks for no order."""
_WHERE_IS = re.compile(
    rf"{_OPENING}(?:whens|when's|wheres|where's|hows|how's|whos|who's|whys|why's|whats|what's)\b(?!\s+about)", re.I
)
"""A question with or without its mark: ``whens norwood coming``."""
_ECHO = re.compile(
    r"[^.!?;]*\?\s+(?:that's|thats|that\s+is|it's|this\s+is|what\s+(?:a|an)|since\s+when|really|good\s+grief|surely|you\s+must|are\s+you|who)\b(?!.*\d{4})",
    re.I,
)
"""Somebody named in astonishment, and a remark: ``all in 3412? That's a convention.``."""
_MAY = re.compile(
    rf"{_OPENING}(?:r|is|are)\b.*\b(?:allow(?:e?d)|alow(?:e?d)|aloud|able|permitted|supposed|meant)\b", re.I
)
"""A question after a rule, with or without its mark."""
_REQUESTS = re.compile(r"\b(?:could|would|can|will|shall)\b", re.I)
_SO_COULD = re.compile(
    r"\bso,?\s+(?:could|can|would|might|may|should)\s+(?:they|he|it|she)\s+(?:just\s+|please\s+|perhaps\s+|maybe\s+)*(?!be\b|have\b|not\b)[a-z]+",
    re.I,
)
"""Bids those who were named before: ``they look shaken, so could they pull themselves together?``."""
_OF_YOU = re.compile(r"\b(?:could|would|can|will) (?:you|u|we)\b", re.I)
_OUGHT = re.compile(r"\b(?:should|shall|must|ought|need(?:s|ed)? to|had better|have to|has to)\b", re.I)
_OF_ME = re.compile(
    r"(?:sorry[\s,]+)?(?:i'?ll bet|i(?:'m| am) not|i can'?t|i never|i don'?t|i doubt|i hope|i think|i guess|i wonder"
    r"|can'?t wait|got ?t?a go)\b",
    re.I,
)
"""The beginning of what a writer says of themselves."""
_IS_SO = re.compile(
    r"\b(?:is|are|r|am|looks?|seems?|has|ought|reports?|reported|believed)\b"
    r"(?!\s+(?:to|going|ordered|directed|instructed|put|under|not\b))",
    re.I,
)
"""Verbs that tell how something is."""
_WHERE = re.compile(r"\bwhere\s+(?:it|he|she|they)(?:'s|'re|\s+(?:is|are))\b", re.I)
"""The place where somebody is to stay, which tells nothing."""
_TO_DO = re.compile(r"\b(?:should|shall|must|will|want|let|have to|has to|is to|are to|please|pls)\b", re.I)
_UNTIL = re.compile(r"\b(?:before|until|till|after|from) turn \d", re.I)
OF_STANDING = "E18"
"""The beginning of the codes of problems of standing orders and plans: their conditions stay with them."""
UNREAD = ("I cannot read", "An order for several turns")
"""The beginnings of problems of lines that look like standing orders by one word: ``hold ur fire, hes low on bullets``."""
UNREAD_WORDS = ("does not fit here", "is no condition")
"""Words in problems of lines of a plan of which a word was not understood."""
UNREAD_CODES = ("E101", "E104", "E110", "E111", "E182")
"""Codes of problems of lines of which a word was not understood."""
CUT_SHORT = "Something is missing"
_SIGNED = re.compile(r"(?:[A-Z][A-Za-z]*\.?\s*){1,3}")
"""Capitalised words alone, which may sign a letter."""
UNDERSTOOD = ("E104", "E150")
"""Codes of problems that say what is wrong: a place that there is not, another phase."""
_NOTED = re.compile(
    r"(?:memo|notes?|score|supply|supplied|ammo|casualties|losses|status|in contact|open points?|results?|camps seen|sightings?"
    r"|sighting report|village alert|situation|intelligence|figures|odds)\b[\w\s]*:",
    re.I,
)
"""The heading of a note that the writer makes for themselves."""


def is_understood(problem: Problem) -> bool:
    """True if a problem says what is wrong in a line, or asks for what is missing."""
    is_place = problem.text.startswith("No hex or place is called") and (
        len(problem.words.split()) > LONGEST_PLACE or _NO_PLACE.search(problem.words)
    )
    if is_place:
        return False  # no name: all that stands behind the verb
    is_unread = problem.text.startswith(UNREAD) or any(one in problem.text for one in UNREAD_WORDS)
    return (
        problem.code in UNDERSTOOD
        or (problem.code.startswith(OF_STANDING) and not is_unread)
        or "?" in problem.text
        or "If you meant" in problem.text
        or "' goes with " in problem.text
    )


LONGEST_PLACE = 3
"""Words of the name of a place."""
_NO_PLACE = re.compile(
    r"^(?![\W\d]*$).*\d|^(?:with|who|that|which|whose|around|under|of|near|behind|along|still|now|together)\b", re.I
)
"""Signs of no name of a place: a hex, or the beginning of who they are (``everyone with Howard``)."""
MOST_WORDS_OF_A_NOTE = 7
"""Words of a line so short that one word which nobody knows may be somebody: nothing is offered that leaves them out."""


_WHEN = re.compile(r"\s*(?:so\s+|and\s+)?when\s+(?:does|do|did|is|are|will|was|were)\s[^:]*\?", re.I)
"""A question after a time, which is no condition: ``when does Norwood come?``."""


def may_have_gist(found: LineVerdict | None, line: OwnLine, problem: Problem | None) -> bool:
    """True if a line was read as talk, or was not read, or not for sure.

    A line that a rule refuses has been understood, and so has one of the notation in which one word is wrong."""
    is_asked = _WHEN.match(line.text) is not None
    if len(line.text.split()) < LEAST_WORDS or (problem is not None and is_understood(problem) and not is_asked):
        return False
    if found is None or found.verdict == PROSE:
        return True
    return found.verdict == REFUSED and found.problem is not None and found.problem.code == UNCLEAR


def is_read(found: LineVerdict | None) -> bool:
    """True if a line was taken, offered, or refused by a rule."""
    if found is None or found.verdict == PROSE:
        return False
    is_unclear = found.problem is not None and found.problem.code == UNCLEAR
    return not (found.verdict == REFUSED and is_unclear and not found.choices)


def is_offered(line: OwnLine, gist: Gist, read: Read, found: LineVerdict | None) -> bool:
    """True if the writer is asked about the gist of a line."""
    if not gist.candidates or (not gist.tells and gist.strange and gist.share < MOST_OF_IT):
        return False
    words = line.text.strip()
    if _MAY.match(words) or _UNTIL.search(words) or (gist.strange and len(words.split()) <= MOST_WORDS_OF_A_NOTE):
        return False
    if found is not None and found.verdict == PROSE:
        is_question = read.is_doubtful or (read.is_asked and not read.is_wish) or _NOTED.match(words) is not None
        most = MOST_UNKNOWN if bids_everybody(words) else MOST_STRANGE
        return gist.tells and not is_question and gist.strange <= most and gist.share >= LEAST_SHARE
    return True


def is_unread(line: OwnLine, problem: Problem) -> bool:
    """True if a line of several words was not understood, and nothing is offered for it: its verb may be guessed."""
    is_plain = problem.code != "E111" or problem.text.startswith(CUT_SHORT)
    is_said = is_understood(problem) or bool(problem.suggest)
    return problem.code in UNREAD_CODES and is_plain and not is_said and len(line.words.split()) > LEAST_WORDS


def may_be_guessed(found: LineVerdict, read: Read) -> bool:
    """True if an unclear line has no offer, or few beside words that nobody knows: its verb may be guessed."""
    if found.verdict != REFUSED or found.problem is None or found.problem.code != UNCLEAR:
        return False
    if _SIGNED.fullmatch(found.text.strip()):
        return False
    is_long = len(found.text.split()) > LEAST_WORDS
    return len(found.choices) < MOST_SHOWN and (bool(read.unknown) or (is_long and not found.choices))


_ABOUT_RULES = re.compile(r"\s*can\b[^.!?]*\?\s*$", re.I)
"""A question alone, which may be about the rules: ``Can the Gatling fire after it has moved?``."""
_ASKS_OF = re.compile(
    r"\b(?:how|what)\s+about\b(?!\s+(?:you|your|u|me|that|this|it)\b)|\b(?:could|can)\s+(?:they|he|she|it|the|my|our"
    r"|both|everyone|everybody|[A-Z]\w*)\b(?!\s+(?:have\s+been|see|know|mean|be\s+(?:that|right)))",
    re.I,
)
"""Words of a wish: ``those three companies, could they have a lie down?``."""
_SHOULD = re.compile(
    r"\b(?:should|shall|must|had\s+better)\b(?!\s+(?:have|be\s+(?:fine|ok|fun|easy|enough|good)|i\b|we\b|you\b))", re.I
)
_WILL = re.compile(r"\b(?:will|shall|must)\b(?!\s+(?:be|have|never|you|not)\b)", re.I)
_HOW_MUCH = re.compile(
    r"[,;]\s+(?:so|but|and)\s+(?:only\s+|just\s+)?(?:half|full|one|a\s+half|a\s+full|the\s+whole)\b|,\s*(?:half|full)\s+(?:fire|power|volley|strength)\W*$",
    re.I,
)
_FAVOURS = re.compile(
    r"^(?:so\s+|well\s+|ok\s+)?(?:i'?d?|we'?d?)\s+(?:would\s+)?(?:fancy|like|want|pick|choose|favou?r|love)\b.*\b(?:for|with|against|to)\b",
    re.I,
)
_LETS = re.compile(
    r"\b(?:let|have|get|make)\s+(?:the\s+)?(?!(?:you|me|us|it|him|them|that|this|know|s)\b)[\w/']+", re.I
)
_BOTH_DO = re.compile(r"\band\s+[\w/.' ]+?\s+both\s+(?!of\b|are\b|were\b|have\b|had\b|in\b|at\b|on\b|look)\w+", re.I)
_SITS = re.compile(
    r"(?:sitting|staying|holding|waiting|keeping|hanging|standing|passing|skipping|resting|stopping)\b", re.I
)
_OF_OTHERS = re.compile(
    r"\b(?:you|your|yours|u|ur|would\s+have|could\s+have|should\s+have|might\s+have|last\s+(?:turn|time|game|week|year)|i\s+wonder|if\s+only)\b",
    re.I,
)
"""The other player and what might have been: a line with these may tell."""


_IN_HOPE = re.compile(
    r"^(?:i'?m\s+|i\s+am\s+)?hop(?:e|ing)\s+(?:for|4)\s+.*\b(?:half|full)\s+(?:fire|power|volley|strength)\b", re.I
)
"""``hoping for a hit on E/3 from Rain in the Face, half fire``."""


_OPENS_BIDDING = r"(?:(?:ok|okay|so|and|but|well|right|now|please|pls|just|yes|no|let|have|keep|tell)[\s,]+)*"
_ALL_OF_THEM = (
    r"(?:all(?:\s+(?:of|my|our|the|them|us|you|units?|troops?|men|guys|lot|hands|of\s+you))*|e?v[a-z]{0,3}r?y?\s?(?:body|one|1)|(?:my|our)\s+(?:lot|side|people|army|force|boys|men|lads|guys)"
    r"|the\s+(?:whole|entire)\s+\w+|(?:they|we|you)\s+all)"
)
_DOES_NOTHING = (
    r"(?:stays?|holds?|waits?|sits?|keeps?|remains?|stands?|rests?|stops?|pass|passes|hangs?"
    r"|staying|holding|waiting|sitting)"
)
_STAYS_ALL = re.compile(
    rf"{_OPENS_BIDDING}(?:{_ALL_OF_THEM}\s+(?:(?:to|just|will|shall|should|must|can|is|are|simply|both|please|pls|gets?)\s+)*{_DOES_NOTHING}\b"
    r"|(?:nobody|noone|no\s?one|no1|none\s+of\s+\w+)\s+(?:(?:is|are|to|will|shall|should|must|may|can)\s+)*"
    r"(?:stirs?|moves?|budges?|goes|go|fights?|shoots?|fires?|attacks?|leaves?|twitch\w*|acts?|mounts?|charges?|advances?|pursues?)\b)",
    re.I,
)
"""Begins a line by which everybody is to stay, or nobody to do something."""


def bids_everybody(words: str) -> bool:
    """True if a line bids everybody stay, or nobody do something: that is never chat."""
    return "?" not in words and _STAYS_ALL.match(words.strip()) is not None


_VERSUS = re.compile(
    r"\W*(?:(?:co|company)\.?\s+)?[\w/']+(?:(?:\s*[,+&]\s*|\s+and\s+)[\w/']+){0,5}\s+(?:v|vs|x|versus)\.?\s", re.I
)
"""Begins an attack without a verb: ``G v Black Moon``."""


_ALLOWS = re.compile(
    r"\b(?:may|can|might(?:\s+as\s+well)?|shall|will)\s+(?:\w+\s+){1,5}where\s+(?:it|they|he|she)(?:'s|'re|\s+(?:is|are|stands?))\b"
    r"|\b(?:can|may|might(?:\s+as\s+well)?)\s+(?:just\s+|all\s+|both\s+)?(?:stay|stop|rest|wait|sit|remain)\s+(?:at\s+home|put|here|there|in|where|and)\b",
    re.I,
)
"""Words that allow somebody to stay: ``Company C may eat its lunch where it is``."""
_MIGHT_TRY = re.compile(
    r"\b(?:might|may|could|can)\s+(?:as\s+well\s+|perhaps\s+|just\s+)?(?:have|take|give)\s+(?:\w+\s+)?an?(?:other)?\s+"
    r"(?:go|crack|pop|try|shot|stab|bash|swing|poke|turn)\b",
    re.I,
)
"""``company M alone might have a crack at Black Moon``."""
_YOU = re.compile(r"\b(?:you|your|yours|u|ur)\b", re.I)


def is_bidden(words: str, read: Read) -> bool:
    """True if a line that was read as talk bids somebody of one's own do something, in the plain words for bidding."""
    if _SO_COULD.search(words) is not None:
        return True
    may_do = _ALLOWS.search(words) is not None or (read.names_foe and _MIGHT_TRY.search(words) is not None)
    if may_do and (read.names_own or read.has_name) and "?" not in words and _YOU.search(words) is None:
        return True
    if _OF_OTHERS.search(words) is not None:
        return False
    if read.names_foe and "?" not in words and _VERSUS.match(words) is not None:
        return True
    is_at = read.names_foe or read.has_hex
    if _IN_HOPE.match(words.strip()) is not None or (read.names_foe and _HOW_MUCH.search(words) is not None):
        return True
    has_own = read.names_own or read.has_name
    if (
        read.is_wish
        and has_own
        and (read.has_act or read.has_hex)
        and "?" in words
        and _ASKS_OF.search(words) is not None
        and (read.candidates or _ABOUT_RULES.match(words) is None)
    ):
        return True
    is_plain = "?" not in words and read.has_act and not read.unknown and bool(read.candidates)
    if is_plain and _WILL.search(words) is not None:
        return True
    if not read.names_own:
        return bool(read.candidates) and _SITS.match(words.strip()) is not None and not read.is_asked
    if "?" not in words and read.has_act and (is_at or read.names_two) and _SHOULD.search(words) is not None:
        return True
    if is_at and _FAVOURS.match(words) is not None:
        return True
    if read.has_act and read.has_hex and _LETS.search(words) is not None and "?" not in words:
        return True
    return read.names_two and read.has_act and _BOTH_DO.search(words) is not None


def is_small_talk(line: OwnLine, read: Read) -> bool:
    """True if a line only asks after somebody, names them in astonishment, or says what somebody thinks or deserves."""
    words = line.text.strip()
    if read.has_hex and _ECHO.match(words) is None:
        return False
    return _WHERE_IS.match(words) is not None or _ECHO.match(words) is not None or says_nothing(words)


def tells_only(line: OwnLine, read: Read, found: LineVerdict | None) -> bool:
    """True if a line without any gist, and that was not read otherwise, tells or asks something, and orders nothing."""
    if found is not None and (found.choices or found.verdict == PROSE):
        return False
    words = line.text.strip()
    is_request = _REQUESTS.search(words) is not None and read.names_own and read.has_act
    is_request = is_request or _OF_YOU.search(words) is not None
    is_told = read.names_own and read.has_act and _OUGHT.search(words) is not None
    is_of_me = _OF_ME.match(words) is not None and not (is_request or is_told or read.is_wish)
    if _MAY.match(words) or is_of_me or ("?" in words and (_ASKS.match(words) or not is_request)):
        return True
    is_told = read.opens_with_own or read.begins_with_some or read.opens_with_act or read.is_forbidding
    if (read.is_past or read.is_over or read.is_yours) and not is_told:
        return True
    strange = len(read.unknown)
    is_done = read.has_condition or _TO_DO.search(words) is not None
    if is_done:
        return False
    if _IS_SO.search(_WHERE.sub("", words)) and strange >= LEAST_STRANGE - 1:
        return True  # those lodges at 1502 are really close
    if not (read.has_act or read.has_hex) and strange >= LEAST_STRANGE - (not is_told):
        return True  # Hawk in mass again.  Silly formation.
    return not (is_told or read.is_wish) and strange >= LEAST_STRANGE


def mass(orders: Sequence[str]) -> int:
    """The number of units that some orders are for."""
    return sum(1 + one.count(" + ") for one in orders)


def is_gist(only: Tried, tried: Sequence[Tried], *, is_corrected: bool) -> bool:
    """True if the only reading of a line is its gist, too; one of a line that takes something back must have one."""
    if tried and only.candidate.is_covered and set(tried[0].canonical) <= set(only.canonical):
        return True
    return tried[0].canonical == only.canonical if tried else not is_corrected
