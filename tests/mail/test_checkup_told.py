"""What the checkup says of a certificate, a handshake and a line without TLS."""

import asyncio
import socket
import ssl
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbem.mail import checkup
from pbem.mail.checkup import SOON
from tests.mail.scripted import scripted
from tests.mail.test_checkup import account, all_of


@pytest.mark.parametrize(("left", "state"), [(timedelta(hours=1), "good"), (-timedelta(hours=1), "note")])
def test_a_certificate_that_ends_soon_is_noted(left: timedelta, state: str) -> None:
    until = datetime.now(UTC) + SOON + left
    found = checkup._certificate("IMAP", {"notAfter": f"{until:%b %d %H:%M:%S %Y} GMT"}, ("x", "TLSv1.3", 256))
    assert (found.state, found.result) == (state, f"TLSv1.3, certificate good until {until:%Y-%m-%d}")
    assert checkup._certificate("IMAP", {}, None).result == "TLS"


@pytest.mark.parametrize(
    ("why", "says"),
    [
        ("certificate has expired", "the certificate of mail.example has expired"),
        ("Hostname mismatch", "the certificate is not for mail.example: Hostname mismatch"),
        ("x is not valid for y", "the certificate is not for mail.example: x is not valid for y"),
        (
            "self-signed",
            "no authority that this machine trusts has signed the certificate of mail.example: self-signed",
        ),
    ],
)
def test_a_certificate_that_is_not_good_is_told_why(why: str, says: str) -> None:
    fault = ssl.SSLCertVerificationError(1, "x")
    fault.verify_message = why
    assert checkup._tls_trouble("mail.example", fault)[0] == says
    assert checkup._tls_trouble("mail.example", TimeoutError())[0] == "the TLS handshake timed out"
    assert checkup._tls_trouble("mail.example", OSError("x"))[0] == "the TLS handshake failed: x"


@pytest.mark.parametrize(("host", "is_noted"), [("mail.example", True), ("localhost", False), ("127.0.0.1", False)])
def test_a_line_without_tls_to_another_machine_is_noted(
    host: str, is_noted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up = socket.getaddrinfo

    def here(name: Any, *more: Any, **named: Any) -> Any:
        return looked_up("127.0.0.1" if name == "mail.example" else name, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", here)
    found: dict[str, checkup.Finding] = {}

    async def tell() -> None:
        async with scripted() as script:
            given = account(script.port)
            box = checkup.ImapCheckup(type(given)(host, script.port, "gm", "s", None, timeout=5))
            found.update(await all_of(box.steps()))
            await box.close()

    asyncio.run(asyncio.wait_for(tell(), 30))
    assert ("IMAP TLS" in found) is is_noted
    assert found["IMAP login"].state == "good"
