"""Rights on a shared side: what a commander's letter may do beside the chief's, and what it may not."""

import re
from dataclasses import replace
from typing import Any

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.open import CannotOpen, Wanted, open_campaign
from pbem.desk.games.reliability import everybody
from pbem.desk.gm.incidents.incident import CannotDo, perform
from pbem.desk.gm.incidents.players import Replace
from pbem.desk.gm.incidents.seat import SeatChange
from pbem.desk.orders.rights import RIGHTS, Grant, grant_of
from pbem.desk.outgoing.reminders import remind
from pbem.desk.play.deadlines import pass_overdue
from pbem.desk.play.terms import Terms
from pbem.desk.play.undo import undo
from pbem.desk.record.replay import replay
from pbem.orders.commands import FORMS
from pbem.store.tables import LetterOutRow
from tests.desk.table import ADDRESSES, GM, SkirmishTitle, Table
from tests.desk.test_every_letter import Passes

CROOK, MILLS, NOYES = ADDRESSES["red"], "mills@mail.example", "noyes@mail.example"
GAME = "meadow-1"
SEATS = [Seat("red", MILLS, "A. Mills", ("Red One",)), Seat("red", NOYES, "H. Noyes", ("Red Two",))]


def shared(table: Table, **more: Any) -> str:
    return table.open(seats=SEATS, **more)


def newest(table: Table, address: str, kind: str = "") -> LetterOutRow:
    return [one for one in table.letters(GAME, "red", kind) if one.to == address][-1]


def says(table: Table, who: str, words: str, *, to: LetterOutRow | None = None) -> LetterOutRow:
    """A letter of somebody on the shared side in answer to their own newest letter; what it was answered with."""
    return table.say(GAME, "red", words, to=to or newest(table, who), sender=who)


def on_file(table: Table, phase: str = "T01.RED.A") -> list[str]:
    with table.desk.store.read() as books:
        latest = books.submissions.latest(books.games.get(GAME), "red", phase)
        if latest is None or latest.state != "filed":
            return []
        return [row.canonical for row in books.submissions.without_answers(latest) if row.verdict == "accepted"]


@pytest.mark.parametrize(
    "words", ["withdraw Mills", "Withdraw A. Mills", "  | withdraw Mills's orders", "withdraw the orders of Mills."]
)
def test_a_chief_withdraws_what_one_person_has_on_file_and_they_are_told(table: Table, words: str) -> None:
    shared(table)
    says(table, MILLS, "Red One fire at Blue One")
    says(table, NOYES, "Red Two fire at Blue Two")
    answer = says(table, CROOK, words)
    assert on_file(table) == ["Red Two fire at Blue Two"]
    assert "Withdrawn, of A. Mills: Red One fire at Blue One" in " ".join(answer.text.split())
    told = newest(table, MILLS)
    assert "Your orders were withdrawn by your chief" in told.subject
    assert "Red One fire at Blue One" in told.text
    assert "withdrawn by your chief" not in newest(table, NOYES).subject
    says(table, MILLS, "Red One fire at Blue One")
    assert sorted(on_file(table)) == ["Red One fire at Blue One", "Red Two fire at Blue Two"]
    assert replay(table.desk, GAME).is_same


def test_withdraw_with_a_name_reaches_no_further_than_it_should(table: Table) -> None:
    shared(table)
    says(table, MILLS, "Red One fire at Blue One")
    refused = says(table, NOYES, "withdraw Mills")
    assert "E195  Your chief, Red, decides this." in " ".join(refused.text.split("\n"))
    assert on_file(table) == ["Red One fire at Blue One"]
    nothing = says(table, CROOK, "withdraw Noyes")
    assert "H. Noyes has no lines on file, so there was nothing to withdraw." in " ".join(nothing.text.split())
    unknown = says(table, CROOK, "withdraw Miles")
    assert on_file(table) == ["Red One fire at Blue One"]
    assert "Withdrawn" not in unknown.text
    both = says(table, CROOK, "withdraw Noyes and Mills")
    assert on_file(table) == []
    assert "Withdrawn, of A. Mills: Red One fire at Blue One" in " ".join(both.text.split())
    says(table, MILLS, "Red One fire at Blue One")
    previewed = says(table, CROOK, "preview\nwithdraw Mills")
    assert on_file(table) == ["Red One fire at Blue One"]
    assert "Withdrawn" not in previewed.text
    says(table, MILLS, "withdraw Mills")
    assert on_file(table) == []


