"""A line between the daemon and a server that is cut at one byte: where no hook within the program could stand."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress


class Between:
    """Passes a connection on to a port, until the client has said `after`: then the server's answer to that is awaited,
    swallowed, and `then` is called."""

    def __init__(self, port: int, after: bytes, then: Callable[[], None]) -> None:
        self._to, self._after, self._then = port, after, then
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._is_armed = True
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """No more connections."""
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._to))
                said = threading.Event()
                threading.Thread(target=self._up, args=(client, server, said), daemon=True).start()
                threading.Thread(target=self._down, args=(server, client, said), daemon=True).start()

    def _up(self, client: socket.socket, server: socket.socket, said: threading.Event) -> None:
        last = b""
        with suppress(OSError):
            while received := client.recv(65536):
                last = (last + received)[-65536 - len(self._after) :]
                if self._is_armed and self._after in last:
                    self._is_armed = False
                    said.set()
                server.sendall(received)
        _end(server)
        client.close()

    def _down(self, server: socket.socket, client: socket.socket, said: threading.Event) -> None:
        with suppress(OSError):
            while received := server.recv(65536):
                if said.is_set():
                    self._then()
                    break
                client.sendall(received)
        _end(client)
        server.close()


def _end(line: socket.socket) -> None:
    """Wake whoever still reads from it; he closes it."""
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
