"""Letters that are not whose they say: none is carried out, and nothing is told to the wrong person."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.desk.table import GM
from tests.plant.post import BLUE, RED, Office, headed, plain

MALLORY = "mallory@evil.example"
AUTHSERV = "mx.pbem.example"


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office.lay(tmp_path, authserv=AUTHSERV)


def display_name(office: Office) -> bytes:
    return headed(office.orders("red"), f'From: "{RED}" <{MALLORY}>', without="from")


def comment(office: Office) -> bytes:
    return headed(office.orders("red"), f"From: {MALLORY} ({RED})", without="from")


def route(office: Office) -> bytes:
    return headed(office.orders("red"), f"From: <{RED}>{MALLORY}", without="from")


def sender_header(office: Office) -> bytes:
    return headed(office.orders("red"), f"From: {MALLORY}", f"Sender: {RED}", f"Reply-To: {RED}", without="from")


def double_from(office: Office) -> bytes:
    return headed(office.orders("red"), f"From: {MALLORY}")


def two_in_one_from(office: Office) -> bytes:
    return headed(office.orders("red"), f"From: {RED}, {MALLORY}", without="from")


def no_from(office: Office) -> bytes:
    return headed(office.orders("red"), without="from")


def look_alike(office: Office) -> bytes:
    return headed(office.orders("red"), f"From: {RED.replace('rita', 'r1ta')}", without="from")


def other_side(office: Office) -> bytes:
    return office.orders("red", sender=BLUE)


def failed_dmarc(office: Office) -> bytes:
    return headed(
        office.orders("red"), f"Authentication-Results: {AUTHSERV}; dkim=none; dmarc=fail header.from=mail.example"
    )


def passed_by_another_below(office: Office) -> bytes:
    """Our server found a failure; the forger wrote a pass of ours below it, which came with the letter."""
    return headed(
        office.orders("red"),
        f"Authentication-Results: {AUTHSERV}; dmarc=fail",
        f"Authentication-Results: {AUTHSERV}; dkim=pass; dmarc=pass",
    )


FORGERIES: list[tuple[Callable[[Office], bytes], str]] = [
    (display_name, "unknown sender"),
    (comment, "unknown sender"),
    (route, "sender"),
    (sender_header, "unknown sender"),
    (double_from, "no sender"),
    (two_in_one_from, "no sender"),
    (no_from, "no sender"),
    (look_alike, "unknown sender"),
    (other_side, "other player"),
    (failed_dmarc, "failed domain"),
    (passed_by_another_below, "failed domain"),
]


@pytest.mark.parametrize(("forgery", "check"), FORGERIES, ids=lambda one: getattr(one, "__name__", one))
def test_forged_letter_is_held_told_to_the_gm_alone_and_not_carried_out(
    office: Office, forgery: Callable[[Office], bytes], check: str
) -> None:
    sent = office.deliver(forgery(office))
    state, why = office.state()
    assert (state, check in why) == ("held", True), why
    assert office.records() == ["genesis"]
    # Blue, who is registered, may be told that his letter is held; a stranger is told nothing, and red nothing of this.
    assert {recipient for recipient, _, _ in sent} <= ({GM, BLUE} if forgery is other_side else {GM})
    assert GM in {recipient for recipient, _, _ in sent}
    key = office.orders("red").split(b"+red.")[1].split(b"@")[0].decode()
    for _, _, told in sent:
        assert "Red One" not in str(told), "what was ordered is not told on"
        assert key not in str(told)


def test_another_players_key_opens_nothing(office: Office) -> None:
    """Blue writes as himself under red's key: the address says red."""
    sent = office.deliver(office.orders("red", "Blue One fire at Red One\nready", sender=BLUE))
    assert office.state()[0] == "held"
    assert {recipient for recipient, _, _ in sent} <= {GM, BLUE}
    assert not any(RED in str(told) for _, _, told in sent)
    assert office.records() == ["genesis"]


def test_orders_for_the_other_side_are_refused_in_the_owners_own_answer(office: Office) -> None:
    [(recipient, _, answer)] = office.deliver(office.orders("red", "Blue One fire at Red One\nready"))
    assert recipient == RED
    assert "Blue One is not yours" in str(answer.get_payload())
    assert "phase.resolved" not in office.records()


