"""The gate, look by look: which one stops a letter, and what is to be done with it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.mail.address import find_address
from pbem.mail.gate import GATE, GateVerdict, KeyState, Policy, domain_results, looks, pass_gate
from pbem.mail.letter import read_letter
from pbem.mail.mime import Limits

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

    def absent(self, game: str) -> str:
        return "" if game == "rosebud-7" else f"{game} is not here."

    def sides_of(self, address: str, game: str) -> tuple[str, ...]:
        return PLAYERS.get(address, {}).get(game, ())

    def key_state(self, game: str, side: str, key: str) -> KeyState:
        return KEYS.get((game, side, key), "wrong")

    def wrong_keys_today(self, game: str, address: str) -> int:
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
) -> GateVerdict:
    head = "".join(f"{line}\r\n" for line in (*headers, f"From: {sender}", f"To: {to}", f"Subject: {subject}"))
    letter = read_letter(f"{head}\r\n{body}\r\n".encode())
    return pass_gate(letter, find_address(letter, "pbem"), Book(wrong_keys), policy)


def test_a_players_letter_passes_with_its_game_and_side() -> None:
    assert gate() == GateVerdict("", "pass", game="rosebud-7", side="us", key="current")


def test_the_key_of_an_older_report_passes_as_old() -> None:
    assert gate(to="rosebud-7+us.odkeyaaa@pbem").key == "old"


def test_a_key_in_the_body_finds_the_side_of_one_who_plays_both() -> None:
    verdict = gate(sender="solo@club", to="gm2@pbem", subject="Re: [rosebud-7] T3", body="key: t7wn3c6f\r\nhold")
    assert (verdict.do, verdict.side) == ("pass", "in")


@pytest.mark.parametrize(
    ("verdict", "check", "do"),
    [
        (lambda: gate("X-PBEM-Loop: club"), "own loop", "ignore"),
        (lambda: gate("X-PBEM-Loop: another"), "own loop", "ignore"),
        (lambda: gate(sender="gm@pbem"), "own loop", "ignore"),
        (lambda: gate("X-Failed-Recipients: ann@club"), "bounce", "ignore"),
        (lambda: gate("Auto-Submitted: auto-replied"), "auto-reply", "ignore"),
        (lambda: gate("Precedence: bulk", to="rosebud-7+us.aaaaaaaa@pbem"), "bulk", "ignore"),
        (lambda: gate("List-Id: <x.club>", to="rosebud-7+us.aaaaaaaa@pbem"), "bulk", "ignore"),
        (lambda: gate("List-Unsubscribe: <mailto:x@club>", to="rosebud-7+us.aaaaaaaa@pbem"), "bulk", "ignore"),
        (lambda: gate("Precedence: Junk ", to="rosebud-7+us.aaaaaaaa@pbem"), "bulk", "ignore"),
        (lambda: gate(sender="nobody"), "no sender", "hold"),
        (lambda: gate("From: bob@club"), "no sender", "hold"),
        (lambda: gate(sender="stranger@elsewhere"), "unknown sender", "hold"),
        (lambda: gate("Authentication-Results: mx.pbem; dmarc=fail"), "failed domain", "hold"),
        (lambda: gate("Authentication-Results: mx.pbem; dkim=permerror"), "failed domain", "hold"),
        (lambda: gate(body="x" * 1_000_001), "too big", "answer"),
        (lambda: gate(body="x" * 1_000_001, sender="stranger@elsewhere"), "unknown sender", "hold"),
        (lambda: gate("Content-Type: image/png"), "unreadable", "answer"),
        (lambda: gate("Content-Type: image/png", to="rosebud-7+us.aaaaaaaa@pbem"), "unreadable", "hold"),
        (lambda: gate(to="gm2@pbem"), "no game", "answer"),
        (lambda: gate(to="rosebud-7+in.t7wn3c6f@pbem"), "other player", "hold"),
        (lambda: gate(to="no-such-game+us.m2xd9q4k@pbem"), "other player", "hold"),
        (lambda: gate(to="gm2@pbem", subject="[rosebud-7] orders"), "no key", "answer"),
        (lambda: gate(to="rosebud-7+us.aaaaaaaa@pbem"), "wrong key", "answer"),
        (lambda: gate(to="rosebud-7+us.t7wn3c6f@pbem"), "wrong key", "answer"),
        (lambda: gate(to="rosebud-7+us.aaaaaaaa@pbem", wrong_keys=20), "too many wrong keys", "hold"),
    ],
)
def test_each_look_stops_what_it_is_for(verdict: Callable[[], GateVerdict], check: str, do: str) -> None:
    found = verdict()
    assert (found.check, found.do) == (check, do)
    assert found.why.endswith(".")


def test_automatic_mail_is_never_answered_and_strangers_neither() -> None:
    names = [name for name, _ in GATE]
    first_answer = names.index("too big")
    assert names[:first_answer] == [
        "own loop",
        "bounce",
        "auto-reply",
        "bulk",
        "no sender",
        "game not here",
        "unknown sender",
        "failed domain",
    ]


@pytest.mark.parametrize(
    "header", ["Precedence: bulk", "Precedence: list", "List-Id: <x>", "List-Unsubscribe: <mailto:x>"]
)
def test_with_a_good_key_a_letter_through_a_list_is_its_players(header: str) -> None:
    assert gate(header).do == "pass"


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


@pytest.mark.parametrize(
    ("results", "do"),
    [
        ("dkim=pass header.d=evil.example", "hold"),
        ("dkim=pass header.i=@evil.example; dmarc=none", "hold"),
        ("dkim=pass header.d=notclub", "hold"),
        ('dkim=pass header.d="evil.example"', "hold"),
        ("dkim=pass header.d=evil.example; dkim=pass header.d=club", "pass"),
        ("dkim=pass header.i=ann@club", "pass"),
        ("dkim=pass header.s=k1 header.d=mail.club", "pass"),
        ("dkim=pass header.d=evil.example; dmarc=pass", "pass"),
        ("dkim=pass", "pass"),  # our server does not say whose
    ],
)
def test_a_strict_house_asks_whose_signature_it_is(results: str, do: str) -> None:
    """Whoever writes under another's address can sign for a domain of his own."""
    strict = Policy("club", authserv="mx.pbem", strict=True)
    assert gate(f"Authentication-Results: mx.pbem; {results}", policy=strict).do == do


