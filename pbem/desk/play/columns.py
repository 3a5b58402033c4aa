"""Records out of JSON columns.  One and the same text is read many times while a phase waits for answers; records never
change, so each is made of it once."""

import json
from collections.abc import Hashable
from functools import lru_cache
from typing import Any, TypeVar, cast

from pbem.core.record import Record, event_bytes, from_json
from pbem.desk.play.cache import Newest

R = TypeVar("R", bound=Record)

MOST_TEXTS = 512
"""Texts that are kept with what they tell: a few KB each, with the choices of an ask or the answers of a segment."""
_records_of: Newest[Record] = Newest(MOST_TEXTS)


def record_in(text: str, kind: type[R]) -> R:
    """The record that a column holds.  Raises ValueError if it is none of this kind."""
    found = _records_of.get((text, kind))
    return cast(R, _records_of.keep((text, kind), from_json(json.loads(text), kind)) if found is None else found)


def text_of(record: Record) -> str:
    """A record as a column holds it; whoever reads it back in this process gets the same one."""
    text = event_bytes(record).decode()
    _records_of.keep((text, type(record)), record)
    return text


def records_in(text: str, kind: type[R]) -> tuple[R, ...]:
    """The records that a column lists.  Raises ValueError if one is not of this kind."""
    return cast(tuple[R, ...], _records(text, cast(Hashable, kind)))


@lru_cache(maxsize=MOST_TEXTS)
def _records(text: str, kind: Any) -> Any:
    return tuple(from_json(one, kind) for one in json.loads(text))