def test_every_word_that_a_letter_may_hold_has_a_row() -> None:
    assert not set(FORMS) - set(RIGHTS), "a word of the grammar without a row in desk/orders/rights.py"
    assert grant_of("a word that nobody knows") is Grant.CHIEF


WORDS = {
    "nonce": "nonce: 123456",
    "move order": "move order 1 before 2",
    "extend": "extend 2 days: a wedding",
    "draw": "offer draw",
    "resign": "resign",
    "copies": "copies on",
    "address": "address mills@elsewhere.example",
    "pace": "pace policy",
    "take back": "take back to 1",
    "agree": "agree 1",
    "disagree": "disagree 1",
    "sequence": "sequence Noyes, Mills",
    "certificate": "certificate",
    "protest": "protest: 9.F, it should have fired",
    "insist": "insist 1: it should have fired",
}
"""A line of each command that is the chief's alone."""


def everything(table: Table) -> dict[str, Any]:
    """What a letter could change, but for letters, and what the desk remembers of them."""
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        return {
            "records": [(row.type, row.body) for row in books.records.all(game)],
            "players": [
                (one.address, one.away_to, one.report, one.language, one.zone) for one in books.players.of(game)
            ],
            "seats": [(one.address, one.ready, one.report, one.language, one.zone) for one in books.seats.of(game)],
            "game": (game.state, game.pace, game.hours),
            "proposals": [one.what for one in books.proposals.open(game)],
            "due": [row.due for row in books.phases.of(game)],
            "standing": [row.text for row in books.standing.in_force(game, "red")],
        }


@pytest.mark.parametrize(
    "word", [word for word, right in RIGHTS.items() if right.grant is Grant.CHIEF and word in FORMS]
)
def test_what_the_chief_decides_is_refused_to_a_commander_and_changes_nothing(table: Table, word: str) -> None:
    shared(table)
    before, to_blue = everything(table), len(table.letters(GAME, "blue"))
    answer = says(table, MILLS, WORDS[word])
    assert answer.to == MILLS
    assert "E195" in answer.text
    how = (
        "The GM decides this"
        if word in ("address", "take back")  # in this game the GM takes play back
        else "Your chief, Red, decides this.  Write to them:   to Red: your words"
    )
    assert how in " ".join(answer.text.split("\n")).replace("       ", " ") or how.split(".")[0] in answer.text
    assert everything(table) == before
    assert len(table.letters(GAME, "blue")) == to_blue


def test_a_commander_neither_replaces_nor_withdraws_what_others_have_on_file(table: Table) -> None:
    shared(table)
    says(table, MILLS, "Red One fire at Blue One")
    says(table, NOYES, "replace\nRed Two fire at Blue Two")
    assert on_file(table) == ["Red One fire at Blue One", "Red Two fire at Blue Two"]
    says(table, NOYES, "withdraw line 1")
    assert on_file(table) == ["Red One fire at Blue One", "Red Two fire at Blue Two"]
    says(table, NOYES, "withdraw")
    assert on_file(table) == ["Red One fire at Blue One"]
    says(table, CROOK, "withdraw")
    assert on_file(table) == ["Red One fire at Blue One"]
    says(table, CROOK, "withdraw line 1")
    assert on_file(table) == []


