"""What comes later in a campaign: new keys, new ladders, undone phases, the end."""

import base64
from pathlib import Path
from typing import Any

import pytest

from pbem.core.dice import KeyedDice
from pbem.seal import bundle, pbem_verify
from pbem.seal import verify as whole
from pbem.seal.block import Seal, SealFields, signed_bytes
from pbem.seal.chain import Link, contributions, head, link
from pbem.seal.ladder import Ladder, roll_key
from pbem.seal.signing import Signer, key_statement, record_statement, revocation_statement
from pbem.seal.verify import MailboxVerdict
from tests.seal.campaign import GAME, GM, ROOT, SALT_KEY, SERVER, Campaign, secret

NEW = Signer("pbem.example", secret("new server key"))


def sign(signer: Signer, statement: bytes) -> str:
    return base64.b64encode(signer.sign(statement)).decode()


def verify(paths: list[Path]) -> MailboxVerdict:
    """The verdict, in whose status the checker of one file must agree."""
    verdict = whole.verify(paths)
    status, games, _ = pbem_verify.verify([str(path) for path in paths])
    assert status == verdict.status, (texts(verdict), [one for game in games.values() for one in game.findings])
    return verdict


def texts(verdict: MailboxVerdict) -> list[str]:
    return [one.text for one in verdict.all_findings() if one.kind != "note"]


def both(tmp_path: Path, made: Campaign, *seals: Seal) -> MailboxVerdict:
    """The first twenty records under the old key, what came later under `seals`, a bundle each."""
    (tmp_path / "0.pbem").write_bytes(made.bundle("US", 0, 19))
    first = 20
    for seal in seals:
        last = seal.fields.seq
        (tmp_path / f"{first}.pbem").write_bytes(
            bundle.write(made.records[first : last + 1], seal, made.opened_to("US", first, last))
        )
        first = last + 1
    return verify([tmp_path])


def rotated(old: Signer = SERVER, root: Signer = ROOT) -> Campaign:
    made = Campaign()
    statement = key_statement(GAME, 20, NEW.public)
    server = {"name": NEW.name, "key": NEW.public.hex()}
    made.add("key.rotate", {"server": server, "old": sign(old, statement), "root": sign(root, statement)})
    made.phase = "T02.US.B"
    made.resolve("rally L/3 Cav")
    return made


def test_a_new_key_signs_from_its_record_on(tmp_path: Path) -> None:
    made = rotated()
    verdict = both(tmp_path, made, made.seal(21, NEW))
    assert (texts(verdict), verdict.status) == ([], 0)
    assert verdict.games[0].branches[0].key_changes == 1


def test_the_old_key_signs_no_more(tmp_path: Path) -> None:
    made = rotated()
    verdict = both(tmp_path, made, made.seal(21, SERVER))
    assert verdict.status == 1
    assert any("was not in force at record 21" in one for one in texts(verdict))


@pytest.mark.parametrize(
    ("old", "root", "says"), [(NEW, ROOT, "the old one has not signed"), (SERVER, NEW, "the root key has not signed")]
)
def test_a_new_key_needs_the_old_one_and_the_root(tmp_path: Path, old: Signer, root: Signer, says: str) -> None:
    made = rotated(old, root)
    verdict = both(tmp_path, made, made.seal(21, NEW))
    assert verdict.status == 1
    assert any(says in one and one.startswith("record 20") for one in texts(verdict))


def test_a_revoked_key_is_good_up_to_its_last_record(tmp_path: Path) -> None:
    made = rotated()
    statement = revocation_statement(GAME, SERVER.public, 12)
    made.add("key.revoke", {"revoked": SERVER.public.hex(), "last": 12, "root": sign(ROOT, statement)})
    verdict = both(tmp_path, made, made.seal(22, NEW))
    assert (texts(verdict), verdict.status) == ([], 0), "what it signed in its time counts no more, and is not false"
    other = Campaign(lambda seq, body: body.update(phase="T01.IN.B") if seq == 10 else None)
    (tmp_path / "other.pbem").write_bytes(bundle.write((), other.seal(19)))
    assert any("another head of record 19 was signed under a key" in one for one in texts(verify([tmp_path])))
    (tmp_path / "other.pbem").unlink()
    (tmp_path / "0.pbem").write_bytes(bundle.write(made.records[:20], made.seal(19, NEW)))
    assert verify([tmp_path]).status == 1  # the new key may seal nothing before its own record


