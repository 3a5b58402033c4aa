"""The attachment of a report: records, seal and this player's openings, one canonical line each (trust.md, section 5).

First the records, one after the other without a gap; then the seal; then the openings.
"""

from collections import Counter
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
"""What opens a commitment: ``{"open": "orders", ...}`` (`orders_opening`) or ``{"open": "leaf", ...}`` (`state.open_leaf`)."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A line of a bundle that is not what it should be; `seq` is the record that was expected there, where known."""

    line: int
    seq: int | None
    text: str
    game: str = ""
    branch: str = ""


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


def orders_opening(record: Mapping[str, Any], orders: Sequence[str], nonce: str, salt: bytes) -> Opening:
    """What opens the digest in `record`, an `orders.accepted`, to its owner: the canonical lines, the nonce, the salt."""
    body = record["body"]
    return {
        "open": "orders",
        "game": record["game"],
        "branch": record["branch"],
        "seq": record["seq"],
        "player": body["player"],
        "phase": body["phase"],
        "n": body["n"],
        "orders": list(orders),
        "nonce": nonce,
        "salt": salt.hex(),
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
    lines = data.split(b"\n")
    if lines[-1]:
        found.wrong.append(Wrong(len(lines), None, "its last line is cut off"))
    else:
        lines.pop()
    stretch: list[tuple[int, Any]] = []  # line and record, or why there is none
    for number, line in enumerate(lines, 1):
        try:
            value: Any = parse(line.rstrip(b"\r"))
        except (NotCanonical, RecursionError) as fault:
            why = str(fault) if isinstance(fault, NotCanonical) else "nested too deeply"
            stretch.append((number, f"it is no canonical JSON: {why[:120]}"))
            continue
        if isinstance(value, dict) and "open" in value:
            _read_opening(value, number, found)
        elif isinstance(value, dict) and "seal" in value:
            found.seals.append(_read_seal(value))
        else:
            if stretch and isinstance(value, dict) and value.get("type") == "branch.open":
                _read_stretch(stretch, found)
                stretch = []
            stretch.append((number, value))
    _read_stretch(stretch, found)
    return found


def _read_stretch(stretch: Sequence[tuple[int, Any]], found: Bundle) -> None:
    """Records of one branch follow one another line by line; so a line that is wrong can be named by its record."""
    good = [(line, value) for line, value in stretch if fault_of(value) is None]
    if not good:
        found.wrong += [Wrong(line, _number(value), _why(value)) for line, value in stretch]
        return
    names = Counter((value["game"], value["branch"]) for _, value in good)
    game, branch = max(names, key=lambda name: names[name])
    offsets = Counter(value["seq"] - line for line, value in good)
    offset = max(offsets, key=lambda one: offsets[one])
    for line, value in stretch:
        seq = line + offset
        if fault_of(value) is not None:
            found.wrong.append(Wrong(line, seq, _why(value), game, branch))
        elif (value["game"], value["branch"]) != (game, branch):
            other = f"game {value['game']}, branch {value['branch']}; those round it of game {game}, branch {branch}"
            found.wrong.append(Wrong(line, seq, f"it is of {other}", game, branch))
        elif value["seq"] != seq:
            found.wrong.append(Wrong(line, seq, f"record {value['seq']} stands in the place of {seq}", game, branch))
        else:
            found.records.append(value)


def _why(value: Any) -> str:
    return value if isinstance(value, str) else fault_of(value) or ""


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
        names = [value[name] if is_name(value.get(name)) else "" for name in ("game", "branch")]
        found.wrong.append(Wrong(number, _number(value), f"opening: {fault}", *names))
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
            wanted = {"path": is_text, "salt": is_hex, "index": is_count, "public": is_hex}
            lists = {"proof": is_hex}
        case kind:
            return f"its kind {kind!r} is unknown"
    wanted = {"game": is_name, "branch": is_name, "seq": is_count, **wanted}
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