def test_a_chiefs_order_takes_the_place_of_a_commanders_and_stands_against_theirs(table: Table) -> None:
    shared(table)
    says(table, MILLS, "Red One fire at Blue One")
    says(table, CROOK, "Red One fire at Blue Two")
    assert on_file(table) == ["Red One fire at Blue Two"]
    answer = says(table, MILLS, "Red One fire at Blue One")
    assert "Red One already has an order from Red (Red One fire at Blue Two)." in " ".join(answer.text.split("\n"))
    assert on_file(table) == ["Red One fire at Blue Two"]


def test_a_letter_under_the_key_of_somebody_elses_is_not_taken(table: Table) -> None:
    shared(table)
    for key, sender in ((CROOK, MILLS), (MILLS, NOYES), (MILLS, CROOK)):
        before = everything(table)
        says(table, sender, "resign\nRed One fire at Blue One", to=newest(table, key, "report"))
        if (key, sender) == (CROOK, MILLS):
            assert on_file(table) == ["Red One fire at Blue One"]  # as Mills: the address tells
            says(table, MILLS, "withdraw")
        else:
            assert "It answers a letter to" in newest(table, sender, "refused").text
            assert everything(table) == before


def test_ready_is_each_ones_own(table: Table) -> None:
    shared(table)
    table.say(GAME, "blue", "policy cover: duck")
    answer = says(table, MILLS, "Red One fire at Blue One\nready")
    assert "The side is when Red and H. Noyes have said so too" in " ".join(answer.text.split())
    assert "The side: Red nothing yet; Noyes nothing yet." in answer.text
    answer = says(table, CROOK, "ready")
    assert "Not to wait for them:   ready all" in answer.text.replace("\n", " ")
    assert table.phase(GAME) == "T01.RED.A"
    says(table, NOYES, "pass")
    assert table.phase(GAME) != "T01.RED.A"


def test_the_chief_need_not_wait(table: Table) -> None:
    shared(table)
    table.say(GAME, "blue", "policy cover: duck")
    says(table, MILLS, "ready all")
    assert table.phase(GAME) == "T01.RED.A"
    says(table, CROOK, "ready all")
    assert table.phase(GAME) != "T01.RED.A"


def reminded(table: Table, kind: str = "reminder") -> dict[str, str]:
    """By address what each on the side was reminded of, in one line."""
    return {one.to: " ".join(one.text.split()) for one in table.letters(GAME, "red", kind)}


def test_whoever_is_not_ready_is_reminded_and_reads_who_is(table: Table) -> None:
    shared(table)
    says(table, MILLS, "Red One fire at Blue One\nready")
    says(table, NOYES, "Red Two fire at Blue Two")
    table.clock.forward(hours=60)
    remind(table.desk)
    found = reminded(table)
    assert set(found) == {CROOK, NOYES}
    assert "On file 1 line If" in found[NOYES], "their own"
    assert "The side: Red nothing yet; Mills ready, 1 line." in found[NOYES]
    assert "On file 2 lines (submission" in found[CROOK]
    assert "The side: Mills ready, 1 line; Noyes 1 line." in found[CROOK]
    assert newest(table, NOYES).kind == "reminder"
    says(table, NOYES, "ready")  # the reminder has a key of their own
    says(table, CROOK, "ready")
    assert table.asked(GAME) == "blue"


def test_somebody_who_is_away_is_not_reminded(table: Table) -> None:
    shared(table)
    says(table, MILLS, "vacation 12 Mar - 20 Mar")
    table.clock.forward(hours=60)
    remind(table.desk)
    assert set(reminded(table)) == {CROOK, NOYES}


def test_whoever_is_late_is_told_while_a_letter_still_counts(table: Table) -> None:
    shared(table, terms=Terms(grace=24))
    says(table, MILLS, "ready")
    table.clock.forward(hours=60)
    remind(table.desk)
    table.clock.forward(hours=25)
    assert list(pass_overdue(table.desk, table.clock.now())) == []
    remind(table.desk)
    found = reminded(table, "late")
    assert set(found) == {CROOK, NOYES}
    assert "The side: Red nothing yet; Mills ready." in found[NOYES]