def test_a_ladder_that_was_spent_is_followed_by_a_new_one(tmp_path: Path) -> None:
    made = Campaign()
    fresh = Ladder(secret("fresh top"), 64)
    made.add("ladder.new", {"ladder": {"anchor": fresh.anchor.hex(), "length": 64}, "reason": "spent"})
    made.phase = "T02.US.B"
    steps = made.ladder
    made.ladder = _Shifted(fresh, made.adj)
    made.resolve("rally L/3 Cav")
    verdict = both(tmp_path, made, made.seal(21))
    assert (texts(verdict), verdict.status) == ([], 0)
    assert "new ladder" in verdict.games[0].branches[0].tally.rulings[-1][1]
    made.ladder = steps
    made.resolve("rally M/3 Cav")
    assert any(
        "seed 9 does not stand on seed 8" in one for one in texts(both(tmp_path, made, made.seal(21), made.seal(22)))
    )


class _Shifted(Ladder):
    def __init__(self, inner: Ladder, by: int) -> None:
        super().__init__(inner.step(inner.length), inner.length)
        self.by = by

    def step(self, number: int) -> bytes:
        return super().step(number - self.by)


def branch(made: Campaign, ladder: Ladder, prev: str | None = None) -> list[Link]:
    """Undone to record 12: a new branch with a ladder of its own, and one adjudication on it."""
    at = "2026-03-13T10:00:00Z"
    opened: dict[str, Any] = {
        "from": 12,
        "parent": "main",
        "branch": "main.2",
        "reason": "wrong chart",
        "agreed": ["IN", "US"],
        "ladder": {"anchor": ladder.anchor.hex(), "length": ladder.length},
        "state": made.states[12],
    }
    first = link(GAME, "main.2", 13, prev or head(made.records[12]), at, "branch.open", opened)
    first["body"]["sig"] = GM.signature(record_statement(first)).text
    contrib = contributions([*made.records[:13], first], GAME, ["IN", "US"], "T01.IN.B", 5)
    step = ladder.step(1)
    label = "T01.IN.B melee 3512 #1"
    faces = list(KeyedDice(roll_key(step, GAME, "main.2", 5, contrib)).faces(label, 2, 6))
    body = {
        "phase": "T01.IN.B",
        "adj": 5,
        "seed": step.hex(),
        "contrib": contrib,
        "rolls": [[label, faces]],
        "state": "ab" * 32,
    }
    return [first, link(GAME, "main.2", 14, head(first), at, "phase.resolved", body)]


def of_branch(records: list[Link], state: str) -> bytes:
    last = records[-1]
    fields = SealFields(GAME, "main.2", last["seq"], last["at"], "T01.IN.B", head(last), state)
    return bundle.write(records, Seal(fields, (SERVER.signature(signed_bytes(fields)),)))


def test_an_undone_phase_is_a_new_branch_and_the_old_one_stays(tmp_path: Path) -> None:
    made = Campaign()
    (tmp_path / "main.pbem").write_bytes(made.bundle("US"))
    (tmp_path / "new.pbem").write_bytes(of_branch(branch(made, Ladder(secret("second"), 64)), "ab" * 32))
    verdict = verify([tmp_path])
    assert (texts(verdict), verdict.status) == ([], 0)
    main, new = verdict.games[0].branches
    assert (main.name, main.last, new.name, new.first, new.last) == ("main", 19, "main.2", 13, 14)


def test_a_branch_must_grow_from_the_record_it_names(tmp_path: Path) -> None:
    made = Campaign()
    (tmp_path / "main.pbem").write_bytes(made.bundle("US"))
    records = branch(made, Ladder(secret("second"), 64), prev=head(made.records[11]))
    (tmp_path / "new.pbem").write_bytes(of_branch(records, "ab" * 32))
    assert "branch main.2 does not begin after record 12 of main" in texts(verify([tmp_path]))


