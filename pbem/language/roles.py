"""The roles of words around a verb as the parts of an order line: where to, at whom, how, until when."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from pbem.language.clauses import PLAIN, Phrase, Who
from pbem.language.lexicon import ROLES, OrderKind
from pbem.language.members import Context, MemberResolver
from pbem.language.read import LineState
from pbem.language.sentence import Token

MOST_OPTIONS = 12
"""Ways in which the names of one clause are combined."""
OPTIONAL = re.compile(r"\[([^\]]*)\]")
_PLAIN = frozenset(PLAIN.values()) - {"number", "there"}
_LED = frozenset(("holder", "holders", "mule", "mules", "pony", "ponies", "horse", "horses"))
"""Animals that stay behind when their riders dismount, and those who hold them."""
_ALL_THE_WAY = frozenset(("to", "beside"))
"""Acts of who gets where they go: nobody does who goes toward something."""
_COMPASS = {"1N": "north", "1S": "south", "1E": "east", "1W": "west"}


class Roles(MemberResolver):
    """Fills in the forms of order lines."""

    def _roles(
        self, act: OrderKind, parts: Sequence[Phrase], whom: Who | None, names: Sequence[str], context: Context
    ) -> Iterator[tuple[dict[str, str], bool]]:
        """The texts of the roles of a clause, and whether all that stands in it has one."""
        roles: dict[str, str] = {}
        covered = True
        path: list[str] = []
        targets: list[Token] = []
        wanted = {role for line in act.lines for role in ROLES.findall(line)}
        own_at = {self._thing(name).at for name in names} - {""}
        kinds: list[tuple[str, ...]] = []
        others: list[str] = []
        beside: list[str] = []
        """The hexes of those to whom somebody goes."""
        is_there = False
        for part in parts:
            tokens = part.tokens
            values = [one.value for one in tokens if one.type in ("HEX", "PLACE", "STEP")]
            match part.role:
                case "goal" | "toward" if (
                    not values
                    and (part.role == "goal" or "path" not in wanted)
                    and {"target", "at", "target_own", "target_goal"} & wanted
                    and any(one.type in ("FOE", "NAME") for one in tokens)
                ):
                    targets += [one for one in tokens if one.type in ("FOE", "NAME")]
                case "goal" | "toward" | "via" | "place" | "beside":
                    goals = [one for one in tokens if one.type in ("NAME", "FOE", "KIND")]
                    where = values or [self._place_of(one) or self._of_their_own(one, names) for one in goals]
                    where = [one for one in where if one]
                    if not where:
                        covered = False
                    elif part.role == "place" and "at" not in wanted and set(where) <= own_at | {context.hex}:
                        covered = covered and own_at <= {*where, context.hex}  # everybody in Lapwai: not all
                    elif part.role == "via" and "via" in wanted:
                        roles["via"] = "-".join(where)
                    elif part.role == "via":
                        path[:0] = where
                    elif part.role == "beside":
                        roles["beside"] = where[0]
                    else:
                        path += [one for one in where if not (one.isdigit() and path[-1:] == [one])]  # to M, at 7218
                        beside += [] if values else where
                        if part.role == "toward":
                            roles["is_toward"] = "yes"
                case "origin":
                    # Who leaves a unit leaves the one that he is with.
                    is_left = act.name == "leave" and any(one.type == "NAME" for one in tokens)
                    if not is_left and not own_at.intersection(values):
                        covered = False
                case "target":
                    targets += [one for one in tokens if one.type in ("FOE", "NAME")]
                    if any(one.type == "NEAREST" for one in tokens):
                        roles["target"] = "nearest"
                    else:
                        kinds += [self._of_kind(one.tags, (), own=False) for one in tokens if one.type == "KIND"]
                case "otherwise":
                    foes = [one.found for one in tokens if one.type == "FOE" and one.found is not None]
                    others = [*(foes[0].foe if foes else ()), *(["".join(values)] if values else ())]
                    covered = covered and bool(others)
                case "how" if names and self._are_so(names, tokens[-1].value):
                    pass  # they are mounted already
                case "how" if tokens[-1].value in act.lines[0].split():
                    pass  # rides hard, fast
                case "others":
                    pass
                case "shun":
                    roles["shun"] = values[0] if values else (path[-1] if path else "")
                case role if role in _PLAIN:
                    key = {"condition": "cond", "formation": "form", "direction": "dir"}.get(part.role, part.role)
                    key = "loss" if key == "event" and "loss" in wanted and " loses " in tokens[-1].value else key
                    if key in roles:
                        covered = False
                    roles[key] = tokens[-1].value
                case "number":
                    covered = covered and "n" not in roles
                    roles["n"] = tokens[-1].value
                case "within":
                    number = next((one.value for one in tokens if one.type == "NUM"), "")
                    covered = covered and bool(number)
                    roles["within"] = number
                case "there":
                    is_there = True
                case _:
                    covered = False
        if roles.get("target") == "nearest" and targets and all(self._is_anybody(one) for one in targets):
            targets.clear()  # target: nearest
        if is_there and context.hex:
            kinds = [tuple(name for name in some if self._thing(name).at == context.hex) or some for some in kinds]
        is_toward = roles.pop("is_toward", "")
        covered = covered and not (is_toward and act.name in _ALL_THE_WAY)
        while len(path) > 1 and path[0] in own_at:
            path.pop(0)
        if path and not {"path", "hex", "at", "via"} & wanted and {*path} == own_at:
            path.clear()  # they do it where they are
        if "path" in wanted and len(path) == 2 and path[0] in beside and path[1] not in beside:
            del path[0]  # up to G, in 7317
            covered = False
        if any(one.isdigit() for one in path) and not all(one.isdigit() for one in path):
            path = [one for one in path if one.isdigit()]  # one hex west, to 7219
            covered = covered and len(path) == 1
        if path and is_toward and "event" in roles:
            roles["toward"] = path[-1]
        elif path and is_toward and self.lexicon.settings.get("toward"):
            roles["path"] = str(self.lexicon.settings["toward"]).format(path[-1])
        elif path:
            roles["path"] = "-".join(path)
        if path and path[-1] in self.gazetteer.roads:
            roles["road"] = path[-1]
        if path:
            roles["hex"] = path[-1] if path[-1].isdigit() else ""
        if len(path) == 1 and path[0] in _COMPASS and "compass" in wanted:
            roles["compass"] = _COMPASS[roles.pop("path")]
        if act.defaults.get("faces") == "yes" and len(path) == 1 and path[0].startswith("1"):
            roles["path"] = path[0].removeprefix("1")  # it turns north-west
        if is_toward and path and "path" in wanted and len(own_at) == 1 and roles.get("n", "").isdigit():
            for at in self.gazetteer.on_way(next(iter(own_at)), path[-1], int(roles["n"])):
                yield {**{key: one for key, one in roles.items() if key != "n"}, "path": at, "hex": at}, covered
        for other in others or [""]:
            made = {**roles, "otherwise": other} if other else roles
            yield from self._with_targets(made, covered, path, targets, kinds, whom, wanted)

    @staticmethod
    def _is_anybody(token: Token) -> bool:
        """True if a name means any enemy at all."""
        return token.found is not None and token.found.foe == ("any",) and not token.found.own

    def _repeated(self, who: Who | None, state: LineState) -> list[LineState]:
        """``A advances 4 and fires, B the same``: all that those before were told, for others; [] if that is one thing."""
        names = state.context.who
        ordered_lines = [one for one in state.lines if len(names) == 1 and one.text.startswith(f"{names[0]}: ")]
        if who is None or len(ordered_lines) < 2 or not self.lexicon.settings.get("per_unit"):
            return []
        found = []
        for some in self._who(who, state.context)[:MOST_OPTIONS]:
            lines = [replace(one, text=other + one.text[len(names[0]) :]) for other in some for one in ordered_lines]
            named, ordered = state.context.named | frozenset(some), state.context.ordered | frozenset(some)
            context = replace(state.context, who=some, named=named, ordered=ordered)
            found.append(replace(state, lines=(*state.lines, *lines), context=context))
        return found

    def _are_so(self, names: Sequence[str], mode: str) -> bool:
        """True if units are in a mode already; leaders have none of their own."""
        units = [one for one in map(self._thing, names) if not one.is_leader] or list(map(self._thing, names))
        return all(mode in one.tags for one in units)

    def _with_targets(
        self,
        roles: dict[str, str],
        covered: bool,
        path: Sequence[str],
        targets: Sequence[Token],
        kinds: Sequence[tuple[str, ...]],
        whom: Who | None,
        wanted: set[str],
    ) -> Iterator[tuple[dict[str, str], bool]]:
        targets = self._of_owner(targets)
        lists = [list(one.found.foe or one.found.own) for one in targets if one.found is not None]
        lists += [list(some) for some in kinds]
        if whom is not None:
            for member in whom.members:
                if member.kind == "they" and " of " in roles.get("cond", ""):
                    lists.append([roles["cond"].rpartition(" of ")[2]])  # near the guns: cover them
                elif member.name is not None and member.name.found is not None:
                    lists.append(list(member.name.found.own))
                elif member.noun is not None:
                    lists.append(list(self._of_kind(member.noun.tags, member.at, own=False)))
        if not lists:
            if "at" in wanted and path and len(path) == 1:
                roles = {**roles, "at": roles["path"]}
                del roles["path"]
            elif "target" in wanted and "target" not in roles and path and len(path) == 1:
                there = [
                    one.name
                    for one in self.gazetteer.things
                    if not one.is_own and one.at == path[0] and not one.is_leader
                ]
                if "pick" in roles and path[0].isdigit():
                    made = {**roles, "target": f"{path[0]} {roles['pick']}"}
                    del made["path"], made["pick"]
                    yield made, covered
                    return
                for name in there[:4] or ([path[0]] if self.lexicon.settings.get("hex_targets") else []):
                    made = {**roles, "target": name}
                    del made["path"]
                    yield made, covered
                return
            yield roles, covered
            return
        for some in islice(product(*lists), MOST_OPTIONS):
            made = dict(roles)
            hexes = {self._thing(name).at for name in some}
            own_goal = wanted & {"target_own", "target_goal"}
            if own_goal and not (path and "path" not in wanted):
                made[next(iter(own_goal))] = some[0] if "target_own" in wanted else self._goal_text(some[0])
                yield made, covered and len(some) == 1
            elif "at" in wanted:
                if len(hexes) != 1 or (path and path[-1] not in hexes):
                    continue
                made["at"] = next(iter(hexes))
                if path:
                    made.pop("path", None)
                yield made, covered
            elif "target" in wanted:
                if path and path[-1] in hexes:
                    made.pop("path", None)
                if joint := self.lexicon.settings.get("targets"):
                    made["target"] = str(joint).join(some)
                    yield made, covered
                    continue
                made["target"] = self._shot_at(some[0])
                yield made, covered and len(some) == 1
            elif "path" in wanted and not path:
                made["path"] = self._goal_text(some[0])
                made["hex"] = next(iter(hexes))
                yield made, covered and len(some) == 1
            else:
                yield made, False

    def _of_owner(self, targets: Sequence[Token]) -> list[Token]:
        """``Mills's A Company``: the one in the hex of Mills."""
        found: list[Token] = []
        for one in targets:
            owner = found[-1].found if found and found[-1].form == "leader's" else None
            if owner is not None and one.found is not None and len(owner.foe) == 1:
                at = self._thing(owner.foe[0]).at
                foe = tuple(name for name in one.found.foe if self._thing(name).at == at)
                if foe:
                    found[-1] = replace(one, found=replace(one.found, foe=foe))
                    continue
            found.append(one)
        return found

    def _shot_at(self, name: str) -> str:
        """The unit that is fired at: with a leader, the one unit beside that leader."""
        thing = self._thing(name)
        if not thing.is_leader or not thing.at:
            return name
        beside = [
            one.name
            for one in self.gazetteer.things
            if one.at == thing.at and not one.is_leader and one.is_own == thing.is_own
        ]
        return beside[0] if len(beside) == 1 else name

    def _goal_text(self, name: str) -> str:
        return name if self.lexicon.settings.get("unit_goals") else self._thing(name).at

    def _place_of(self, token: Token) -> str:
        if token.type == "KIND":
            found = self._of_kind(token.tags, (), own=True) or self._of_kind(token.tags, (), own=False)
            return self._goal_text(found[0]) if len(found) == 1 else ""
        assert token.found is not None
        names = token.found.own or token.found.foe
        at = {self._thing(name).at for name in names} - {""}
        if len(names) > 1 and len(at) == 1 and token.found.is_group:
            return at.pop()
        return self._goal_text(names[0]) if len(names) == 1 else ""

    def _of_their_own(self, token: Token, names: Sequence[str]) -> str:
        """The hex of the horses or mules of some units, where those stand in one: ``back to its horses``."""
        stems = [name.rpartition(" ")[0] or name for name in names if not self._thing(name).is_leader]
        kept = [
            one
            for one in self.gazetteer.things
            if token.type == "KIND"
            and one.is_own
            and set(token.tags) & one.tags & _LED
            and any(one.name.startswith(stem) for stem in stems)
        ]
        hexes = {one.at for one in kept}
        return hexes.pop() if len(hexes) == 1 and len(kept) == len(stems) else ""

    def _filled(
        self, line: str, names: Sequence[str], roles: dict[str, str], act: OrderKind
    ) -> tuple[list[str], set[str]] | None:
        """The lines of an act's form, and which roles are in them; None where something is missing."""
        used: set[str] = set()
        joint = str(self.lexicon.settings.get("joint", " + "))
        leaders = [name for name in names if self._thing(name).is_leader]
        units = [name for name in names if name not in leaders] or list(names)
        known = dict(roles)
        if "cond" in known:
            known["stop_cond"] = known["cond"].partition(" ")[2]
        for role, value in act.defaults.items() if "event" not in roles else ():
            known.setdefault(role, value)
        if leaders and len(units) < len(names):
            known["with"] = joint.join(leaders)

        def optional(found: re.Match[str]) -> str:
            inner = ROLES.findall(found[1])
            return found[1] if all(role in known for role in inner) else ""

        text = OPTIONAL.sub(optional, line)
        asked = ROLES.findall(text)
        used.update(asked, {"cond"} if "stop_cond" in asked else (), {"path"} if "road" in asked else {"road"})
        values = {
            "who": joint.join(names),
            "units": joint.join(units),
            "list": ", ".join(units),
            "one": "{one}",
            **known,
        }
        for role in asked:
            if role != "one" and not values.get(role):
                return None
        if "who" in asked and "path" in asked and {"columns", "by_hex"} & self.lexicon.settings.keys():
            # Whoever marches together begins in one hex; others have a line of their own.
            stacks: dict[str, list[str]] = {}
            for name in names:
                stacks.setdefault(self._thing(name).at, []).append(name)
            return [text.format_map(_Texts({**values, "who": joint.join(one)})) for one in stacks.values()], used
        each = names if "one" in asked else ("",)
        each = units if "one" in asked and "{one}" in line and act.defaults.get("leaders") != "yes" else each
        return [text.format_map(_Texts(values)).replace("{one}", one) for one in each], used


def all_of(form: str, is_so: bool) -> str:
    """A form of an order line, for leaders too where each is named."""
    return form.replace("{units}", "{who}") if is_so else form


class _Texts(dict[str, str]):
    """The texts of roles; one that is missing is left empty."""

    def __missing__(self, role: str) -> str:
        return ""
