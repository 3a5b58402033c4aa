"""Ed25519 keys, signatures and their text forms (docs/trust.md, 4 and 6).

Beside what RFC 8032 says, keys and signatures are refused that would let one signature fit two messages or be written in
two ways: points of small order, coordinates not reduced, S not below the order of the group.
"""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Any, Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pbem.core.canonical import canon
from pbem.seal.ladder import prefix, tagged

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_EIGHTH: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL: Final = frozenset({0, 1, _P - 1, _EIGHTH, _P - _EIGHTH})
"""The y of the eight points of small order."""

_NAME: Final = re.compile(r"[!-~]{1,64}")


class BadKey(ValueError):
    """A key, or the text of a key, that cannot be used; the text says what was expected and what was found."""


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature: the signer's name, the first 8 hex digits of their key's id, the 64 bytes."""

    name: str
    mark: str
    value: bytes

    @property
    def text(self) -> str:
        """Its 88 characters of base64."""
        return base64.b64encode(self.value).decode()


class Signer:
    """A private key under the name of who holds it: the server's host name, the GM's name."""

    def __init__(self, name: str, private: bytes) -> None:
        if not _NAME.fullmatch(name):
            raise BadKey(f"expected a signer's name of printing ASCII without blanks, found {name!r}")
        if len(private) != 32:
            raise BadKey(f"expected a private key of 32 bytes, found {len(private)}")
        self.name = name
        self._key = Ed25519PrivateKey.from_private_bytes(private)
        self.public = self._key.public_key().public_bytes_raw()

    def __repr__(self) -> str:
        return f"Signer({self.name!r}, key {self.key_id[:8]})"

    @property
    def key_id(self) -> str:
        """The id of its public key, 64 hex digits."""
        return key_id(self.public)

    def sign(self, message: bytes) -> bytes:
        """The signature, 64 bytes."""
        return self._key.sign(message)

    def signature(self, message: bytes) -> Signature:
        """The signature with the name and the mark of its key."""
        return Signature(self.name, self.key_id[:8], self.sign(message))

    def private_text(self) -> str:
        """The private key as PEM (PKCS #8), for a key file that nobody else can read."""
        return self._key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode()


def key_id(public: bytes) -> str:
    """``H("key", public key)`` in hex.  A `sig` line prints the first 8 digits, which serve to find a key, not to compare."""
    return tagged("key", public).hex()


def check_public(public: bytes) -> None:
    """Refuse what is no sound public key.  Raises BadKey."""
    if len(public) != 32:
        raise BadKey(f"expected a public key of 32 bytes, found {len(public)}")
    if not _is_sound(public):
        raise BadKey("the public key is of small order or not reduced: any signature might fit it")


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """True if this is the signature of `message` under a sound key."""
    if len(public) != 32 or len(signature) != 64 or not _is_sound(public) or not _is_sound(signature[:32]):
        return False
    if int.from_bytes(signature[32:], "little") >= _ORDER:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _is_sound(point: bytes) -> bool:
    y = int.from_bytes(point, "little") & ((1 << 255) - 1)
    return y < _P and y not in _SMALL


def signature_from(text: str) -> bytes | None:
    """The 64 bytes of a signature's base64; None if it is not written as `Signature.text` would write it."""
    try:
        value = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return value if len(value) == 64 and base64.b64encode(value).decode() == text else None


# ------------------------------------------------------------------------------------------- what keys sign beside seals


def key_statement(game: str, seq: int, server: bytes) -> bytes:
    """The statement that the root key signs (and, in `key.rotate`, the old server key too): from record `seq` on, `server`
    signs."""
    return prefix("key") + canon({"game": game, "seq": seq, "server": server.hex()})


def revocation_statement(game: str, server: bytes, last: int) -> bytes:
    """The statement that the root key signs to revoke a server key: seals under it are good up to record `last`."""
    return prefix("key") + canon({"game": game, "last": last, "revoked": server.hex()})


def record_statement(record: dict[str, Any]) -> bytes:
    """The statement that the GM signs for a `gm.ruling`: the record without the signature in its body."""
    body = {name: value for name, value in record["body"].items() if name != "sig"}
    return prefix("record") + canon({**record, "body": body})


# ------------------------------------------------------------------------------------------------------- text forms


def public_text(name: str, public: bytes) -> str:
    """A public key file: a remark with the key's id, and one line with name and 64 hex digits."""
    return f"# pbem public key, id {key_id(public)}\n{name} {public.hex()}\n"


def read_public(text: str) -> bytes:
    """The public key of a key file: 64 hex digits, alone or after a name; or PEM.  Raises BadKey."""
    if "-----BEGIN" in text:
        return _from_pem(text)
    lines = [line for line in (raw.partition("#")[0].strip() for raw in text.splitlines()) if line]
    if len(lines) != 1:
        raise BadKey(f"expected one line with a key of 64 hex digits, or PEM; found {len(lines)} lines")
    word = lines[0].split()[-1].lower()
    if not re.fullmatch(r"[0-9a-f]{64}", word):
        raise BadKey(f"expected a key of 64 hex digits, found {word[:70]!r} ({len(word)} characters)")
    public = bytes.fromhex(word)
    check_public(public)
    return public


def read_private(name: str, text: str) -> Signer:
    """The signer of a private key file: PEM (PKCS #8) or 64 hex digits.  Raises BadKey, which never repeats the key."""
    if "-----BEGIN" not in text:
        word = text.strip()
        if not re.fullmatch(r"[0-9a-fA-F]{64}", word):
            raise BadKey(
                f"expected a private key as PEM or 64 hex digits, found {len(word)} characters of something else"
            )
        return Signer(name, bytes.fromhex(word))
    try:
        key = serialization.load_pem_private_key(text.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BadKey("expected an unencrypted Ed25519 private key in PEM; this one cannot be read") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey(f"expected an Ed25519 private key, found a {type(key).__name__}")
    return Signer(name, key.private_bytes_raw())


def _from_pem(text: str) -> bytes:
    if "PRIVATE" in text:
        raise BadKey("expected a public key, found a private one: keep that to yourself")
    try:
        key = serialization.load_pem_public_key(text.encode())
    except (ValueError, UnsupportedAlgorithm):
        raise BadKey("expected an Ed25519 public key in PEM; this one cannot be read") from None
    if not isinstance(key, Ed25519PublicKey):
        raise BadKey(f"expected an Ed25519 public key, found a {type(key).__name__}")
    public = key.public_bytes_raw()
    check_public(public)
    return public
