"""Secrets: ladder tops, salt keys, order secrets, signing keys; encrypted at rest (docs/trust.md, 6)."""

import hashlib
import hmac
import os
import stat
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import bindparam, or_
from sqlmodel import col, select

from pbem.machine import denied
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import SecretRow

# Files that hold a key: from their first moment nobody but their owner can open them.


def write_private(path: Path, content: bytes) -> None:
    """Write a new file that its owner alone can read, and wait for the disk.

    One that cannot be written whole is not left behind: half a key would be taken for one.  Raises FileExistsError.
    """
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            path.unlink()
            raise


OF_SCOPE = CachedQuery(select(SecretRow).where(col(SecretRow.scope) == bindparam("scope")), fixed=True)
WITH_THE_HOUSE = CachedQuery(
    select(SecretRow).where(or_(col(SecretRow.scope) == bindparam("scope"), col(SecretRow.scope) == "")), fixed=True
)

NONCE = 12
"""Bytes before each sealed value."""

OPENED = 1000
"""So many secrets are kept open in memory, where the key is too."""


class BadVault(Exception):
    """The key file cannot be read, or does not open what is in the database."""


class Vault:
    """Encrypts under the key of the key file.

    Secrets are Fernet tokens (AES-128-CBC and HMAC-SHA-256); columns with letters and orders are sealed by AES-256-GCM, and
    order keys are marked by HMAC-SHA-256, each under a key of its own that is derived from that of the file.
    """

    def __init__(self, key: bytes, file: str = "") -> None:
        self._key, self._file = key, file
        try:
            self._fernet = Fernet(key)
        except ValueError:
            raise BadVault(
                f"{file or 'the key file'}: expected a key of 44 characters, as `pbem new` makes it; found none.  "
                "Put your copy of the key file there: without it no secret can be read"
            ) from None
        whole = urlsafe_b64decode(key)
        # Each transaction of a game asks for the same few, and a token is opened by two passes over it.
        self._opened = lru_cache(OPENED)(self._fernet.decrypt)
        self._columns = AESGCM(hmac.digest(whole, b"pbem/1/columns", hashlib.sha256))
        self._marks = hmac.digest(whole, b"pbem/1/marks", hashlib.sha256)

    def __repr__(self) -> str:
        return "Vault(...)"

    def __reduce__(self) -> tuple[type["Vault"], tuple[bytes, str]]:
        """To be handed on to a process of ours, by a pipe."""
        return Vault, (self._key, self._file)

    @classmethod
    def from_file(cls, path: Path) -> "Vault":
        """Read the key file.  Raises BadVault."""
        try:
            mode = path.stat().st_mode
            if stat.S_ISDIR(mode):
                raise BadVault(f"{path}: expected a key file; found a folder")
            if mode & 0o077:
                raise BadVault(
                    f"{path}: expected a key file that its owner alone can read; others can read it.  Put that right:   "
                    f"chmod 600 {path}"
                )
            return cls(path.read_bytes().strip(), str(path))
        except FileNotFoundError:
            raise BadVault(
                f"{path}: expected the key file of this desk; found none.  Put your copy there: without it no secret can be "
                "read.  For a new desk `pbem new` makes one"
            ) from None
        except PermissionError:
            raise BadVault(f"{path}: the key file cannot be read: {denied(path)}") from None
        except OSError as fault:
            raise BadVault(f"{path}: the key file cannot be read: {fault.strerror}") from None

    @classmethod
    def make_file(cls, path: Path) -> "Vault":
        """Make a key file that only its owner can read.  Raises FileExistsError."""
        key = Fernet.generate_key()
        path.parent.mkdir(parents=True, exist_ok=True)
        write_private(path, key + b"\n")
        return cls(key, str(path))

    def hide(self, secret: bytes) -> str:
        """Encrypt."""
        return self._fernet.encrypt(secret).decode("ascii")

    def show(self, token: str) -> bytes:
        """Decrypt.  Raises BadVault if the key is another one."""
        try:
            return self._opened(token.encode("ascii"))
        except InvalidToken:
            raise BadVault(
                f"{self._before()}the key file does not open the secrets of this database: it belongs to another one.  "
                "Put your copy of the right one there"
            ) from None

    def seal(self, value: bytes) -> bytes:
        """Encrypt a column's value: a nonce of 12 bytes, then AES-GCM."""
        nonce = os.urandom(NONCE)
        return nonce + self._columns.encrypt(nonce, value, None)

    def unseal(self, value: bytes) -> bytes:
        """Decrypt a column's value. Raises BadVault if the key is another one, or the value was changed."""
        try:
            return self._columns.decrypt(value[:NONCE], value[NONCE:], None)
        except (InvalidTag, ValueError):
            raise BadVault(
                f"{self._before()}the key file does not open the letters of this database: it belongs to another one, or "
                "they were changed"
            ) from None

    def _before(self) -> str:
        return f"{self._file}: " if self._file else ""

    def mark(self, value: str) -> str:
        """A keyed digest in hex, for lookups of values that must not be readable in the database."""
        return hmac.digest(self._marks, value.encode("utf-8", "surrogatepass"), "sha256").hex()


class Secrets:
    """The secrets of games, and of the desk (scope "")."""

    def __init__(self, session: Session, vault: Vault) -> None:
        self._session = session
        self._vault = vault
        self._game = ""

    def keep(self, scope: str, name: str, secret: bytes) -> None:
        """Store a secret that is not there yet."""
        self._session.add(SecretRow(scope=scope, name=name, token=self._vault.hide(secret)))
        self._session.flush()

    def replace(self, scope: str, name: str, secret: bytes) -> None:
        """Replace the secret of this name, or store it."""
        row = self._row(scope, name)
        if row is None:
            self.keep(scope, name, secret)
        else:
            row.token = self._vault.hide(secret)
            self._session.add(row)

    def get(self, scope: str, name: str) -> bytes:
        """A secret.  Raises KeyError, BadVault."""
        row = self._row(scope, name)
        if row is None:
            raise KeyError(f"no secret {name!r} of {scope or 'the house'}")
        return self._vault.show(row.token)

    def has(self, scope: str, name: str) -> bool:
        """True if it is there."""
        return self._row(scope, name) is not None

    def names(self, scope: str) -> Sequence[str]:
        """The names of all secrets of a scope."""
        query = select(SecretRow.name).where(col(SecretRow.scope) == scope).order_by(col(SecretRow.name))
        return self._session.exec(query).all()

    def _row(self, scope: str, name: str) -> SecretRow | None:
        # Whoever wants a game's secrets mostly wants the house's next: one look finds both.
        self._game = scope or self._game
        query = WITH_THE_HOUSE if self._game else OF_SCOPE
        found = self._session.all(query, scope=self._game)
        return next((row for row in found if row.scope == scope and row.name == name), None)
