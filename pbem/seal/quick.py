"""Canonical bytes by orjson, for what is long: the same bytes as `core.canonical.canon` in a tenth of the time.

orjson writes the restricted JSON as RFC 8785 does, but it takes more than that admits: floats, other than ASCII text that is
not in NFC.  Such values leave a trace in what it writes, and then `canon` judges.  (A float that is no number leaves ``null``.)
"""

import orjson

from pbem.core.canonical import canon

_DIGITS = bytes.maketrans(b"123456789.", b"000000000e")
_FLOAT = b"0e"
"""What every float leaves once its digits are noughts and its point an e; inside a string it means nothing, and `canon` is
asked in vain."""

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
    if not found.isascii() or found[:1] not in (b"{", b"[") or b"null" in found:
        return canon(value)
    return canon(value) if _FLOAT in found.translate(_DIGITS) else found
