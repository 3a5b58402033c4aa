"""Reply addresses, keys, and the two ways round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.address import ALPHABET, Addressed, ReplyAddress, find_address, order_key, parse_address, read_key
from pbem.mail.letter import read_letter

HOST = "pbem.example"


def letter(to: str, subject: str = "orders", body: str = "C/3 Cav dismount") -> Addressed:
    return find_address(
        read_letter(f"From: ann@club\r\nTo: {to}\r\nSubject: {subject}\r\n\r\n{body}\r\n".encode()), HOST
    )


def test_an_address_is_written_as_the_reports_show_it() -> None:
    assert str(ReplyAddress("rosebud-7", "us", "m2xd9q4k", HOST)) == "rosebud-7+us.m2xd9q4k@pbem.example"
    assert (
        str(ReplyAddress("rosebud-7", "us", "m2xd9q4k", HOST, mailbox="gm")) == "gm+rosebud-7.us.m2xd9q4k@pbem.example"
    )


@given(
    st.from_regex(r"[a-z0-9][a-z0-9-]{0,20}", fullmatch=True),
    st.from_regex(r"[a-z]{1,8}", fullmatch=True),
    st.binary(min_size=5, max_size=40),
    st.sampled_from(["", "gm", "pbem.club"]),
)
def test_what_is_written_is_read_back(game: str, side: str, mac: bytes, mailbox: str) -> None:
    address = ReplyAddress(game, side, order_key(mac), HOST, mailbox)
    assert parse_address(str(address)) == address
    assert parse_address(str(address).upper()) == address


def test_a_key_is_forty_bits_of_the_mac() -> None:
    assert order_key(bytes(5)) == "aaaaaaaa"
    assert order_key(b"\xff" * 32) == "99999999"
    assert len({order_key(bytes([0, 0, 0, 0, n])) for n in range(256)}) == 256
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    with pytest.raises(ValueError, match="40 bits"):
        order_key(b"1234")


def test_letters_that_look_alike_are_taken_for_those_that_are_used() -> None:
    assert read_key(" M2XD9Q4K ") == "m2xd9q4k"
    assert read_key("0l18aaaa") == "oiibaaaa"


@pytest.mark.parametrize(
    "text", ["ann@club", "rosebud-7@pbem.example", "rosebud-7+us@pbem.example", "a+b.c@d", "+us.m2xd9q4k@h", ""]
)
def test_other_addresses_are_none_of_ours(text: str) -> None:
    assert parse_address(text) is None


def test_the_address_decides() -> None:
    assert letter("rosebud-7+us.m2xd9q4k@pbem.example", "[other-1] x", "key: aaaaaaaa") == Addressed(
        "rosebud-7", "us", "m2xd9q4k", "address"
    )


def test_an_address_elsewhere_does_not_count() -> None:
    assert letter("rosebud-7+us.m2xd9q4k@elsewhere.example") == Addressed()


def test_a_delivered_to_counts_where_the_program_changed_the_address() -> None:
    raw = b"Delivered-To: rosebud-7+us.m2xd9q4k@pbem.example\r\nFrom: ann@club\r\nTo: undisclosed\r\n\r\nx"
    assert find_address(read_letter(raw), HOST).how == "address"


@pytest.mark.parametrize(
    "body", ["key: m2xd9q4k", "hold\r\nKEY: M2XD9Q4K.\r\n", "hold\r\n\r\n> | key: m2xd9q4k\r\n", "key = m2xd9q4k"]
)
def test_the_body_line_is_the_fallback(body: str) -> None:
    assert letter("gm@pbem.example", "Re: [rosebud-7] T3 US Off. Fire done", body) == Addressed(
        "rosebud-7", "", "m2xd9q4k", "body"
    )


def test_the_players_own_key_line_counts_before_a_quoted_one() -> None:
    assert letter("gm@pbem.example", "[rosebud-7]", "key: m2xd9q4k\r\n> key: aaaaaaaa").key == "m2xd9q4k"


def test_the_subject_alone_names_the_game() -> None:
    assert letter("gm@pbem.example", "AW: [Rosebud-7 T3] orders") == Addressed("rosebud-7", "", "", "subject")


def test_a_letter_that_says_nothing() -> None:
    assert letter("gm@pbem.example") == Addressed()
