"""Pages on loopback under attack: idle clients, odd paths, a process that is killed; the daemon keeps its own files."""

import http.client
import logging
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from pbem.commands import pages_process
from pbem.commands.pages_process import PagesProcess
from pbem.publish import web
from pbem.publish.web import serve_pages
from tests.desk.table import GM, Table

TOKEN = "secret"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ThreadingHTTPServer]:
    found = serve_pages(0, tmp_path / "www", TOKEN, lambda: "meadow-1 waits")
    (tmp_path / "www" / "index.html").write_text("All games", encoding="utf-8")
    yield found
    found.shutdown()
    found.server_close()


def ask(port: int, path: str, method: str = "GET") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    "path",
    ["/%00", "/a%00b", "/%00/", "/x?%00", "/%ED%A0%80", "//[", "/" + "x" * 5000, "/a%0Ab", "/gm%00?token=secret"],
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_path_that_no_file_has_is_not_found(
    server: ThreadingHTTPServer, path: str, method: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert ask(server.server_port, path, method)[0] == 404
    assert ask(server.server_port, "/") == (200, b"All games")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("path", "status"), [("/gm?token=secret", 200), ("/gm?token=wrong", 403), ("/gm", 403), ("/", 200)]
)
def test_head_is_answered_as_get_is_without_a_body(server: ThreadingHTTPServer, path: str, status: int) -> None:
    assert ask(server.server_port, path)[0] == status
    assert ask(server.server_port, path, "HEAD") == (status, b"")


@pytest.mark.slow
def test_idle_clients_are_counted_and_cut_off(server: ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "WHOLE_SECONDS", 1.0)
    with ExitStack() as stack:
        idle = [
            stack.enter_context(socket.create_connection(("127.0.0.1", server.server_port)))
            for _ in range(3 * web.MOST_OPEN)
        ]
        idle[0].sendall(b"GET / HT")  # it begins, and never ends
        threads = len(os.listdir(f"/proc/{os.getpid()}/task"))
        assert threads < 2 * web.MOST_OPEN
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                found = ask(server.server_port, "/")
                break
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)
        assert found == (200, b"All games"), "who holds connections open keeps nobody out for ever"


def test_a_fault_of_the_pages_is_a_line_of_the_log_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    def fails() -> str:
        raise RuntimeError("no queue")

    found = serve_pages(0, tmp_path, TOKEN, fails)
    try:
        with caplog.at_level(logging.WARNING):
            for _ in range(5):
                with pytest.raises((http.client.HTTPException, OSError)):
                    ask(found.server_port, f"/gm?token={TOKEN}")
    finally:
        found.shutdown()
        found.server_close()
    assert [one.getMessage() for one in caplog.records] == ["pages: RuntimeError: no queue (told once)"]
    assert "Traceback" not in capfd.readouterr().err


def files_open() -> int:
    return len(os.listdir(f"/proc/{os.getpid()}/fd"))


@pytest.mark.slow
def test_the_pages_have_a_process_of_their_own_that_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages_process, "LOOK_SECONDS", 0.2)
    table = Table.lay(tmp_path)
    (tmp_path / "www").mkdir()
    (tmp_path / "www" / "index.html").write_text("All games", encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = PagesProcess(port, tmp_path / "www", TOKEN, table.desk, GM)
    try:
        before = files_open()
        with ExitStack() as stack:
            for _ in range(10):
                stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            assert files_open() == before + 10, "the ends that the clients hold, and none of the pages'"
        with pytest.raises(OSError, match="in use"):
            PagesProcess(port, tmp_path / "www", TOKEN, table.desk, GM)
        together = [threading.Thread(target=process._process.kill) for _ in range(8)]
        for one in together:
            one.start()
        process._process.kill()
        for one in together:
            one.join()
        until, found = time.monotonic() + 60, (0, b"")
        while found[0] != 200 and time.monotonic() < until:
            try:
                found = ask(port, "/")
            except OSError:
                time.sleep(0.2)
        assert found == (200, b"All games")
    finally:
        process.close()
    with pytest.raises(ConnectionError):
        ask(port, "/")
