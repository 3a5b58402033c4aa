"""Files that hold a key."""

import os
from pathlib import Path

import pytest

from pbem.store import secrets
from pbem.store.secrets import write_private


def test_it_is_its_owners_alone_before_anything_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "pbem.key"
    seen: list[int] = []
    monkeypatch.setattr(os, "chmod", lambda *_: pytest.fail("whoever has opened it by then goes on reading"))
    old = os.umask(0)
    try:
        write_private(file, b"key")
        seen.append(file.stat().st_mode & 0o777)
    finally:
        os.umask(old)
    assert seen == [0o600]
    assert file.read_bytes() == b"key"


def test_one_that_is_there_stands(tmp_path: Path) -> None:
    (tmp_path / "pbem.key").write_bytes(b"old")
    with pytest.raises(FileExistsError):
        write_private(tmp_path / "pbem.key", b"new")
    assert (tmp_path / "pbem.key").read_bytes() == b"old"


def test_half_a_key_is_not_left_behind_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(secrets.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_private(tmp_path / "pbem.key", b"key")
    assert list(tmp_path.iterdir()) == []
