"""What a seal says of a record: which of two forms is the right one, whose signature counts, and which state it gives."""

import copy
from pathlib import Path

import pytest

from pbem.seal import bundle
from pbem.seal.block import Seal
from pbem.seal.chain import Link
from pbem.seal.evidence import ProofNote
from pbem.seal.signing import Signer
from pbem.seal.verify import verify
from tests.seal.campaign import GM, Campaign, secret

STRANGER = Signer("desk.example", secret("a stranger's key"))
WRONG = "5e" * 32


@pytest.fixture
def made() -> Campaign:
    return Campaign()


class Mailbox:
    """Bundles in a folder, and what is found in them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def put(self, records: list[Link], seal: Seal | None = None) -> None:
        """A bundle more."""
        self.count += 1
        (self.folder / f"{self.count}.pbem").write_bytes(bundle.write(records, seal, []))

    def found(self, record: int) -> list[ProofNote]:
        """What is false or missing at a record."""
        return [one for one in verify([self.folder]).all_findings() if one.kind != "note" and one.record == record]

    def texts(self, record: int) -> list[str]:
        """The same in words; a bundle is called by its file's name."""
        return [one.text.replace(f"{self.folder}/", "") for one in self.found(record)]


@pytest.fixture
def box(tmp_path: Path) -> Mailbox:
    return Mailbox(tmp_path)


def forged(made: Campaign, seq: int) -> Link:
    """A record in another form than the one that was signed."""
    record = copy.deepcopy(made.records[seq])
    record["at"] = record["at"].replace(":11Z", ":12Z")
    return record


# ------------------------------------------------------------------------------------------------- a record in two forms


def test_of_two_forms_of_the_last_record_the_signed_one_holds(made: Campaign, box: Mailbox) -> None:
    box.put(made.records, made.seal(19))
    box.put([forged(made, 19)])
    assert box.texts(19) == ["record 19 in 2.pbem is not the one that was signed"]


def test_of_two_forms_of_a_record_below_a_seal_the_one_that_the_next_record_follows_holds(
    made: Campaign, box: Mailbox
) -> None:
    box.put(made.records, made.seal(19))
    box.put([forged(made, 9)])
    assert box.texts(9) == ["record 9 in 2.pbem is not the one that record 10 follows"]


def test_a_record_that_is_there_in_another_form_alone_is_not_the_one_that_was_signed(
    made: Campaign, box: Mailbox
) -> None:
    box.put([*made.records[:19], forged(made, 19)], made.seal(19))
    assert box.texts(19)[:1] == ["record 19 in 1.pbem is not the one that was signed"]


def test_where_nothing_is_signed_both_forms_of_a_record_are_told(made: Campaign, box: Mailbox) -> None:
    box.put(made.records[:10])
    box.put([forged(made, 9)])
    assert box.texts(9)[:1] == ["record 9 is found in two forms, in 2.pbem another"]


# ----------------------------------------------------------------------------------------------------- whose seal it is


@pytest.mark.parametrize("signer", [STRANGER, GM], ids=lambda signer: signer.name)
def test_a_seal_that_the_desk_has_not_signed_seals_nothing(made: Campaign, box: Mailbox, signer: Signer) -> None:
    box.put(made.records[:10], made.seal(9))
    box.put(made.records[10:], made.seal(19, signer))
    (game,) = verify([box.folder]).games
    assert game.branches[0].seals == 1
    assert box.texts(10) == ["records 10-19 are under no seal that could be checked"]


# ------------------------------------------------------------------------------------------------- the state that it gives


STATE = "its seal gives another state than the chain"


@pytest.mark.parametrize("seq", [18, 19])
def test_a_seal_gives_the_state_after_its_record(made: Campaign, box: Mailbox, seq: int) -> None:
    made.states[seq] = WRONG
    box.put(made.records[: seq + 1], made.seal(seq))
    (found,) = box.found(seq)
    assert STATE in found.text
    assert found.found == WRONG


def test_a_seal_of_a_record_with_a_state_is_held_to_it_though_earlier_records_are_missing(
    made: Campaign, box: Mailbox
) -> None:
    made.states[19] = WRONG
    box.put([*made.records[:10], *made.records[12:]], made.seal(19))
    (found,) = box.found(19)
    assert STATE in found.text


def test_where_records_are_missing_a_record_without_a_state_may_have_another_than_the_last_that_is_there(
    made: Campaign, box: Mailbox
) -> None:
    made.states[18] = WRONG
    box.put([*made.records[:16], made.records[18]], made.seal(18))
    assert STATE not in " ".join(box.texts(18))
