"""The letter inside an opaque signature, however its lengths are written: short, long, left open, in pieces, damaged."""

import pytest

from pbem.mail.mime import signed_content

HEAD = bytes.fromhex("3080") + bytes.fromhex("06092a864886f70d010702") + bytes.fromhex("a080")
DATA = bytes.fromhex("06092a864886f70d010701")
TEXT = b"Subject: orders\r\n\r\nA/3 move N\r\n"
END = b"\0\0"


def length(size: int) -> bytes:
    """The length of a DER value."""
    if size < 0x80:
        return bytes([size])
    digits = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([0x80 | len(digits)]) + digits


def octets(text: bytes) -> bytes:
    return b"\x04" + length(len(text)) + text


@pytest.mark.parametrize("text", [b"", TEXT, TEXT * 8, TEXT * 3000], ids=["none", "short", "long", "very long"])
def test_content_in_one_piece(text: bytes) -> None:
    assert signed_content(HEAD + DATA + b"\xa0" + length(len(octets(text))) + octets(text) + b"certificates") == text


@pytest.mark.parametrize("size", [1, 7, 200])
def test_content_in_pieces_with_open_lengths(size: int) -> None:
    whole = TEXT * 20
    pieces = b"".join(octets(whole[n : n + size]) for n in range(0, len(whole), size))
    assert signed_content(HEAD + DATA + b"\xa0\x80\x24\x80" + pieces + END + END + octets(b"no more of it")) == whole


def test_content_in_pieces_of_known_length() -> None:
    pieces = octets(b"one ") + octets(b"two")
    inner = b"\x24" + length(len(pieces)) + pieces
    assert signed_content(HEAD + DATA + b"\xa0" + length(len(inner)) + inner) == b"one two"


def test_one_piece_is_all_though_another_octet_string_follows() -> None:
    assert signed_content(HEAD + DATA + b"\xa0\x80" + octets(TEXT) + octets(b"a signature")) == TEXT


def test_what_is_encrypted_or_holds_no_content_gives_nothing() -> None:
    enveloped = bytes.fromhex("06092a864886f70d010703")
    assert signed_content(bytes.fromhex("3080") + enveloped + DATA + octets(TEXT)) == b""
    assert signed_content(HEAD + b"certificates alone") == b""
    assert signed_content(b"") == b""
    assert signed_content(HEAD + DATA) == b""
    assert signed_content(HEAD + DATA + b"\xa0") == b""
    assert signed_content(HEAD + DATA + b"\x05\x00") == b""


def test_a_length_that_makes_no_sense_ends_it() -> None:
    assert signed_content(HEAD + DATA + b"\x04\x85\x01\x01\x01\x01\x01" + TEXT) == b""
    assert signed_content(HEAD + DATA + b"\x04\x84\x00\x00") == b""
    assert signed_content(HEAD + DATA + b"\x04\x84\x00\x00\x00\x03abc") == b"abc"


def test_content_that_was_cut_off_is_what_there_is() -> None:
    assert signed_content((HEAD + DATA + octets(TEXT))[:-4]) == TEXT[:-4]


def test_octets_alone_are_no_content_of_a_signature() -> None:
    assert signed_content(b"0" * 10 + octets(b"abc") + HEAD) == b""


def test_a_string_whose_length_is_left_open_is_not_read_as_one_piece() -> None:
    assert signed_content(HEAD + DATA + b"\xa0\x80\x04\x80" + TEXT * 8) == b""
