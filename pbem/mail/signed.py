"""Opaque S/MIME (RFC 8551, 3.5.2): the letter inside a signature.  The signature is not judged: a letter's key is what counts.

The content of a CMS SignedData lies in an octet string behind the object identifier of plain data, in one piece or, as
Outlook and Apple Mail write it, in many with lengths left open.  Nothing else of the structure is needed.
"""

from collections.abc import Iterator

_DATA = bytes.fromhex("06092a864886f70d010701")
_SIGNED = bytes.fromhex("06092a864886f70d010702")
_OCTETS = 4
_MOST_PIECES = 20_000


def signed_content(der: bytes) -> bytes:
    """The letter that was signed, b"" if there is none: what is encrypted stays so."""
    if _SIGNED not in der[:64]:
        return b""
    at = der.find(_DATA)
    if at < 0:
        return b""
    return b"".join(_pieces(der, at + len(_DATA)))


def _pieces(der: bytes, at: int) -> Iterator[bytes]:
    """The octet strings that follow, out of whatever holds them."""
    is_open = False
    for _ in range(_MOST_PIECES):
        if at + 2 > len(der):
            return
        tag = der[at]
        start, length = _length(der, at + 1)
        if start < 0:
            return
        if tag == 0xA0 or tag == 0x20 | _OCTETS:  # the wrapper, or a string in pieces: go in
            is_open = is_open or tag != 0xA0
            at = start
        elif tag == _OCTETS and length is not None:
            yield der[start : start + length]
            if not is_open:
                return
            at = start + length
        else:  # the end of open lengths, or what comes behind the content
            return


def _length(der: bytes, at: int) -> tuple[int, int | None]:
    """The start of the content, and its length, None if that is left open; -1 where the bytes make no sense."""
    first = der[at]
    if first < 0x80:
        return at + 1, first
    if first == 0x80:
        return at + 1, None
    count = first & 0x7F
    if count > 4 or at + 1 + count > len(der):
        return -1, None
    return at + 1 + count, int.from_bytes(der[at + 1 : at + 1 + count], "big")