def test_good_authentication_results_let_a_letter_in_and_ones_of_others_say_nothing(office: Office) -> None:
    raw = headed(
        office.orders("red"),
        f"Authentication-Results: {AUTHSERV}; dkim=pass header.d=mail.example; dmarc=pass",
        "Authentication-Results: elsewhere.example; dmarc=fail",
    )
    office.deliver(raw)
    assert office.state()[0] == "done"
    assert "orders.accepted" in office.records()


def test_strict_house_takes_nothing_without_a_pass_of_its_own_server(tmp_path: Path) -> None:
    office = Office.lay(tmp_path, authserv=AUTHSERV, strict=True)
    office.deliver(headed(office.orders("red"), "Authentication-Results: elsewhere.example; dkim=pass"))
    assert "failed domain" in office.state()[1]
    office.deliver(headed(office.orders("red"), f"Authentication-Results: {AUTHSERV}; dkim=pass"))
    assert office.state()[0] == "done"


def test_receipt_goes_to_the_registered_address_whatever_the_letter_asks_for(office: Office) -> None:
    """Who has stolen key and address cannot keep the owner from noticing."""
    sent = office.deliver(headed(office.orders("red"), f"Reply-To: {MALLORY}", f"Return-Path: <{MALLORY}>"))
    assert MALLORY not in {recipient for recipient, _, _ in sent}
    assert RED in {recipient for recipient, _, _ in sent}


def test_old_key_serves_for_questions_and_for_no_orders_once_the_position_has_changed(office: Office) -> None:
    old = office.table.letters(office.game, "red", "report")[0]
    office.deliver(office.orders("red"), office.orders("blue"))
    office.deliver(office.orders("blue", to=office.table.last(office.game, "blue", "question")))
    before = office.records()
    assert "phase.resolved" in before
    [(recipient, _, answer)] = office.deliver(office.orders("red", "Red Two fire at Blue One\nready", to=old))
    assert (recipient, office.records()) == (RED, before)
    assert "changed" in str(answer.get_payload()) or "position" in str(answer.get_payload())
    [(recipient, _, _)] = office.deliver(office.orders("red", "status", to=old))
    assert recipient == RED


def test_replays_have_no_effect(office: Office) -> None:
    raw = office.orders("red", "Red One fire at Blue One", message_id="<one@mail.example>")
    office.deliver(raw)
    before = office.records()
    again = office.deliver(headed(raw, "Received: from elsewhere by here; later"))
    assert (office.records(), again) == (before, [])
    office.deliver(raw + b"\n")
    assert office.records() == before


def test_wrong_keys_are_answered_to_the_owner_then_held(tmp_path: Path) -> None:
    office = Office.lay(tmp_path, wrong_keys_a_day=2)
    report = office.table.last(office.game, "red")
    good = office.orders("red", to=report).split(b"+red.")[1].split(b"@")[0]
    told = []
    for n in range(4):
        raw = office.orders("red", f"Red One fire at Blue One, try {n}", to=report).replace(
            good, b"aaaaaaa" + b"bcde"[n : n + 1]
        )
        told.append([recipient for recipient, _, _ in office.deliver(raw)])
    assert told == [[RED], [RED], [GM], [GM]]
    assert office.records() == ["genesis"]


@pytest.mark.parametrize("command", ["resign", "my address is mallory@evil.example", "address mallory@evil.example"])
def test_heavy_command_waits_for_a_code_that_only_the_registered_address_gets(office: Office, command: str) -> None:
    """The letter is perfect but for its sender's knowledge of the code: nothing happens, and the owner sees it."""
    sent = office.deliver(headed(office.orders("red", command), f"Reply-To: {MALLORY}"))
    assert {recipient for recipient, _, _ in sent} == {RED}
    assert office.table.state(office.game) == "open"
    office.deliver(office.orders("red", "confirm aaaaaaaa"))
    assert office.table.state(office.game) == "open"
    with office.table.desk.store.read() as books:
        assert books.players.get(books.games.get(office.game), "red").address == RED


def test_stranger_gets_no_answer_at_all(office: Office) -> None:
    sent = office.deliver(plain(MALLORY, "desk@pbem.example", f"[{office.game}] who plays here?", "status"))
    assert [recipient for recipient, _, _ in sent] == [GM]
    assert RED not in str(sent[0][2])
    assert BLUE not in str(sent[0][2])
