"""Roundabout turns and idioms, each with the plain words that stand for it: data of the lexicons (docs/lexicon.md)."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from pbem import resources

IDIOMS = "grammar/idioms.words.toml"
"""Those that mean the same in every game; those of one game stand in its lexicon."""
HELLO = (
    r"\b(?:hi|hello|hey|hiya|hallo|howdy|greetings|dear|(?:good\s+)?(?:morning|evening|afternoon))\b"
    r"(?:\s+(?:again|all|both|everyone|everybody|folks|there|team|guys|lads|umpire|gm|ref|(?-i:[A-Z])[a-z]+(?:\s+and\s+(?-i:[A-Z])[a-z]+)?))?"
)
"""A greeting ahead of an order: ``Hi all!``, ``Good morning, Pete``."""
_SAID_WORD = re.compile(r"<([a-z]+)>")


def turns(settings: Mapping[str, Any]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The roundabout turns of a lexicon's settings, and the plain words that stand for each."""
    words = settings.get("said_words", {})

    def whole(text: str) -> str:
        made = _SAID_WORD.sub(lambda found: words.get(found[1], found[0]), text)
        return made if made == text else whole(made)

    return tuple((re.compile(whole(turn)), plain) for turn, plain in settings.get("said", ()))


@cache
def _idioms() -> dict[str, tuple[tuple[re.Pattern[str], str], ...]]:
    """The idioms of all games, by the name of their list."""
    settings = tomllib.loads(resources.text(IDIOMS))["settings"]
    words = {**settings.pop("said_words"), "hello": HELLO}
    return {name: turns({"said": some, "said_words": words}) for name, some in settings.items()}


def turned(line: str, name: str = "said") -> str:
    """The line with each idiom of a list in plain words, in turn."""
    for pattern, plain in _idioms()[name]:
        line = pattern.sub(plain, line)
    return line
