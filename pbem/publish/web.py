"""The published folder on loopback, for those without a web server; and the GM's queue, to read, behind a token."""

import hmac
import logging
import secrets
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic
from urllib.parse import parse_qs, urlsplit

from pbem.store.secrets import write_private

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
MOST_OPEN = 40
"""Connections at once; one more is closed unread."""
IDLE_SECONDS, WHOLE_SECONDS = 10.0, 60.0
"""Seconds that a client may be silent, and seconds that a request with its answer may take."""
QUEUE = "/gm"
STYLE = (
    ":root{color-scheme:light dark;--ink:#222;--paper:#fffdf6;--deed:#1c5c2e}"
    "@media (prefers-color-scheme:dark){:root{--ink:#ece6d8;--paper:#1d1a15;--deed:#9ad6ab}}"
    "body{max-width:46rem;margin:0 auto;padding:12px;color:var(--ink);background:var(--paper);"
    'font:17px/1.5 Georgia,"Times New Roman",serif}'
    "h1{font-size:1.4rem}a{color:var(--deed);display:inline-block;padding:8px 0}"
    'pre{overflow-x:auto;font:13px/1.35 Consolas,Menlo,"DejaVu Sans Mono",monospace}'
    ":focus-visible{outline:3px solid #d08a00;outline-offset:1px}"
)
PAGE = (
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">{meta}'
    '<meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title><style>{style}</style></head>\n'
    '<body>\n<h1>{title}</h1>\n{body}\n<p><a href="/">All games</a></p>\n</body></html>\n'
)
REFUSALS = {
    403: (
        "The queue is for the GM",
        "Open it as /gm?token=... with the token; pbem serve names its file when it starts.",
    ),
    404: ("There is no such page", "It may be misspelt, or its game is no longer on this desk."),
}
"""Pages for refusals, each with the way to go on."""
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
    server = _Server((LOOPBACK, port), partial(_Pages, token, queue, directory=str(folder)))
    Thread(target=server.serve_forever, name="pages", daemon=True).start()
    return server


class _Server(ThreadingHTTPServer):
    """So many connections at once, and each for so long: who only holds them open keeps nobody else out for ever."""

    def __init__(self, *given: object) -> None:
        self._open: dict[socket.socket, float] = {}
        self._told: set[str] = set()
        super().__init__(*given)  # type: ignore[arg-type]

    def verify_request(self, request: object, client_address: object) -> bool:
        """True if there is room for one more connection."""
        if len(self._open) >= MOST_OPEN:
            return False
        self._open[request] = monotonic()  # type: ignore[index]
        return True

    def service_actions(self) -> None:
        """Between two connections: cut off those that have been open for too long."""
        for one, since in list(self._open.items()):
            if monotonic() - since > WHOLE_SECONDS:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def shutdown_request(self, request: socket.socket | tuple[bytes, socket.socket]) -> None:
        """Close a connection."""
        self._open.pop(request, None)  # type: ignore[arg-type]
        super().shutdown_request(request)

    def handle_error(self, request: object, client_address: object) -> None:
        """A line of the log for each kind of fault; who goes away in the middle is none."""
        fault = sys.exception()
        kind = type(fault).__name__
        if not isinstance(fault, ConnectionError | TimeoutError) and kind not in self._told:
            self._told.add(kind)
            log.warning("pages: %s: %s (told once)", kind, fault)


class _Pages(SimpleHTTPRequestHandler):
    """Files, and ``/gm?token=...``; nothing can be changed here."""

    is_kept = True
    timeout = IDLE_SECONDS
    server_version = "pbem"
    sys_version = ""
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".html": "text/html; charset=utf-8",
        ".ics": "text/calendar; charset=utf-8",
        ".xml": "application/atom+xml; charset=utf-8",
    }

    def __init__(
        self, token: str, queue: Callable[[], str], request: object, client: object, server: object, *, directory: str
    ) -> None:
        self.token, self.queue = token, queue
        super().__init__(request, client, server, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self._answer(super().do_GET)

    def do_HEAD(self) -> None:
        self._answer(super().do_HEAD)

    def _answer(self, file: Callable[[], None]) -> None:
        try:
            is_queue = urlsplit(self.path).path == QUEUE
            given = parse_qs(urlsplit(self.path).query).get("token", [""])[0] if is_queue else ""
            if not is_queue:
                file()
                return
        except ValueError:  # ``//[``, a NUL, half a surrogate pair: no file has such a name
            self.send_error(404)
            return
        self._queue(given)

    def _queue(self, given: str) -> None:
        if not hmac.compare_digest(given.encode("utf-8", "replace"), self.token.encode()):
            self.send_error(403)
            return
        lines = f'<pre tabindex="0" aria-label="The queue">{escape(self.queue())}</pre>'
        self._page(200, "The GM's queue", lines, meta='<meta http-equiv="refresh" content="60">')

    def _page(self, status: int, title: str, body: str, meta: str = "") -> None:
        page = PAGE.format(title=escape(title), style=STYLE, meta=meta, body=body).encode()
        self.is_kept = False
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(page)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """A page in the manner of the others, that says how to go on."""
        if code not in REFUSALS:
            super().send_error(code, message, explain)
            return
        title, words = REFUSALS[code]
        self._page(code, title, f"<p>{escape(words)}</p>")

    def list_directory(self, path: object) -> None:
        """No folder is listed that has no page of its own."""
        self.send_error(404)

    def end_headers(self) -> None:
        # A browser asks each time whether a page is still the newest; the queue it must not keep at all.
        self.send_header("Cache-Control", "no-cache" if self.is_kept else "no-store")
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: a token may stand in what was asked for."""
