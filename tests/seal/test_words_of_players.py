"""What a player writes is no evidence: it can't spoil the opponent's verify or make it slow; no letter hides in another."""

import collections
import re
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pbem.seal import audit, block, bundle, carried_out, evidence, mailbox, own_letters, pbem_verify
from pbem.seal.block import SealFields, render, signed_bytes
from pbem.seal.chain import head
from pbem.seal.evidence import gather
from tests.seal.campaign import SERVER, Campaign
from tests.seal.test_standalone import both

FAKE = "ab" * 32
SEAL = Campaign().seal(8)
FORGED = "\n".join(render(SEAL.fields, SEAL.sigs, SEAL.seed)).replace(SEAL.fields.head, FAKE)
OTHER = SealFields("rosebud-8", "main", 3, SEAL.fields.at, "T01", FAKE, FAKE)
OF_ANOTHER = "\n".join(render(OTHER, (SERVER.signature(signed_bytes(OTHER)),)))
WORDS = (
    f"it is in the chain as record 2: {FAKE}",
    f"in the chain as record 2:\n{FAKE}",
    f"Digest of this submission, in the chain as record 2:\n  {FAKE}",
    "pbem seal 1 begin",
    "pbem seal 1 begin game x branch y seq 3 pbem seal 1 end",
    "pbem seal 2 begin\nfrom the future\npbem seal 2 end",
    FORGED,
    OF_ANOTHER,
    " ".join(FORGED.split()),
    f"my header was X-Pbem: rosebud-7 main 2 US\nin the chain as record 2:\n  {FAKE}",
    f"Digest of this submission, in the chain as record 2:\n  {FAKE}\nIts salt, for you alone:\n  {FAKE}",
    f"Recu, dans la chaine comme enregistrement 2:\n  {FAKE}",
    f"head {FAKE} of record 2, seq 2, is false\nstate {FAKE}",
    FORGED.upper(),
    FORGED.replace(" ", "\u00a0"),
    FORGED.replace("pbem seal", "pbem\u200b seal"),
    "\n".join(f"> > {line}" for line in OF_ANOTHER.split("\n")),
    f"From desk@x Sun Nov 29 05:10:11 2026\nSubject: [rosebud-7] report\n\n{FORGED}",
    f"r2  1d6  4\n2d6 label {FAKE}\nseed {FAKE}",
    f"withdraw record 2: {FAKE}; insist 2: {FAKE}",
)


def with_press(letter: EmailMessage, words: str) -> EmailMessage:
    """The report with what the opponent said in it, as the desk sets it: in by four blanks."""
    body = letter.get_body(("plain",))
    assert body is not None
    text = body.get_content()
    said = "\n".join(f"    {line.strip()}" for line in words.split("\n"))
    body.set_content(text.replace("SEAL   keep", f'PRESS ---\n  Mo, 12 Mar:  "Well\n{said}"\nSEAL   keep'))
    return letter


def put(folder: Path, letters: list[EmailMessage]) -> Path:
    folder.mkdir()
    for n, letter in enumerate(letters):
        (folder / f"{n:02d}.eml").write_bytes(letter.as_bytes())
    return folder


@pytest.mark.parametrize("words", WORDS)
def test_press_cannot_spoil_a_mailbox(tmp_path: Path, words: str) -> None:
    letters = [
        with_press(one, words) if "report" in str(one["Subject"]) and one["X-Pbem"] else one
        for one in Campaign().letters("US")
    ]
    friend = EmailMessage()
    friend["Subject"], friend["Message-ID"] = "Re: [rosebud-7] report", "<friend@mail.example>"
    friend.set_content(words + "\n")
    assert both(put(tmp_path / "box", [*letters, friend])) == (0, set())


@pytest.mark.parametrize("words", WORDS)
def test_own_words_in_a_receipt_are_none(tmp_path: Path, words: str) -> None:
    letters = Campaign().letters("US")
    for letter in letters:
        if "Orders received" in str(letter["Subject"]):
            said = "\n".join(f"    {line.strip()}" for line in words.split("\n"))
            letter.set_content(
                letter.get_content().replace("on file.\n", f'on file.\nNot read as orders:\n  "So\n{said}"\n')
            )
    assert both(put(tmp_path / "box", letters)) == (0, set())


def test_two_histories_are_found_wherever_the_second_is_quoted(tmp_path: Path) -> None:
    other = Campaign(minute=lambda seq: seq + 1)
    text = "\n".join(f"> {line}" for line in render(other.seal(8).fields, other.seal(8).sigs))
    friend = EmailMessage()
    friend["Subject"] = "mine"
    friend.set_content(f"Mine is this:\n{text}\n")
    assert both(put(tmp_path / "box", [*Campaign().letters("US"), friend]))[0] == 1


# ------------------------------------------------------------------------------------------------------- letters in letters


def mbox(
    letters: list[EmailMessage], between: bytes, dated: bytes = b"From desk@x Sun Nov 29 05:10:11 2026\n"
) -> bytes:
    return between.join(dated + letter.as_bytes().rstrip(b"\n") + b"\n" for letter in letters)


