"""Hosts with an address each, on one machine: network namespaces on a switch of their own, apart from the machine's network.

A namespace lives as long as the process that holds it, which is ended by its id: nothing is left behind.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

NETWORK = "10.77.0"


def why_not() -> str:
    """Why no network can be made here; "" if one can."""
    missing = [one for one in ("ip", "unshare", "nsenter") if shutil.which(one) is None]
    if missing:
        return f"not installed: {', '.join(missing)} (apt-get install iproute2 util-linux)"
    made = subprocess.run(
        ["unshare", "--net", "ip", "link", "add", "lan", "type", "bridge"], check=False, capture_output=True
    )
    return "" if made.returncode == 0 else f"no namespaces may be made here: {made.stderr.decode().strip()}"


class Space:
    """A network namespace, held by a process that sleeps."""

    def __init__(self) -> None:
        self._holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        self.pid = self._holder.pid
        ours = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{self.pid}/ns/net") == ours:
            assert self._holder.poll() is None, "the namespace was not made"
            time.sleep(0.01)

    def inside(self, *words: str | Path, uid: int = 0, gid: int = 0) -> list[str | Path]:
        """The words that carry out a command in it, as a user."""
        return ["nsenter", f"--net=/proc/{self.pid}/ns/net", f"--setgid={gid}", f"--setuid={uid}", *words]

    def run(self, *words: str | Path, **more: Any) -> None:
        """Carry out a command in it to its end."""
        done = subprocess.run(self.inside(*words, **more), check=False, capture_output=True)
        assert done.returncode == 0, (words, done.stderr.decode())

    def end(self) -> None:
        """Let the namespace go."""
        self._holder.kill()
        self._holder.wait()


class Host(Space):
    """A namespace with an address on the switch."""

    def __init__(self, switch: Space, number: int) -> None:
        super().__init__()
        self._switch, self._port = switch, f"port{number}"
        self.address = f"{NETWORK}.{number}"
        switch.run("ip", "link", "add", self._port, "type", "veth", "peer", "name", "eth0", "netns", str(self.pid))
        switch.run("ip", "link", "set", self._port, "master", "lan", "up")
        self.run("ip", "address", "add", f"{self.address}/24", "dev", "eth0")
        self.run("ip", "link", "set", "eth0", "up")
        self.run("ip", "link", "set", "lo", "up")

    def cut_off(self) -> None:
        """Pull the plug: nothing is answered, and nobody is told."""
        self._switch.run("ip", "link", "set", self._port, "down")

    def plug_in(self) -> None:
        """Put the plug back."""
        self._switch.run("ip", "link", "set", self._port, "up")


class Network:
    """`with Network(5) as hosts:` and each has an address, from 10.77.0.1 on."""

    def __init__(self, hosts: int) -> None:
        self._count = hosts
        self._spaces: list[Space] = []

    def __enter__(self) -> Sequence[Host]:
        try:
            switch = Space()
            self._spaces.append(switch)
            switch.run("ip", "link", "add", "lan", "type", "bridge")
            switch.run("ip", "link", "set", "lan", "up")
            hosts = []
            for number in range(1, self._count + 1):
                hosts.append(Host(switch, number))
                self._spaces.append(hosts[-1])
        except BaseException:
            self.end()
            raise
        return hosts

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        """End every process that holds a namespace."""
        for space in self._spaces:
            space.end()
