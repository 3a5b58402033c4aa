"""What may happen to a letter on its way out, and what is known of it afterwards."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from pbem.mail.ports import HandedOver, Maybe, Never, Outcome, TryLater
from pbem.mail.smtp import SmtpAccount, SmtpSink

LETTER = b"Subject: report\r\n\r\n.first\nline\r\n"


class Server:
    """A scripted SMTP server: answers by command; `cut`, `silent` and `<data>` are what they say.

    A letter at whose end the line is `lost` was not taken; one at whose end it is `cut` was.
    """

    def __init__(self, **answers: str) -> None:
        self.answers = {
            "greeting": "220 here",
            "EHLO": "250 here",
            "MAIL": "250 ok",
            "RCPT": "250 ok",
            "DATA": "354 go on",
        }
        self.answers |= {"END": "250 queued", "QUIT": "221 bye", "RSET": "250 ok", "NOOP": "250 ok"} | answers
        self.port = 0
        self.taken: list[bytes] = []
        self.connections = 0

    async def _say(self, writer: asyncio.StreamWriter, command: str) -> bool:
        answer = self.answers.get(command, "250 ok")
        if answer in ("cut", "lost"):
            writer.transport.abort()
            raise ConnectionResetError
        if answer == "silent":
            return False
        writer.write(f"{answer}\r\n".encode())
        await writer.drain()
        return True

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            await self._say(writer, "greeting")
            while line := await reader.readline():
                command = line.decode().strip().upper().split()[0]
                if await self._say(writer, command) and command == "DATA" and self.answers["DATA"].startswith("354"):
                    raw = await reader.readuntil(b"\r\n.\r\n")
                    self.taken += [raw] if self.answers["END"][:1] not in ("4", "5", "l") else []
                    await self._say(writer, "END")
                if command == "QUIT":
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the script cut it, or the client left
        finally:
            writer.close()


@asynccontextmanager
async def serving(server: Server) -> AsyncIterator[SmtpSink]:
    # A welcome letter, the checker of seals with it, is longer than what a line of asyncio takes by itself.
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0, limit=1 << 20)
    server.port = listener.sockets[0].getsockname()[1]
    sink = SmtpSink(SmtpAccount("127.0.0.1", server.port, security="none", timeout=2.0))
    try:
        yield sink
    finally:
        await sink.close()
        listener.close()


def send(server: Server, times: int = 1, sender: str = "gm@club", recipient: str = "red@club") -> list[Outcome]:
    async def tell() -> list[Outcome]:
        async with serving(server) as sink:
            return [await sink.send(LETTER, sender, recipient) for _ in range(times)]

    return asyncio.run(asyncio.wait_for(tell(), 20))


def test_a_letter_taken_is_sent_with_the_servers_words() -> None:
    server = Server()
    assert send(server) == [HandedOver("250 queued")]
    assert server.taken == [b"Subject: report\r\n\r\n..first\r\nline\r\n.\r\n"]


def test_one_connection_serves_many_letters() -> None:
    server = Server()
    assert len(send(server, times=3)) == 3
    assert server.connections == 1


def test_an_empty_sender_is_the_null_path() -> None:
    assert send(Server(), sender="") == [HandedOver("250 queued")]


@pytest.mark.parametrize(
    ("at", "answer", "kind", "code"),
    [
        ("greeting", "421 busy", TryLater, 421),
        ("greeting", "554 no", TryLater, 554),
        ("MAIL", "451 later", TryLater, 451),
        ("MAIL", "550 no", TryLater, 550),
        ("RCPT", "450 greylisted", TryLater, 450),
        ("RCPT", "550 unknown", Never, 550),
        ("DATA", "452 full", TryLater, 452),
        ("DATA", "554 no", Never, 554),
        ("END", "451 later", TryLater, 451),
        ("END", "552 too big", Never, 552),
        ("END", "421 closing", TryLater, 421),
    ],
)
def test_a_refusal_is_for_now_or_for_good_by_its_first_digit(at: str, answer: str, kind: type, code: int) -> None:
    [outcome] = send(Server(**{at: answer}))
    assert isinstance(outcome, kind)
    assert isinstance(outcome, TryLater | Never)
    assert outcome.code == code


@pytest.mark.parametrize("at", ["greeting", "EHLO", "MAIL", "RCPT", "DATA"])
@pytest.mark.parametrize("how", ["cut", "silent"])
def test_a_line_lost_before_the_letter_is_later(at: str, how: str) -> None:
    [outcome] = send(Server(**{at: how}))
    assert isinstance(outcome, TryLater)
    assert outcome.code in (0, -1)


@pytest.mark.parametrize("how", ["cut", "silent", "what?"])
def test_a_line_lost_after_the_last_dot_is_maybe(how: str) -> None:
    server = Server(END=how)
    [outcome] = send(server)
    assert isinstance(outcome, Maybe)
    assert len(server.taken) == 1


def test_after_any_fault_the_next_letter_has_a_new_connection() -> None:
    server = Server(END="cut")
    first, second = send(server, times=2)
    assert isinstance(first, Maybe)
    assert isinstance(second, Maybe)
    assert server.connections == 2


def test_a_refused_recipient_does_not_spoil_the_next_letter() -> None:
    server = Server(RCPT="550 unknown")
    assert [type(outcome) for outcome in send(server, times=2)] == [Never, Never]


def test_a_kept_line_that_died_of_old_age_is_replaced_unseen() -> None:
    server = Server()

    async def tell() -> Outcome:
        async with serving(server) as sink:
            await sink.send(LETTER, "gm@club", "red@club")
            server.answers["MAIL"] = "cut"
            sending = asyncio.create_task(sink.send(LETTER, "gm@club", "red@club"))
            while server.connections < 2:
                await asyncio.sleep(0.01)
            server.answers["MAIL"] = "250 ok"
            return await sending

    assert isinstance(asyncio.run(asyncio.wait_for(tell(), 20)), HandedOver | TryLater)
    assert server.connections == 2


def test_a_cancelled_send_leaves_no_line_behind() -> None:
    server = Server(END="silent")

    async def tell() -> Outcome:
        async with serving(server) as sink:
            sending = asyncio.create_task(sink.send(LETTER, "gm@club", "red@club"))
            while not server.taken:
                await asyncio.sleep(0.01)
            sending.cancel()
            with pytest.raises(asyncio.CancelledError):
                await sending
            server.answers["END"] = "250 queued"
            return await sink.send(LETTER, "gm@club", "red@club")

    assert asyncio.run(asyncio.wait_for(tell(), 20)) == HandedOver("250 queued")


def test_quit_that_hangs_is_bounded() -> None:
    assert send(Server(QUIT="silent")) == [HandedOver("250 queued")]


@pytest.mark.parametrize("recipient", ["jos\xe9@club", "red@club>\r\nRCPT TO:<all@club", "red@club\nDATA"])
def test_an_address_that_no_command_can_hold_is_never(recipient: str) -> None:
    server = Server()
    [outcome] = send(server, recipient=recipient)
    assert isinstance(outcome, Never)
    assert server.connections == 0


def test_a_wrong_password_says_nothing_against_the_letter() -> None:
    async def tell() -> Outcome:
        server = Server(EHLO="250-here\r\n250 AUTH PLAIN LOGIN", AUTH="535 no")
        async with serving(server) as sink:
            sink.account = SmtpAccount("127.0.0.1", server.port, "gm", "s3cret", "none", timeout=2.0)
            outcome = await sink.send(LETTER, "gm@club", "red@club")
            assert "s3cret" not in repr(sink.account) + repr(outcome)
            return outcome

    outcome = asyncio.run(tell())
    assert isinstance(outcome, TryLater)
    assert outcome.code == 535


def test_nobody_listens() -> None:
    async def tell() -> Outcome:
        async with serving(server := Server()) as sink:
            port = server.port
            await sink.close()
        return await SmtpSink(SmtpAccount("127.0.0.1", port, security="none", timeout=2.0)).send(LETTER, "a@b", "c@d")

    assert isinstance(asyncio.run(tell()), TryLater)


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("400 later", TryLater(400, "400 later")),
        ("499 later", TryLater(499, "499 later")),
        ("500 no", Never(500, "500 no")),
        ("599 no", Never(599, "599 no")),
        ("600 what", Maybe("SMTPDataError: (600, 'what')")),
    ],
)
def test_a_letter_refused_after_its_last_dot_is_judged_by_its_code(answer: str, outcome: Outcome) -> None:
    assert send(Server(END=answer)) == [outcome]


@pytest.mark.parametrize(
    ("at", "answer"),
    [
        ("MAIL", "553 5.7.1 you do not own that address"),
        ("MAIL", "530 5.7.0 Authentication required"),
        ("RCPT", "530 5.7.0 Must issue a STARTTLS command first"),
        ("RCPT", "553 5.7.1 <gm@club>: Sender address rejected: not owned by user gm"),
        ("RCPT", "554 5.7.1 <red@club>: Relay access denied"),
        ("RCPT", "550 5.1.8 bad sender"),
    ],
)
def test_server_that_takes_nothing_from_us_is_no_fault_of_the_letter(at: str, answer: str) -> None:
    """Else one slip in the configuration would fail every letter for good, and stop every player's address."""
    [outcome] = send(Server(**{at: answer}))
    assert outcome == TryLater(int(answer[:3]), answer, is_line=True)