def test_words_to_comrades_go_to_them_and_to_nobody_else(table: Table) -> None:
    shared(table)
    to_blue = len(table.letters(GAME, "blue"))
    answer = says(table, MILLS, "to Noyes: I take the left.\nRed One fire at Blue One")
    assert "Passed on to Noyes, and to nobody else: I take the left." in answer.text
    assert on_file(table) == ["Red One fire at Blue One"]
    told = newest(table, NOYES, "press")
    assert "A. Mills writes to you:" in told.text
    assert "I take the left." in told.text
    assert not [one for one in table.letters(GAME, "red", "press") if one.to == CROOK]
    says(table, NOYES, "to us:\nAll is well.\nRed Two sits.\n\nRed Two fire at Blue Two")
    assert "All is well." in newest(table, CROOK, "press").text
    assert on_file(table) == ["Red One fire at Blue One", "Red Two fire at Blue Two"]
    assert len(table.letters(GAME, "blue")) == to_blue
    says(table, MILLS, "to Noyes: I hold. end press Red One fire at Blue Two")
    assert newest(table, NOYES, "press").text.count("I hold.\n") == 1
    assert on_file(table) == ["Red One fire at Blue Two", "Red Two fire at Blue Two"]
    answer = says(table, MILLS, "to Noyes: alone")
    assert "empty" not in answer.text
    assert "Passed on to Noyes, and to nobody else: alone" in answer.text
    answer = says(table, MILLS, "to Noyse: hello")
    assert "Nobody on your side is called Noyse.  Did you mean   to H. Noyes:" in answer.text


def test_each_has_letters_of_their_own(table: Table) -> None:
    shared(table)
    welcome = newest(table, MILLS, "welcome").text
    assert welcome.count("You are A. Mills and command Red One.") == 1  # not in the report below it as well
    report = newest(table, MILLS, "report").text
    assert "A. Mills" in report
    assert "(your chief)" in says(table, MILLS, "status").text
    assert "(you)" in says(table, CROOK, "status").text
    receipt = says(table, MILLS, "Red One fire at Blue One")
    assert [one.to for one in table.letters(GAME, "red", "receipt")] == [MILLS]
    assert "Red One" in receipt.text
    other = says(table, NOYES, "Red Two fire at Blue Two")
    assert "Red One" not in other.text
    assert "Mills 1 line" in other.text
    says(table, MILLS, "report html\nzone Europe/Berlin")
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        assert [one.report for one in books.seats.sharing(game, "red")] == ["html", "text"]
        assert [one.zone for one in books.seats.sharing(game, "red")] == ["Europe/Berlin", ""]
        assert books.players.get(game, "red").zone == ""


def test_questions_go_to_whom_they_concern(table: Table) -> None:
    shared(table)
    while not table.letters(GAME, "red", "question"):
        phase = table.phase(GAME)
        if ".BLU." in phase:
            table.say(GAME, "blue", "Blue One fire at Red Two\nready")
        else:
            for who in (CROOK, MILLS, NOYES):
                says(table, who, "pass")
        assert table.phase(GAME) != phase or table.letters(GAME, "red", "question")
    assert {one.to for one in table.letters(GAME, "red", "question")} == {CROOK, NOYES}
    answer = says(table, MILLS, "2")
    assert "No open question is about your units." in answer.text
    answer = says(table, NOYES, "2", to=newest(table, NOYES, "question"))
    assert "Answer received" in answer.text


def test_an_absence_is_the_commanders_own(table: Table) -> None:
    shared(table)
    before = everything(table)["due"]
    answer = says(table, MILLS, "vacation 14 Mar - 20 Mar")
    assert "You are marked as away" in answer.text
    assert "A. Mills is away" in newest(table, CROOK, "absence").text
    assert not table.letters(GAME, "blue", "absence")
    assert everything(table)["due"] == before


