"""What a letter asks of the database: statements and commits are counted, which no busy machine changes.

The game is the benchmark's own (docs/performance.md).  Before statements were saved, an order letter among its first 40
letters took 144 of them and an answer 124, with those that begin and end transactions; the first 30 letters are counted here.
A late answer opened over a thousand sealed values.
"""

from collections import defaultdict
from collections.abc import Iterator

import pytest

from bench.desk import Club
from bench.floors import Statements
from pbem.store.secrets import Vault
from pbem.store.tables import SubmissionRow
from tests.desk.table import Table

LETTERS = 30


class Counted:
    """One letter: whether it brought orders, its statements, commits, and sealed values that were opened for it."""

    def __init__(self, club: Club, opened: list[int]) -> None:
        raw = club.letter()
        before, said = len(opened), Statements()
        with said.noted(club):
            club.deliver([raw])
        self.phase, self.is_order_letter = club.phase, club.is_order_letter
        self.statements, self.opened = len(said.said), len(opened) - before
        self.commits, self.unsynced = said.commits, said.unsynced
        self.texts = [text for text, _ in said.said]


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Counted]]:
    opened: list[int] = []
    unseal = Vault.unseal

    def counted(vault: Vault, value: bytes) -> bytes:
        opened.append(1)
        return unseal(vault, value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Vault, "unseal", counted)
        club = Club(tmp_path_factory.mktemp("club"))
        for _ in range(2):
            club.deliver([club.letter()])
        yield [Counted(club, opened) for _ in range(LETTERS)]
        club.desk.store.close()


def mean(values: list[int]) -> float:
    return sum(values) / len(values)


@pytest.mark.slow
def test_a_letter_takes_no_more_statements_than_it_did(letters: list[Counted]) -> None:
    orders = [one for one in letters if one.is_order_letter]
    answers = [one for one in letters if not one.is_order_letter]
    assert orders
    assert answers
    assert mean([one.statements for one in orders]) <= 60
    assert mean([one.statements for one in answers]) <= 56


def test_a_letter_takes_no_more_commits_than_it_did(letters: list[Counted]) -> None:
    assert max(one.commits for one in letters) == 3, "stored, played, and the last letter out was marked"
    assert max(one.unsynced for one in letters) <= 3, "each of the others was marked before the next one went"
    assert mean([one.commits + one.unsynced for one in letters]) <= 4.2


def test_each_answer_on_file_costs_a_later_one_three_sealed_values_at_most(letters: list[Counted]) -> None:
    phases: dict[tuple[str, str], list[Counted]] = defaultdict(list)
    for one in letters:
        if not one.is_order_letter:
            phases[one.phase].append(one)
    longest = max(phases.values(), key=len)[:-1]  # the last one ends the phase
    assert len(longest) >= 6
    early, late = mean([one.opened for one in longest[:3]]), mean([one.opened for one in longest[-3:]])
    assert late - early <= 3 * (len(longest) - 3), [  # its own copy, and what is copied from the version before
        one.opened for one in longest
    ]


def test_late_answers_take_the_statements_of_early_ones(letters: list[Counted]) -> None:
    phases: dict[tuple[str, str], list[Counted]] = defaultdict(list)
    for one in letters:
        if not one.is_order_letter:
            phases[one.phase].append(one)
    longest = max(phases.values(), key=len)[:-1]
    early, late = mean([one.statements for one in longest[:3]]), mean([one.statements for one in longest[-3:]])
    assert late <= early + 4, [one.statements for one in longest]


def test_what_is_filed_is_known_to_who_asks_in_the_same_transaction(tmp_path: object) -> None:
    table = Table.lay(tmp_path, b"a2VwdCBpbiB0aGUgdGVzdHMgYW5kIG5vd2hlcmUgZWw=")  # type: ignore[arg-type]
    table.open("meadow-1")
    table.deliver(table.reply("meadow-1", "red", "Red One fire at Blue One"))
    with table.desk.store.begin() as books:
        game = books.games.get("meadow-1")
        (phase,) = books.submissions.phases_filed(game, "red")
        first = books.submissions.latest(game, "red", phase)
        assert first is not None
        for other in ({"n": first.n + 1}, {"phase": "T09.RED.A"}):
            books.submissions.add(SubmissionRow(**{**first.model_dump(), "id": None, **other}), [])
        assert books.submissions.phases_filed(game, "red") == [phase, "T09.RED.A"]
        newest = books.submissions.latest(game, "red", phase)
        assert newest is not None
        assert newest.n == first.n + 1
        assert books.submissions.version(game, "red", phase, first.n) is first
    with table.desk.store.read() as books:
        game = books.games.get("meadow-1")
        assert books.submissions.phases_filed(game, "red") == [phase, "T09.RED.A"]
        newest = books.submissions.latest(game, "red", phase)
        assert newest is not None
        assert newest.n == first.n + 1
    table.desk.store.close()
