"""Canonical bytes by orjson, for what is long: the same bytes as `core.canonical.canon` in a tenth of the time.

orjson writes the restricted JSON as RFC 8785 does, but it takes more than that admits: floats, other than ASCII text that is
not in NFC.  Such values leave a trace in what it writes, and then `canon` judges.  (A float that is no number leaves ``null``.)
"""

from itertools import pairwise

import orjson

from pbem.core.canonical import canon

_KINDS = bytearray(256)
for _n, _alike in enumerate((b":,[-", b"123456789n", b"eu"), 1):
    for _one in _alike:
        _KINDS[_one] = _n
_KINDS_OF = bytes(_KINDS)
_TRACE = b"\1\2\3"
"""What a float without a point leaves (its one digit and an e: ``:1e16``, ``-5e-7``), and ``,null``, once each byte is written
as its kind: all is found by one look.  Inside a string it means nothing, and `canon` is asked in vain."""

_OPTIONS = (
    orjson.OPT_SORT_KEYS
    | orjson.OPT_STRICT_INTEGER
    | orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
    | orjson.OPT_PASSTHROUGH_SUBCLASS
)


def canon_quickly(value: object) -> bytes:
    """The canonical bytes of an object or array.  Raises NotCanonical."""
    try:
        found = orjson.dumps(value, option=_OPTIONS)
    except (TypeError, ValueError, RecursionError):
        return canon(value)  # which says what is wrong, and where
    if not found.isascii() or found[:1] not in (b"{", b"["):
        return canon(value)
    if b"." in found and _has_point(found):
        return canon(value)
    # From behind, since separators are fewer than digits: a third of the time.
    return canon(value) if found.translate(_KINDS_OF).rfind(_TRACE) >= 0 else found


def _has_point(found: bytes) -> bool:
    """Whether a point stands between two digits, as in any other float."""
    return any(before[-1:].isdigit() and after[:1].isdigit() for before, after in pairwise(found.split(b".")))
