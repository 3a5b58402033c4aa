"""The source of a beacon's rounds: the one door to the network beside mail."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

URLS: Final = ("https://api.drand.sh", "https://drand.cloudflare.com")
"""Addresses of drand's rounds; every one of them is checked, so it matters little who hands them out."""
LARGEST: Final = 10_000
"""Bytes of an answer: a round has about 400."""


class Unreachable(Exception):
    """No round is available; the text says where it was sought and what failed."""


class Rounds(Protocol):
    """The rounds of a beacon and their source."""

    def signature(self, chain: str, number: int) -> str:
        """The signature of a round of a chain (its hash), in hex, not checked yet.  Raises Unreachable."""
        ...


@dataclass(frozen=True)
class Http:
    """drand's HTTP interface, at one address after another; `seconds` is the longest wait for each."""

    urls: Sequence[str] = URLS
    seconds: float = 5.0

    def signature(self, chain: str, number: int) -> str:
        """See `Rounds`."""
        from http.client import HTTPException  # most desks know no beacon

        faults = []
        for url in self.urls:
            try:
                return self._one(f"{url.rstrip('/')}/{chain}/public/{number}", number)
            except (OSError, ValueError, RecursionError, HTTPException) as fault:
                faults.append(f"{url}: {str(fault)[:120] or type(fault).__name__}")
        raise Unreachable("; ".join(faults) or "no address is configured")

    def _one(self, url: str, number: int) -> str:
        if not url.startswith(("https://", "http://")):
            raise ValueError("expected an address that begins with https://")
        import urllib.request  # most desks know no beacon

        with urllib.request.urlopen(url, timeout=self.seconds) as answer:
            data = answer.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ValueError("expected a round, found something larger")
        content = json.loads(data)
        signature = content.get("signature") if isinstance(content, dict) and content.get("round") == number else None
        if not isinstance(signature, str) or not re.fullmatch(r"[0-9a-f]{96}", signature):
            raise ValueError(f"expected round {number} with its signature, found something else")
        return signature
