"""Letters read a second: bytes as they came by mail, to the player's own words, to orders rehearsed line by line.

The floor is the standard library's mail parser and the decoding of the text, without understanding any of it.
"""

import email
import email.policy

from bench import turn
from bench.work import Work
from pbem.mail.letter import read_letter
from pbem.orders.rehearsal import rehearse

WORDS = "\n".join(
    (
        "A/3 recover",
        "each of B/3, D/3: mount",
        "C/9 Inf move 3213-3212",
        "G/3 holders 3513-3512; G/3 recover; mount",
        "policy opfire all: mounted targets only",
        "this line is no order at all, only a word about the weather on the creek",
    )
)
LETTER = (
    "From: Anna <anna@player.example>\r\nTo: rosebud-7+us.m2xd9q4k@pbem.example\r\nSubject: Re: [rosebud-7] T03.US.C\r\n"
    "Message-ID: <1@player.example>\r\nDate: Thu, 12 Mar 2026 18:02:11 +0000\r\nMIME-Version: 1.0\r\n"
    "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    + WORDS.replace("\n", "\r\n")
    + "\r\n\r\n-- \r\nAnna\r\n\r\nOn Thu, 12 Mar 2026, pbem wrote:\r\n"
    + "".join(f"> line {n} of the report that is answered\r\n" for n in range(300))
).encode()


def works() -> tuple[Work, ...]:
    """The reading of letters."""
    state, game = turn.opened(), turn.game()

    def job() -> int:
        letter = read_letter(LETTER)
        rehearse(game.system, game.dialect, state, "us", "C", letter.words)
        return 1

    def floor() -> int:
        message = email.message_from_bytes(LETTER, policy=email.policy.compat32)
        payload = message.get_payload(decode=True)
        assert isinstance(payload, bytes)
        payload.decode("utf-8").splitlines()
        return 1

    return (Work("letters read and rehearsed", job, "the standard library's mail parser", floor),)
