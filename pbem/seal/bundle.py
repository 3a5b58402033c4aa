"""The attachment of a report: records, seal and this player's openings, one canonical line each (docs/trust.md, 4).

First the records, one after the other without a gap; then the seal; then the openings.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem.core.canonical import NotCanonical, canon, parse
from pbem.seal.block import Damaged, Seal, SealFields
from pbem.seal.chain import VERSION, Link, fault_of
from pbem.seal.ladder import MAIN
from pbem.seal.shapes import is_count, is_hex, is_name, is_text
from pbem.seal.signing import Signature, signature_from
from pbem.seal.state import leaf

MEDIA_TYPE: Final = "application/vnd.pbem+jsonl"

Opening = dict[str, Any]
"""The opening of a commitment: ``{"open": "orders", ...}`` (`orders_opening`), ``{"open": "leaf", ...}`` (`state.open_leaf`),
or ``{"open": "segment", ...}``, the sealed answers and events of a phase."""


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line of a bundle that is not what it should be; `seq` is the record that was expected there, where known."""

    line: int
    seq: int | None
    text: str
    game: str = ""
    branch: str = ""


@dataclass(slots=True)
class Bundle:
    """The readable parts of a bundle, and the faults in the others."""

    records: list[Link] = field(default_factory=list)
    seals: list[Seal | Damaged] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)
    wrong: list[BadLine] = field(default_factory=list)


def file_name(game: str, seq: int, branch: str = MAIN) -> str:
    """``rosebud-7-0041.pbem``, and ``rosebud-7-main.2-0041.pbem`` on another branch."""
    return f"{game}-{seq:04d}.pbem" if branch == MAIN else f"{game}-{branch}-{seq:04d}.pbem"


def orders_opening(record: Mapping[str, Any], orders: Sequence[str], nonce: str, salt: bytes) -> Opening:
    """The opening for its owner of the digest in `record`, an `orders.accepted`: the canonical lines, the nonce,
    the salt."""
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


def segment_leaf(opening: Mapping[str, Any]) -> str:
    """The commitment that the opening of a phase's answers and events leads to, in hex."""
    return leaf(bytes.fromhex(opening["salt"]), "segment", opening["value"]).hex()


def write(
    records: Iterable[Mapping[str, Any] | bytes], seal: Seal | None, openings: Iterable[Mapping[str, Any]] = ()
) -> bytes:
    """The attachment.  `records` are those since this player's last report, in sequence; one that is given as bytes is in its
    canonical form already.  Raises NotCanonical."""
    lines = [record if isinstance(record, bytes) else canon(record) for record in records]
    if seal is not None:
        lines.append(canon(_seal_json(seal)))
    lines += [canon(opening) for opening in openings]
    return b"".join(line + b"\n" for line in lines)


def _seal_json(seal: Seal) -> dict[str, Any]:
    fields = {name: getattr(seal.fields, name) for name in ("game", "branch", "seq", "at", "phase", "head", "state")}
    return {"seal": {"v": VERSION, **fields, "sigs": [[sig.name, sig.mark, sig.text] for sig in seal.sigs]}}


def read(data: bytes) -> Bundle:
    """Read a bundle line by line; what is wrong with a line is said in `wrong`, and the rest is read all the same."""
    found = Bundle()
    lines = data.split(b"\n")
    if lines[-1]:
        found.wrong.append(BadLine(len(lines), None, "its last line is cut off"))
    else:
        lines.pop()
    stretch: list[tuple[int, Any]] = []  # line and record, or why there is none
    for number, line in enumerate(lines, 1):
        kind = _kind(line, after_seal=bool(found.seals))
        try:
            value: Any = parse(line.rstrip(b"\r"))
        except (NotCanonical, RecursionError) as fault:
            value = (
                f"it is not canonical JSON: {str(fault)[:120]}"
                if isinstance(fault, NotCanonical)
                else "nested too deeply"
            )
            if kind == "seal":
                found.seals.append(Damaged(value))
                continue
            if kind == "opening":
                found.wrong.append(BadLine(number, _number_in(line), f"opening: {value}"))
                continue
        if kind == "opening":
            _read_opening(value, number, line, found)
        elif kind == "seal":
            found.seals.append(_read_seal(value))
        else:
            if stretch and isinstance(value, dict) and value.get("type") == "branch.open":
                _read_stretch(stretch, found)
                stretch = []
            stretch.append((number, value))
    _read_stretch(stretch, found)
    last = max(
        (one for one in (*(r["seq"] for r in found.records), *(w.seq for w in found.wrong)) if one is not None),
        default=None,
    )
    found.seals = [
        replace(one, seq=last) if isinstance(one, Damaged) and one.seq is None else one for one in found.seals
    ]
    for seal in found.seals:
        if isinstance(seal, Seal) and found.records and last is not None and seal.fields.seq != last:
            found.wrong.append(
                BadLine(len(lines), last, f"its seal is of record {seal.fields.seq}, its last record is {last}")
            )
    return found


