"""What `pbem verify` says of an honest campaign, of a damaged mailbox and of a dishonest desk."""

import base64
import json
import mailbox
import random
import re
import textwrap
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem.core.canonical import canon
from pbem.seal import account
from pbem.seal.block import render
from pbem.seal.chain import head
from pbem.seal.signing import Signer, public_text
from pbem.seal.verify import MailboxVerdict, Unusable, verify
from tests.seal.campaign import ROOT, SERVER, SIDES, Campaign, secret


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return Campaign()


def false_records(verdict: MailboxVerdict) -> set[int | None]:
    return {one.record for one in verdict.all_findings() if one.kind == "false"}


def named(verdict: MailboxVerdict) -> set[int | None]:
    return {one.record for one in verdict.all_findings() if one.kind != "note"}


def of_bundle(tmp_path: Path, data: bytes, **more: Any) -> MailboxVerdict:
    path = tmp_path / "a.pbem"
    path.write_bytes(data)
    return verify([path], **more)


def texts(verdict: MailboxVerdict) -> str:
    return "\n".join(one.text for one in verdict.all_findings() if one.kind != "note")


# ------------------------------------------------------------------------------------------------------------- honest


def test_a_player_verifies_his_whole_mailbox(campaign: Campaign, tmp_path: Path) -> None:
    key = tmp_path / "root.key"
    key.write_text(public_text("root", ROOT.public))
    verdict = verify([campaign.mbox("US", tmp_path / "us.mbox")], key)
    assert texts(verdict) == ""
    assert verdict.status == 0
    (game,) = verdict.games
    assert (game.game, game.side, game.pinned) == ("rosebud-7", "US", True)
    (main,) = game.branches
    assert (main.first, main.last, main.missing, main.seals) == (0, 19, (), 10)
    assert (main.tally.rolls, main.tally.adjudications) == (8, 6)
    assert (game.opened, game.receipts, game.own_letters) == (5, 5, 5)
    assert main.head == head(campaign.records[19])
    (told,) = account.as_json(verdict)
    assert (told["game"], told["side"], told["status"], told["pinned"]) == ("rosebud-7", "US", 0, True)
    said = account.lines(verdict)
    assert said[-1] == "RESULT       OK"
    assert all(line.isascii() and len(line) <= 78 and line == line.rstrip() for line in said)
    assert f"head 19      {main.head}" in said
    assert "             your opponent's head 19 must read the same" in said


def test_both_players_are_sent_the_same_chain(campaign: Campaign, tmp_path: Path) -> None:
    both = [verify([campaign.mbox(side, tmp_path / side)]).games[0].branches[0] for side in ("US", "IN")]
    assert both[0].head == both[1].head
    together = verify([tmp_path / "US", tmp_path / "IN"])
    assert together.status == 0
    assert together.games[0].side == ""


def test_maildir_folder_of_eml_one_eml_and_bundle_say_the_same(campaign: Campaign, tmp_path: Path) -> None:
    letters = campaign.letters("US")
    maildir = mailbox.Maildir(tmp_path / "maildir", create=True)
    folder = tmp_path / "folder"
    folder.mkdir()
    for n, letter in enumerate(letters):
        maildir.add(mailbox.MaildirMessage(letter))
        (folder / f"{n:02d}.eml").write_bytes(letter.as_bytes())
    (folder / "notes.txt").write_text("my notes, no mail\n")
    whole = campaign.report("US", 0, 19)
    (tmp_path / "one.eml").write_bytes(whole.as_bytes())
    (tmp_path / "one.pbem").write_bytes(campaign.bundle("US"))
    for name in ("maildir", "folder", "one.eml", "one.pbem"):
        verdict = verify([tmp_path / name])
        assert (name, texts(verdict), verdict.status) == (name, "", 0)
        assert verdict.games[0].branches[0].last == 19


def test_exports_of_google_and_thunderbird(campaign: Campaign, tmp_path: Path) -> None:
    google, bird = b"", b""
    for n, letter in enumerate(campaign.letters("US")):
        raw = letter.as_bytes()
        google += b"From 18%d@xxx Thu Mar 12 18:02:11 +0000 2026\r\nX-GM-THRID: 1\r\n" % n
        google += raw.replace(b"\nFrom ", b"\n>From ").replace(b"\n", b"\r\n") + b"\r\n"
        bird += b"From - Thu Mar 12 18:02:11 2026\nX-Mozilla-Status: 0001\n" + raw + b"\n"  # and `From ` not escaped
    (tmp_path / "All mail.mbox").write_bytes(google)
    (tmp_path / "Inbox").write_bytes(bird)
    (tmp_path / "Inbox.msf").write_bytes(b"// <!-- mork -->")
    for name in ("All mail.mbox", "Inbox"):
        verdict = verify([tmp_path / name])
        assert (texts(verdict), verdict.status, verdict.letters) == ("", 0, 15)


