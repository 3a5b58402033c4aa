"""Rows of tables and lists as the sentences that they stand for: ``Target: F/3 | Shooter: Little Wolf | Rate: half``."""

import re
from collections.abc import Callable

from pbem.language.gazetteer import PIECE, Gazetteer
from pbem.language.lexicon import Lexicon, bases
from pbem.language.members import NUMBER_WORDS

_BOX = re.compile(r"(?:^|\s+)\[\s?[xX*]?\s?\]\s*")
_COUNT = re.compile(r"(?:^|\s+)#\s?\d{1,2}[.):]?\s+")
_HEADED = re.compile(r"[A-Za-z][\w ]{2,24}:\s")
_BETWEEN = re.compile(r"\s+[/|]{1,2}\s+")
_LABELS = {
    "who": r"units?|who|compan(?:y|ies)|shooters?|firers?|firing|stack|force",
    "attackers": r"attackers?|attacking",
    "what": r"action|task|orders?|do",
    "where": r"hex|to|dest(?:ination)?|where|goal|move\s+to",
    "target": r"targets?|tgt|enemy|against|vs|objective",
    "how": r"strength|rate|how|volume|weight|fire",
    "leader": r"leader|led\s+by|commander",
    "assault": r"(?:attack|assault|melee|combat)(?:\s+(?:hex|target|on|at|of))?",
    "then": r"then|after(?:wards)?|next|followed\s+by",
    "advance": r"advance|adv",
    "pursuit": r"pursuit|pursue",
}
_LABEL = re.compile(
    rf"\s*(?:{'|'.join(f'(?P<{name}>{words})' for name, words in _LABELS.items())})\s*[:=]\s*(?P<value>[^:=]*)$", re.I
)
_CUT = re.compile(rf"\s*(?:[|/;,.~]|-+)\s+(?=(?:{'|'.join(_LABELS.values())})\s*[:=])", re.I)
_LOSSES = re.compile(r"\bloss(?:es)?\s*[:=]\s*(?=(?:the\s+)?(?:weakest|strongest)\b)", re.I)
_FORBIDDEN = re.compile(r"(?:no|none|nobody|nil|-)\W*$", re.I)


def in_rows(line: str, gazetteer: Gazetteer, lexicon: Lexicon) -> str:
    """The line with its boxes, counts, columns and labels in the sequence of sentences; any other line as it is."""
    line = _under_headings(_labelled(_counted(_LOSSES.sub("losses ", in_plain_order(line)))), lexicon)
    line = _by_number(line, gazetteer, lexicon)
    return _listed(line, lambda text: gazetteer.find(PIECE.findall(text)) is not None)


_N = rf"(?:\d|{'|'.join(word for word, n in NUMBER_WORDS.items() if n < 10 and len(word) > 2 and word != 'once')})"
_NUMBERS = re.compile(
    rf"(?P<ahead>(?:[;,|/.]|\b(?:and|while|but|for|let|then))\s+(?:and\s+|then\s+|the\s+)*)(?P<mark>(?:numbers?|nos?\.?|#)\s*)?"
    rf"(?P<some>{_N}(?:(?:\s*,\s*|\s*(?:and|&|\+)\s*){_N})*)(?=(?:\s+(?P<verb>[a-z']+)(?P<far>\s+\d)?)?(?P<colon>\s*:)?)",
    re.I,
)
"""Units by their numbers alone, behind others of their kind: ``Sub-Legions 1 and 2 advance; 3 and 4 stand fast``."""
_LISTED = re.compile(rf"(?P<stem>[A-Za-z]+(?:-[A-Za-z]+)?)\s*(?:{_N}(?:\s*,\s*|\s*(?:and|&|\+)\s*|\s+))*{_N}\s*$", re.I)
_WAYS = frozenset(
    ("ahead", "back", "forward", "forwards", "fwd", "left", "right", "up", "on", "more", "or", "to", "times")
)


def _by_number(line: str, gazetteer: Gazetteer, lexicon: Lexicon) -> str:
    """The line with the name ahead of each unit that it calls by its number, where there is one name for those."""

    def name(stem: str, word: str) -> str:
        number = word if word.isdigit() else str(NUMBER_WORDS[word.lower()])
        found = gazetteer.find([*stem.split("-"), number])
        is_one = found is not None and len(found.own) == 1 and not found.is_weak and not found.is_misspelt
        return found.own[0] if found is not None and is_one and found.own[0].endswith(f" {number}") else ""

    def named(found: re.Match[str]) -> str:
        words = re.findall(_N, found["some"], re.I)
        verb = found["verb"] or ""
        acts = {one.kind for base in bases(verb, lexicon.forms) for one in lexicon.entries.get(base, ())}
        is_subject = bool(found["mark"] or found["colon"]) or ("act" in acts and (len(words) > 1 or verb not in _WAYS))
        is_subject = is_subject or ("act" in acts and verb in _WAYS and found["far"] is not None)
        is_subject = is_subject and verb not in lexicon.settings["units"]
        stems = re.findall(r"[A-Za-z]+(?:-[A-Za-z]+)?", line[: found.start()]) if is_subject else []
        stems = [one for stem in stems for one in (stem, stem.removesuffix("s"))]
        before = _LISTED.search(line[: found.start()])
        if before is not None and any(
            name(one, words[0]) for one in (before["stem"], before["stem"].removesuffix("s"))
        ):
            return found[0]  # Sub-Legions 1 and 2 advance
        ways = list(dict.fromkeys(tuple(name(stem, word) for word in words) for stem in stems))
        ways = [one for one in ways if all(one)]
        is_new = len(ways) == 1 and len(set(ways[0])) == len(words)
        return f"{found['ahead']}{' and '.join(ways[0])}" if is_new else found[0]

    return _NUMBERS.sub(named, line) if _NUMBERS.search(line) else line


