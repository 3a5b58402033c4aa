"""packaging/pbem.service: systemd understands it, and the handbook tells how it is set up."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pbem.desk.incoming import reader, reading

ROOT = Path(__file__).resolve().parent.parent
UNIT = ROOT / "packaging" / "pbem.service"


WEB = ROOT / "packaging" / "pbem-web.conf"


def test_systemd_understands_every_line(tmp_path: Path) -> None:
    verifier = shutil.which("systemd-analyze")
    if verifier is None:
        pytest.skip("systemd-analyze is not installed")
    copy = tmp_path / "pbem.service"
    # What it starts need not be installed where this is tested.
    copy.write_text(re.sub(r"^ExecStart=.*$", "ExecStart=/bin/true", UNIT.read_text(), flags=re.MULTILINE))
    (tmp_path / "pbem.service.d").mkdir()
    web = re.sub(r"^ExecStart=/.*$", "ExecStart=/bin/true", WEB.read_text(), flags=re.MULTILINE)
    (tmp_path / "pbem.service.d" / "web.conf").write_text(web)
    told = subprocess.run([verifier, "verify", str(copy)], capture_output=True, text=True, check=False)
    assert [line for line in told.stderr.splitlines() if "pbem" in line] == []


def test_the_handbook_sets_up_what_the_unit_names() -> None:
    unit = UNIT.read_text()
    handbook = (ROOT / "docs" / "gm-handbook.md").read_text(encoding="utf-8")
    for key in ("User", "WorkingDirectory"):
        found = re.search(rf"^{key}=(.+)$", unit, re.MULTILINE)
        assert found is not None
        assert found[1] in handbook
    started = re.search(r"^ExecStart=(\S+) ", unit, re.MULTILINE)
    assert started is not None
    assert str(Path(started[1]).parent) in handbook


def test_the_pages_tell_how_the_web_part_is_set_up() -> None:
    folder = "/var/cache/" + re.findall(r"^CacheDirectory=(\w+)$", WEB.read_text(), re.MULTILINE)[0]
    page = (ROOT / "docs" / "publishing.md").read_text(encoding="utf-8")
    assert f'folder = "{folder}"' in page
    assert "cp packaging/pbem-web.conf /etc/systemd/system/pbem.service.d/web.conf" in page


def test_a_letter_that_takes_all_the_memory_it_may_have_leaves_the_daemon_its_own() -> None:
    """The unit holds the daemon, its pages and the process that reads; the system ends nothing that kept to its limit."""
    allowed = re.search(r"^MemoryMax=(\d+)G$", UNIT.read_text(), re.MULTILINE)
    assert allowed is not None
    daemon_and_pages = 300 << 20
    assert max(reader.MEMORY, reading.MEMORY) + daemon_and_pages <= int(allowed[1]) << 30
    assert re.search(r"^OOMPolicy=continue$", UNIT.read_text(), re.MULTILINE), (
        "else the daemon is ended with its reader"
    )