@pytest.mark.parametrize("how", ["quoted", "wrapped", "tabs", "html", "nbsp", "wrapped hard"])
def test_a_seal_block_survives_what_mail_programs_do(campaign: Campaign, tmp_path: Path, how: str) -> None:
    """The bundle is there, its own seal is not: all hangs on the block in the text."""
    seal = campaign.seal(19)
    text = "\n".join(["Look:", *render(seal.fields, seal.sigs, seal.seed), "Good luck!"])
    quoted = "".join(f"> > {line}\n" for line in text.splitlines())
    letter = EmailMessage()
    letter["Subject"] = "Fwd: [rosebud-7] report 19"
    letter["From"] = "us@mail.example"
    match how:
        case "quoted":
            letter.set_content(quoted)
        case "wrapped":
            letter.set_content(
                "\n".join(textwrap.fill(line, 60, subsequent_indent="> ") for line in quoted.splitlines())
            )
        case "wrapped hard":
            letter.set_content(
                "\n".join(line[n : n + 60] for line in quoted.splitlines() for n in range(0, len(line), 60))
            )
        case "tabs":
            letter.set_content(re.sub(" +", lambda match: "\t" * len(match[0]), text) + "  \n\n")
        case "html":
            marked = quoted.replace(">", "&gt;").replace("\n", "<br>\n")
            letter.set_content(f"<html><body><div>{marked}</div></body></html>", subtype="html")
        case "nbsp":
            letter.set_content(text.replace(" ", "\u00a0"))
    bare = b"".join(line + b"\n" for line in campaign.bundle("US").splitlines() if not line.startswith(b'{"seal"'))
    letter.add_attachment(bare, maintype="application", subtype="octet-stream", filename="rosebud-7-0019.pbem")
    path = tmp_path / "forwarded.eml"
    path.write_bytes(letter.as_bytes())
    verdict = verify([path])
    assert (texts(verdict), verdict.status) == ("", 0)
    assert verdict.games[0].branches[0].seals == 1


def test_a_pinned_server_key_serves_where_the_player_noted_that(campaign: Campaign, tmp_path: Path) -> None:
    key = tmp_path / "server.key"
    key.write_text(SERVER.public.hex())
    assert of_bundle(tmp_path, campaign.bundle("US"), root_key=key).games[0].pinned
    key.write_text(public_text("other", Signer("other", secret("other")).public))
    verdict = of_bundle(tmp_path, campaign.bundle("US"), root_key=key)
    assert verdict.status == 1
    assert "somebody else may have signed this game" in texts(verdict)


# ------------------------------------------------------------------------------------------------- any byte is changed


def damaged(line: bytes, place: int, chance: random.Random) -> bytes:
    new = chance.choice([byte for byte in range(256) if byte != line[place]])
    return line[:place] + bytes([new]) + line[place + 1 :]


@pytest.mark.slow
def test_any_changed_byte_of_a_bundle_is_told_by_its_record(campaign: Campaign, tmp_path: Path) -> None:
    """Records, seeds, contributions, the seal, openings: whichever byte changes, that record is named."""
    chance = random.Random(27)
    lines = campaign.bundle("US").splitlines(keepends=True)
    for number, line in enumerate(lines):
        kind = json.loads(line)
        record = kind["seal"]["seq"] if "seal" in kind else kind["seq"]
        for place in sorted(chance.sample(range(len(line)), 25)):
            changed = [*lines[:number], damaged(line, place, chance), *lines[number + 1 :]]
            verdict = of_bundle(tmp_path, b"".join(changed))
            assert verdict.status == 1, (number, place)
            if "open" in kind and line[place - 8 : place].find(b'"seq":') >= 0:
                continue  # the very number of the record that it opens: the line is told, the record cannot be
            assert record in named(verdict), (number, place, line[place : place + 20], texts(verdict))


