"""Access tokens for XOAUTH2: from a command that prints one, or from Microsoft by msal (the extra `microsoft`).

Either is a callable that gives a token good for one login now; what it needs for that it keeps itself.
"""

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pbem.machine import others_may
from pbem.mail.ports import MailTrouble

SECONDS = 60.0
"""Seconds that a command may take to print a token."""
IMAP_SCOPE = "https://outlook.office.com/IMAP.AccessAsUser.All"
SMTP_SCOPE = "https://outlook.office.com/SMTP.Send"
SCOPES = (IMAP_SCOPE, SMTP_SCOPE)
AUTHORITY = "https://login.microsoftonline.com/"


class NoToken(MailTrouble):
    """There is no token to be had; the text says why, and what to do."""


class CommandToken:
    """A token that a command prints to its standard output, without blanks around it."""

    def __init__(self, command: Sequence[str], seconds: float = SECONDS) -> None:
        self.command, self._seconds = tuple(command), seconds

    async def __call__(self) -> str:
        """Run it.  Raises `NoToken`; what it printed is in no message."""
        name = self.command[0]
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *self.command, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe
            )
        except OSError as fault:
            raise NoToken(f"the token command {name} cannot be run: {fault.strerror}") from None
        try:
            printed, complaint = await asyncio.wait_for(process.communicate(), self._seconds)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise NoToken(f"the token command {name} printed nothing within {self._seconds:g} seconds") from None
        if process.returncode:
            last = (complaint.decode("utf-8", "replace").strip().splitlines() or ["it says nothing"])[-1]
            raise NoToken(f"the token command {name} ended with status {process.returncode}: {last[:200]}")
        token = printed.decode("ascii", "replace").strip()
        if not token or any(c <= " " for c in token):
            raise NoToken(
                f"the token command {name} must print one token and nothing else; it printed {len(printed)} bytes"
            )
        return token


class MicrosoftToken:
    """A token of Microsoft's for one scope, got again when the last one is old; `pbem login` makes the first one.

    `application` is msal's, or a twin of it in tests: called with client, authority and cache.
    """

    def __init__(
        self, client: str, tenant: str, file: Path, scope: str, application: Callable[..., Any] | None = None
    ) -> None:
        self.client, self.authority, self.file, self.scope = client, f"{AUTHORITY}{tenant}", file, scope
        self._application = application

    async def __call__(self) -> str:
        """Raises `NoToken`."""
        return await asyncio.to_thread(self.get)

    def get(self) -> str:
        """The token; it may ask Microsoft for a fresh one."""
        application, cache = self._open()
        accounts = application.get_accounts()
        if not accounts:
            raise NoToken(f"there is no login in {self.file}: run `pbem login`")
        try:
            found = application.acquire_token_silent([self.scope], account=accounts[0])
        except OSError as fault:
            raise NoToken(f"Microsoft cannot be asked for a token: {fault}") from fault
        self._keep(cache)
        return _token_of(found)

    def log_in(self, tell: Callable[[str], None]) -> None:
        """Let a person log in at Microsoft's page; `tell` is given what they must do.  Raises `NoToken`."""
        application, cache = self._open()
        flow = application.initiate_device_flow([*SCOPES])
        if "user_code" not in flow:
            raise NoToken(f"Microsoft gives no code: {flow.get('error_description', flow.get('error', 'no reason'))}")
        tell(flow["message"])
        _token_of(application.acquire_token_by_device_flow(flow))
        self._keep(cache)

    def _open(self) -> tuple[Any, Any]:
        try:
            import msal
        except ImportError:
            raise NoToken("Microsoft's logins need msal: install the extra, pbem[microsoft]") from None
        cache = msal.SerializableTokenCache()
        if self.file.exists():
            if others_may(os.stat(self.file).st_mode, 0o077):
                raise NoToken(f"{self.file}: a token file must be readable by its owner alone (chmod 600)")
            cache.deserialize(self.file.read_text(encoding="utf-8"))
        make = self._application or msal.PublicClientApplication
        return make(self.client, authority=self.authority, token_cache=cache), cache

    def _keep(self, cache: Any) -> None:
        if not cache.has_state_changed:
            return
        beside = self.file.with_name(f"{self.file.name}.new")
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(cache.serialize())
        beside.replace(self.file)


def _token_of(found: Any) -> str:
    if not isinstance(found, dict) or "access_token" not in found:
        why = found.get("error_description", found.get("error", "")) if isinstance(found, dict) else ""
        text = f": {why.splitlines()[0]}" if why else ""
        raise NoToken(f"Microsoft gives no token{text}.  Run `pbem login`")
    return str(found["access_token"])
