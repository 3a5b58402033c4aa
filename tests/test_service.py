"""What systemd hears of the daemon, and what stands in its logs."""

import asyncio
import json
import logging
import socket
from pathlib import Path

import pytest

from pbem import logs, service


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> socket.socket:
    """The socket that the service manager listens on."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind(str(tmp_path / "notify"))
    line.setblocking(False)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    return line


def test_nobody_is_told_where_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not service.notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", "/nowhere/notify")
    assert not service.notify("READY=1")


def test_the_manager_is_told(systemd: socket.socket) -> None:
    assert service.notify("READY=1", "STATUS=serving")
    assert systemd.recv(100) == b"READY=1\nSTATUS=serving"
    systemd.close()


@pytest.mark.parametrize(("since", "told"), [(1.0, True), (service.STUCK_AFTER + 1, False)])
def test_the_watchdog_is_told_for_as_long_as_rounds_end(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch, since: float, told: bool
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "60000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)

    async def for_a_while() -> None:
        watching = asyncio.create_task(service.keep_watchdog(lambda: since))
        await asyncio.sleep(0.1)
        watching.cancel()

    asyncio.run(for_a_while())
    if told:
        assert systemd.recv(100) == b"WATCHDOG=1"
    else:
        with pytest.raises(BlockingIOError):
            systemd.recv(100)
    systemd.close()


def test_watchdog_of_another_process_is_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "60000000")
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert service.watchdog_seconds() == 0
    monkeypatch.delenv("WATCHDOG_PID")
    assert service.watchdog_seconds() == 60


@pytest.mark.parametrize("form", [logs.TextLines(), logs.JsonLines()], ids=["text", "json"])
def test_no_address_is_logged(form: logging.Formatter) -> None:
    try:
        raise KeyError("no player has the address ann@club.example")
    except KeyError as fault:
        trace = (type(fault), fault, fault.__traceback__)
    record = logging.LogRecord("pbem", logging.ERROR, "x", 1, "550 <%s> unknown", ("bob+key@post.example",), trace)
    told = form.format(record)
    assert "@" not in told.replace("x.py", "")
    assert "<<address>> unknown" in told
    if isinstance(form, logs.JsonLines):
        entry = json.loads(told)
        assert entry["level"] == "ERROR"
        assert "KeyError" in entry["trace"]
