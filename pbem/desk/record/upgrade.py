"""The rules program of a game: its chain says so, and a change in mid-campaign is a record (docs/trust.md, 2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem import __version__
from pbem.core.canonical import Json
from pbem.core.play import Diverged
from pbem.desk import faults
from pbem.desk.desk import Desk, read_json
from pbem.desk.games.ending import segments
from pbem.desk.gm import gm_actions
from pbem.desk.gm.gm_actions import CannotRule, GmAction, release
from pbem.desk.play.dice_mode import living
from pbem.desk.play.locking import must_not_wait
from pbem.desk.play.play import present
from pbem.desk.record.chain import Appended, next_seq, records_since
from pbem.desk.record.readjudication import Readjudicated, readjudicate
from pbem.desk.record.rules_program import (
    Engine,
    brought_by,
    engine_in_force,
    engine_in_words,
    installed_engine,
    own_scenario,
    package_in_force,
    rules_hash,
)
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow


def mismatch(desk: Desk, books: Books, game: GameRow) -> str:
    """Why a game must not be played on with what is installed, "" if it may.

    A game that is rebuilt may, to be compared, except where it was held until its program was changed.
    """
    recorded, installed = engine_in_force(books, game), installed_engine(desk.title(game.title))
    may = (game.branch, next_seq(books, game)) not in desk.waits if desk.stamps else recorded == installed
    if may:
        return _other_scenario(desk, books, game)
    was, now = package_in_force(books, game), brought_by(desk.title(game.title))
    package = f" ({was or 'pbem itself'}, installed is {now or 'pbem itself'})" if was or now else ""
    return (
        f"engine: the game is played with pbem {engine_in_words(recorded)}, installed is {engine_in_words(installed)}"
        f"{package}: pbem replay --all shows what would change, pbem upgrade {game.name} takes it over"
    )


def _other_scenario(desk: Desk, books: Books, game: GameRow) -> str:
    """Why a game with a scenario of the desk's own must not be played on: a file of it is missing, or another now."""
    recorded: dict[str, str] = read_json(books.records.at(game, 0).body)["body"].get("scenario_files", {})
    now = own_scenario(desk.title(game.title), game.scenario) if recorded else {}
    wrong = sorted(name for name in recorded if now.get(name) != recorded[name])
    if not wrong:
        return ""
    return (
        f"scenario: expected {wrong[0]} as it was when the game began, found {'another' if wrong[0] in now else 'none'}"
    )


def installed_instead(desk: Desk, books: Books, game: GameRow) -> Engine | None:
    """The program that is installed, where a game in progress is played with another; else None."""
    installed = installed_engine(desk.title(game.title))
    return installed if game.state != "over" and engine_in_force(books, game) != installed else None


def upgrade(
    desk: Desk,
    name: str,
    reason: str,
    *,
    agreed: tuple[str, ...] = (),
    boundary: str = "",
    rule: str = "-",
    stands: bool = False,
) -> Appended:
    """Play a game on with the program that is installed; both players are told.

    Both players must have agreed, or `boundary` names the point in the game from which a ruling of the GM changes it.
    Everything that was played is adjudicated again first, and must come out the same.  Where rules were corrected it may not:
    with `stands` what was played stands as it was played, and the phase under way alone must come out the same.  What stands
    since an earlier upgrade is not asked about again.  Raises CannotRule, UnknownGame.
    """
    text = gm_actions.reason_of(reason)
    tried = adjudicate_again(desk, name)
    found = tried.done.would_change
    if not stands:
        _played_must_be_the_same(name, tried.done)
    with desk.store.begin() as books:
        game = living(books, name)
        must_not_wait(books, game, "another program")
        by = gm_actions.agreed_by(books, game, agreed)
        if len(by) < len(books.players.of(game)) and not boundary.strip():
            missing = " ".join(f"--agreed {one.code}" for one in books.players.of(game) if one.code not in by)
            raise CannotRule(
                f"{name}: expected the consent of all players ({missing}), or the point in the game from which you rule it "
                "(--boundary 'turn 4')"
            )
        recorded, installed = engine_in_force(books, game), installed_engine(desk.title(game.title))
        if recorded == installed:
            raise CannotRule(f"{name}: expected another program than before; it is played with the one installed")
        body = {"engine": installed[0], "rules": installed[1], "reason": text, "agreed": list(by)}
        if package := brought_by(desk.title(game.title)):
            body["package"] = package
        if boundary.strip():
            body["boundary"] = gm_actions.reason_of(boundary)
        if found is not None or tried.done.undecided:
            _phase_under_way_must_be_the_same(desk, books, game)
        record = gm_actions.append(desk, books, game, "engine.change", body)
        change = (
            f"the game is played on with pbem {engine_in_words(installed)}, after {engine_in_words(recorded)}; "
            + _how_it_compares(tried.done)
        )
        about = f"played on with pbem {installed[0]}"
        gm_actions.announce(desk, books, game, GmAction(about, change, text, rule, by), record)
        let_go_on(desk, books, game)
        return record


