"""What a user installs: the wheel brings the program's own files, the lock names no host.

`tests/test_new_game.py` installs the wheel, and uses what is in it.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def names_in_lock() -> set[str]:
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    return {match[1] for line in lines if (match := re.match(r"([a-z0-9._-]+)(?:\[.*\])?==", line))}


def test_the_lock_pins_every_dependency_that_pyproject_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"].values()
    groups = (project["project"]["dependencies"], *extras, project["dependency-groups"]["dev"])
    wanted = [one for group in groups for one in group]
    named = {re.split(r"[><=~ ;\[]", one)[0].lower().replace("_", "-") for one in wanted}
    assert named <= names_in_lock()


def test_the_lock_has_a_hash_for_each_pin_and_names_no_host() -> None:
    text = (ROOT / "requirements.lock").read_text()
    for pin in re.split(r"\n(?=[a-z])", text.strip()):
        assert "--hash=sha256:" in pin, pin.splitlines()[0]
    assert "://" not in text
    assert "--index" not in text


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_brings_all_that_the_checkout_has(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    assert "pbem/seal/pbem_verify.py" in inside
    for source, target in (
        ("grammar", "grammar"),
        ("locale", "locale"),
        ("scenarios", "scenarios"),
        ("templates", "templates"),
        ("tests/cases", "cases"),
    ):
        for path in (ROOT / source).rglob("*"):
            if path.is_file():
                assert f"pbem/_data/{target}/{path.relative_to(ROOT / source).as_posix()}" in inside
    assert "pbem/_data/config.example.toml" in inside
    assert "pbem/systems/indian_wars/clauses-rosebud.toml" in inside


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the sources whose files are of another day."""
    copy = tmp_path / "copy"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((ROOT / name).read_bytes())
            (copy / name).chmod((ROOT / name).stat().st_mode & 0o777)
    dated(copy, 1_700_000_000)
    return copy


def dated(folder: Path, seconds: int) -> None:
    for path in folder.rglob("*"):
        os.utime(path, (seconds, seconds))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_two_builds_have_the_same_bytes(copy: Path, tmp_path: Path, kind: str) -> None:
    built = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
        subprocess.run(command, cwd=copy, check=True, capture_output=True)
        (made,) = folder.iterdir()
        built.append(made.read_bytes())
        dated(copy, 1_750_000_000)
    assert built[0] == built[1]


def released(copy: Path, *key: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHON": sys.executable, "PYTHONPATH": str(copy)}
    command = [str(copy / "packaging" / "release"), *key]
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)


def commands_of_a_page(page: str, word: str) -> str:
    """The code block of a page that has a word in it."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.M | re.S)
    (found,) = (block for block in blocks if word in block)
    return str(found)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no ssh-keygen (apt-get install openssh-client)")
def test_a_release_is_signed_and_whoever_downloads_it_can_check_it(copy: Path, tmp_path: Path) -> None:
    """By the commands of docs/updating.md, with a key that is thrown away."""
    git = ("git", "-c", "user.name=x", "-c", "user.email=x@mail.example")
    subprocess.run(["git", "init", "-q"], cwd=copy, check=True)
    subprocess.run(["git", "add", "-A"], cwd=copy, check=True)
    subprocess.run([*git, "commit", "-q", "-m", "x"], cwd=copy, check=True)
    assert "expected the SSH key that signs" in released(copy).stderr
    assert "there is none" in released(copy, str(tmp_path / "key")).stderr
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "x", "-f", str(tmp_path / "key")]
    subprocess.run(command, check=True)
    (copy / "slip").touch()
    assert "a checkout without changes; found\n?? slip" in released(copy, str(tmp_path / "key")).stderr
    (copy / "slip").unlink()
    done = released(copy, str(tmp_path / "key"))
    assert done.returncode == 0, done.stderr
    dist = copy / "dist"
    assert sorted(one.suffix for one in dist.iterdir()) == ["", ".gz", ".sig", ".whl"]
    (dist / "allowed_signers").write_text(f"pbem {(tmp_path / 'key.pub').read_text()}", encoding="ascii")

    def is_taken() -> bool:
        command = ["bash", "-ec", commands_of_a_page("updating.md", "ssh-keygen")]
        return subprocess.run(command, cwd=dist, capture_output=True, check=False).returncode == 0

    assert is_taken()
    sums = (dist / "SHA256SUMS").read_bytes()
    (dist / "SHA256SUMS").write_bytes(sums.replace(b"pbem-", b"pben-", 1))
    assert not is_taken()
    (dist / "SHA256SUMS").write_bytes(sums)
    wheel = next(dist.glob("*.whl"))
    wheel.write_bytes(wheel.read_bytes() + b"x")
    assert not is_taken()


def test_the_wheel_brings_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"pbem"}