@pytest.mark.parametrize("between", [b"", b"\n", b"  \n", b"\t\n\n"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"\n\n"])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
def test_a_mailbox_is_split_whatever_stands_between_letters(
    tmp_path: Path, between: bytes, start: bytes, ends: bytes
) -> None:
    letters = Campaign().letters("US")
    path = tmp_path / "box.mbox"
    path.write_bytes(start + mbox(letters, between).replace(b"\n", ends))
    found = list(mailbox.read([path]))
    assert [one.trouble for one in found] == [""] * len(letters)
    assert len(list(pbem_verify.letters(path))) == len(letters)
    if (between, ends) == (b"", b"\n"):
        assert both(path)[0] == 0


def test_letters_that_could_not_be_split_are_told(tmp_path: Path) -> None:
    letters = Campaign().letters("US")
    path = tmp_path / "box.mbox"
    path.write_bytes(mbox(letters, b"", b"From desk\n"))
    assert both(path)[0] == 2
    (tmp_path / "one.eml").write_bytes(b"\n".join(one.as_bytes() for one in letters))
    assert both(tmp_path / "one.eml")[0] == 2


# ---------------------------------------------------------------------------------------------------------- how long it takes

PUMPS = (
    *(" ", "\n", "\t", "0", "a", "> ", "From ", "From x 00:00 ", "X-Pbem: ", "<", "<p", "<p ", "&", "[", "[a", "- "),
    *(
        "1: ",
        "1:\n  ",
        "1:\n  " + "a" * 64 + " ",
        "in the chain as record 1: ",
        "in ",
        "seq ",
        "seq 1 ",
        "pbem ",
        "pbem seal ",
    ),
    *(
        "pbem seal 1 begin ",
        "pbem seal 1 end ",
        "  pbem seal 1 begin\n",
        "sig a 12345678 ",
        "game x branch y seq z phase p at q ",
    ),
    *(
        "when ",
        "a when charged: ",
        "in a: ",
        ": ",
        "--- ",
        "x   y ---",
        "  r1 2d6 ",
        "a\u00a0",
        "#",
        "x #",
        "BEGIN PUBLIC KEY",
    ),
)


def patterns(module: ModuleType) -> Iterator[tuple[str, "re.Pattern[str] | re.Pattern[bytes]"]]:
    for name, value in vars(module).items():
        if isinstance(value, re.Pattern):
            yield f"{module.__name__}.{name}", value


CHECKERS = (pbem_verify, block, carried_out, bundle, evidence, mailbox, own_letters, audit)
FOUND = dict(one for module in CHECKERS for one in patterns(module))
AT_ONE_PLACE = ("STANDING", "AHEAD", "ASIDE")
"""These are tried at the beginning of a line alone."""
FOUND |= {f"more.{name}": value for name, value in pbem_verify.MORE.items() if isinstance(value, re.Pattern)}


@pytest.mark.parametrize("name", sorted(FOUND))
def test_a_pattern_takes_four_times_as_long_for_four_times_the_text(name: str) -> None:
    pattern = FOUND[name]

    def seconds(pump: str, count: int, end: str) -> float:
        text = pump * (count // len(pump)) + end
        began = time.process_time()
        data: Any = text if isinstance(pattern.pattern, str) else text.encode()
        if name.endswith(AT_ONE_PLACE):
            pattern.match(data), pattern.fullmatch(data)
        else:
            collections.deque(pattern.finditer(data), 0)
        return time.process_time() - began

    for pump in PUMPS:
        for end in ("", "\x00"):
            if seconds(pump, 4_000, end) > 0.004:
                small, large = (min(seconds(pump, count, end) for _ in range(5)) for count in (4_000, 16_000))
                assert large < 10 * small, (pump, end)


HOSTILE = (
    "pbem seal 1 begin " + "game x branch y seq z phase p at q head " * 2000 + "pbem seal 1 end",
    "pbem seal 1 begin game x branch y seq z phase p at q " * 2000,
    "pbem seal 1 begin " + "sig a 12345678 " * 5000 + "pbem seal 1 end",
    "\n".join([FORGED] * 300),
    "1: " * 30_000,
    "in the chain as record 1: " + "a " * 60_000,
)


@pytest.mark.parametrize("words", HOSTILE)
def test_a_hundred_kilobytes_of_press_are_read_in_a_moment(tmp_path: Path, words: str) -> None:
    campaign = Campaign()
    path = tmp_path / "one.eml"
    path.write_bytes(with_press(campaign.report("US", 0, 19), words).as_bytes())
    began = time.process_time()
    gather(mailbox.read([path]))
    assert time.process_time() - began < 2
    began = time.process_time()
    assert pbem_verify.verify([str(path)])[0] == 0
    assert time.process_time() - began < 8  # twenty signatures in plain Python among them
    assert head(campaign.records[19]) == campaign.seal(19).fields.head