def let_go_on(desk: Desk, books: Books, game: GameRow) -> None:
    """Release a game that was held because another program is installed."""
    if game.state == "held" and game.hold.startswith("engine:"):
        release(books, game)
        faults.close(desk, books, "hash", game.name)


def _played_must_be_the_same(name: str, done: Readjudicated) -> None:
    """Raise CannotRule where what was played would be different with the program installed, or cannot be played again."""
    if found := done.would_change:
        raise CannotRule(
            f"{name}: what was played would be different with the new program: {found.where}: {found.what}.\n"
            "Play it on with the program that it was played with, or say --played-stands: then the corrected rules hold from "
            "now on"
        )
    if done.undecided:
        raise CannotRule(
            f"{name}: what was played cannot be played again: {done.undecided}.\n"
            "Say --played-stands to go on all the same: what was played stands, and the new program holds from now on"
        )


def _how_it_compares(done: Readjudicated) -> str:
    """The result of playing the game again with the installed program."""
    found = done.would_change
    if found is not None:
        return f"what was played stands; with the new program it would have been different from {found.where} on ({found.what})"
    if done.undecided:
        return f"what was played stands; the new program cannot replay it: {done.undecided}"
    return f"it replayed the whole game with the same results ({done.adjudications} adjudications)"


def _phase_under_way_must_be_the_same(desk: Desk, books: Books, game: GameRow) -> None:
    """Raise CannotRule where the phase that waits now cannot be gone on with: its beginning would be different."""
    try:
        present(desk, books, game)
    except Diverged as fault:
        row = books.phases.open(game)
        phase = row.phase if row is not None else "the next phase"
        raise CannotRule(
            f"{game.name}: {phase} is under way and would be different with the new program: {fault}.\n"
            "Finish it with the program that it was begun with, or undo it first (pbem gm undo)"
        ) from None


def to_upgrade(desk: Desk) -> tuple[str, ...]:
    """The games in progress and are played with another program than the one installed, by name."""
    with desk.store.read() as books:
        return tuple(game.name for game in books.games.all() if installed_instead(desk, books, game) is not None)


# Running games adjudicated again with the installed rules: the dry run of every night and every upgrade.


@dataclass(frozen=True)
class AdjudicatedAgain:
    """The result for one game.  `recorded` is the engine that is in force by its chain, `installed` the one at hand: each the
    version and the digest of the rules data."""

    game: str
    done: Readjudicated
    recorded: tuple[str, str]
    installed: tuple[str, str]

    @property
    def is_same(self) -> bool:
        """True if everything could be adjudicated and had the same result."""
        return self.done.would_change is None and not self.done.undecided

    @property
    def lines(self) -> Sequence[str]:
        """The account, at most 76 columns."""
        done = self.done
        head = f"{self.game}: records 0-{done.last}, {done.adjudications} of play, {done.states} states: "
        lines = list(wrap(head + ("the same" if self.is_same else "see below"), WIDTH))
        if self.recorded != self.installed:
            wording = (
                f"its chain is of pbem {engine_in_words(self.recorded)}; installed is {engine_in_words(self.installed)}"
            )
            lines += wrap(wording, WIDTH, first="   ", rest="   ")
        if done.undecided:
            lines += wrap(f"?? {done.undecided}", WIDTH, first="   ", rest="      ")
        for one in done.stood:
            if one.seq < done.since:
                wording = f"-- {one.where}: {one.what}; it was played before the last upgrade, and stands"
                lines += wrap(wording, WIDTH, first="   ", rest="      ")
        for one in (
            *(one for one in done.stood if one.seq > done.since or not done.since),
            *([done.difference] if done.difference else []),
        ):
            lines += wrap(f"!! {one.where}: {one.what}", WIDTH, first="   ", rest="      ")
            for name, text in (("expected", one.expected), ("found", one.found)):
                lines += wrap(f"{name} {text}", WIDTH, first="      ", rest="        ") if text else []
        return lines


def adjudicate_again(desk: Desk, name: str) -> AdjudicatedAgain:
    """Adjudicate a game again.  Raises UnknownGame."""
    with desk.store.read() as books:
        game = books.games.get(name)
        records = records_since(books, game, -1)
        salt_key = books.secrets.get(game.name, "salt key")
        recorded = engine_in_force(books, game)
        # What a game hides until its end is no secret from the desk.
        sealed = {(one["branch"], one["seq"]): one["value"] for one in segments(books, game, records)}
        opening = _opening(books, game)
    at_hand = installed(desk, game.title)
    done = readjudicate(desk.title(game.title), records, salt_key, sealed, installed=at_hand, opening=opening)
    return AdjudicatedAgain(name, done, recorded, at_hand)


def _opening(books: Books, game: GameRow) -> Json:
    """The position with which the game began, as it was stored; None where a game that was restored has none."""
    try:
        found: Json = read_json(books.checkpoints.get(game, 0).state)
    except KeyError:
        return None
    return found


def installed(desk: Desk, title: str) -> tuple[str, str]:
    """The version of pbem and the digest of a game's rules data that are installed."""
    return __version__, rules_hash(desk.title(title))