@pytest.mark.parametrize("what", ["seed", "contrib", "digest", "state", "rolls", "prev", "at"])
def test_a_changed_value_in_canonical_form_is_told_by_its_record(campaign: Campaign, tmp_path: Path, what: str) -> None:
    for record in campaign.records:
        changed = json.loads(canon(record))
        place = changed if what in changed else changed["body"]
        if what not in place:
            continue
        text = json.dumps(place[what])
        digit = re.search(r"\d", text)
        if digit is None:
            continue
        at = digit.start()
        place[what] = json.loads(text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :])
        if place[what] == record.get(what, record["body"].get(what)) or (
            what == "rolls" and not record["body"]["rolls"]
        ):
            continue
        data = campaign.bundle("US").replace(canon(record), canon(changed))
        verdict = of_bundle(tmp_path, data)
        assert false_records(verdict) == {record["seq"]}, texts(verdict)


@pytest.mark.slow
def test_any_changed_byte_of_a_seal_block_is_told(campaign: Campaign, tmp_path: Path) -> None:
    chance = random.Random(7)
    seal = campaign.seal(19)
    block = "\n".join(render(seal.fields, seal.sigs, seal.seed))
    places = [n for n, letter in enumerate(block) if not letter.isspace()]
    for place in sorted(chance.sample(places, 150)):
        new = chance.choice([c for c in "abcdef0123456789XYZ+/" if c != block[place]])
        letter = campaign.letter("US", "x", "[rosebud-7] report 19", f"{block[:place]}{new}{block[place + 1 :]}\n", 19)
        letter.add_attachment(campaign.bundle("US"), maintype="application", subtype="x", filename="a.pbem")
        path = tmp_path / "a.eml"
        path.write_bytes(letter.as_bytes())
        verdict = verify([path])
        if place < block.index("\n"):
            continue  # it is no block any more, and the one in the bundle serves
        assert verdict.status in (1, 2), (block[place : place + 20], new)


# --------------------------------------------------------------------------------------------------- a dishonest desk


def lying(seq: int, change: Callable[[dict[str, Any]], None]) -> Campaign:
    return Campaign(lambda number, body: change(body) if number == seq else None)


Change = Callable[[dict[str, Any]], None]


def orders_are(player: str, *lines: str, source: str = "order") -> Change:
    """The desk says that these were a player's orders, in the record's lines and in its answers alike."""

    def change(body: dict[str, Any]) -> None:
        body["orders"] = {player: list(lines)} if lines else {}
        kept = [one for one in body["answers"] if not one["key"].startswith(SIDES[player])]
        given = {"type": "Answer", "orders": [{"type": "Made up"}] * len(lines), "source": source}
        body["answers"] = [*kept, {"key": f"{SIDES[player]} orders {body['phase'][-1]}", "answer": given}]

    return change


FIRE, RECOVER = "C/3 Cav fire half at Crow King", "L/3 Cav recover"
TAMPERED_ORDERS: list[tuple[int, Change, str]] = [
    (
        4,
        orders_are("US", FIRE),
        "US ordered 'L/3 Cav recover' (the submission in record 3), and it was not carried out",
    ),
    (4, orders_are("US", RECOVER), f"US ordered {FIRE!r}"),
    (4, orders_are("US"), f"US ordered {FIRE!r}"),
    (4, orders_are("US", source="deadline"), f"US ordered {FIRE!r}"),
    (4, orders_are("US", FIRE.replace("half", "full"), RECOVER), f"US ordered {FIRE!r}"),
    (
        4,
        orders_are("US", FIRE.replace("half", "full"), RECOVER),
        "'C/3 Cav fire full at Crow King' was carried out for US",
    ),
    (
        4,
        orders_are("US", FIRE, RECOVER, "G/3 Cav charge"),
        "'G/3 Cav charge' was carried out for US, who did not order it",
    ),
    (
        4,
        orders_are("US", FIRE, RECOVER, "G/3 Cav charge", source="order; standing order 1"),
        "'G/3 Cav charge' was carried out for US, who did not order it",
    ),
    (4, orders_are("US", RECOVER, FIRE), "in another sequence than on file"),
    (4, lambda body: body["orders"]["US"].pop(), "its answers hold another number of orders of US"),
    (4, lambda body: body.update(orders={}), "its answers hold another number of orders of US"),
    (12, orders_are("IN", "Crow King charge"), "'Crow King charge' was carried out for IN, who did not order it"),
]
"""What the desk says was carried out, where it is not what the player had on file."""

