"""Practice players of a table: they roll, draw, play and plan, and come to an end.  Of the game they know nothing."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.core.ask import Ask
from pbem.core.event import Event
from pbem.core.order import Order, Problem
from pbem.core.system import RuleSystem
from pbem.mechanisms.practice import PLAIN, Pick
from pbem.systems.table.sheet import ANYBODY, TOGETHER, GameSheet
from pbem.systems.table.state import UNSEEN, Position
from pbem.systems.table.table_line import TableLine

PURPOSES = ("attack on the bridge", "fire at the fort", "the pursuit", "supply", "the weather")


class TablePractice:
    """Players of one sheet."""

    def __init__(self, sheet: GameSheet) -> None:
        self.sheet = sheet

    def scenarios(self) -> tuple[str, ...]:
        """See `mechanisms.practice.Practice`."""
        return (self.sheet.name or "plain",)

    def orders(
        self, system: RuleSystem[Any], view: Position, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """See `mechanisms.practice.Practice`: lines that can be carried out one after the other."""
        if letter == TOGETHER:
            return (TableLine(verb="plan", words=f"my bid is {pick('bid', 6) + 1}"),)
        if view.pen != side and letter != ANYBODY:
            return ()
        wanted = list(self._lines(view, side, level, pick))
        good = [one for one in wanted if not isinstance(system.plan(view, side, letter, one), Problem)]
        return (*good, TableLine(verb="done") if letter == ANYBODY else self._last(view, side, pick))

    def _lines(self, view: Position, side: str, level: str, pick: Pick) -> Iterator[TableLine]:
        yield TableLine(verb="move", words=PURPOSES[pick("move", len(PURPOSES))])
        yield from self._rolls(pick)
        yield from self._cards(view, side, pick)
        if level != PLAIN or pick("plan", 3) == 0:
            mine = [(n, one) for n, one in view.sealed.items() if one.side == side and not one.is_open]
            if mine and pick("open", 2):
                number, one = mine[pick("which", len(mine))]
                yield TableLine(verb="open", given=(str(number), one.kind, one.name if one.kind == "mark" else ""))
            else:
                yield TableLine(verb="plan", words=f"next I take place {pick('place', 9) + 1}")
        if view.values and pick("value", 2):
            name = sorted(view.values)[pick("name", len(view.values))]
            yield TableLine(verb="add", given=(name, f"+{pick('points', 3)}"))

    def _rolls(self, pick: Pick) -> Iterator[TableLine]:
        purpose = PURPOSES[pick("purpose", len(PURPOSES))]
        charts = self.sheet.charts
        if charts and pick("chart", 2):
            chart = charts[pick("which chart", len(charts))]
            column = chart.columns[pick("column", len(chart.columns))] if chart.columns else ""
            yield TableLine(
                verb="roll", given=(chart.dice, chart.name, column, str(pick("modifier", 3) - 1)), words=purpose
            )
        else:
            yield TableLine(verb="roll", given=("2d6", "", "", "0"), words=purpose)
        if pick("secret", 6) == 0:
            yield TableLine(verb="roll secretly", given=("1d6", "", "", "0"), words="spies")
        if pick("order", 6) == 0:
            yield TableLine(verb="order", given=("Left", "Centre", "Right"))

    def _cards(self, view: Position, side: str, pick: Pick) -> Iterator[TableLine]:
        hand = [card for card in view.hands[side] if card != UNSEEN]
        if hand:
            card = hand[pick("card", len(hand))]
            what = ("play", "play", "discard", "remove", "reveal", "put", "return", "show")[pick("what", 8)]
            if what == "put":
                yield TableLine(verb="put", given=("top", card))
            elif what == "show":
                others = [one.id for one in self.sheet.sides if one.id != side]
                yield TableLine(verb="show", given=(others[pick("to", len(others))], card))
            else:
                yield TableLine(verb=what, given=(card,), words="" if what == "return" else "as it stands")
        mine = [one for one in self.sheet.decks if one.owner in ("", side) and view.decks[one.name].cards]
        if mine:
            deck = mine[pick("deck", len(mine))]
            if not view.decks[deck.name].left:
                yield TableLine(verb="reshuffle", given=(deck.name,))
            yield TableLine(verb="look" if pick("look", 8) == 0 else "draw", given=("1", deck.name))

    def _last(self, view: Position, side: str, pick: Pick) -> TableLine:
        if view.lent_by:
            return TableLine(verb="back")
        if pick("over", 5) == 0:
            others = [one.id for one in self.sheet.sides if one.id != side]
            return TableLine(verb="over", given=(others[pick("over to", len(others))],), words="reaction?")
        return TableLine(verb="done")

    def choice(self, view: Position, ask: Ask, level: str, pick: Pick) -> str:
        """See `mechanisms.practice.Practice`."""
        return ask.choices[pick(ask.kind, len(ask.choices))].key

    def ledger(self, state: Position) -> "TableLedger":
        """See `mechanisms.practice.Practice`."""
        return TableLedger(self.sheet)


def orders_for(system: Any, view: Position, side: str, letter: str, pick: Pick) -> tuple[Order, ...]:
    """Orders of a plain player of the sheet that these rules have."""
    return TablePractice(system.sheet).orders(system, view, side, letter, PLAIN, pick)


class TableLedger:
    """Watches that no card is lost or doubled."""

    def __init__(self, sheet: GameSheet) -> None:
        self.cards = sorted(card for deck in sheet.decks for card in deck.cards)

    def faults(self, state: Position, event: Event) -> Iterator[str]:
        """See `mechanisms.practice.Ledger`."""
        found = [card for cards in state.hands.values() for card in cards]
        for one in state.decks.values():
            found += [*one.pool, *one.discards, *one.out, *(card for card, _ in (*one.top, *one.bottom))]
        if sorted(found) != self.cards:
            yield f"the cards are not those of the sheet: {len(found)} of {len(self.cards)}"

    def figures(self, state: Position) -> Mapping[str, int]:
        """See `mechanisms.practice.Ledger`."""
        return {"cards in hands": sum(map(len, state.hands.values())), "plans": len(state.sealed), **state.values}
