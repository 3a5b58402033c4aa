"""Pairs of games: the same two people play each side once; shown together, with the total of both at the end."""

from pbem.desk.desk import Desk, read_json
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow


def other_of(books: Books, game: GameRow) -> GameRow | None:
    """The other game of a pair, None where there is none on this desk."""
    return books.games.find(game.pair) if game.pair else None


def of_status(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> str:
    """A line on the other game of a pair, for a player's ``status``; "" for a game of no pair."""
    other = other_of(books, game)
    if other is None:
        return ""
    mine = next((one for one in books.players.of(other) if one.folded == player.folded), None)
    code = mine.code if mine is not None else "-"
    if other.state == "over":
        state = translate("over")
    else:
        row = books.phases.open(other)
        phase = desk.title(other.title).teller.short_name(row.phase) if row is not None else "-"
        waits = row is not None and mine is not None and mine.side in row.waiting_for.split(",")
        state = f"{phase}; {translate('it waits for you')}" if waits else phase
    text = translate(
        "The other game of the pair, {game}, where you play {code}: {state}.", game=other.name, code=code, state=state
    )
    return "\n".join(wrap(text, WIDTH)) + "\n"


def tell_sum(desk: Desk, books: Books, game: GameRow, result: str) -> None:
    """Mail the total of a pair after its second game; `result` is that of the game that has just ended."""
    other = other_of(books, game)
    if other is None or other.state != "over":
        return
    results = {game.name: result, other.name: _result(books, other)}
    points: dict[str, int] = {}
    names = {person.folded: person.name for person in books.players.of(game)}
    lines = []
    for one in sorted((game, other), key=lambda one: one.name):
        scored = points_of(desk, books, one)
        people = books.players.of(one)
        for person in people:
            points[person.folded] = points.get(person.folded, 0) + scored.get(person.side, 0)
        shares = ", ".join(f"{person.name} ({person.code}) {scored.get(person.side, 0)}" for person in people)
        lines += wrap(f"{one.name}: {results[one.name]}{f'.  {shares}' if scored else ''}", WIDTH, rest="    ")
    total = ", ".join(f"{names.get(who, who)} {count}" for who, count in points.items())
    lines += ["", *wrap(translate("Both games together: {points}.", points=total), WIDTH)]
    for person in books.players.of(game):
        with writing_to(desk, person):
            head = translate(
                "The pair is over: {first} and {second}",
                first=min(game.name, other.name),
                second=max(game.name, other.name),
            )
            post.to_player(
                desk,
                books,
                game,
                person,
                Draft("pair", "0", f"[{game.name}] {head}", "\n".join(lines) + "\n", "end", "0.z"),
            )
    post.to_gm(desk, books, game, Draft("pair", "0", f"[{game.name}] the pair is over", "\n".join(lines) + "\n"))


def points_of(desk: Desk, books: Books, game: GameRow) -> dict[str, int]:
    """The victory points by side, as the last position has them; none where it was resigned or drawn, or a game counts none."""
    outcome = desk.title(game.title).system.outcome(desk.position(books, game))
    return dict(outcome.points) if outcome is not None else {}


def _result(books: Books, game: GameRow) -> str:
    last = next((row for row in reversed(books.records.all(game)) if row.type == "game.end"), None)
    return str(read_json(last.body)["body"]["result"]) if last is not None else "over"