LIES: list[tuple[int, Change, str]] = [
    (4, lambda body: body["rolls"][0][1].reverse(), "is not what the seed gives"),
    (7, lambda body: body.update(seed="ab" * 32), "seed 2 does not stand on seed 1"),
    (
        4,
        lambda body: body["contrib"].update(US="cd" * 32),
        "the contribution of US is not that of the orders on file",
    ),
    (
        12,
        lambda body: body["contrib"].update(IN="cd" * 32),
        "the contribution of IN is not that of the orders on file",
    ),
    (12, lambda body: body["contrib"].pop("IN"), "the contribution of IN"),
    (3, lambda body: body.update(digest="ef" * 32), "does not fit the record"),
    (3, lambda body: body.update(n=3), "letter 3 of US for T01.US.A"),
    (4, lambda body: body["events"][0]["roll"].update(faces=[6, 6]), "its events show the roll"),
    (8, lambda body: body.update(adj=4), "another adjudication than expected"),
    (8, lambda body: body.update(state="00" * 32), "hidden fact ford/5413"),
    (13, lambda body: body.update(before="11" * 32), "the ruling is on another state"),
    (14, lambda body: body.update(seed="11" * 32), "does not stand on seed 4"),
    (0, lambda body: body.update(certificate="AAAA"), "certificate"),
    *((seq, change, says) for seq, change, says in TAMPERED_ORDERS),
]
"""A record, what a dishonest desk does to it before signing, and what is said of it."""


@pytest.mark.parametrize(("seq", "change", "says"), LIES)
def test_a_lie_that_the_desk_signs_is_told_by_its_record(
    tmp_path: Path, seq: int, change: Callable[[dict[str, Any]], None], says: str
) -> None:
    verdict = verify([lying(seq, change).mbox("US", tmp_path / "us")])
    assert verdict.status == 1
    assert any(says in one.text and one.record == seq and one.kind == "false" for one in verdict.all_findings()), texts(
        verdict
    )


def test_orders_that_a_standing_order_gave_are_remarked_once(tmp_path: Path) -> None:
    """They are in no letter by themselves; that they follow from the standing order is the log's to show."""

    def stood(body: dict[str, Any]) -> None:
        body["orders"] = {"IN": ["Crow King fire half at C/3 Cav"]}
        given = {"type": "Answer", "orders": [{"type": "Made up"}], "source": "standing order 1"}
        body["answers"] = [{"key": "indian orders A", "answer": given}]

    for side in ("US", "IN"):
        verdict = verify([lying(12, stood).mbox(side, tmp_path / side)])
        assert verdict.status == 0, texts(verdict)
        said = [one.text for one in verdict.all_findings() if "standing orders of IN gave 1" in one.text]
        assert len(said) == 1


