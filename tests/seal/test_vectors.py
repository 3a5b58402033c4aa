"""The vectors of docs/trust.md, section 13, byte for byte."""

import hashlib
from typing import Any

from pbem.core.canonical import canon
from pbem.core.dice import KeyedDice
from pbem.seal.block import Seal, SealFields, find, render, signed_bytes
from pbem.seal.chain import head, link
from pbem.seal.ladder import Ladder, below, contribution, order_salt, roll_key, stands_on, tagged
from pbem.seal.signing import Signer, verify
from pbem.seal.state import leaf, leaf_salt, merkle_root, state_hash


def sha(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


SALT_KEY = sha("test salt key")
S12 = "10d36eb6b993e7a27fc6f5b698f02b9865a0ca5eba6a05003236110e7857397d"
C_IN = "6c2615abfb5445f61ecdc0fe47473e09f86a68444524f9b42fa67cd1db5803a5"
C_US = "7550f68cf5f0e4efc57cde6b774233fb4af04b6f0aa87898eff049e83570a567"
ROLLS: list[list[Any]] = [
    ["T03.US.B fire C/3 Cav at Crow King #1", [4, 6]],
    ["T03.US.B leader loss Crazy Horse #1", [3, 6]],
    ["T03.US.B morale Crow King #1", [2, 2]],
    ["T03.US.B fire Good Heart at Big Road #1", [1, 4]],
    ["T03.US.B ammunition Good Heart #1", [2]],
    ["T03.US.B morale Big Road #1", [1, 3]],
]
PUBLIC: dict[str, Any] = {
    "phase": "T03.US.C",
    "turn": 3,
    "units": {"C/3 Cav": {"cond": ["fired"], "hex": "3413", "mode": "D", "sp": 4}},
}
STATE = "178bf6170593546ba85bde6d80b7e73b538131a82f1fcbf87855e76ef86e21f5"
HEAD = "659ac5e23d11791db57172899ae964ba9c349dff438517a9d6fd7d8f2e4a8233"
SIG = "dgBdRcAFDmDsAD6laYFhyXPJgKyoXO9+MEMWfhCHiM/u7S9He1ewAxFfvx9N2NVrDlUyJ78nwZHca8/56NhLDA=="
SIGNER = Signer("pbem.example", sha("test server key"))
FIELDS = SealFields("rosebud-7", "main", 41, "2026-03-12T18:02:11Z", "T03.US.B", HEAD, STATE)


def test_the_ladder_of_512_steps() -> None:
    ladder = Ladder(sha("test ladder top"), 512)
    assert ladder.anchor.hex() == "785cf27a1c5e21909e1f794dfb697f5ae63a0a576825e849802d9867d07b9f70"
    assert ladder.step(11).hex() == "4f09c1fc6d2b710332a4b9cf0817752d06cb1a76ac2e2b9f97b8e0c39b21117f"
    assert ladder.step(12).hex() == S12
    assert below(ladder.step(12)) == ladder.step(11)
    assert stands_on(ladder.step(12), ladder.anchor, 12)


def test_the_server_key() -> None:
    assert SIGNER.public.hex() == "86e4b96d4625b6d7bcbb5cdfc073fd4a0ff60adc286131f5033114dd1995b6f0"
    assert SIGNER.key_id == "1a22059d87fa484333e52307985d9747cfaef5d228936f45b251b919b4a7dab4"


def test_the_contributions_of_both_players() -> None:
    salt = order_salt(SALT_KEY, "IN", "T03.US.B", 1)
    assert salt.hex() == "3d60a574a72e3ba966e2d87e06caa05c1dc498e914f255de764be83ad0f0fccf"
    orders = ["policy all opfire: any", "policy all retreat: stand"]
    assert contribution(salt, "rosebud-7", "IN", "T03.US.B", orders, "") == C_IN
    salt = order_salt(SALT_KEY, "US", "T03.US.B", 2)
    assert salt.hex() == "a3aecea01605d8af767269a2df07c51fcf8c1f1f1c2698130af6b14a42717788"
    orders = ["C/3 Cav fire full at Crow King", "Good Heart fire half at Big Road"]
    assert contribution(salt, "rosebud-7", "US", "T03.US.B", orders, "plum 40289") == C_US


def test_the_roll_key_and_its_dice() -> None:
    key = roll_key(bytes.fromhex(S12), "rosebud-7", "main", 12, {"IN": C_IN, "US": C_US})
    assert key.hex() == "5457db6c96e975fcb3f83dd83f7da344272e5cda0953de8db800e7e4226b17c3"
    for label, faces in ROLLS:
        assert KeyedDice(key).faces(label, len(faces), 6) == tuple(faces)


def test_the_leaves_of_hidden_facts_and_their_root() -> None:
    leaves = [leaf(leaf_salt(SALT_KEY, path, 41), path, value) for path, value in FACTS]
    assert [one.hex() for one in leaves] == [
        "dc377bef3f679ff860f7fedd744ea8ad14b83b50ddf3076b7e1714e1103e56a0",
        "ff146c9cde2e51d5b382e467f01e378d04662fab76d3f8461d470904a8f49750",
        "9d949625512ad3a922e73a91827e1453c7a4452a78634169078d82081e8f71e7",
    ]
    assert merkle_root(leaves).hex() == "8f7b5f2e4a2298231bc75d1081a0332476771c3612e156dc739e039d573459e3"
    assert tagged("empty").hex() == "1f9a4af40beb49aff0f2ee5756a50d1d47ca79ac2822425af8630024f2f3c905"


FACTS: list[tuple[str, bool | None]] = [("ford/5413", True), ("ford/5316", False), ("pad/0", None)]


def test_record_41_its_head_its_state_and_its_signature() -> None:
    assert state_hash(PUBLIC) == STATE
    body = {
        "adj": 12,
        "contrib": {"IN": C_IN, "US": C_US},
        "phase": "T03.US.B",
        "rolls": ROLLS,
        "seed": S12,
        "state": STATE,
    }
    prev = sha("test prev").hex()
    assert prev == "07103a57ed137c0c1ae4adb52a7928689d53f6e14a48d895c7a9b99b4c3721c9"
    record = link("rosebud-7", "main", 41, prev, "2026-03-12T18:02:11Z", "phase.resolved", body)
    assert canon(record).startswith(b'{"at":"2026-03-12T18:02:11Z","body":{"adj":12,"contrib":{"IN":"6c26')
    assert head(record) == HEAD
    signature = SIGNER.signature(signed_bytes(FIELDS))
    assert signature.text == SIG
    assert verify(SIGNER.public, signed_bytes(FIELDS), signature.value)


def test_the_block_reads_as_in_the_model_report() -> None:
    block = render(FIELDS, [SIGNER.signature(signed_bytes(FIELDS))], (12, S12))
    assert (
        "\n".join(block)
        == f"""\
  pbem seal 1 begin
  game rosebud-7   branch main   seq 41   phase T03.US.B
  at 2026-03-12T18:02:11Z
  head   {HEAD}
  state  {STATE}
  seed   12 {S12}
  sig    pbem.example 1a22059d
         dgBdRcAFDmDsAD6laYFhyXPJgKyoXO9+MEMWfhCHiM/u7S9He1ewAxFfvx9N2NVr
         DlUyJ78nwZHca8/56NhLDA==
  pbem seal 1 end"""
    )
    assert find("\n".join(block)) == (Seal(FIELDS, (SIGNER.signature(signed_bytes(FIELDS)),), (12, S12)),)
