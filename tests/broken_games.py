"""Games broken on purpose, each for the check that must tell it: a change of one place in a sound game's code.

`MEADOW` are changes of the game that `pbem game new` lays out, `BIDS` of the one that hides (tests/systems/sealed_bids.py).
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """What is broken, the check that must tell it, words of its finding, the file, and the code before and after."""

    name: str
    check: str
    says: str
    file: str
    old: str
    new: str


LEAVES = "        umpire.emit(PhaseEnded(umpire.phase))\n"
SHOOTS = "    needed = 6 if umpire"

MEADOW = (
    Fault("a part that is not there", "parts", "NOBODY", "game.py", "telling:TELLER", "telling:NOBODY"),
    Fault("a part that cannot be imported", "parts", "cannot be loaded", "words.py", "def write(", "def writes("),
    Fault("two sides with one code", "parts", "two of its side codes", "card.py", '"BL"', '"RE"'),
    Fault("a card with another id", "parts", "its card says", "card.py", 'Card("newgame"', 'Card("other"'),
    Fault(
        "any scenario opens",
        "parts",
        "does not exist",
        "rules.py",
        "if scenario not in OPENINGS:",
        "scenario = 'meeting'\n        if not OPENINGS:",
    ),
    Fault("another API", "parts", "written for version 7 of pbem's API", "game.py", "api=1", "api=7"),
    Fault(
        "an event that is told wrongly",
        "handlers",
        "cannot be written for",
        "telling.py",
        "case TookCover(unit):",
        "case TookCover(unit, _):",
    ),
    Fault(
        "an event without a handler",
        "handlers",
        "no handler applies",
        "rules.py",
        "RULES = Rules()",
        "from pbem.api.rules import Handlers\n\nAPPLY = Handlers('applies')\nAPPLY.nothing_for(Moved)\nRULES = Rules()",
    ),
    Fault("a log without its dice", "handlers", "rolls stand in its events", "telling.py", "dice.append(", "str("),
    Fault(
        "a plan that changes the state",
        "purity",
        "plan changes the state",
        "rules.py",
        "        unit = view.units.get(",
        "        view.turn += 1\n        unit = view.units.get(",
    ),
    Fault(
        "a table that changes the state",
        "purity",
        "Teller.panels changes the state",
        "telling.py",
        "        rows = [",
        "        state.turn += 1\n        rows = [",
    ),
    Fault("a copy that shares", "purity", "thaw", "state.py", "replace(self, units=dict(self.units))", "replace(self)"),
    Fault(
        "events in the sequence of a dict",
        "determinism",
        "other events",
        "rules.py",
        LEAVES,
        "        for name in list(umpire.state.units):\n"
        "            umpire.emit(Moved(name, (umpire.state.units[name].at,)))\n" + LEAVES,
    ),
    Fault(
        "asks in the sequence of a dict",
        "determinism",
        "sort it",
        "rules.py",
        LEAVES,
        "        for name, one in umpire.state.units.items():\n"
        "            choices = (Choice('a', 'a'), Choice('b', 'b'))\n"
        "            yield from ask(Ask(one.side, 'cover', name, 'Which?', '', choices, 'a', 'a'))\n" + LEAVES,
    ),
    Fault(
        "events in the sequence of a set",
        "determinism",
        "",
        "rules.py",
        LEAVES,
        "        for name in {*umpire.state.units}:\n"
        "            umpire.emit(Moved(name, (umpire.state.units[name].at,)))\n" + LEAVES,
    ),
    Fault(
        "chance of its own",
        "determinism",
        "other events",
        "rules.py",
        SHOOTS,
        "    import random\n\n    umpire.emit(Moved(unit, (umpire.state.units[unit].at,) * random.randint(1, 99)))\n"
        + SHOOTS,
    ),
    Fault("a checkpoint that forgets", "determinism", "checkpoint", "state.py", ', "in_cover": one.in_cover', ""),
    Fault(
        "a state that no checkpoint holds",
        "determinism",
        "not admitted",
        "state.py",
        '"turn": self.turn,',
        '"turn": self.turn, "extra": {1, 2},',
    ),
    Fault(
        "a line that is too wide",
        "letters",
        "help A has a line of",
        "telling.py",
        "A unit has 2 movement points.",
        "A unit has 2 movement points, " + "and once more, " * 5,
    ),
    Fault(
        "a line that is not ASCII",
        "letters",
        "not ASCII",
        "telling.py",
        "strength {one.strength}",
        "strength \N{EN DASH} {one.strength}",
    ),
    Fault(
        "an example that is not legal",
        "letters",
        "is not taken",
        "telling.py",
        "return tuple(WORDS.write(one) for one in legal(state, side, phase.letter)[:3])",
        "return ('Guards to Nowhere',)",
    ),
    Fault(
        "an order that is not read back",
        "letters",
        "",
        "words.py",
        'f"{unit} fire at {target}"',
        'f"{unit} fires upon {target}"',
    ),
    Fault(
        "two phases of one id",
        "handlers",
        "two phases are called",
        "rules.py",
        "PhaseId(state.turn, code, card.letter)",
        "PhaseId(1, code, card.letter)",
    ),
    Fault(
        "a page that is one text",
        "letters",
        "is one text, and a page is lines",
        "telling.py",
        "return HELP.get(named.get(word.lower(), word.upper()), ())",
        "return 'A unit has two points.'",
    ),
    Fault(
        "a default that is no choice",
        "letters",
        "default of the question",
        "rules.py",
        'choices, "stand", "stand")',
        'choices, "run", "stand")',
    ),
    Fault(
        "a plan of nothing",
        "purity",
        "where a Plan or a Problem is wanted",
        "rules.py",
        'return Illegal("E150", f"That is not an order for phase {phase}.", words=unit.name)',
        "return None",
    ),
    Fault(
        "a report that cannot be written",
        "mail",
        "held",
        "telling.py",
        "        points = ",
        "        assert state.turn < 3\n        points = ",
    ),
    Fault(
        "a page that is raised",
        "letters",
        "late It was raised in telling.py",
        "telling.py",
        "        points = ",
        "        assert state.turn < 2, 'late'\n        points = ",
    ),
    Fault(
        "a reader that raises",
        "letters",
        "raises IndexError",
        "words.py",
        "        match text.split():\n",
        "        text.split()[2]\n        match text.split():\n",
    ),
    Fault(
        "a teller that remembers",
        "purity",
        "asked the same again",
        "telling.py",
        '        """Orders that can be copied as they stand."""\n',
        "        HELP[str(len(HELP))] = (side,)\n        return tuple(HELP)\n",
    ),
    Fault(
        "a phase that asks the same for ever",
        "determinism",
        "times and goes on",
        "rules.py",
        LEAVES,
        "        while True:\n            yield from self.orders_of(umpire, [state.side], state.letter)\n" + LEAVES,
    ),
    Fault(
        "an order that asks the same for ever",
        "determinism",
        "an order has asked",
        "rules.py",
        '        if answer.choice == "cover":',
        "        while answer.choice != 'never':\n"
        "            answer = yield from ask(Ask(enemy.side, 'cover', target, prompt, '2.2', choices, 'stand', 'stand'))\n"
        '        if answer.choice == "cover":',
    ),
    Fault(
        "a phase that asks somebody else",
        "determinism",
        "'green' is asked",
        "rules.py",
        "self.orders_of(umpire, [state.side]",
        "self.orders_of(umpire, ['green']",
    ),
    Fault(
        "a phase that tells for ever",
        "determinism",
        "events and goes on",
        "rules.py",
        LEAVES,
        "        while True:\n            umpire.emit(TookCover('Guards'))\n" + LEAVES,
    ),
    Fault(
        "a handler that uses chance",
        "determinism",
        "another state",
        "rules.py",
        "            case Moved(unit, path):\n",
        "            case Moved(unit, path):\n                import random\n\n"
        "                state.turn += random.randint(0, 99)\n",
    ),
    Fault(
        "a rule that leaves the program",
        "determinism",
        "SystemExit",
        "rules.py",
        LEAVES,
        "        raise SystemExit(3)\n" + LEAVES,
    ),
    Fault(
        "a game that goes on in secret",
        "mail",
        "",
        "rules.py",
        "        state = umpire.state\n",
        "        state = umpire.state\n        COUNT.append(1)\n"
        "        umpire.emit(Moved(sorted(state.units)[0], (state.units[sorted(state.units)[0]].at,) * len(COUNT)))\n",
    ),
    Fault("a rule that is not what the case says", "cases", "Fired", "rules.py", "needed = 6 if", "needed = 5 if"),
    Fault(
        "a checkpoint that is too large",
        "cost",
        "a checkpoint",
        "state.py",
        '"turn": self.turn,',
        '"turn": self.turn, "filler": "x" * 1_100_000,',
    ),
)

BIDDING = "        umpire.emit(BidMade(plan.side, plan.order.amount))\n        yield from ()"
DECIDED = "        umpire.emit(PhaseEnded(umpire.phase))\n\n    def opened"
BIDS = (
    Fault(
        "a public state that tells",
        "secrecy",
        "public",
        "game.py",
        "self.to_json(replace(state, bids={}))",
        "self.to_json(state)",
    ),
    Fault(
        "a view of everything",
        "secrecy",
        "view",
        "game.py",
        "replace(state, bids={one: amount for one, amount in state.bids.items() if one == side})",
        "state",
    ),
    Fault(
        "an event that tells", "secrecy", "BidMade", "game.py", "        return (self.side,)\n", "        return None\n"
    ),
    Fault(
        "orders that are told as they are carried out",
        "secrecy",
        "ActBegan",
        "game.py",
        'secret_letters, hides = CARD, "A", True',
        'secret_letters, hides = CARD, "", True',
    ),
    Fault(
        "a game that does not say that it hides",
        "secrecy",
        "hides = True",
        "game.py",
        'secret_letters, hides = CARD, "A", True',
        'secret_letters, hides = CARD, "A", False',
    ),
    Fault(
        "words of an event that tell",
        "secrecy",
        "what north reads tells the hidden fact bids.south",
        "game.py",
        BIDDING,
        BIDDING + "\n        umpire.emit(PhaseBegan(f'heard: {plan.order.amount}!'))",
    ),
    Fault(
        "the purpose of a roll that tells",
        "secrecy",
        "what north reads tells the hidden fact bids.south",
        "game.py",
        BIDDING,
        BIDDING + "\n        umpire.roll('1d6', f'{plan.side} bids {plan.order.amount}', '')",
    ),
    Fault(
        "a question that tells",
        "secrecy",
        "They bid",
        "game.py",
        DECIDED,
        "        for side, other in (('north', 'south'), ('south', 'north')):\n"
        "            text = f'They bid {umpire.state.bids.get(other, 0)} coins.  Raise?'\n"
        "            choices = (Choice('sure', 'yes'), Choice('half', 'no'))\n"
        "            yield from ask(Ask(side, 'raise', 'raise', text, '1.2', choices, 'sure', 'sure', secret=True))\n"
        + DECIDED,
    ),
)