def test_a_command_that_names_nothing_is_refused_with_near_names(table: Table) -> None:
    for words in ("Xyzzy", "Blue One"):
        with pytest.raises(CannotOpen, match=re.escape(f"'{words}' for A. Mills")):
            table.open(seats=[Seat("red", MILLS, "A. Mills", (words,))])
    twice = [Seat("red", MILLS, "A. Mills", ("Red One",)), Seat("red", NOYES, "H. Noyes", ("Red",))]
    with pytest.raises(CannotOpen, match=r"Red One for A\. Mills and H\. Noyes"):
        table.open(seats=twice)


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ([Seat("red", CROOK, "A. Mills")], "somebody who has no other place in this game; found 'rita@mail.example'"),
        ([Seat("red", ADDRESSES["blue"], "A. Mills")], "somebody who has no other place in this game"),
        ([SEATS[0], Seat("red", MILLS.upper(), "H. Noyes")], "somebody who has no other place in this game"),
        ([SEATS[0], Seat("RED", NOYES, "a. mills", ("Red Two",))], "another name for each person on a side"),
        ([Seat("red", MILLS, "Red")], "another name for each person on a side"),
    ],
)
def test_each_person_has_one_place_and_a_name_of_their_own(table: Table, seats: list[Seat], expected: str) -> None:
    with pytest.raises(CannotOpen, match=f"seat: expected {re.escape(expected)}"):
        table.open(seats=seats)


def test_nobody_commands_beside_the_program(table: Table) -> None:
    table.desk = replace(table.desk, title=lambda _: SkirmishTitle(practice=Passes()))
    players = [("blue", ADDRESSES["blue"], "Blue")]
    wanted = Wanted("m-1", "skirmish", "meadow", players, GM, plays={"red": "plain"}, seats=SEATS[:1])
    with pytest.raises(CannotOpen, match="seat: expected a side that a person plays, who is the chief"):
        open_campaign(table.desk, wanted)


def test_a_commander_is_no_player_besides(table: Table) -> None:
    shared(table)
    for side in ("red", "blue"):
        with pytest.raises(
            CannotDo, match=r"A\. Mills commands there\.  To end that first:   pbem gm seat meadow-1 red"
        ):
            perform(table.desk, Replace(GAME, side, f"A. Mills <{MILLS}>"), GM, "moved")
    answer = table.say(GAME, "blue", f"address {MILLS}")
    assert "is registered for a commander of this game" in " ".join(answer.text.split())


def test_nobody_begins_the_game_for_the_chief(table: Table) -> None:
    shared(table, invites=True)
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        assert game.state == "invited"
    table.say(GAME, "blue", "accept", to=table.last(GAME, "blue"))
    answer = table.say(GAME, "red", "accept", to=newest(table, CROOK), sender=MILLS)
    assert "Your chief, Red, decides this." in answer.text
    with table.desk.store.read() as books:
        assert books.games.get(GAME).state == "invited"


ALLOWED = {
    "amend": "amend",
    "answer": "1",
    "calendar": "calendar",
    "confirm": "confirm abcdefgh",
    "leave": "leave",
    "cancel": "cancel order 1",
    "help": "help",
    "key": "key: abcdefgh",
    "language": "language de",
    "map": "map",
    "orders": "orders",
    "pass": "pass",
    "play as": "play as Red One",
    "preview": "preview\nRed One fire at Blue One",
    "ready": "ready",
    "replace": "replace\nRed One fire at Blue Two",
    "report": "report html",
    "resend": "resend 0",
    "send": "send calendar",
    "status": "status",
    "vacation": "vacation 14 Mar - 20 Mar",
    "wait": "wait",
    "withdraw": "withdraw",
    "zone": "zone Europe/Berlin",
}
"""A line of each command that a commander may use."""