_CHOICES = re.compile(
    r"\b(?:1st|first)\s+(?:choice|pref(?:erence)?|target|option):?\s+(?P<one>[^,;|]+?)\s*[,;/|]?\s+"
    r"(?:2nd|second)(?:\s+(?:choice|pref(?:erence)?|target|option))?:?\s+(?P<two>[^,;|]+)",
    re.I,
)
_WISHED = re.compile(
    r"^for\s+(?:the\s+)?(?P<who>(?!now\b|me\b|us\b|this\b)[^,;:.]{1,50}?),?\s+i\s+(?:would|'d|do|will)?\s*(?:wish|want|like|order|ask|have\s+in\s+mind)"
    r"\s+(?:that\s+|to\s+have\s+)?(?:(?:he|she|it|they)\s+(?=\w))?",
    re.I,
)
_HOLDERS = re.compile(
    r"\b(?:the\s+)?(?:men|boys|lads|fellows|ones|people|troopers|soldiers|those|chaps|guys)\s+(?:who\s+|that\s+|which\s+)?(?:are\s+)?hold(?:s|ing)?\s+(?:the\s+|their\s+)?"
    r"(?:horses|mounts|animals)\s+(?:of|for|from)\s+(?:the\s+)?(?P<who>[A-Z][\w/]*(?:\s+[Cc]ompany|\s+[Tt]roop|\s+[Cc]o\b\.?)?)"
)


def in_plain_order(line: str) -> str:
    """``For the Scouts I wish that they ...`` and ``1st choice G/3, 2nd choice C/3`` as most people say it."""
    line = _CHOICES.sub(lambda found: f"{found['one'].strip()} else {found['two'].strip()}", line)
    line = _HOLDERS.sub(lambda found: f"{found['who']}'s horses", line)
    return _WISHED.sub(lambda found: f"{found['who']} ", line)


def _counted(line: str) -> str:
    """``[x] B/3 3012 [ ] Miners stay`` and ``#1 Gatling - limber #2 Mules - 7415``: each an order of its own."""
    for mark in (_BOX, _COUNT):
        if len(mark.findall(line)) > 1:
            return mark.sub("; ", line).lstrip("; ")
    return line


def _under_headings(line: str, lexicon: Lexicon) -> str:
    """``Dismount: I/3, M/3 / Prone: Miners``: each part under a verb of its own."""
    parts = _BETWEEN.split(line)
    heads = [one.partition(":")[0].lower().split() for one in parts if _HEADED.match(one)]
    is_verb = [any(two.kind == "act" for two in lexicon.entries.get(head[0], ())) for head in heads]
    return ". ".join(parts) if len(heads) == len(parts) > 1 and all(is_verb) else line


def _labelled(line: str) -> str:
    """A row of which each cell has a label, with a manner, or what follows, in a cell of its own."""
    cells: dict[str, str] = {}
    for part in _CUT.split(line.strip().rstrip(".")):
        found = _LABEL.match(part)
        if found is None or found.lastgroup is None:
            return line
        name = next(key for key, text in found.groupdict().items() if text is not None and key != "value")
        if name in cells or not found["value"].strip():
            return line
        cells[name] = found["value"].strip()
    who = cells.get("who") or cells.get("attackers")
    if who is None or not {"how", "then", "target", "assault"} & cells.keys() or len(cells) < 2:
        return line
    if "target" in cells and not {"how", "attackers"} & cells.keys() and next(iter(cells)) != "target":
        return line  # the cells of such a row are in the sequence of a sentence
    words = [who]
    words += ["attack"] if "attackers" in cells and "what" not in cells else []
    words += [cells["what"]] if "what" in cells else []
    words += [f"attack {cells['assault']}"] if "assault" in cells else []
    words += [f"with {cells['leader']}"] if "leader" in cells else []
    words += [f"to {cells['where']}"] if "where" in cells else []
    words += [f"> {cells['target']}"] if "target" in cells and "what" not in cells else []
    words += [f"at {cells['target']}"] if "target" in cells and "what" in cells else []
    words += [cells["how"]] if "how" in cells else []
    text = " ".join(words)
    text += f", then {cells['then']}" if "then" in cells else ""
    for name in ("advance", "pursuit"):
        if name in cells:
            text += f"; no {name}" if _FORBIDDEN.match(cells[name]) else f"; {name} {cells[name]}"
    return text


def _listed(line: str, is_name: Callable[[str], bool]) -> str:
    """``Stay put: Miners; Crook; HQ``: names alone between semicolons are one list."""
    heading, colon, rest = line.partition(": ")
    parts = [one.strip(" .") for one in rest.split(";")]
    is_list = bool(colon) and len(parts) > 1 and ":" not in rest and not is_name(heading)
    return f"{heading}: {', '.join(parts)}" if is_list and all(parts) and all(map(is_name, parts)) else line
