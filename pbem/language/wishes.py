"""Orders that are put as wishes: ``I'd sleep better if the Miners kept low`` as ``the Miners keep low``.

Only the frame goes; what is wished for is read like any order, with every negation in it.
"""

import re
from collections.abc import Mapping

_MUCH = (
    r"(?:(?:a|an|much|far|so|very|really|just|quite|rather"
    r"|whole|lot|bit|little|hell\s+of\s+a|way|that|more|all\s+the|ever\s+so)\s+)*"
)
_GOOD = (
    r"(?:better|best|happier|happy|easier|easy|safer|calmer|comfortable|comfier|nice|nicer|grand|great|good|lovely|super|superb|ideal"
    r"|handy|useful|neat|cool|fine|delighted|obliged|glad|pleased|grateful|wise|wiser|prudent|clever|smart|thrilled|content|relieved)"
)
_WOULD = r"(?:would|wud|wld|might|'d|will|'ll)"
_HYPOTHESIS = (
    rf"(?:(?:i|we|it|that|this|'?t)\s*{_WOULD}|would(?:n't|nt)?\s+(?:it|that)|(?:i|we)d|would(?=\s+be\s))\s+(?:(?:really|quite|certainly|rather|also)\s+)?"
    rf"(?:(?:feel|sleep|rest|breathe|be|look|seem)\s+{_MUCH}{_GOOD}"
    r"|(?:like|love|appreciate|prefer|welcome|enjoy)\s+it|be\s+(?:a\s+)?(?:weight\s+off\s+my\s+mind|an?\s+\w+\s+idea|my\s+preference)"
    r"|(?:suit|help|please|cheer|comfort|reassure)\s+(?:me|us)|do\s+me\s+good|mean\s+a\s+lot)"
    rf"(?:\s+{_MUCH}(?:much|more|better|fine|up|no\s+end))?(?:\s+(?:to|of|for)\s+(?:me|you|us))?\s*,?\s+(?:if|(?<=ier\s)with|(?<=better\s)with|(?<=safer\s)with|(?<=calmer\s)with|(?<=happy\s)with)\s+(?:you\s+could\s+(?:have|get)\s+)?"
)
_SEES = (
    rf"(?:(?:i|we)\s*{_WOULD}\s+|id\s+|would\s+|wud\s+)?(?:(?:rather|quite|really|dearly|very\s+much|so|simply)\s+)?"
    r"(?:(?:love|like|be\s+(?:glad|happy|keen|pleased|delighted)|care|dying)\s+to\s+see(?!\s+(?:how|what|if|you|your|that|it|this|more|some)\b)"
    r"(?![^.;]*\b(?:by|before|in|until|till)\s+turn\b|[^.;]*\b(?:show|turn)s?\s+up\b|[^.;]*\b(?:arrive|appear|survive|win|lose|fail)s?\b)"
    r"|(?:wouldn't|wouldnt|would\s+not|don't|dont|do\s+not)\s+mind\s+(?:seeing|having|it\s+if)|fancy\s+(?:seeing|having))\s+"
)
_TIME = (
    r"(?:(?:i\s+(?:think|reckon|guess|feel)\s+)?(?:it'?s|it\s+is|now\s+is)\s+)?(?:(?:about|high|perhaps|maybe|surely|probably)\s+)?"
    r"time\s+(?:for|that)\s+(?!\d|(?:me|you|us|a|an|bed|tea|lunch|dinner|supper|some|another|my|your|one)\b)"
)
_LETS = (
    r"(?:let'?s|let\s+(?:us|me))\s+(?:(?:just|now|maybe)\s+)?(?:see(?:\s+(?:if|whether)(?!\s+(?:you|i|it|this|that)\b)(?:\s+we\s+can\s+(?:get|have))?"
    r"(?=\s+(?:[\w/'.&+,-]+\s+){1,7}?(?:can|will|could)\s)|(?=\s+(?:the|our|my|[A-Z])))|watch)\s+(?!what\b|how\b|if\b|where\b|who\b|whether\b)"
)
_HOPES = (
    r"(?:(?:i'?m|i\s+am|we'?re|am)\s+)?(?:hoping|hopeful)\s+(?:that\s+)?(?!(?:you|your|to|the\s+dice|it|for|i|we|they|this|that)\b)"
    r"(?=(?:[\w/'.&+,-]+\s+){1,6}?(?:can|could|will|gets?|may|might)\s)"
)
_WISH = r"(?:i|we)?\s*wish\s+(?:that\s+)?(?!(?:you|i|we|me|u|it|them)\b)(?=(?:[\w/'.&+,-]+\s+){1,6}?(?:would|wud|wld|could)\s)"
_FRAME = re.compile(
    rf"(?P<start>^|[.!;:]\s+|,\s+(?:so\s+|but\s+|and\s+)?|\b(?:so|but)\s+)\s*(?:(?:well|ok|okay|right|maybe|honestly|really|now|so|and|i\s+(?:think|reckon|guess))\b[\s,]*)*"
    rf"(?:(?P<past>{_HYPOTHESIS})|{_SEES}|{_TIME}|{_LETS}|{_HOPES}|{_WISH})",
    re.I,
)
_NOT_THOUGHT = re.compile(
    r"\b(?:i|we)\s+(?:really\s+)?(?:do\s+not|don'?t|cannot|can'?t)\s+(?:really\s+)?(?:think|reckon|believe|feel|suppose|see\s+why|see\s+that)\s+(?:that\s+)?"
    r"(?P<who>[^,;.:!?]{1,48}?)\s+(?P<verb>should|ought\s+to|needs?\s+to|has\s+to|have\s+to|must)\b(?!\s+(?:have|not)\b)",
    re.I,
)
"""``I don't think Lone Bull should fire``: he should not."""
_ONE = re.compile(r"\b(any|some|every|no)1(?=s?\b|'s)", re.I)
"""``if some1s in 12``."""
_PAST = {
    "were": "are",
    "was": "is",
    "kept": "keep",
    "went": "go",
    "got": "get",
    "took": "take",
    "brought": "bring",
    "had": "have",
    "came": "come",
    "left": "leave",
    "held": "hold",
    "stood": "stand",
    "gave": "give",
    "made": "make",
    "ran": "run",
    "rode": "ride",
    "fell": "fall",
    "lay": "lie",
    "sat": "sit",
    "put": "put",
    "did": "do",
    "didn't": "don't",
    "weren't": "aren't",
    "wasn't": "isn't",
    "could": "can",
    "would": "will",
    "might": "may",
    "stuck": "stick",
    "dug": "dig",
    "shot": "shoot",
    "fought": "fight",
    "led": "lead",
    "sent": "send",
    "found": "find",
    "let": "let",
    "drew": "draw",
    "swung": "swing",
    "struck": "strike",
    "crept": "creep",
    "slid": "slide",
    "withdrew": "withdraw",
    "drove": "drive",
    "threw": "throw",
    "slipped": "slip",
}
_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_ENDS = re.compile(r"[.;!?]\s|$")


def plainly_asked(line: str, forms: Mapping[str, str]) -> str:
    """The line with the orders in it that are put as wishes in plain words; `forms` are irregular ones with their bases."""
    line = _ONE.sub(r"\1one", line)
    line = _NOT_THOUGHT.sub(lambda found: f"{found['who']} should not", line)
    at = 0
    while (found := _FRAME.search(line, at)) is not None:
        end = _ENDS.search(line, found.end())
        stop = end.start() if end is not None else len(line)
        wished = line[found.end() : stop]
        if found["past"] is not None:
            wished = _WORD.sub(lambda word: _in_present(word[0], forms), wished)
        ahead = line[: found.start()] + found["start"]
        line, at = ahead + wished + line[stop:], len(ahead) + 1
    return line


def _in_present(word: str, forms: Mapping[str, str]) -> str:
    """A past as what it is the past of: ``if they kept low``."""
    low = word.lower()
    if low in _PAST:
        return _PAST[low]
    if low.endswith("ed") and len(low) > 4 and low in forms:
        return forms[low]
    if low.endswith("ed") and len(low) > 4 and word[0].islower() and not low.endswith("eed"):
        root = low[:-2]
        return root[:-1] if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "slf" else root
    return word