def _kind(line: bytes, *, after_seal: bool) -> str:
    """The kind that a line was meant to be, also where a byte of it has changed."""
    if b'"body":{' in line or b'"prev":"' in line:
        return "record"
    if b'"sigs":[' in line or line.startswith(b'{"seal":{'):
        return "seal"
    return "opening" if after_seal or b'"open":"' in line or b'"salt":"' in line else "record"


def _read_stretch(stretch: Sequence[tuple[int, Any]], found: Bundle) -> None:
    """Records of one branch follow one another line by line; so a line that is wrong can be named by its record."""
    good = [(line, value) for line, value in stretch if fault_of(value) is None]
    names = Counter((value["game"], value["branch"]) for _, value in good)
    game, branch = max(names, key=lambda name: names[name]) if names else ("", "")
    good = [(line, value) for line, value in good if (value["game"], value["branch"]) == (game, branch)]
    expected: int | None = good[0][1]["seq"] - (good[0][0] - stretch[0][0]) if good else None
    if len(good) > 1 and good[1][1]["seq"] - good[0][1]["seq"] != good[1][0] - good[0][0]:
        expected = good[1][1]["seq"] - (good[1][0] - stretch[0][0])  # one of the two is wrong; the next line decides
        if len(good) > 2 and good[2][1]["seq"] - good[1][1]["seq"] != good[2][0] - good[1][0]:
            expected = good[0][1]["seq"] - (good[0][0] - stretch[0][0])
    after = iter([*good[1:], None])
    for line, value in stretch:
        fault = _why(value)
        if not fault and (value["game"], value["branch"]) != (game, branch):
            other = f"game {value['game']}, branch {value['branch']}"
            fault = f"it is of {other}; those round it are of game {game}, branch {branch}"
        if not fault:
            following = next(after)
            fits = following is not None and following[1]["seq"] - value["seq"] == following[0] - line
            if expected is not None and value["seq"] != expected and not fits:
                fault = f"record {value['seq']} stands in the place of {expected}"
            else:
                found.records.append(value)
                expected = value["seq"]
        if fault:
            found.wrong.append(BadLine(line, _number(value) if expected is None else expected, fault, game, branch))
        expected = None if expected is None else expected + 1


def _why(value: Any) -> str:
    return value if isinstance(value, str) else fault_of(value) or ""


def _number(value: Any) -> int | None:
    seq = value.get("seq") if isinstance(value, dict) else None
    return seq if is_count(seq) and isinstance(seq, int) else None


def _read_seal(value: Any) -> Seal | Damaged:
    inner = value.get("seal") if isinstance(value, dict) and len(value) == 1 else None
    if not isinstance(inner, dict):
        return Damaged("its line is not that of a seal")
    seq = _number(inner)
    game = inner["game"] if is_name(inner.get("game")) else ""
    if inner.get("v") != VERSION:
        return Damaged(f"it is of version {inner.get('v')!r} and this program reads version {VERSION}", game, seq)
    if inner.keys() != {"v", "game", "branch", "seq", "at", "phase", "head", "state", "sigs"} or seq is None:
        return Damaged("its fields are not those of a seal", game, seq)
    fields = SealFields(**{name: inner[name] for name in inner if name not in ("v", "sigs")})
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


def _read_opening(value: Any, number: int, line: bytes, found: Bundle) -> None:
    fault = fault_of_opening(value) if isinstance(value, dict) else "it is not an object"
    if fault:
        found.wrong.append(BadLine(number, _number_in(line), f"opening: {fault}"))
    else:
        found.openings.append(value)


def _number_in(line: bytes) -> int | None:
    """The number of the record that a damaged line speaks of, where it can still be read."""
    match = re.search(rb'(?:"se|eq"|seq|q":)\D{0,3}(\d{1,15})', line)
    return int(match[1]) if match else None


def fault_of_opening(value: Opening) -> str | None:
    """The error in the form of an opening, as the end of a sentence; None if there is none."""
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
        case "segment":
            wanted = {"salt": is_hex}
            lists = {}
        case kind:
            return f"its kind {kind!r} is unknown"
    wanted = {"game": is_name, "branch": is_name, "seq": is_count, **wanted}
    for name, test in wanted.items():
        if not test(value.get(name)):
            return f"its {name!r} cannot be read"
    for name, test in lists.items():
        if not isinstance(value.get(name), list) or not all(test(one) for one in value[name]):
            return f"its {name!r} cannot be read"
    has_value = value["open"] != "orders"
    extra = value.keys() - wanted.keys() - lists.keys() - {"open"} - ({"value"} if has_value else set())
    if extra or (has_value and "value" not in value):
        return "its fields are not those of such an opening"
    return None
