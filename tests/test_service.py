"""What systemd hears of the daemon, and what stands in its logs."""

import asyncio
import json
import logging
import socket
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from pbem import logs, service
from pbem.commands import serve
from pbem.desk.gm.alarm import Pulse
from pbem.metrics import serve_metrics


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


def test_a_clock_that_jumps_is_no_daemon_that_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine wakes up hours later: by its own clock nothing has happened since the last round."""
    now = 100.0
    monkeypatch.setattr(serve, "monotonic", lambda: now)
    pulse = Pulse()
    since = serve._since_round(pulse)
    pulse.beat(datetime(2026, 3, 12, tzinfo=UTC))
    assert since() == 0.0
    now += 7.0
    pulse.at = datetime(2020, 1, 1, tzinfo=UTC)
    assert since() == 7.0
    pulse.beat(datetime(2026, 3, 13, tzinfo=UTC))
    assert since() == 0.0


def test_pages_are_published_again_when_the_database_is_back() -> None:
    tried: list[str] = []

    class Sometimes:
        def publish(self) -> None:
            tried.append("")
            if len(tried) == 1:
                raise OperationalError("SELECT", {}, Exception("server closed the connection"))

    async def for_a_while() -> None:
        publishing = asyncio.create_task(serve._keep_publishing(Sometimes(), 0.01))  # type: ignore[arg-type]
        while len(tried) < 2:
            await asyncio.sleep(0.01)
        publishing.cancel()

    asyncio.run(asyncio.wait_for(for_a_while(), 10))


def test_who_asks_for_figures_of_a_database_that_is_gone_is_not_kept_waiting() -> None:
    def gone() -> str:
        raise OperationalError("SELECT", {}, Exception("no route to host"))

    async def asked() -> bytes:
        serving = await serve_metrics(0, gone)
        port = serving.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /metrics HTTP/1.1\r\n\r\n")
        found = await reader.read()
        writer.close()
        serving.close()
        return found

    assert asyncio.run(asyncio.wait_for(asked(), 10)) == b""


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
