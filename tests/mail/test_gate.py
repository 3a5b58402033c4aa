"""The gate, look by look: which one stops a letter, and what is to be done with it."""

import pytest

from pbem.mail.address import find_address
from pbem.mail.gate import GATE, KeyState, Policy, Verdict, domain_results, pass_gate
from pbem.mail.letter import read_letter

KEYS: dict[tuple[str, str, str], KeyState] = {
    ("rosebud-7", "us", "m2xd9q4k"): "current",
    ("rosebud-7", "us", "odkeyaaa"): "old",
    ("rosebud-7", "in", "t7wn3c6f"): "current",
}
PLAYERS = {
    "ann@club": {"rosebud-7": ("us",)},
    "bob@club": {"rosebud-7": ("in",)},
    "solo@club": {"rosebud-7": ("us", "in")},
}


class Book:
    """Two players of one game, and one who plays both sides."""

    def __init__(self, wrong_keys: int = 0) -> None:
        self.wrong_keys = wrong_keys

    def knows(self, address: str) -> bool:
        return address in PLAYERS

    def sides_of(self, address: str, game: str) -> tuple[str, ...]:
        return PLAYERS.get(address, {}).get(game, ())

    def key_state(self, game: str, side: str, key: str) -> KeyState:
        return KEYS.get((game, side, key), "wrong")

    def wrong_keys_today(self, game: str) -> int:
        return self.wrong_keys


POLICY = Policy(instance="club", own=frozenset({"gm@pbem"}), authserv="mx.pbem")


def gate(
    *headers: str,
    sender: str = "Ann <ann@club>",
    to: str = "rosebud-7+us.m2xd9q4k@pbem",
    subject: str = "orders",
    body: str = "C/3 Cav dismount",
    policy: Policy = POLICY,
    wrong_keys: int = 0,
) -> Verdict:
    head = "".join(f"{line}\r\n" for line in (*headers, f"From: {sender}", f"To: {to}", f"Subject: {subject}"))
    letter = read_letter(f"{head}\r\n{body}\r\n".encode())
    return pass_gate(letter, find_address(letter, "pbem"), Book(wrong_keys), policy)


def test_a_players_letter_passes_with_its_game_and_side() -> None:
    assert gate() == Verdict("", "pass", game="rosebud-7", side="us", key="current")


def test_the_key_of_an_older_report_passes_as_old() -> None:
    assert gate(to="rosebud-7+us.odkeyaaa@pbem").key == "old"


def test_a_key_in_the_body_finds_the_side_of_one_who_plays_both() -> None:
    verdict = gate(sender="solo@club", to="gm2@pbem", subject="Re: [rosebud-7] T3", body="key: t7wn3c6f\r\nhold")
    assert (verdict.do, verdict.side) == ("pass", "in")


@pytest.mark.parametrize(
    ("verdict", "check", "do"),
    [
        (gate("X-PBEM-Loop: club"), "own loop", "ignore"),
        (gate("X-PBEM-Loop: another"), "own loop", "ignore"),
        (gate(sender="gm@pbem"), "own loop", "ignore"),
        (gate("X-Failed-Recipients: ann@club"), "bounce", "ignore"),
        (gate("Auto-Submitted: auto-replied"), "auto-reply", "ignore"),
        (gate("Precedence: bulk"), "bulk", "ignore"),
        (gate("List-Id: <x.club>"), "bulk", "ignore"),
        (gate(sender="nobody"), "no sender", "hold"),
        (gate("From: bob@club"), "no sender", "hold"),
        (gate(sender="stranger@elsewhere"), "unknown sender", "hold"),
        (gate("Authentication-Results: mx.pbem; dmarc=fail"), "failed domain", "hold"),
        (gate(body="x" * 1_000_001), "too big", "answer"),
        (gate(body="x" * 1_000_001, sender="stranger@elsewhere"), "unknown sender", "hold"),
        (gate("Content-Type: image/png"), "unreadable", "hold"),
        (gate(to="gm2@pbem"), "no game", "answer"),
        (gate(to="rosebud-7+in.t7wn3c6f@pbem"), "other player", "hold"),
        (gate(to="no-such-game+us.m2xd9q4k@pbem"), "other player", "hold"),
        (gate(to="gm2@pbem", subject="[rosebud-7] orders"), "no key", "answer"),
        (gate(to="rosebud-7+us.aaaaaaaa@pbem"), "wrong key", "answer"),
        (gate(to="rosebud-7+us.t7wn3c6f@pbem"), "wrong key", "answer"),
        (gate(to="rosebud-7+us.aaaaaaaa@pbem", wrong_keys=20), "too many wrong keys", "hold"),
    ],
)
def test_each_look_stops_what_it_is_for(verdict: Verdict, check: str, do: str) -> None:
    assert (verdict.check, verdict.do) == (check, do)
    assert verdict.why.endswith(".")


def test_automatic_mail_is_never_answered_and_strangers_neither() -> None:
    names = [name for name, _ in GATE]
    first_answer = names.index("too big")
    assert names[:first_answer] == [
        "own loop",
        "bounce",
        "auto-reply",
        "bulk",
        "no sender",
        "unknown sender",
        "failed domain",
    ]


def test_every_look_says_what_it_is_for() -> None:
    assert all(look.__doc__ for _, look in GATE)
    assert len({name for name, _ in GATE}) == len(GATE)


def test_what_another_server_found_out_is_anybodys_words() -> None:
    assert gate("Authentication-Results: mx.elsewhere; dmarc=fail").do == "pass"
    forged = ("Authentication-Results: mx.elsewhere; dkim=fail", "Authentication-Results: mx.pbem; dkim=pass")
    assert gate(*forged, policy=Policy("club", authserv="mx.pbem", strict=True)).check == "failed domain"


def test_a_strict_house_asks_for_a_pass() -> None:
    strict = Policy("club", authserv="mx.pbem", strict=True)
    assert gate(policy=strict).check == "failed domain"
    assert gate("Authentication-Results: mx.pbem; dkim=pass header.d=club; dmarc=pass", policy=strict).do == "pass"


def test_domain_results_know_comments_and_more_than_one_signature() -> None:
    raw = b"From: ann@club\r\nAuthentication-Results: mx.pbem 1;\r\n dkim=pass (ok; dmarc=fail) header.d=club;\r\n"
    raw += b" dkim=fail header.d=list; spf=none\r\n\r\nx"
    assert domain_results(read_letter(raw), "MX.pbem") == {"dkim": "pass", "spf": "none"}