def test_other_refusals_are_of_the_letter_or_its_recipient() -> None:
    assert send(Server(MAIL="550 not you"), sender="") == [Never(550, "550 not you", is_ours=True)]
    assert send(Server(RCPT="550 5.1.1 nobody")) == [Never(550, "550 5.1.1 nobody")]
    assert send(Server(END="554 spam")) == [Never(554, "554 spam")]


@pytest.mark.parametrize("at", ["MAIL", "RCPT", "DATA", "END"])
@pytest.mark.parametrize(
    "answer",
    [
        "550 5.4.5 Daily user sending limit exceeded",
        "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
        "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException.MapiExceptionSubmissionQuotaExceeded",
        "554 5.7.0 Try again later",
        "550 5.4.6 Unusual sending activity detected",
        "554 Message rejected: too many messages from this account",
        "550 rate limit exceeded",
        "550 Domain club.example has exceeded the max emails per hour (26/25 (104%)) allowed.  Message discarded.",
        "550 5.7.1 quota exceeded",
        "554 You have reached a limit for sending mail",
        "550 5.7.705 Access denied, tenant has exceeded threshold",
        "554 5.3.2 STOREDRV.Deliver; recipient thread limit exceeded",
        "550 Outgoing mail from gm@club has been suspended. Please contact support",
        "554 you have sent 300 of 300 mails allowed per day",
        "550 Limit of 200 e-mails in 24 hours reached",
        "554 Policy rejection; quota: daily recipients",
        "550 Maximum number of messages per hour exceeded",
        "550 Account gm@club exceeded the maximum of 50 outgoing messages",
        "554 Too much mail from this IP today",
        "550 5.7.1 Message rejected due to sending volume",
        "554 Relay quota exhausted",
        "550 Sie haben das Versandlimit erreicht",
    ],
)
def test_providers_limit_of_letters_is_over_some_time(at: str, answer: str) -> None:
    """At whatever command, and whatever sender it has: nothing is said of this letter."""
    for sender in ("gm@club", ""):
        assert send(Server(**{at: answer}), sender=sender) == [TryLater(int(answer[:3]), answer, is_line=True)]


@pytest.mark.parametrize(
    "answer",
    [
        "552 5.2.2 mailbox is over its quota, try again later",
        "550 5.1.1 unknown; check it and try again later",
        "550 no such user",
        "552 5.3.4 message size exceeds fixed limit",
        "552 message size limit exceeded",
        "554 recipient's mailbox is full, try again later",
        "552 quota exceeded",
        "554 line length exceeded limit of 998",
        "550 5.7.26 Unauthenticated email from club is not accepted due to DMARC policy",
        "552 the attachments exceed the size limit",
    ],
)
def test_full_or_missing_mailbox_or_a_letter_that_is_too_large_is_no_limit_of_ours(answer: str) -> None:
    assert send(Server(RCPT=answer)) == [Never(int(answer[:3]), answer)]


def test_a_mailbox_that_gets_too_much_is_tried_again_and_holds_no_other_up() -> None:
    answer = "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery"
    assert send(Server(RCPT=answer)) == [TryLater(550, answer)]
