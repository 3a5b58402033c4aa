"""The possible orders of a side now: the DO THIS NEXT of a phase, and its order sheet, from the same plans that play carries
out."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from pbem.core.order import Order, Problem
from pbem.core.system import Plan
from pbem.reports.report import REMARK_AT, WIDTH, SheetLine, ToDo
from pbem.systems.indian_wars.orders import records as orders
from pbem.systems.indian_wars.phases import HUNT, SET_UP
from pbem.systems.indian_wars.rules.fire import fire, shot
from pbem.systems.indian_wars.rules.fire.fire import FirePlan
from pbem.systems.indian_wars.rules.guns import gunnery
from pbem.systems.indian_wars.rules.movement import duties
from pbem.systems.indian_wars.rules.movement.mobility import left, limit
from pbem.systems.indian_wars.rules.turn.entry import edges_for, turn_of
from pbem.systems.indian_wars.say import zone_with_hexes
from pbem.systems.indian_wars.state.counter import MOUNTED, VILLAGERS, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling import sheets as night
from pbem.systems.indian_wars.telling import sheets as secret
from pbem.systems.indian_wars.telling.log import counted, enemy_name, fitted, joined
from pbem.systems.indian_wars.telling.map import stack_letters, stacks_of
from pbem.systems.indian_wars.telling.position import position
from pbem.systems.indian_wars.title import EntryEdge, EntryForce

PlanFor = Callable[[Battlefield, str, str, Order], Plan | Problem]
"""`RuleSystem.plan`."""

KINDS = ("move", "fire", "melee", "rout", "recover", "no", "attach", "resupply", "enter", "set")
"""Words by which the lines of a sheet differ in kind."""
EXAMPLE = WIDTH - 23
"""Characters of the order that DO THIS NEXT gives as an example."""

ROOM = WIDTH - REMARK_AT
"""Characters for what stands beside a line of the sheet."""


CONTINUED = "//      "
"""Begins a remark that goes on from the line above."""


def in_blocks(lines: Sequence[SheetLine]) -> list[tuple[SheetLine, ...]]:
    """Each line of a sheet with the remarks below it that belong to it."""
    blocks: list[list[SheetLine]] = []
    for line in lines:
        if line.order.startswith(CONTINUED) and blocks:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return [tuple(block) for block in blocks]


class OrderSheet:
    """The order sheet of one side in one phase; `phasing` is the side whose player turn it is."""

    def __init__(self, field: Battlefield, side: str, letter: str, phasing: str, plan: PlanFor) -> None:
        self.field = field
        self.side = side
        self.letter = letter
        self.phasing = phasing
        self._plan = plan

    def lines(self) -> tuple[SheetLine, ...]:
        """The lines, routed units first, then in hex order; planned once for all who ask for them."""
        sheets = position(self.field).sheets
        wanted = (self.side, self.letter, self._plan)
        found = sheets.get(wanted)
        if found is None:
            found = sheets[wanted] = self._lines()
        return found

    def _lines(self) -> tuple[SheetLine, ...]:
        match self.letter:
            case "A":
                return tuple(self._rally())
            case "B" | "D" | "E":
                return tuple(self._fire())
            case "C":
                return (*self._movement(), *self._melees("in F: "))
            case "F":
                return tuple(self._melees(""))
            case night.NIGHT_LETTER:
                return tuple(night.night_lines(self.field, self.side, self.legal, self._stack))
            case secret.SECRET_LETTER:
                return tuple(secret.hunt(self.field))
            case _:
                return (*self._set_up(), *secret.secret_lines(self.field, self.side))

    def legal(self, order: Order) -> Plan | None:
        """The plan of an order, None if it is not legal."""
        found = self._plan(self.field, self.side, self.letter, order)
        return found if isinstance(found, Plan) else None

    # Phase A

    def _rally(self) -> Iterator[SheetLine]:
        waiting = self._waiting() if self.side == self.phasing else ()
        if waiting:
            yield SheetLine("// enter the map in phase C:", fitted(list(waiting), ROOM))
        for unit in self.field.of(self.side):
            state = "pinned" if unit.pinned else "routed" if unit.routed else ""
            if state:
                yield SheetLine(f"{unit.name} no rally", f"{state}; tries by itself unless you say so")
            if unit.low_ammo and self.legal(orders.Resupply(unit.name)):
                yield SheetLine(f"{unit.name} resupply", "low on ammunition; costs all its MPs")
        for unit in self.field.of(self.side):
            if unit.is_leader:
                others = [
                    one.name
                    for one in self.field.at(unit.at)
                    if one.side == self.side and not one.is_leader and one.name != unit.attached_to
                    and self.legal(orders.Attach(unit.name, one.name))
                ]  # fmt: skip
                if others:
                    yield SheetLine(f"{unit.name} attach to ...", fitted(others, ROOM))

    # Phases B, D, E

    def targets(self, unit: Counter, how: str) -> list[tuple[Counter, Plan]]:
        """The enemies next to a unit that it may fire at, each with the plan of that shot."""
        near = (unit.at, *self.field.sheet.map.neighbours(unit.at))
        enemies = [one for at in near for one in self.field.at(at) if one.side != self.side]
        plans = [(one, self.legal(orders.Fire(unit.name, how, one.name))) for one in enemies]
        found = [(one, plan) for one, plan in plans if plan is not None]
        return sorted(found, key=lambda one: _is_harmless(one[0]))  # nobody's first choice

    def _fire(self) -> Iterator[SheetLine]:
        enemy = stacks_of(self.field, self.field.enemy_of(self.side)).keys()
        lines = list(self._shots(enemy)) or list(self._far_shots())
        if any("..." in line.order for line in lines):
            yield SheetLine("// 8/11: on 2d6 a Morale Check from 8 on, a loss from 11 on (-: none)")
        yield from lines

    def _shots(self, enemy: Collection[str]) -> Iterator[SheetLine]:
        for at, here in stacks_of(self.field, self.side).items():
            yield from (line for unit in here if unit.is_gun for line in self._gun(unit))
            if at not in enemy and not any(near in enemy for near in self.field.sheet.map.neighbours(at)):
                continue
            for unit in (one for one in here if not one.is_gun):
                how = shot.usual_strength(self.field, unit, self.letter)
                yield from self._shots_of(unit, how, [] if unit.is_leader else self.targets(unit, how))

    def _far_shots(self) -> Iterator[SheetLine]:
        """Shots at long range, for a phase in which nobody has another."""
        occasion = self.field.title.phase(self.letter).occasion
        for unit in self.field.of(self.side) if occasion else ():
            names = () if unit.is_leader or unit.is_gun else shot.targets(self.field, unit.name, occasion, "long")
            plans = [(self.field[name], self.legal(orders.Fire(unit.name, "long", name))) for name in names]
            found = [(one, plan) for one, plan in plans if plan is not None]
            yield from self._shots_of(unit, "long", sorted(found, key=lambda one: _is_harmless(one[0])))

    def _shots_of(self, unit: Counter, how: str, found: Sequence[tuple[Counter, Plan]]) -> Iterator[SheetLine]:
        if len(found) == 1:
            ((target, plan),) = found
            odds = self._odds(plan, fire.in_words)
            order, remark = f"{unit.name} fire {how} at {target.name}", f"{target.at}  {odds}"
            has_room = max(REMARK_AT, len(order) + 5) + len(remark) <= WIDTH
            yield SheetLine(order, remark if has_room else target.at)
            if not has_room:
                yield SheetLine(f"{CONTINUED}{odds}")
        elif found:
            parts = [f"{one.name} {one.at} {self._odds(plan, fire.in_short)}".rstrip() for one, plan in found]
            yield from self._several(f"{unit.name} fire {how} at ...", parts)

    def _gun(self, gun: Counter) -> Iterator[SheetLine]:
        """The hexes that a gun can fire at, those in its field of fire first."""
        occasion = self.field.title.phase(self.letter).occasion
        how = shot.usual_strength(self.field, gun, self.letter)
        found = gunnery.targets(self.field, gun, occasion, how) if occasion else ()
        plans = [(at, self.legal(orders.Fire(gun.name, how, at))) for at in found]
        with_odds = [(at, plan.notes[0].rpartition(": ")[2]) for at, plan in plans if plan is not None and plan.notes]
        if len(with_odds) == 1:
            ((at, odds),) = with_odds
            yield SheetLine(f"{gun.name} fire {how} at {at}", odds)
        elif with_odds:
            yield from self._several(f"{gun.name} fire {how} at ...", [f"{at} ({odds})" for at, odds in with_odds])

    def _odds(self, plan: Plan, say: Callable[[tuple[fire.Need, ...]], str]) -> str:
        if not isinstance(plan, FirePlan) or plan.aimed is None:
            return ""
        if plan.aimed.is_too_weak:
            return "no effect"
        return "" if not fire.is_known(self.field, plan.aimed) else say(fire.needs(self.field, plan.aimed))

    def _several(self, order: str, targets: Sequence[str]) -> Iterator[SheetLine]:
        """An order with all its targets: those that have no room beside it stand below, as a remark."""
        beside = max((n for n in range(len(targets) + 1) if len(", ".join(targets[:n])) < ROOM), default=0)
        yield SheetLine(order, ", ".join(targets[:beside]) + "," * (0 < beside < len(targets)))
        rest = targets[beside:]
        while rest:
            most = max(n for n in range(1, len(rest) + 1) if n == 1 or len(", ".join(rest[:n])) < WIDTH - 12)
            yield SheetLine(f"{CONTINUED}{', '.join(rest[:most])}{',' * (most < len(rest))}")
            rest = rest[most:]

    # Phase C

    def _movement(self) -> Iterator[SheetLine]:
        stacks = stacks_of(self.field, self.side)
        for here in stacks.values():
            for unit in here:
                if unit.routed:
                    yield SheetLine(f"{unit.name} rout to ...", ", ".join(self._rout_places(unit)))
        for here in stacks.values():
            yield from (self._alone(unit) for unit in here if unit.disrupted and not _is_held(unit))
        for here in stacks.values():
            yield from _held(here)
        named = stack_letters(self.field, self.side)
        for at, here in stacks.items():
            yield from self._stack(at, named[at], here)
        yield from self._entering()

    def _rout_places(self, unit: Counter) -> list[str]:
        places = duties.rally_places(self.field, unit)
        return [name if name == "HQ" else f"{name} ({at})" for name, at in places] or [
            "away from the enemy; you may go on"
        ]

    def _alone(self, unit: Counter) -> SheetLine:
        plan = self.legal(orders.Recover(unit.name))
        if plan is None:
            return SheetLine(f"{unit.name} move {unit.at}-", f"disrupted; {left(unit)} MP")
        cost = self.field.sheet.ground.recover
        rest = left(unit) - cost
        note = plan.notes[0] if plan.notes else f"{cost} of {limit(unit)} MP"
        return SheetLine(f"{unit.name} recover", f"{note}; then {rest} MP for anything else")

    def _stack(self, at: str, letter: str, here: list[Counter]) -> Iterator[SheetLine]:
        free = [unit for unit in here if not _is_held(unit) and not unit.disrupted]
        people = [unit for unit in free if unit.kind == VILLAGERS]
        ranks = [unit for unit in free if not unit.is_holder and not unit.is_leader and unit.kind != VILLAGERS]
        leaders = [unit for unit in free if unit.is_leader]
        holders = [unit for unit in free if unit.is_holder]
        for group in (ranks + leaders, people, holders):
            if group:
                mounted = {unit.mode == MOUNTED for unit in group if not unit.is_leader}
                rates = {left(unit) for unit in group if not unit.is_leader} or {left(group[0])}
                riders = [unit.name for unit in group if not unit.is_leader]
                verb = " or dismount" if mounted == {True} and group is not holders else ""
                rows = list(_rows([unit.name for unit in group], WIDTH - len("|  move 0000-")))
                is_stack = len(rows) > 1 and len(group) == len(here)
                for who in [f"stack {letter}"] if is_stack else map(" + ".join, rows):
                    named = riders if is_stack else [one for one in riders if one in who.split(" + ")]
                    instead = tuple(f"{one} dismount" for one in named if verb)
                    yield SheetLine(f"{who} move {at}-", f"{min(rates)} MP{verb}", instead=instead)

    def _entering(self) -> Iterator[SheetLine]:
        for entry in self._entries():
            for edge in entry.edges:
                yield SheetLine(f"// {edge.zone} ({edge.hexes[0]}-{edge.hexes[-1]})", fitted(_limits(edge), ROOM))
            for group in _groups(self._still_to_enter(entry), self.field):
                yield SheetLine(f"{' + '.join(group)} enter ...")

    # Phase F

    def _melees(self, prefix: str) -> Iterator[SheetLine]:
        own = [unit for unit in self.field.of(self.side) if not unit.is_leader and not unit.is_holder]
        near = {
            at
            for unit in own
            if not unit.routed and not unit.pinned
            for at in self.field.sheet.map.open_neighbours(unit.at)
        }
        enemy = self.field.enemy_of(self.side)
        targets = [(at, here) for at, here in stacks_of(self.field, enemy).items() if at in near]
        if prefix:
            if targets:
                yield SheetLine(f"{prefix}... melee {' | '.join(at for at, _ in targets)}"[: WIDTH - 2])
            return
        for at, here in targets:
            around = self.field.sheet.map.open_neighbours(at)
            able = [unit for unit in own if unit.at in around and self.legal(orders.Melee((unit.name,), at))]
            if able:
                order = f"{' + '.join(unit.name for unit in able)} melee {at}"
                shown = order if len(order) + 2 <= WIDTH else f"... melee {at}"
                yield SheetLine(shown, fitted([enemy_name(unit) for unit in here], max(WIDTH - len(shown) - 4, 0)))

    # Set-up

    def _set_up(self) -> Iterator[SheetLine]:
        for group in self.field.sheet.scenario.setup:
            if group.side == self.side and not group.is_fixed:
                many = len(group.hexes)
                modes = " or ".join(group.modes) if len(group.modes) < 3 else "any mode"
                if many > 1:
                    yield from _places(group.hexes)
                where = f"one of these {many} hexes" if many > 1 else group.hexes[0]
                for name in group.units:
                    yield SheetLine(f"{name} set up ...", f"{where}; {modes}")
        for unit in self.field.of(self.side):
            if unit.is_holder:
                near = self.field.sheet.map.open_neighbours(unit.at)
                yield SheetLine(f"{unit.name} set up {unit.at}", f"or next to its unit, as {near[0]}")

    # DO THIS NEXT

    def to_do(self) -> ToDo:
        """The orders wanted."""
        title = self.field.title
        phase = title.phase(self.letter)
        must, silent = self._must_act()
        return ToDo(
            phase=f"phase {self.letter}",
            name=phase.heading,
            rule=title.at(phase.chapter),
            also=phase.also if self.phasing == self.side else "",
            example=self._example(),
            nobody=phase.nobody,
            must_act=must,
            silent=silent,
            is_move=self.letter in ("C", SET_UP),
        )

    def silent(self) -> str:
        """The default if it orders nothing."""
        return self._must_act()[1]

    def _must_act(self) -> tuple[tuple[str, ...], str]:
        silent = self.field.title.phase(self.letter).silent
        if self.letter == SET_UP:
            return (), secret.silent(self.field, self.side, silent)
        if self.letter != "C":
            return (), silent
        must: list[str] = []
        waiting = self._waiting()
        runs: list[str] = []
        for unit in self.field.of(self.side):
            if unit.routed:
                places = duties.rally_places(self.field, unit)
                shown = [f"{_short(name)} ({at})" for name, at in places]
                where = (
                    f"to {joined(shown, 'or')}; you choose" if shown else "away from the enemy; you may choose where"
                )
                must.append(
                    f"{unit.name} ({unit.at}) is routed and runs first: {where} ({self.field.rule('rout movement')})"
                )
                nearest = f" to {_short(places[0][0])} ({places[0][1]})" if places else ""
                runs.append(f"{unit.name} runs{nearest}")
        for duty in duties.open_duties(self.field, self.side):
            must.append(f"{duty.unit} ({self.field[duty.unit].at}) {duty.about}")
        if waiting:
            must.append(
                f"{counted(len(waiting), 'counter')} must come onto the map this turn, from the order "
                f"sheet below ({self.field.rule('set-up')})"
            )
            edges = [one.edges[-1] for one in self._entries() if self._still_to_enter(one)]
            zones = dict.fromkeys(zone_with_hexes(edge.zone, edge.hexes) for edge in edges)
            runs.append(f"they enter by the {joined(tuple(zones))}")
        return tuple(must), f"{'; '.join(runs)}; nobody else moves" if runs else silent

    def _waiting(self) -> list[str]:
        """The counters that enter this game turn and have not yet."""
        return [name for entry in self._entries() for name in self._still_to_enter(entry)]

    def _entries(self) -> list[EntryForce]:
        """The forces of the side that enter this game turn, as far as they have not yet."""
        entries = self.field.sheet.scenario.entries
        due = [one for one in entries if one.side == self.side and turn_of(self.field, one) == self.field.turn]
        return [one for one in due if self._still_to_enter(one)]

    def _still_to_enter(self, entry: EntryForce) -> list[str]:
        return [name for name in entry.units if name in self.field and not self.field[name].at]

    def examples(self, most: int) -> tuple[str, ...]:
        """Lines of the sheet that can be copied as they stand, no more than two of one kind."""
        found: list[str] = []
        kinds: dict[str, int] = {}
        for line in self.lines():
            whole = self._complete(line)
            kind = next((word for word in whole.split() if word in KINDS), "")
            if 0 < len(whole) <= EXAMPLE and kinds.get(kind, 0) < 2:
                kinds[kind] = kinds.get(kind, 0) + 1
                found.append(whole)
        return tuple(found)[:most]

    def _example(self) -> str:
        """An order of this position that can be copied as it stands, one worth giving if there is any; "" for none."""
        found = (one for line in self.lines() if 0 < len(one := self._complete(line)) <= EXAMPLE)
        best = ""
        for one in found:  # a line is completed by trying orders: those below the first good one are not
            best = best or one
            if not self._is_idle(one):
                best = one
                break
        if self.field.title.phase(self.letter).occasion and (not best or self._is_idle(best)):
            return self._at_long_range() or best
        unit, order, _ = best.partition(" no rally")
        return f"{unit} rally" if order and self.legal(orders.Rally((unit,))) else best

    def _at_long_range(self) -> str:
        """A shot at somebody whom no line of the sheet names, since nobody stands next to an enemy; "" for none."""
        occasion = self.field.title.phase(self.letter).occasion
        for unit in self.field.of(self.side):
            for target in () if unit.is_leader else shot.targets(self.field, unit.name, occasion, "long"):
                if not _is_harmless(self.field[target]) and self.legal(orders.Fire(unit.name, "long", target)):
                    return f"{unit.name} fire long at {target}"
        return ""

    def _is_idle(self, order: str) -> bool:
        """True if an order keeps a unit from something, places no fighting unit, or fires at people, or at horses that somebody
        holds."""
        if " set up " in order:
            name = order.partition(" set up ")[0]
            return name not in self.field or self.field[name].is_leader or self.field[name].is_holder
        harmless = (unit.name for unit in self.field.of(self.field.enemy_of(self.side)) if _is_harmless(unit))
        return " no rally" in order or (" fire " in order and any(order.endswith(f" at {name}") for name in harmless))

    def _complete(self, line: SheetLine) -> str:
        """A line of the sheet, filled in where that is simple."""
        if line.order.endswith("-"):
            return self._first_step(line.order)
        if self.letter in (SET_UP, HUNT) and (line.order == secret.FORDS or line.order.endswith(secret.FILLED_IN)):
            return secret.filled_in(self.field, self.side, line, self.legal)
        if line.order.endswith(" set up ..."):
            return self._first_place(line.order.removesuffix(" set up ..."))
        if line.order.endswith(" enter ..."):
            return self._first_entry(line.order.partition(" + ")[0].removesuffix(" enter ..."))
        if " fire " in line.order and line.remark:
            first = re.match(r"(.+?) \d{4}\b|(\d{4}) \(", line.remark)
            return (
                line.order.replace("...", first[1] or first[2])
                if first
                else line.order
                if "..." not in line.order
                else ""
            )
        is_whole = not any(sign in line.order for sign in ("...", "//")) and not self._is_bare(line.order)
        return line.order if is_whole else ""

    def _first_place(self, name: str) -> str:
        if self.letter == night.NIGHT_LETTER:
            return night.place(self.field, name, self.legal)
        groups = [one for one in self.field.sheet.scenario.setup if name in one.units and not one.is_fixed]
        found = [
            orders.SetUp((name,), at, mode)
            for one in groups
            for at in _from_the_middle(one.hexes)
            for mode in one.modes
        ]
        first = next((order for order in found if self.legal(order)), None)
        return f"{name} set up {first.at} {first.mode}" if first is not None else ""

    def _first_entry(self, name: str) -> str:
        for edge in reversed(edges_for(self.field, (name,))):
            at = edge.hexes[len(edge.hexes) // 2]
            if self.legal(orders.Enter((name,), at, MOUNTED)):
                return f"{name} enter {at} mounted"
        return ""

    def _is_bare(self, order: str) -> bool:
        return all(name in self.field for name in order.split(" + "))

    def _first_step(self, order: str) -> str:
        who, _, start = order[:-1].rpartition(" move ")
        names = tuple(who.split(" + "))
        if not all(name in self.field for name in names):
            return ""
        for near in self._nearest_to_the_enemy(self.field.sheet.map.open_neighbours(start)):
            if self.legal(orders.Move(names, (start, near))):
                return f"{order}{near}"
        return ""

    def _nearest_to_the_enemy(self, hexes: Iterable[str]) -> list[str]:
        """The hexes, those nearest to an enemy first."""
        enemies = stacks_of(self.field, self.field.enemy_of(self.side)).keys()
        distance = self.field.sheet.map.distance
        return sorted(hexes, key=lambda at: (min((distance(at, enemy) for enemy in enemies), default=0), at))


def _held(here: Sequence[Counter]) -> Iterator[SheetLine]:
    """The units of a stack that must stay where they are, a line for each reason."""
    by_reason: dict[str, list[str]] = {}
    for unit in here:
        if _why_held(unit):
            by_reason.setdefault(_why_held(unit), []).append(unit.name)
    for reason, names in by_reason.items():
        for group in _rows(names, ROOM):
            yield SheetLine(" + ".join(group), reason if len(group) == 1 else reason.removesuffix("s"), is_note=True)


def _from_the_middle(hexes: Sequence[str]) -> list[str]:
    """The hexes, those in the middle of the list first."""
    middle = len(hexes) // 2
    return [*hexes[middle:], *hexes[:middle]]


def _places(hexes: Sequence[str]) -> Iterator[SheetLine]:
    """All hexes of a set-up area, each column's in runs: ``// hexes: 1103-1107 1203-1207``."""
    runs: list[list[str]] = []
    for at in sorted(hexes):
        follows = runs and at[:2] == runs[-1][-1][:2] and int(at) == int(runs[-1][-1]) + 1
        if follows:
            runs[-1].append(at)
        else:
            runs.append([at])
    parts = [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    line = "// hexes:"
    for one in parts:
        if len(line) + 1 + len(one) > WIDTH - 2:
            yield SheetLine(line)
            line = "//       "
        line += f" {one}"
    yield SheetLine(line)


def _limits(edge: EntryEdge) -> list[str]:
    """The units that may enter by an edge, and how many."""
    limits = [f"{counted(edge.most_units, 'unit')} at most"] if edge.most_units else []
    limits += [f"{counted(edge.most_tribes, 'tribe')} at most"] if edge.most_tribes else []
    return [*limits, *edge.tribes]


def _groups(names: Sequence[str], field: Battlefield) -> Iterator[list[str]]:
    """The counters to enter, by tribe, as many as go on a line."""
    by_tribe: dict[str, list[str]] = {}
    for name in names:
        by_tribe.setdefault(field[name].printed.tribe, []).append(name)
    for group in by_tribe.values():
        yield from _rows(group, WIDTH - 14)


def _rows(names: Sequence[str], room: int) -> Iterator[list[str]]:
    """The names in rows that go into `room` characters with `` + `` between them."""
    row: list[str] = []
    for name in names:
        if row and len(" + ".join([*row, name])) > room:
            yield row
            row = []
        row.append(name)
    if row:
        yield row


def _short(name: str) -> str:
    return name.removesuffix(" Cav").removesuffix(" Inf")


def _is_held(unit: Counter) -> bool:
    return unit.routed or unit.pinned or unit.fired == "full" or unit.stopped or left(unit) == 0


def _why_held(unit: Counter) -> str:
    if unit.routed or unit.is_leader:
        return ""
    if unit.fired == "full":
        return "fired in full: stays"
    if unit.pinned:
        return "pinned: stays"
    return ""


def _is_harmless(unit: Counter) -> bool:
    """True for people and for horses that somebody holds: at them fire is worth least."""
    return unit.is_holder or unit.kind == VILLAGERS