def test_a_ruling_needs_the_gms_own_key(campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.seal.campaign.GM", Signer("P.Brandt", secret("somebody")))
    made = lying(0, lambda body: body["gm"].update(key=campaign.records[0]["body"]["gm"]["key"]))
    verdict = verify([made.mbox("US", tmp_path / "us")])
    assert false_records(verdict) == {13, 14, 17}  # a ruling, dice voided, another program
    assert "the GM's key has not signed" in texts(verdict)


def test_two_signed_histories_are_told(campaign: Campaign, tmp_path: Path) -> None:
    other = lying(10, lambda body: body.update(phase="T01.IN.B"))
    verdict = verify([campaign.mbox("US", tmp_path / "us"), other.mbox("IN", tmp_path / "in")])
    assert verdict.status == 1
    assert "two different heads of record 19 are signed: two histories were sent" in texts(verdict)


def test_heads_are_compared_with_the_opponents(campaign: Campaign, tmp_path: Path) -> None:
    mine = campaign.mbox("US", tmp_path / "us")
    other = lying(10, lambda body: body.update(phase="T01.IN.B"))
    assert verify([mine], compare=f"head 12 {head(campaign.records[12])}").status == 0
    assert verify([mine], compare=head(campaign.records[12])).status == 0
    verdict = verify([mine], compare=f"12 {head(other.records[12])}")
    assert verdict.status == 1
    assert "you were not sent the same history" in texts(verdict)
    assert verify([mine], compare=head(other.records[12])).status == 2
    with pytest.raises(Unusable, match="12 digits; a part of a head proves nothing"):
        verify([mine], compare=head(campaign.records[12])[:12])


# --------------------------------------------------------------------------------------------------- what is missing


def test_a_gap_is_told_with_the_number_to_ask_for(campaign: Campaign, tmp_path: Path) -> None:
    for n, letter in enumerate(campaign.letters("US")):
        if "report 12" not in letter["Subject"]:
            (tmp_path / f"{n:02d}.eml").write_bytes(letter.as_bytes())
    verdict = verify([tmp_path])
    assert verdict.status == 2
    assert "records 9-12 not in this mailbox: ask the desk with  resend 9" in texts(verdict)


def test_a_mailbox_that_is_cut_off(campaign: Campaign, tmp_path: Path) -> None:
    whole = campaign.mbox("US", tmp_path / "us").read_bytes()
    for share in range(1, 20):
        path = tmp_path / "cut"
        path.write_bytes(whole[: len(whole) * share // 20])
        verdict = verify([path])
        assert verdict.status in (0, 1, 2)
        if verdict.status == 1:
            assert "cut off" in texts(verdict) or "no canonical JSON" in texts(verdict)


def test_an_attachment_that_was_stripped(campaign: Campaign, tmp_path: Path) -> None:
    letter = campaign.report("US", 0, 19)
    letter.set_payload([part for part in letter.get_payload() if part.get_content_type() == "text/plain"])  # type: ignore[union-attr]
    (tmp_path / "a.eml").write_bytes(letter.as_bytes())
    verdict = verify([tmp_path / "a.eml"])
    assert verdict.status == 2
    assert "records 0-19 not in this mailbox" in texts(verdict)


def test_a_record_of_another_version(campaign: Campaign, tmp_path: Path) -> None:
    verdict = of_bundle(
        tmp_path,
        campaign.bundle("US").replace(
            b'"seq":7,"type":"phase.resolved","v":1', b'"seq":7,"type":"phase.resolved","v":2'
        ),
    )
    assert verdict.status == 1
    assert "line 8 of the bundle" in texts(verdict)
    assert "it is of version 2 and this program reads version 1" in texts(verdict)


def test_a_mailbox_with_two_games_gives_a_verdict_for_each(campaign: Campaign, tmp_path: Path) -> None:
    other = Campaign(game="rosebud-8")
    (tmp_path / "a.pbem").write_bytes(campaign.bundle("US"))
    (tmp_path / "b.pbem").write_bytes(other.bundle("US"))
    verdict = verify([tmp_path])
    assert [game.game for game in verdict.games] == ["rosebud-7", "rosebud-8"]
    assert verdict.status == 0
    mixed = campaign.bundle("US", 0, 9) + other.bundle("US", 10, 19)
    assert "is of game rosebud-8" in texts(of_bundle(tmp_path, mixed)) or "of game rosebud-8" in texts(
        of_bundle(tmp_path, mixed)
    )


def test_mail_without_a_game(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(b"From: a@b\nSubject: lunch?\n\nAt one?\n")
    verdict = verify([tmp_path])
    assert verdict.status == 2
    assert texts(verdict) == "none of the 1 letters carries a record or a seal of pbem"
    assert account.as_json(verdict)[0]["game"] is None


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "found nothing there"),
        (b"", "found an empty file"),
        (b"PK\x03\x04rest", "unpack it first"),
        (b"\x89PNG\r\n", "found something else"),
    ],
)
def test_a_path_that_is_no_mailbox(tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "thing"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Unusable, match=says):
        verify([path])


def test_a_key_file_that_cannot_be_used(campaign: Campaign, tmp_path: Path) -> None:
    key = tmp_path / "key"
    for content, says in (("1a22059d", r"64 hex digits, found '1a22059d' \(8 characters\)"), ("", "found 0 lines")):
        key.write_text(content)
        with pytest.raises(Unusable, match=says):
            of_bundle(tmp_path, campaign.bundle("US"), root_key=key)


def test_hostile_bytes_never_raise(campaign: Campaign, tmp_path: Path) -> None:
    """Letters of a mailbox with bytes changed, cut and doubled at random."""
    chance = random.Random(3)
    whole = bytearray(campaign.mbox("US", tmp_path / "us").read_bytes())
    for _ in range(40):
        raw = bytearray(whole)
        for _ in range(chance.randrange(1, 60)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        if chance.random() < 0.3:
            del raw[chance.randrange(len(raw)) :]
        path = tmp_path / "hostile"
        path.write_bytes(b"From x\n" + bytes(raw))
        assert verify([path]).status in (0, 1, 2)
    deep = b"From: a@b\nContent-Type: multipart/mixed; boundary=a\n\n"
    nested = b"".join(b"--%d\nContent-Type: multipart/mixed; boundary=%d\n\n" % (n, n + 1) for n in range(3000))
    (tmp_path / "deep.eml").write_bytes(deep + nested)
    assert "parts and was not read" in texts(verify([tmp_path / "deep.eml"]))
    (tmp_path / "deep.pbem").write_bytes(b'{"a":' * 900 + b"1" + b"}" * 900 + b"\n")
    assert verify([tmp_path / "deep.pbem"]).status == 1
    assert base64.b64encode(b"x")