def test_domain_results_know_comments_and_more_than_one_signature() -> None:
    raw = b"From: ann@club\r\nAuthentication-Results: mx.pbem 1;\r\n dkim=pass (ok; dmarc=fail) header.d=club;\r\n"
    raw += b" dkim=fail header.d=list; spf=none\r\n\r\nx"
    assert domain_results(read_letter(raw), "MX.pbem") == {"dkim": "pass", "spf": "none"}


@pytest.mark.parametrize(
    "verdict",
    [
        lambda: gate("Precedence: first-class"),
        lambda: gate("Authentication-Results: mx.pbem; spf=fail; dkim=none"),
        lambda: gate("Authentication-Results: mx.pbem; dkim=fail; dkim=pass"),
        lambda: gate(to="rosebud-7+us.m2xd9q4k@pbem", wrong_keys=19),
        lambda: gate(policy=replace(POLICY, limits=Limits(letter=10))),
    ],
)
def test_what_is_like_a_fault_and_is_none_passes(verdict: Callable[[], GateVerdict]) -> None:
    assert verdict().do == "pass"


def test_a_key_of_either_side_serves_who_plays_both_and_the_better_one_counts() -> None:
    both = {"sender": "solo@club", "to": "gm2@pbem", "subject": "Re: [rosebud-7] T3"}
    assert (gate(body="key: m2xd9q4k", **both).side, gate(body="key: m2xd9q4k", **both).key) == ("us", "current")  # type: ignore[arg-type]
    assert (gate(body="key: odkeyaaa", **both).side, gate(body="key: odkeyaaa", **both).key) == ("us", "old")  # type: ignore[arg-type]
    assert gate(body="key: aaaaaaaa", **both).check == "wrong key"  # type: ignore[arg-type]


def test_looks_are_told_up_to_the_one_that_stops_the_letter() -> None:
    letter = read_letter(b"From: ann@club\r\nTo: gm2@pbem\r\nSubject: hello\r\n\r\nhi\r\n")
    found = looks(letter, find_address(letter, "pbem"), Book(), POLICY)
    assert [name for name, _ in found] == [name for name, _ in GATE[:11]]
    assert [why != "" for _, why in found] == [False] * 10 + [True]


def test_a_letter_about_a_game_that_is_not_here_says_so() -> None:
    """Two desks that read one mailbox take each other's letters away."""
    for sender in ("Kate <kate@club>", "Ann <ann@club>"):
        verdict = gate(sender=sender, to="other-1+us.m2xd9q4k@pbem")
        assert verdict.do == "hold"
        assert verdict.why.endswith(" other-1 is not here.")
    assert "not here" not in gate(sender="Kate <kate@club>").why
    assert "not here" not in gate(sender="Kate <kate@club>", to="pbem@pbem", subject="[other-1] hello").why
