"""Lines of a letter: wrapping, rules under headings, and the characters that mail leaves alone.

ASCII and the letters of the letter's language (``ä``), at most 76 characters, no tabs, no trailing blanks; no line begins
with ``-`` (signing programs double it) or ``From `` (mailboxes put ``>`` before it).
"""

import unicodedata
from collections.abc import Sequence

from pbem.reports import letter_style

WIDTH = 76
"""Characters in a line of a letter: with the `> ` of a reply before it, no mail program breaks it."""


SPELT = {
    "\u201e": '"', "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-", "\u2026": "...",
    "\u00df": "ss", "\u00e6": "ae", "\u00c6": "Ae", "\u00f8": "o", "\u00d8": "O", "\u0142": "l", "\u0141": "L",
    "\u00a0": " ", "\u2192": "->", "\u00d7": "x",
}  # fmt: skip

GLUE = "\0"
PRINTABLE = bytes(range(32, 127))


def ascii_text(text: str) -> str:
    """The nearest ASCII: accents fall away, curly quotes become straight ones, letters of other scripts are romanised.

    Letters that what is being written may hold stay as they are; a sign without any likeness becomes ``?``.
    """
    if text.isascii() and text.isprintable():
        return text
    text = text if text.isascii() else unicodedata.normalize("NFC", text)
    out: list[str] = []
    for character in text:
        if character in "\t\v\f\r":
            out.append(" ")
        elif (
            character == "\n"
            or (character.isascii() and character.isprintable())
            or (not character.isascii() and letter_style.keeps(character))
        ):
            out.append(character)
        elif character in SPELT:
            out.append(SPELT[character])
        elif not character.isascii():
            plain = "".join(c for c in unicodedata.normalize("NFKD", character) if c.isascii() and c.isprintable())
            out.append(plain or _romanised(character))
    return "".join(out)


def _romanised(character: str) -> str:
    """A letter of another script in ASCII: ``Zh`` for the Cyrillic one; "" for a mark, ``?`` for a sign of no script."""
    if unicodedata.category(character) in ("Mn", "Cf"):
        return ""
    if not character.isalnum():
        return "?"
    from anyascii import anyascii  # only for names in other scripts

    return anyascii(character) or "?"


SMALL_WORDS = ("a", "an", "and", "at", "in", "of", "on", "the", "to")


def titled(text: str) -> str:
    """A title in capitals as it is written elsewhere: ``The Battle of Rosebud Creek``."""
    words = [word.lower() for word in text.split(" ")]
    return " ".join(word if n and word in SMALL_WORDS else word[:1].upper() + word[1:] for n, word in enumerate(words))


def wrap(text: str, width: int, *, first: str = "", rest: str = "") -> list[str]:
    """`text` in lines of at most `width` characters; `first` stands before the first line, `rest` before the others.

    Runs of blanks inside the text are kept where they do not fall on a line's end; its own line ends are blanks.  A word
    that is too long for any line is cut.
    """
    if "\n" in text:
        text = text.replace("\n", " ")
    if len(first) + len(text) <= width:
        return [f"{first}{text}".replace(GLUE, " ").rstrip()]
    lines: list[str] = []
    head, text = first, text.rstrip(" ")
    while len(text) > (room := max(width - len(head), 0)):
        # All words that end within the room stand before its last blank; a word that begins the line and is longer is cut.
        end = text.rfind(" ", 0, room + 1)
        if end < 0 or text[:end].isspace() or not end:
            # Words that are to stay together and have no line for all of them are parted where one ends.
            end = text.rfind(GLUE, 0, room + 1)
        if end < 0 or text[:end].isspace() or not end:
            end = room
        lines.append(head + text[:end])
        head, text = rest, text[end:].lstrip(f"{GLUE} \t")
    lines.append(head + text)
    return [line.rstrip().replace(GLUE, " ").rstrip() for line in lines]


def glued(text: str) -> str:
    """The same words, which `wrap` parts at a line's end only where no line holds them: their blanks are stood in for."""
    return text.replace(" ", GLUE)


def heading(title: str, remark: str = "") -> str:
    """``IN SHORT ------``: a section's head, ruled to the edge; `remark` stands three blanks behind the title."""
    text = f"{title}   {remark}" if remark else title
    return (text[: WIDTH - 2] + " ").ljust(WIDTH, "-")


def guarded(lines: Sequence[str]) -> list[str]:
    """The lines as a letter may carry them; a line that mail would change is set in by one blank.

    Raises ValueError for a line that is too long or has other characters than ASCII and the letters of Latin alphabets: that
    is a fault of ours, and names the line.
    """
    if is_fit(lines):
        return list(lines)
    out: list[str] = []
    # English lines are ours to keep short.  A translator's are broken: no letter is lost for them.
    fitting = lines if letter_style.language() is None else [one for line in lines for one in _broken(line)]
    for line in fitting:
        if len(line) > WIDTH or not all(map(_is_sound, line)):
            raise ValueError(f"no line for a letter ({len(line)} characters): {line!r}")
        line = line.rstrip()
        out.append(" " + line if line.startswith(("-", "From ")) else line)
    return out


def carried(lines: Sequence[str]) -> list[str]:
    """The lines as a letter may carry them, whoever wrote them: what is too long is wrapped and what has other characters is
    spelt out.  Games bring lines of their own, and no player's letter is held for one."""
    if is_fit(lines):
        return list(lines)
    sound = (line if all(map(_is_sound, line)) else ascii_text(line.replace("\n", " ")) for line in lines)
    return guarded([one for line in sound for one in _broken(line)])


def fit_to_send(text: str) -> str:
    """A letter's text, of which only the lines are changed that no letter may carry: a game brought them."""
    lines = text.split("\n")
    if max(map(len, lines)) <= WIDTH and (text.isascii() or all(map(_is_sound, text.replace("\n", "")))):
        return text
    sound = (line if all(map(_is_sound, line)) else ascii_text(line) for line in lines)
    return "\n".join(one for line in sound for one in _broken(line))


def _broken(line: str) -> list[str]:
    if len(line) <= WIDTH:
        return [line]
    indent = " " * min(len(line) - len(line.lstrip()), WIDTH // 2)
    return wrap(line.lstrip(), WIDTH, first=indent, rest=f"{indent}  ")


def _is_sound(character: str) -> bool:
    return " " <= character <= "~" or (character.isalpha() and character < letter_style.LATIN_ENDS)


def is_fit(lines: Sequence[str]) -> bool:
    """True if a letter may carry the lines just as they are: nearly all of them, so they are looked at as one text."""
    if not lines:
        return True
    together = "\n".join(["", *lines, ""])
    is_plain = together.encode().translate(None, PRINTABLE) == b"\n" * (len(lines) + 1)
    if not is_plain and not all(" " <= c <= "~" or (not c.isascii() and letter_style.keeps(c)) for c in "".join(lines)):
        return False
    if max(map(len, lines)) > WIDTH or [*map(str.rstrip, lines)] != [*lines]:
        return False
    first = {line[0] for line in lines if line}
    return "-" not in first and ("F" not in first or "\nFrom " not in together)
