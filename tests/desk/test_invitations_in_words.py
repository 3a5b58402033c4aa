"""What people answer to an invitation: whoever says so in other words has accepted or declined as well."""

import pytest

from pbem.desk.games.invitations import _answer


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
    assert _answer(words) == answer
