"""The attachment of a report: records, seal and this player's openings, one canonical line each (trust.md, section 5).

First the records, one after the other without a gap; then the seal; then the openings.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.core.canonical import NotCanonical, canon, parse
from pbem.seal.block import Damaged, Fields, Seal
from pbem.seal.chain import VERSION, Link, fault_of
from pbem.seal.shapes import is_count, is_hex, is_name, is_text
from pbem.seal.signing import Signature, signature_from

MEDIA_TYPE: Final = "application/vnd.pbem+jsonl"

Opening = dict[str, Any]
"""An opening of a commitment: ``{"open": "orders", ...}`` (`orders_opening`) or ``{"open": "leaf", ...}`` (`state.open_leaf`)."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A line of a bundle that is not what it should be; `seq` is the record that was expected there, where known."""

    line: int
    seq: int | None
    text: str


@dataclass(slots=True)
class Bundle:
    """What could be read of a bundle, and what could not."""

    records: list[Link] = field(default_factory=list)
    seals: list[Seal | Damaged] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)


def file_name(game: str, seq: int) -> str:
    """``rosebud-7-0041.pbem``."""
    return f"{game}-{seq:04d}.pbem"


def orders_opening(
    player: str, phase: str, n: int, orders: Sequence[str], nonce: str, salt: bytes, seq: int
) -> Opening:
    """What opens the digest of an accepted letter to its owner: record `seq` is its `orders.accepted`."""
    return {
        "open": "orders",
        "player": player,
        "phase": phase,
        "n": n,
        "orders": list(orders),
        "nonce": nonce,
        "salt": salt.hex(),
        "seq": seq,
    }


def write(records: Iterable[Mapping[str, Any]], seal: Seal | None, openings: Iterable[Mapping[str, Any]] = ()) -> bytes:
    """The attachment.  `records` are those since this player's last report, in sequence.  Raises NotCanonical."""
    lines = [canon(record) for record in records]
    if seal is not None:
        lines.append(canon(_seal_json(seal)))
    lines += [canon(opening) for opening in openings]
    return b"".join(line + b"\n" for line in lines)


def _seal_json(seal: Seal) -> dict[str, Any]:
    said = {name: getattr(seal.fields, name) for name in ("game", "branch", "seq", "at", "phase", "head", "state")}
    return {"seal": {"v": VERSION, **said, "sigs": [[sig.name, sig.mark, sig.text] for sig in seal.sigs]}}


def read(data: bytes) -> Bundle:
    """Read a bundle line by line; what is wrong with a line is said in `wrong`, and the rest is read all the same."""
    found = Bundle()
    expected: int | None = None
    last: Link | None = None
    lines = data.split(b"\n")
    if lines and not lines[-1]:
        lines.pop()
    else:
        found.wrong.append(Wrong(len(lines), None, "its last line is cut off"))
    for number, line in enumerate(lines, 1):
        try:
            value: Any = parse(line.rstrip(b"\r"))
        except (NotCanonical, RecursionError) as fault:
            why = str(fault) if isinstance(fault, NotCanonical) else "nested too deeply"
            found.wrong.append(Wrong(number, expected, f"it is no canonical JSON: {why[:120]}"))
            expected = None if expected is None else expected + 1
            continue
        if isinstance(value, dict) and "open" in value:
            _read_opening(value, number, found)
        elif isinstance(value, dict) and "seal" in value:
            found.seals.append(_read_seal(value))
        else:
            fault_text = fault_of(value)
            if not fault_text and last is not None:
                fault_text = _out_of_line(value, last, expected)
            if fault_text:
                found.wrong.append(Wrong(number, _number(value) if expected is None else expected, fault_text))
            else:
                found.records.append(value)
                last = value
                expected = value["seq"]
            expected = None if expected is None else expected + 1
    return found


def _out_of_line(record: Link, last: Link, expected: int | None) -> str | None:
    for name in ("game", "branch"):
        if record[name] != last[name]:
            return f"it is of {name} {record[name]}, and the records before it are of {last[name]}"
    if record["seq"] != expected:
        return f"record {record['seq']} stands where record {expected} was expected"
    return None


def _number(value: Any) -> int | None:
    seq = value.get("seq") if isinstance(value, dict) else None
    return seq if is_count(seq) and isinstance(seq, int) else None


def _read_seal(value: dict[str, Any]) -> Seal | Damaged:
    inner = value["seal"]
    if not isinstance(inner, dict) or len(value) != 1:
        return Damaged("it is not an object")
    seq = _number(inner)
    game = inner["game"] if is_name(inner.get("game")) else ""
    if inner.get("v") != VERSION:
        return Damaged(f"it is of version {inner.get('v')!r} and this program reads version {VERSION}", game, seq)
    if inner.keys() != {"v", "game", "branch", "seq", "at", "phase", "head", "state", "sigs"} or seq is None:
        return Damaged("its fields are not those of a seal", game, seq)
    fields = Fields(**{name: inner[name] for name in inner if name not in ("v", "sigs")})
    fault = fields.fault()
    if fault:
        return Damaged(fault, game, seq)
    sigs = []
    for one in inner["sigs"] if isinstance(inner["sigs"], list) else [None]:
        words = one if isinstance(one, list) and len(one) == 3 and all(is_text(word) for word in one) else ["", "", ""]
        signature = signature_from(words[2])
        if signature is None or not is_name(words[0]) or len(words[1]) != 8:
            return Damaged("a signature in it cannot be read", game, seq)
        sigs.append(Signature(words[0], words[1], signature))
    return Seal(fields, tuple(sigs)) if sigs else Damaged("it has no signature", game, seq)


def _read_opening(value: Opening, number: int, found: Bundle) -> None:
    fault = fault_of_opening(value)
    if fault:
        found.wrong.append(Wrong(number, _number(value), f"opening: {fault}"))
    else:
        found.openings.append(value)


def fault_of_opening(value: Opening) -> str | None:
    """What is wrong with the form of an opening, as the tail of a sentence; None where nothing is."""
    match value.get("open"):
        case "orders":
            wanted = {
                "player": is_name,
                "phase": is_name,
                "n": is_count,
                "nonce": is_text,
                "salt": is_hex,
                "seq": is_count,
            }
            lists = {"orders": is_text}
        case "leaf":
            wanted = {"path": is_text, "salt": is_hex, "seq": is_count, "index": is_count, "public": is_hex}
            lists = {"proof": is_hex}
        case kind:
            return f"its kind {kind!r} is unknown"
    for name, test in wanted.items():
        if not test(value.get(name)):
            return f"its {name!r} cannot be read"
    for name, test in lists.items():
        if not isinstance(value.get(name), list) or not all(test(one) for one in value[name]):
            return f"its {name!r} cannot be read"
    extra = value.keys() - wanted.keys() - lists.keys() - {"open"} - ({"value"} if value["open"] == "leaf" else set())
    if extra or (value["open"] == "leaf" and "value" not in value):
        return "its fields are not those of such an opening"
    return None
