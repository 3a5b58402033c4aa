"""Which words of a mailbox are a receipt: the desk's, in any language, and not a head that two players compare."""

import mailbox
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.seal import pbem_verify
from pbem.seal.chain import head
from pbem.seal.verify import MailboxVerdict, verify
from tests.seal.campaign import Campaign


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return Campaign()


def checked(path: Path, letters: list[EmailMessage]) -> tuple[MailboxVerdict, int, list[str]]:
    """The verdict, how many receipts the second checker found, and what that says is wrong."""
    box = mailbox.mbox(path)
    for letter in letters:
        box.add(mailbox.mboxMessage(letter))
    box.close()
    verdict = verify([path])
    _, games, _ = pbem_verify.verify([str(path)])
    other = games["rosebud-7"]
    return verdict, len(other.receipts), [text for kind, _, text in other.findings if kind == "!!"]


def in_german(letter: EmailMessage) -> EmailMessage:
    """A receipt in the words of the German template."""
    text = letter.get_content()
    letter.set_content(
        text.replace(
            "Digest of this submission, in the chain as record",
            "Fingerabdruck dieser Einsendung, in der Kette als Eintrag",
        )
    )
    return letter


def test_receipts_count_in_any_language(campaign: Campaign, tmp_path: Path) -> None:
    letters = [in_german(one) if "Orders received" in one["Subject"] else one for one in campaign.letters("US")]
    assert sum("Eintrag" in str(one.get_content()) for one in letters if not one.is_multipart()) == 5
    verdict, receipts, wrong = checked(tmp_path / "us.mbox", letters)
    assert (verdict.games[0].receipts, receipts, wrong) == (5, 5, [])


def test_a_false_receipt_is_told_in_any_language(campaign: Campaign, tmp_path: Path) -> None:
    letters = campaign.letters("US")
    spoilt = in_german(next(one for one in letters if "Orders received" in one["Subject"]))
    words = spoilt.get_content().split()
    spoilt.set_content(spoilt.get_content().replace(words[-1], "0" * 64))
    verdict, _, wrong = checked(tmp_path / "us.mbox", letters)
    (found,) = [one for one in verdict.all_findings() if one.kind == "false"]
    assert "another digest of the orders" in found.text
    assert len(wrong) == 1


def test_a_head_that_players_compare_is_no_receipt(campaign: Campaign, tmp_path: Path) -> None:
    said = f"Mine is\n4: {head(campaign.records[5])}\nand yours?\n"
    report = campaign.report("US", 0, 4)
    report.get_body(("plain",)).set_content(f"FROM YOUR OPPONENT\n\n{said}")  # type: ignore[union-attr]
    friend = EmailMessage()
    friend["Subject"], friend["Message-ID"] = "Re: [rosebud-7] report", "<friend@mail.example>"
    friend.set_content(said)
    verdict, receipts, wrong = checked(tmp_path / "us.mbox", [*campaign.letters("US"), report, friend])
    assert (verdict.games[0].receipts, receipts, wrong) == (5, 5, [])
