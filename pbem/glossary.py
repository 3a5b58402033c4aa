"""The glossary: the words that letters, handbooks and the program's own names share (``grammar/glossary.toml``)."""

from dataclasses import dataclass
from functools import cache

from pbem import resources

FILE = "grammar/glossary.toml"
KINDS = {"game": "Words of the game", "mail": "Words of play by mail", "proof": "Words of proof"}
_WIDTH = 76


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A word, its kind (a key of `KINDS`), what it means, other words for it, and its name in the program ("" if none)."""

    word: str
    kind: str
    text: str
    also: tuple[str, ...] = ()
    code: str = ""


@cache
def terms() -> tuple[GlossaryTerm, ...]:
    """All terms, as the file lists them.  Raises Faults if it is wrong."""
    file = resources.toml(FILE)
    found = []
    for path, table in file.tables("term"):
        file.unknown(path, table, GlossaryTerm.__slots__)
        also = file.value(f"{path}.also", table.get("also"), list, [])
        values = {name: file.value(f"{path}.{name}", table.get(name), str, "" if name == "code" else None)
                  for name in ("word", "kind", "text", "code")}  # fmt: skip
        if values["kind"] not in KINDS:
            file.fault(f"{path}.kind", f"one of {', '.join(KINDS)}", values["kind"])
        found.append(GlossaryTerm(**values, also=tuple(also)))
    file.ended()
    return tuple(found)


@cache
def words() -> frozenset[str]:
    """Every word and phrase that has an entry, in lower case."""
    return frozenset(one.lower() for term in terms() for one in (term.word, *term.also))


def look_up(word: str) -> GlossaryTerm | None:
    """The entry of a word, case and a plural's s ignored; None if there is none."""
    asked = " ".join(word.lower().split())
    for one in (asked, asked.removesuffix("s")):
        for term in terms():
            if one in (term.word.lower(), *(other.lower() for other in term.also)):
                return term
    return None


def page(term: GlossaryTerm) -> tuple[str, ...]:
    """An entry as a help page's lines."""
    from textwrap import wrap

    head = term.word[:1].upper() + term.word[1:] + (f" ({', '.join(term.also)})" if term.also else "")
    return ("GLOSSARY", "", f"  {head}", *(f"    {line}" for line in wrap(term.text, _WIDTH - 4)))
