"""What people answer to an invitation: whoever says so in other words has accepted or declined as well."""

from pathlib import Path

import pytest

from pbem.desk.games.invitations import reply_in
from tests.desk.table import Table


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("accept", "accept"),
        ("Accept.  Happy to play the 7th - good luck to me.\nKate", "accept"),
        ("Hi Peter,\n\nI accept, looking forward to it!\n\n> | accept\n> | decline", "accept"),
        ("Yes, I'd love to play!", "accept"),
        ("We'd love to accept your invitation", "accept"),
        ("| accept", "accept"),
        ("Sorry, I must decline.", "decline"),
        ("No, thanks", "decline"),
        ("decline\n\n-----Original Message-----\n| accept\n| decline", "decline"),
        ("I can't accept this time", ""),
        ("May I accept next week?", ""),
        ("No problem, I think", ""),
        ("No, wait: I accept", ""),
        ("accept or decline", ""),
        ("", ""),
    ],
)
def test_an_answer_as_people_write_it(words: str, answer: str) -> None:
    assert reply_in(words) == answer


@pytest.mark.parametrize("words", ["accept", "I accept, looking forward to it!", "Sorry, I must decline."])
def test_a_welcome_that_is_answered_like_an_invitation_says_that_the_game_has_begun(words: str, tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    game = table.open()
    letter = table.say(game, "red", words)
    assert letter.kind == "answer"
    assert "You are in this game already" in " ".join(letter.text.split())
    assert "found no orders" not in letter.subject