def test_records_of_a_branch_that_nothing_opens(tmp_path: Path) -> None:
    made = Campaign()
    (tmp_path / "main.pbem").write_bytes(made.bundle("US"))
    (tmp_path / "new.pbem").write_bytes(of_branch(branch(made, Ladder(secret("second"), 64))[1:], "ab" * 32))
    assert "nothing opens branch main.2, yet there are records of it" in texts(verify([tmp_path]))


def test_seeds_of_the_old_ladder_are_no_use_on_a_branch(tmp_path: Path) -> None:
    made = Campaign()
    (tmp_path / "main.pbem").write_bytes(made.bundle("US"))
    records = branch(made, Ladder(secret("second"), 64))
    fifth = {**records[1], "body": {**records[1]["body"], "seed": made.ladder.step(5).hex()}}
    (tmp_path / "new.pbem").write_bytes(of_branch([records[0], fifth], "ab" * 32))
    assert "record 14: seed 5 does not stand on seed 4" in texts(verify([tmp_path]))


def test_the_end_opens_the_salt_key_and_the_second_ladder(tmp_path: Path) -> None:
    made = Campaign()
    end = {"result": "draw", "salt_key": SALT_KEY.hex(), "hidden_top": secret("hidden top").hex()}
    openings = [one for side in ("IN", "US") for one in made.opened_to(side, 0, 19)]
    made.add("game.end", {**end, "openings": openings})
    verdict = both(tmp_path, made, made.seal(20))
    assert (texts(verdict), verdict.status) == ([], 0)
    assert verdict.games[0].branches[0].tally.ended


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"salt_key": "ab" * 32}, "record 20: the salt key is not the one that genesis commits to"),
        ({"hidden_top": "ab" * 32}, "record 20: the second ladder's top does not stand on its anchor in genesis"),
        ({"openings": [{"open": "orders"}]}, "record 20: an opening in it: its 'game' cannot be read"),
        ({"openings": [7]}, "record 20: an opening in it: it is not an object"),
    ],
)
def test_an_end_that_does_not_fit_the_beginning(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    made = Campaign()
    end = {"result": "draw", "salt_key": SALT_KEY.hex(), "hidden_top": secret("hidden top").hex(), **change}
    made.add("game.end", end)
    assert says in texts(both(tmp_path, made, made.seal(20)))


def test_another_dice_mode_is_reported_as_not_fully_checked(tmp_path: Path) -> None:
    made = Campaign(lambda seq, body: body.update(dice="lunar") if seq == 0 else None)
    (tmp_path / "a.pbem").write_bytes(made.bundle("US"))
    verdict = verify([tmp_path])
    assert verdict.status == 2
    assert texts(verdict) == ["record 0: dice mode lunar is not known to this program"]


@pytest.mark.parametrize("mode", ["witness", "beacon"])
def test_a_mode_that_names_nobody_is_false(tmp_path: Path, mode: str) -> None:
    made = Campaign(lambda seq, body: body.update(dice=mode) if seq == 0 else None)
    (tmp_path / "a.pbem").write_bytes(made.bundle("US"))
    verdict = verify([tmp_path])
    assert verdict.status == 1
    assert texts(verdict) == [f"record 0: it names no {mode}, though the dice depend on one"]


def test_a_label_never_rolls_twice(tmp_path: Path) -> None:
    def again(seq: int, body: dict[str, Any]) -> None:
        if seq == 8:
            body["rolls"][0][0] = "T01.US.B rally G/3 Cav #1"

    made = Campaign(again)
    (tmp_path / "a.pbem").write_bytes(made.bundle("US"))
    assert "record 8: the roll 'T01.US.B rally G/3 Cav #1' was made before, in record 7" in texts(verify([tmp_path]))


def test_a_withdrawal_counts_among_the_letters_of_a_phase(tmp_path: Path) -> None:
    made = Campaign()
    made.phase = "T02.US.B"
    made.orders("US", "C/3 Cav move 3413-3414")
    made.add("orders.withdrawn", {"player": "US", "phase": made.phase})
    made.counts["US", made.phase] += 1
    made.orders("US", "C/3 Cav move 3413-3513")
    made.resolve("morale C/3 Cav", orders={"US": ["C/3 Cav move 3413-3513"]})
    verdict = both(tmp_path, made, made.seal(23))
    assert (texts(verdict), verdict.status) == ([], 0)
    assert made.records[22]["body"]["n"] == 3