@pytest.mark.parametrize("who", [MILLS, NOYES])
@pytest.mark.parametrize("word", [word for word in RIGHTS if word in FORMS and RIGHTS[word].grant is not Grant.CHIEF])
def test_what_a_commander_may_do_reaches_nobody_else(table: Table, word: str, who: str) -> None:
    shared(table)
    other, theirs = (NOYES, "Red Two") if who == MILLS else (MILLS, "Red One")
    own = "Red One" if who == MILLS else "Red Two"
    says(table, other, f"{theirs} fire at Blue One\nready")
    says(table, CROOK, "policy cover: duck\nreport text")
    before, to_blue, to_gm = everything(table), len(table.letters(GAME, "blue")), len(table.letters(GAME, "gm"))
    answer = says(table, who, ALLOWED[word].replace("Red One", own))
    after = everything(table)
    assert answer.to == who
    for kept in ("players", "game", "proposals", "due", "standing"):
        assert after[kept] == before[kept], kept
    assert [one for one in after["seats"] if one[0] == other] == [one for one in before["seats"] if one[0] == other]
    assert f"{theirs} fire at Blue One" in on_file(table)
    assert len(table.letters(GAME, "blue")) == to_blue
    assert len(table.letters(GAME, "gm")) == to_gm
    assert table.phase(GAME) == "T01.RED.A"


@pytest.mark.parametrize("words", ["offer draw", "pace policy", "resign", "agree 7"])
def test_the_commanders_read_what_their_chief_decides_for_them(table: Table, words: str) -> None:
    shared(table)
    answer = says(table, CROOK, f"{words}\nstatus")
    assert "A. Mills and H. Noyes have been told." in " ".join(answer.text.split())
    for who in (MILLS, NOYES):
        told = newest(table, who, "command")
        assert told.subject == f"[meadow-1] Red has written: {words}"
        assert f"Red, your chief, has written:\n\n  {words}\n" in told.text
    count = len(table.letters(GAME, "red", "command"))
    says(table, MILLS, words)
    says(table, CROOK, f"preview\n{words}")
    says(table, CROOK, "status")
    assert len(table.letters(GAME, "red", "command")) == count


def test_each_word_of_the_grammar_has_a_line_in_these_tests() -> None:
    assert set(WORDS) | set(ALLOWED) == set(FORMS)


def test_a_commander_cancels_only_what_they_gave(table: Table) -> None:
    shared(table)
    says(table, CROOK, "policy cover: duck")
    for words in ("cancel order 1", "cancel all standing orders"):
        assert "E195" in says(table, MILLS, words).text
    assert everything(table)["standing"] == ["policy cover: duck"]
    answer = says(table, MILLS, "policy volley: Blue One")
    assert "A commander's standing order names units of theirs." in answer.text
    assert everything(table)["standing"] == ["policy cover: duck"]


def test_an_undo_takes_back_the_word_of_everybody_on_a_side(table: Table) -> None:
    game = shared(table)
    first = table.phase(game)
    for who in (MILLS, NOYES, CROOK):
        says(table, who, "ready")
    assert table.phase(game) != first
    undo(table.desk, game, 0, "a wrong order")
    assert table.phase(game) == first
    assert "ready" not in says(table, CROOK, "orders").text.partition("The side:")[2]
    says(table, CROOK, "ready")
    assert table.phase(game) == first  # Mills and Noyes have not said so again


def test_the_gm_reads_who_on_a_side_is_not_ready(table: Table) -> None:
    shared(table, hours={"orders": 24}, terms=Terms(silence={"orders": "gm"}))
    says(table, MILLS, "ready")
    table.clock.forward(hours=25)
    assert list(pass_overdue(table.desk, table.clock.now())) == []
    remind(table.desk)
    told = " ".join(table.letters(GAME, "gm", "lapsed")[-1].text.split())
    assert "RED is not ready. By the campaign's terms you decide" in told
    assert "The side: Red nothing yet; Mills ready; Noyes nothing yet." in told


