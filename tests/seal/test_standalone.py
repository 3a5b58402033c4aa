"""The checker of one file says the same as `pbem verify`, though it shares no line with it."""

import ast
import base64
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.core.canonical import canon
from pbem.seal import pbem_verify
from pbem.seal.block import render
from pbem.seal.chain import head
from pbem.seal.signing import Signer, public_text
from pbem.seal.signing import verify as good_signature
from pbem.seal.verify import Unusable, verify
from tests.seal.campaign import ROOT, SERVER, Campaign, secret
from tests.seal.test_signing import SMALL
from tests.seal.test_verify import LIES, lying

SOURCE = Path(pbem_verify.__file__)


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return Campaign()


def both(*paths: Path, **more: Any) -> tuple[int, set[int | None]]:
    """The status of both checkers, which must agree, and the records that both call false or missing."""
    verdict = verify(list(paths), **more)
    words = {key: str(value) for key, value in more.items()}
    status, games, _ = pbem_verify.verify([str(path) for path in paths], **words)
    said = [one for game in games.values() for one in game.findings]
    assert status == verdict.status, ([one.text for one in verdict.all_findings()], said)
    named = {one.record for one in verdict.all_findings() if one.kind == "false"}
    return status, named & {seq for kind, seq, _ in said if kind == "!!"}


def test_it_is_one_short_file_of_the_standard_library() -> None:
    """At most 900 lines of code, besides blank lines, docstrings and comments; no function longer than a screen."""
    text = SOURCE.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
        assert all(name.split(".")[0] in sys.stdlib_module_names for name in names)
    tree = ast.parse(text)
    holders = [one for one in ast.walk(tree) if isinstance(one, ast.Module | ast.ClassDef | ast.FunctionDef)]
    loose = {
        line
        for holder in holders
        for one in holder.body
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
        for line in range(one.lineno, (one.end_lineno or one.lineno) + 1)
    }
    lines = text.splitlines()
    code = [n for n, line in enumerate(lines, 1) if line.split("#")[0].strip() and n not in loose]
    assert len(code) <= 900
    assert len(lines) <= 1175
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    assert [one.name for one in functions if (one.end_lineno or 0) - one.lineno > 40] == []
    assert [one.name for one in functions if one.name != "__init__" and ast.get_docstring(one) is None] == []
    assert "fmt: " not in text
    assert max(map(len, lines)) <= 124


