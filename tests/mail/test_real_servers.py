"""Against own Dovecot and Postfix: what loopback servers in Python cannot show."""

import asyncio
import ssl
from datetime import UTC, datetime, timedelta

import pytest

from pbem.mail.imap import ImapAccount, ImapSource
from pbem.mail.ports import Cursor, HandedOver, LoginRefused, MailTrouble, Never, TryLater
from pbem.mail.smtp import SmtpAccount, SmtpSink
from tests.mail.realmail import DOMAIN, RealMail

pytestmark = pytest.mark.integration


def mailbox(mail: RealMail, user: str, password: str, tls: ssl.SSLContext | None) -> ImapSource:
    return ImapSource(
        ImapAccount(mail.host, mail.imaps_port if tls else mail.imap_port, user, password, tls, timeout=10)
    )


def test_over_tls_with_a_password_that_needs_quoting(realmail: RealMail) -> None:
    async def story() -> None:
        out = SmtpSink(SmtpAccount(realmail.host, realmail.smtp_port, security="none", timeout=10))
        box = mailbox(realmail, "odd", realmail.users["odd"], realmail.trusted())
        assert isinstance(
            await out.send(b"Subject: x\r\n\r\nhold\r\n", f"red@{DOMAIN}", f"odd+a.b@{DOMAIN}"), HandedOver
        )
        for _ in range(100):
            if letters := await box.fetch(Cursor()):
                break
            await box.wait(0.2)
        assert len(letters) == 1
        assert abs(datetime.now(UTC) - letters[0].arrived) < timedelta(minutes=5)
        await box.done([letters[0].uid])
        assert await box.fetch(Cursor()) == ()
        await box.close()
        await out.close()

    asyncio.run(story())


def test_a_certificate_that_nobody_vouches_for_is_refused(realmail: RealMail) -> None:
    async def story() -> None:
        with pytest.raises(MailTrouble, match="cannot be reached"):
            await mailbox(realmail, "gm", "s3cret", ssl.create_default_context()).fetch(Cursor())

    asyncio.run(story())


def test_a_wrong_password_is_refused(realmail: RealMail) -> None:
    async def story() -> None:
        with pytest.raises(LoginRefused, match="1 of 3"):
            await mailbox(realmail, "gm", "wrong", None).fetch(Cursor())

    asyncio.run(story())


def test_strangers_are_refused_for_good_and_what_our_server_does_not_relay_waits(realmail: RealMail) -> None:
    async def story() -> None:
        out = SmtpSink(SmtpAccount(realmail.host, realmail.smtp_port, security="none", timeout=10))
        found = [
            await out.send(b"Subject: x\r\n\r\n", f"red@{DOMAIN}", recipient)
            for recipient in (f"nobody@{DOMAIN}", "ann@elsewhere.example")
        ]
        assert isinstance(found[0], Never)
        # "Relay access denied": it is our login that is missing, and any letter would fare alike.
        assert isinstance(found[1], TryLater)
        assert found[1].is_line
        await out.close()

    asyncio.run(story())
