"""Keys and signatures: their text forms, and what is refused that a plain library would take."""

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pbem.seal.signing import (
    BadKey,
    Signer,
    check_public,
    public_text,
    read_private,
    read_public,
    signature_from,
    verify,
)
from tests.seal.campaign import SERVER, secret

ORDER = 2**252 + 27742317777372353535851937790883648493
SMALL = (
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
)


def test_a_signature_fits_its_message_only() -> None:
    signature = SERVER.sign(b"head 41")
    assert verify(SERVER.public, b"head 41", signature)
    assert not verify(SERVER.public, b"head 42", signature)
    assert not verify(Signer("other", secret("other")).public, b"head 41", signature)
    assert not verify(SERVER.public, b"head 41", signature[:63])


def test_a_second_form_of_a_signature_is_refused() -> None:
    """S + the group's order would verify as well."""
    signature = SERVER.sign(b"head 41")
    other = signature[:32] + (int.from_bytes(signature[32:], "little") + ORDER).to_bytes(32, "little")
    assert not verify(SERVER.public, b"head 41", other)


@pytest.mark.parametrize("key", SMALL)
def test_keys_of_small_order_and_keys_not_reduced_are_refused(key: str) -> None:
    """Under the neutral element one signature fits every message."""
    public = bytes.fromhex(key)
    with pytest.raises(BadKey, match="small order or not reduced"):
        check_public(public)
    assert not verify(public, b"anything", SMALL_SIGNATURE)


SMALL_SIGNATURE = bytes.fromhex(SMALL[0]) + bytes(32)


def test_a_plain_library_would_take_the_small_signature() -> None:
    """So the refusal above is needed."""
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(SMALL[0])).verify(SMALL_SIGNATURE, b"anything")


def test_key_files_are_read_back() -> None:
    assert read_public(public_text("pbem.example", SERVER.public)) == SERVER.public
    pem = Ed25519PublicKey.from_public_bytes(SERVER.public).public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    assert read_public(pem.decode()) == SERVER.public
    again = read_private("pbem.example", SERVER.private_text())
    assert (again.name, again.public) == (SERVER.name, SERVER.public)
    assert read_private("x", secret("server key").hex()).public == SERVER.public


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "found 0 lines"),
        ("a\nb\n", "found 2 lines"),
        ("pbem.example 1234", r"found '1234' \(4 characters\)"),
        ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", "cannot be read"),
        (SERVER.private_text(), "found a private one"),
        (SMALL[0], "small order"),
    ],
)
def test_a_public_key_file_that_is_none_says_what_was_expected(text: str, says: str) -> None:
    with pytest.raises(BadKey, match=says):
        read_public(text)


@pytest.mark.parametrize("text", ["", "secret words", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"])
def test_a_private_key_file_that_is_none_is_never_repeated(text: str) -> None:
    with pytest.raises(BadKey) as told:
        read_private("x", text)
    assert not text or text not in str(told.value)


def test_secrets_do_not_show() -> None:
    assert repr(SERVER) == "Signer('pbem.example', key 1a22059d)"
    with pytest.raises(BadKey, match="without blanks"):
        Signer("P. Brandt", secret("gm key"))


def test_base64_has_one_form() -> None:
    text = SERVER.signature(b"x").text
    assert signature_from(text) == SERVER.sign(b"x")
    last = text[85]
    same = [
        text[:85] + c + "==" for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" if c != last
    ]
    assert [one for one in same if signature_from(one) == SERVER.sign(b"x")] == []
    assert signature_from(text[:-1]) is None
    assert signature_from("\u00e9" * 88) is None
