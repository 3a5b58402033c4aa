"""Setting up: invitations, terms, practice opponents, people who share a side or look on, and two games of one player."""

from email import message_from_bytes
from email.message import EmailMessage

import pytest

from pbem.desk.desk import Desk
from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.open import CannotOpen, Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.desk.play.terms import Terms
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk.table import ADDRESSES, GM, Table


def test_campaign_begins_when_everybody_has_accepted(table: Table) -> None:
    game = table.open(invites=True)
    assert table.state(game) == "invited"
    assert [one.kind for one in table.letters(game, "red")] == ["invitation"]
    text = table.last(game, "red").text
    assert "You are invited, Red, to play the Red side of" in text
    assert "bob@post.example" not in text
    answer = table.say(game, "red", "accept")
    assert "begins when Blue has answered too" in " ".join(answer.text.split())
    assert table.state(game) == "invited"
    table.say(game, "blue", "accept\nlooking forward to it")
    assert table.state(game) == "open"
    assert [one.kind for one in table.letters(game, "red")][-2:] == ["welcome", "report"]
    assert table.phase(game) == "T01.RED.A"


def test_who_declines_is_told_to_the_gm_who_may_invite_another(table: Table) -> None:
    from pbem.desk.gm.incidents.incident import perform
    from pbem.desk.gm.incidents.players import Replace

    game = table.open(invites=True)
    table.say(game, "blue", "decline")
    assert "has declined" in table.letters(game, "gm", "declined")[0].text
    perform(table.desk, Replace(game, "blue", "N. Osman <nadia@new.example>"), "petra", "Bob has no time")
    table.say(game, "red", "accept")
    letter = table.last(game, "blue", "invitation")
    assert letter.to == "nadia@new.example"
    table.say(game, "blue", "accept", to=letter, sender="nadia@new.example")
    assert table.state(game) == "open"


def test_other_words_before_the_campaign_begins_are_answered(table: Table) -> None:
    game = table.open(invites=True)
    assert "Please answer with the line" in table.say(game, "red", "Red One fire at Blue One").text


def test_terms_are_told_in_the_welcome_and_wrong_ones_refused(table: Table) -> None:
    game = table.open(terms=Terms(at="20:00", days=(6,), zone="Europe/Berlin", grace=12))
    text = " ".join(table.last(game, "red", "welcome").text.split())
    assert "deadlines fall on Sun at 20:00 Europe/Berlin" in text
    with pytest.raises(CannotOpen) as told:
        table.open("meadow-2", terms=Terms(zone="Atlantis", at="20:07", silence={"orders": "shout"}))
    said = str(told.value)
    assert "Europe/Berlin; found zone 'Atlantis'" in said
    assert "found at '20:07'" in said
    assert "standing, defaults, wait, gm; found silence orders=shout" in said


def test_name_of_the_desk_itself_is_no_name_for_a_campaign(table: Table) -> None:
    with pytest.raises(CannotOpen, match="another name"):
        table.open("desk")


def test_game_without_a_practice_opponent_says_so(table: Table) -> None:
    with pytest.raises(CannotOpen, match="this game has no practice opponent"):
        table.open(plays={"blue": "plain"})


def test_program_plays_a_side_of_rosebud(table: Table) -> None:
    desk = Desk(table.desk.store, table.clock, table.desk.house, registry.game)
    wanted = Wanted(
        "solo-1",
        "rosebud",
        "in-contact",
        [("us", "kate@mail.example", "K. Hale")],
        GM,
        seed=b"a demo seed",
        ladder_length=256,
        plays={"indian": "plain"},
    )
    open_campaign(desk, wanted)
    advance(desk, "solo-1")
    phase = table.phase("solo-1")
    assert phase.startswith("T03")
    with desk.store.read() as books:
        game = books.games.get("solo-1")
        row = books.phases.open(game)
        assert row is not None
        assert row.waiting_for == "us"
        assert game.state == "open"
        sent = books.letters_out.to_side("solo-1", "indian")
        assert {one.state for one in sent} == {"sent"}
        assert books.submissions.phases_filed(game, "indian")


def to_address(table: Table, game: str, address: str, kind: str = "report") -> list[LetterOutRow]:
    return [one for one in table.letters(game, "red", kind) if one.to == address]


def test_two_share_a_side_each_with_his_own_formations(table: Table) -> None:
    game = table.open(seats=[Seat("red", "ruth@mail.example", "Ruth", ("Red Two",))])
    copies = to_address(table, game, "ruth@mail.example")
    assert len(copies) == 1
    answer = table.say(game, "red", "Red One fire at Blue One", to=copies[0], sender="ruth@mail.example")
    assert "Red One is not in your formations: Red Two" in answer.text
    answer = table.say(game, "red", "Red Two fire at Blue One\nready", to=copies[0], sender="ruth@mail.example")
    assert "Red Two fire at Blue One" in answer.text
    assert table.phase(game) == "T01.RED.A"
    table.say(game, "blue", "policy cover: duck")
    table.say(game, "red", "Red One fire at Blue Two\nready", to=to_address(table, game, ADDRESSES["red"])[-1])
    log = table.last(game, "red", "report").text
    assert "Red Two fires at Blue One" in log
    assert "Red One fires at Blue Two" in log


def test_observer_gets_reports_without_a_key_and_without_what_is_private(table: Table) -> None:
    game = table.open(seats=[Seat("", "olga@mail.example", "Olga")])
    table.say(game, "red", "policy cover: duck")
    table.say(game, "red", "pass")
    seen = table.letters(game, "seat", "seen")
    assert [one.to for one in seen] == ["olga@mail.example"] * 2
    assert "You are an observer" in seen[-1].text
    assert "policy" not in seen[-1].text
    assert message_from_bytes(seen[-1].raw)["Reply-To"] is None


def test_each_observer_gets_the_form_that_he_chose(table: Table) -> None:
    forms = {"olga": "html", "otto": "text", "oona": ""}
    game = table.open(report="html", seats=[Seat("", f"{one}@mail.example", one, (), forms[one]) for one in forms])
    kinds = {
        one.to.partition("@")[0]: [part.get_content_type() for part in message_from_bytes(one.raw).walk()]
        for one in table.letters(game, "seat", "seen")
    }
    assert {who: "text/html" in parts for who, parts in kinds.items()} == {"olga": True, "otto": False, "oona": True}


def test_letter_that_names_two_games_is_asked_about(table: Table) -> None:
    first, second = table.open("meadow-1"), table.open("meadow-2")
    answered = message_from_bytes(table.last(first, "red").raw)
    letter = EmailMessage()
    letter["From"], letter["To"] = ADDRESSES["red"], str(answered["Reply-To"])
    letter["Subject"], letter["Message-ID"] = f"Re: [{second}] orders", "<two@mail.example>"
    letter.set_content("Red One fire at Blue One\nready")
    assert table.deliver(letter.as_bytes()).state == "done"
    answer = table.last(first, "red", "refused")
    assert "which of the two games is it for?" in " ".join(answer.text.split())
    assert "You play in meadow-1 and meadow-2" in " ".join(answer.text.split())
    with table.desk.store.read() as books:
        assert not books.submissions.phases_filed(books.games.get(first), "red")