def test_its_second_file_is_plain_too() -> None:
    """The standard library alone, a docstring for every function, none longer than a screen."""
    text = SOURCE.with_name("pbem_verify_more.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    for node in ast.walk(tree):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
        assert all(name.split(".")[0] in sys.stdlib_module_names for name in names)
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    assert [one.name for one in functions if (one.end_lineno or 0) - one.lineno > 40] == []
    assert [one.name for one in functions if one.name != "__init__" and ast.get_docstring(one) is None] == []
    assert len(text.splitlines()) <= 465


@pytest.mark.parametrize("name", ["", "pbem_verify_more.py", "pbem_verify_more.txt"])
def test_its_second_file_is_used_if_it_lies_beside_it(campaign: Campaign, tmp_path: Path, name: str) -> None:
    copy = tmp_path / "pbem_verify.py"
    copy.write_bytes(SOURCE.read_bytes())
    if name:
        (tmp_path / name).write_bytes(SOURCE.with_name("pbem_verify_more.py").read_bytes())
    mbox = campaign.mbox("US", tmp_path / "us.mbox")
    done = subprocess.run([sys.executable, "-I", "-S", copy, mbox], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("5 of 5 submissions compared" in done.stdout) == bool(name)
    assert ("own letters are not compared" in done.stdout) != bool(name)


@pytest.mark.slow
def test_it_runs_alone(campaign: Campaign, tmp_path: Path) -> None:
    """Copied out of the package, without site-packages."""
    copy = tmp_path / "pbem_verify.py"
    copy.write_bytes(SOURCE.read_bytes())
    mbox = campaign.mbox("US", tmp_path / "us.mbox")
    done = subprocess.run([sys.executable, "-I", "-S", copy, mbox], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"head 19 of main: {head(campaign.records[19])}" in done.stdout
    assert done.stdout.endswith("RESULT OK\n")
    done = subprocess.run(
        [sys.executable, "-I", "-S", copy, tmp_path / "no"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert "expected a mailbox" in done.stderr


@pytest.mark.slow
def test_its_signatures_are_those_of_the_library() -> None:
    for n in range(5):
        signer = Signer("x", secret(f"key {n}"))
        key, signature = signer.public.hex(), signer.sign(b"message")
        assert pbem_verify.good_signature(key, b"message", base64.b64encode(signature).decode())
        assert not pbem_verify.good_signature(key, b"massage", base64.b64encode(signature).decode())
        for place in range(0, 64, 7):
            changed = signature[:place] + bytes([signature[place] ^ 1]) + signature[place + 1 :]
            assert pbem_verify.good_signature(key, b"message", base64.b64encode(changed).decode()) is False
            assert good_signature(signer.public, b"message", changed) is False
    for key in SMALL:
        assert pbem_verify.point(bytes.fromhex(key)) is None


def test_an_honest_mailbox(campaign: Campaign, tmp_path: Path) -> None:
    key = tmp_path / "root.key"
    key.write_text(public_text("root", ROOT.public))
    mine, his = campaign.mbox("US", tmp_path / "us"), campaign.mbox("IN", tmp_path / "in")
    assert both(mine, his, root_key=key) == (0, set())
    assert both(mine, compare=f"12 {head(campaign.records[12])}") == (0, set())
    assert both(mine, compare=f"12 {head(campaign.records[11])}") == (1, {12})
    key.write_text(SERVER.public.hex())
    assert both(mine, root_key=key) == (0, set())
    key.write_text(secret("other").hex())
    with pytest.raises(Unusable):
        verify([mine], compare="12")
    with pytest.raises(pbem_verify.Usage):
        pbem_verify.verify([str(mine)], compare="12")


@pytest.mark.slow
def test_every_damaged_line_of_a_bundle(campaign: Campaign, tmp_path: Path) -> None:
    chance = random.Random(11)
    lines = campaign.bundle("US").splitlines(keepends=True)
    path = tmp_path / "a.pbem"
    for number, line in enumerate(lines):
        kind = json.loads(line)
        record = kind["seal"]["seq"] if "seal" in kind else kind["seq"]
        for place in chance.sample(range(len(line) - 1), 6):
            new = chance.choice([byte for byte in range(32, 127) if byte != line[place]])
            changed = line[:place] + bytes([new]) + line[place + 1 :]
            path.write_bytes(b"".join([*lines[:number], changed, *lines[number + 1 :]]))
            status, named = both(path)
            assert status == 1
            if not ("open" in kind and b'"seq":' in line[place - 8 : place + 6]):
                assert record in named, (number, place, line[place : place + 20])


def test_values_changed_in_canonical_form(campaign: Campaign, tmp_path: Path) -> None:
    path = tmp_path / "a.pbem"
    for record in campaign.records:
        changed = {**record, "at": "2027-01-01T00:00:00Z"}
        path.write_bytes(campaign.bundle("US").replace(canon(record), canon(changed)))
        status, named = both(path)
        assert (status, named) == (1, {record["seq"]})


@pytest.mark.slow
def test_every_damaged_block(campaign: Campaign, tmp_path: Path) -> None:
    chance = random.Random(5)
    seal = campaign.seal(19)
    block = "\n".join(render(seal.fields, seal.sigs, seal.seed))
    path = tmp_path / "a.eml"
    for place in chance.sample([n for n, one in enumerate(block) if not one.isspace()], 60):
        new = chance.choice([c for c in "abcdef0123456789XYZ+/" if c != block[place]])
        letter = campaign.letter("US", "x", "[rosebud-7] report 19", f"{block[:place]}{new}{block[place + 1 :]}\n", 19)
        letter.add_attachment(campaign.bundle("US"), maintype="application", subtype="x", filename="a.pbem")
        path.write_bytes(letter.as_bytes())
        both(path)


@pytest.mark.parametrize(("seq", "change", "says"), LIES)
def test_every_signed_lie(tmp_path: Path, seq: int, change: Callable[[dict[str, Any]], None], says: str) -> None:
    status, named = both(lying(seq, change).mbox("US", tmp_path / "us"))
    assert status == 1
    assert seq in named, says


def test_gaps_cut_mailboxes_two_games_and_other_mail(campaign: Campaign, tmp_path: Path) -> None:
    folder = tmp_path / "gap"
    folder.mkdir()
    for n, letter in enumerate(campaign.letters("US")):
        if "report 12" not in str(letter["Subject"]):
            (folder / f"{n:02d}.eml").write_bytes(letter.as_bytes())
    assert both(folder) == (2, set())
    whole = campaign.mbox("US", tmp_path / "us").read_bytes()
    cut = tmp_path / "cut"
    for share in range(1, 12):
        cut.write_bytes(whole[: len(whole) * share // 12])
        both(cut)
    other = lying(10, lambda body: body.update(phase="T01.IN.B"))
    assert both(tmp_path / "us", other.mbox("IN", tmp_path / "in"))[0] == 1
    (folder / "b.pbem").write_bytes(Campaign(game="rosebud-8").bundle("US"))
    assert both(folder)[0] == 2
    plain = tmp_path / "lunch.eml"
    plain.write_bytes(b"From: a@b\nSubject: lunch?\n\nAt one?\n")
    assert both(plain)[0] == 2


def test_quoted_wrapped_and_html(campaign: Campaign, tmp_path: Path) -> None:
    seal = campaign.seal(19)
    text = "\n".join(render(seal.fields, seal.sigs, seal.seed))
    quoted = "".join(f"> > {line[n : n + 60]}\n" for line in text.splitlines() for n in range(0, len(line), 60))
    bare = b"".join(line + b"\n" for line in campaign.bundle("US").splitlines() if not line.startswith(b'{"seal"'))
    for words, kind in ((quoted, "plain"), (re.sub("\n", "<br>\n", quoted.replace(">", "&gt;")), "html")):
        letter = campaign.letter("US", "x", "[rosebud-7] report 19", "see below\n", 19)
        letter.set_content(words, subtype=kind)
        letter.add_attachment(bare, maintype="application", subtype="x", filename="a.pbem")
        (tmp_path / "a.eml").write_bytes(letter.as_bytes())
        assert both(tmp_path / "a.eml") == (0, set())