@pytest.mark.slow
def test_the_gm_gives_corrects_passes_on_and_ends_a_seat(table: Table) -> None:
    game = table.open()
    says_gm(table, "A. Mills", f"{MILLS} commands Red One")
    pack = newest(table, MILLS, "hand-over").text
    assert "You are A. Mills and command Red One." in pack
    assert "A. Mills (you)" in pack  # the position as they may see it: their chief's report names the chief so
    assert "You are the chief" not in pack
    says(table, MILLS, "Red One fire at Blue One")
    with pytest.raises(CannotDo, match="expected units of RED as its orders name them"):
        says_gm(table, "H. Noyes", f"{NOYES} commands Xyzzy")
    with pytest.raises(CannotDo, match="Mills has this one"):
        says_gm(table, "H. Noyes", f"{NOYES} commands Red")
    with pytest.raises(CannotDo, match="expected a name that nobody else on this side has"):
        says_gm(table, "Red", f"{NOYES} commands Red Two")
    says_gm(table, "Mills", "commands Red One, Red Two")
    says(table, MILLS, "Red Two fire at Blue Two")
    old = newest(table, MILLS, "receipt")
    says_gm(table, "Mills", f"H. Noyes <{NOYES}>")
    assert "Red Two fire at Blue Two" in newest(table, NOYES, "hand-over").text
    table.say(game, "red", "Red One fire at Blue Two", to=old, sender=MILLS)
    assert on_file(table) == ["Red One fire at Blue One", "Red Two fire at Blue Two"]
    says(table, NOYES, "Red One fire at Blue Two")
    assert "Red One fire at Blue Two" in on_file(table)
    says_gm(table, "Noyes", "end")
    with table.desk.store.read() as books:
        assert not books.seats.sharing(books.games.get(game), "red")
    says(table, CROOK, "withdraw")
    assert on_file(table) == []
    told = [one.text for one in table.letters(game, "blue", "ruling")]
    assert len(told) == 4
    assert not [one for one in told if "Mills" in one or "Noyes" in one]
    assert replay(table.desk, game).is_same


def says_gm(table: Table, name: str, change: str) -> None:
    table.clock.forward(minutes=1)
    perform(table.desk, SeatChange(GAME, "red", name, change), GM, "asked for")


def test_lateness_stays_with_whoever_was_late(table: Table) -> None:
    game = shared(table)
    says(table, MILLS, "Red One fire at Blue One\nready")
    table.clock.forward(days=5)
    pass_overdue(table.desk, table.clock.now())
    with table.desk.store.read() as books:
        row = books.games.get(game)
        assert books.players.get(row, "red").late == 1
        assert [one.late for one in books.seats.sharing(row, "red")] == [0, 1]
    perform(table.desk, Replace(game, "red", "Nadia <nadia@new.example>"), GM, "moved")
    says_gm(table, "Noyes", "N. Osman <osman@new.example>")
    with table.desk.store.read() as books:
        late = {one.address: one.late for one in everybody(books)}
    assert late == {
        CROOK: 1, MILLS: 0, NOYES: 1, "nadia@new.example": 0, "osman@new.example": 0, ADDRESSES["blue"]: 0
    }  # fmt: skip


def test_the_proof_and_the_replay_of_a_shared_side_hold(table: Table) -> None:
    game = shared(table)
    table.say(game, "blue", "policy cover: duck")
    says(table, MILLS, "Red One fire at Blue One\nready")
    says(table, NOYES, "Red Two fire at Blue Two\nready")
    says(table, CROOK, "sequence Noyes, Mills\nready")
    assert table.phase(game) != "T01.RED.A"
    for who in (CROOK, MILLS, NOYES):
        told = " ".join(newest(table, who, "report").text.split())
        assert "Mills: Red One fire at Blue One" in told
        assert "Noyes: Red Two fire at Blue Two" in told
    assert "Mills" not in table.last(game, "blue", "report").text
    assert replay(table.desk, game).is_same
