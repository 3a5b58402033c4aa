"""The published folder on loopback, for those without a web server; and the GM's queue, to read, behind a token."""

import hmac
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

from pbem.store.private_file import write_private

LOOPBACK = "127.0.0.1"
QUEUE = "/gm"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src 'self' data:"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def token_of(file: Path) -> str:
    """The token in this file; it is made, for its owner alone, where there is none.

    Raises OSError, also for a file without a token: an empty one would let everybody in.
    """
    with suppress(FileExistsError):
        write_private(file, f"{secrets.token_urlsafe(24)}\n".encode("ascii"))
    token = file.read_text(encoding="utf-8", errors="replace").strip()
    if not token:
        raise OSError(f"{file}: expected a token; the file is empty.  Delete it: the next start writes a new one")
    return token


def serve_pages(port: int, folder: Path, token: str, queue: Callable[[], str]) -> ThreadingHTTPServer:
    """Serve the folder on 127.0.0.1 in a thread of its own until `shutdown`.  `queue` says the GM's queue as text.

    Raises OSError if the port is taken.
    """
    folder.mkdir(parents=True, exist_ok=True)
    server = ThreadingHTTPServer((LOOPBACK, port), partial(_Pages, token, queue, directory=str(folder)))
    Thread(target=server.serve_forever, name="pages", daemon=True).start()
    return server


class _Pages(SimpleHTTPRequestHandler):
    """Files, and ``/gm?token=...``; nothing can be changed here."""

    server_version = "pbem"
    sys_version = ""
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".ics": "text/calendar; charset=utf-8",
        ".xml": "application/atom+xml; charset=utf-8",
    }

    def __init__(
        self, token: str, queue: Callable[[], str], request: object, client: object, server: object, *, directory: str
    ) -> None:
        self.token, self.queue = token, queue
        super().__init__(request, client, server, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        if urlsplit(self.path).path == QUEUE:
            self._queue()
        else:
            super().do_GET()

    def _queue(self) -> None:
        given = parse_qs(urlsplit(self.path).query).get("token", [""])[0]
        if not hmac.compare_digest(given.encode(), self.token.encode()):
            self.send_error(403, "The queue is shown with the GM's token alone")
            return
        page = (
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="60">'
            '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Queue</title></head>'
            f"<body><pre>{escape(self.queue())}</pre></body></html>\n"
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def list_directory(self, path: object) -> None:
        """No folder is listed that has no page of its own."""
        self.send_error(404)

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: a token may stand in what was asked for."""
