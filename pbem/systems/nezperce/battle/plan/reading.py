"""Reads the lines of a plan.  Whom the words name is looked up in the battle that is on."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from lark import Lark, Token, Tree, UnexpectedInput

from pbem import resources
from pbem.core.order import Malformed, Order, Problem
from pbem.orders.refusal_text import with_lead
from pbem.systems.nezperce.battle.plan import people
from pbem.systems.nezperce.battle.plan.conditions import why_never
from pbem.systems.nezperce.battle.plan.records import (
    ALL,
    ANY,
    AS_LISTED,
    BACK,
    CHARGE,
    CLEAR,
    CLOSE,
    FIRE,
    GUARD,
    HIDE,
    HOLD,
    IF,
    IN_TURN,
    LEAVE,
    MAY_BE_OFF,
    NEAREST,
    ONCE,
    SHELL,
    SKIRMISH,
    THEN,
    WAITING,
    BattlePlan,
    BeginPlan,
    ByHand,
    DropLine,
    EndPlan,
    PlanCondition,
    PlanGroup,
    PlanLine,
    PlanScript,
    PlanStop,
    PlanTarget,
    SetGroup,
    SetLine,
    SetScript,
    SetStop,
    SetStops,
)
from pbem.systems.nezperce.battle.plan.repairs import plainer, spelt_out, what_is_wrong
from pbem.systems.nezperce.battle.plan.writing import conditions_text, line_text
from pbem.systems.nezperce.battle.state import Battle, other

GRAMMAR = "grammar/nezperce.lark"
MOST_LINES = 40
NEAR = 4
"""The range of ``close`` and ``skirmish`` if their line does not say one."""
_NO_NAME = (
    r"(?!(?:to|on|for|of|we|i|it|that|stays?|stands?|goes|works?|remains?|unchanged|std|stnds?|holds?|same|ok|okay|fine|good|go|runs?|cont|continues?|shall|must|may|can|as|if|when|once|off\W*$)\b)"
    r"(?![^\":;]*\b(?:is|are|was|were|will|would|should|has|have|had|(?:fires?|shoots?|shells?)\s+at)\b)"
)
"""Words behind ``plan`` that are no name of one: they say something about it."""
_BEGIN = re.compile(
    rf"(?:battle\s+)?plan(?:\s*:)?(?:\s+\"?{_NO_NAME}(?P<name>[^\":;]{{1,40}}?)\"?)?\s*:?",
    re.I,
)
_END = re.compile(r"end(?:\s+of)?(?:\s+the)?(?:\s+battle)?\s+plan", re.I)
_BY_HAND = re.compile(r"(?:play\s+)?by\s+hand", re.I)
_LINE = re.compile(
    r"(?:(?:amend|change|plan)\s+)?line\s+(?P<n>\d{1,2})(?P<from_there>\+)?\s*(?::|-)?\s+(?P<rest>.+)", re.I
)
_NUMBERED = re.compile(r"(?P<n>\d{1,2})\s*[:.)]?\s+(?P<rest>\D.*)")
_DROP = re.compile(r"(?:drop|cancel|delete|remove|strike)\s+line\s+(?P<n>\d{1,2})", re.I)
_GROUP = re.compile(r"(?:plan\s+)?group\s+(?P<name>[a-z][\w' -]{0,20}?)\s*(?::|=|\bis\b)\s*(?P<rest>.+)", re.I)
_NO_STOP = re.compile(r"no\s+stops?\s+(?:at|for|on)\s+(?:the\s+)?(?P<what>\w+)", re.I)
_AT_HALF = re.compile(r"stop\s+at\s+half(?:\s+(?:lost|losses))?", re.I)
_EVERY = re.compile(r"(?:stop|write|letter|ask)\s+every\s+(?P<n>\d{1,2})\s+(?:game[\s-]*)?turns?", re.I)
_STOP = re.compile(r"stop(?:\s*:|\s+when|\s+if|\s+once|\s+at)?\s+(?P<rest>.+)", re.I)
_SCRIPT = re.compile(r"(?:game[\s-]*)?turn\s+(?P<n>\d{1,3})\s*:\s*(?P<rest>.+)", re.I)
_LIKE_A_LINE = re.compile(
    r"^(?:battle\s+)?plan\s*:\s*\w+(?:\s+\w+){0,4}\s+(?:fires?|shoots?|shells?)\s+at\b|\bskirmish(?:es)?\b|^(?:\d{1,2}\s+)?\w+(?:\s+\w+){0,4}\s+(?:guards?|holds?|closes?)\s+(?:\d{4}|\w+\s+at\s+\d)",
    re.I,
)
"""A line of a plan that stands outside its block, told from chat."""
_PRIORITY = re.compile(r"priorit(?:y|ies)\b.*", re.I)
SHORTEST, LONGEST = 10, 30
"""After how many game turns without a letter a plan may let play stop."""
Singles = Callable[[str], Order | Problem]
"""Reads a single order of a battle."""


def is_plan_like(text: str) -> bool:
    """True if a line stands outside a plan's block and yet is about one."""
    forms = (_BEGIN, _END, _BY_HAND, _LINE, _DROP, _GROUP, _NO_STOP, _AT_HALF, _EVERY, _STOP, _SCRIPT)
    return any(one.fullmatch(text) for one in forms) or _LIKE_A_LINE.search(text) is not None


def prefixes(lines: Sequence[str]) -> list[str]:
    """The prefix of each line of a letter: inside a plan's block a line without a word of its own has a number.

    ``line 4+:`` has the first number from 4 on that no line above it took: one that is read from sentences may be several.
    """
    found, inside, last = [], False, 0
    for text in (" ".join(one.split()) for one in lines):
        ahead = ""
        if _END.fullmatch(text):
            inside = False
        elif not inside and _BEGIN.fullmatch(text):
            inside, last = True, 0
        elif inside and (given := re.match(r"(?:line\s+)?(\d{1,2})\s*[:.)-]?\s+(?=\D)", text, re.I)) is not None:
            ahead, last = "" if text[0] in "lL" else "line ", int(given[1])
        elif inside and text and not any(one.fullmatch(text) for one in _OWN) and not _LINE.fullmatch(text):
            ahead = f"line {last + 1}+: "
            last += 1 + text.rstrip("; ").count(";")
        found.append(ahead)
    return found


_OWN = (
    _BY_HAND,
    _DROP,
    _GROUP,
    _NO_STOP,
    _AT_HALF,
    _EVERY,
    _STOP,
    _SCRIPT,
    re.compile(r"(?:ready|wait|pass|go\s+on)", re.I),
)
"""Lines of a block that are no numbered lines."""


def grammar_fault(text: str) -> Problem | None:
    """Why a line of a plan cannot be read at all, whoever is in the battle; None if it can."""
    if any(one.fullmatch(text) for one in (_BEGIN, _END, _NO_STOP, _AT_HALF, _EVERY)):
        return None
    parts: list[tuple[str, str]] = []
    if (found := _LINE.fullmatch(text)) is not None:
        parts = [("line", one) for one in plainer(found["rest"])]
    elif (found := _GROUP.fullmatch(text)) is not None:
        parts = [("units", found["rest"])]
    elif (found := _STOP.fullmatch(text)) is not None:
        parts = [("stop", one) for one in plainer(found["rest"])]
    for start, part in parts:
        try:
            _parser().parse(part, start=start)
        except UnexpectedInput as fault:
            return what_is_wrong(part, start, fault)
    if parts:
        return None
    return Malformed("E182", "A plan for battles has lines, groups and stops, with semicolons between.", words=text)


@cache
def _parser() -> Lark:
    return Lark(
        resources.text(GRAMMAR),
        parser="lalr",
        start=["line", "stop", "units"],
        g_regex_flags=re.I,
        maybe_placeholders=False,
    )


class PlanReader:
    """Reads lines for a side on its view of the battle; `draft` is the plan that they belong to.

    `notes` are words that were spelt out.
    """

    def __init__(self, battle: Battle, side: str, draft: BattlePlan, single: Singles) -> None:
        self.battle, self.side, self.draft, self.single = battle, side, draft, single
        self.notes: list[str] = []

    def read(self, text: str) -> tuple[Order, ...] | Problem | None:
        """The orders of a line; None if it is no line of a plan."""
        if _END.fullmatch(text):
            return (EndPlan(),)
        if _BY_HAND.fullmatch(text):
            return (ByHand(),)
        if (found := _DROP.fullmatch(text)) is not None:
            return (DropLine(f"line {int(found['n'])}", int(found["n"])),)
        if (found := _LINE.fullmatch(text)) is not None:
            first = int(found["n"])
            return self._lines(self._free_from(first) if found["from_there"] else first, found["rest"])
        if (found := _GROUP.fullmatch(text)) is not None:
            return self._group(found["name"].strip(), found["rest"])
        if (stop := self._stops(text)) is not None:
            return stop
        if (found := _SCRIPT.fullmatch(text)) is not None:
            return self._script(int(found["n"]), found["rest"])
        if (found := _BEGIN.fullmatch(text)) is not None:
            return (BeginPlan("plan", (found["name"] or "").strip()),)
        if (found := _NUMBERED.fullmatch(text)) is not None:
            return self._lines(int(found["n"]), found["rest"])
        return None

    def unnumbered(self, text: str) -> Problem | None:
        """The form to write instead of a line of a plan that stands alone and has no number; None if it is no such line."""
        line = self.line(plainer(text)[0])
        if isinstance(line, Problem):
            return None
        taken = {one.number for one in self.draft.lines}
        free = next(n for n in range(1, MOST_LINES + 2) if n not in taken)
        text = "Which line of your plan is this?  Outside   plan ... end plan   a line needs its number."
        return Malformed("E182", text, suggest=(f"line {free}: {line_text(line)}",))

    def _stops(self, text: str) -> tuple[Order, ...] | Problem | None:
        if (found := _NO_STOP.fullmatch(text)) is not None:
            what = {"third": "thirds", "losses": "quarter", "entries": "entry", "lodge": "lodges"}.get(
                found["what"].lower(), found["what"].lower()
            )
            if what not in MAY_BE_OFF:
                known = ", ".join(MAY_BE_OFF)
                return Malformed("E182", f"A plan can turn off these stops: {known}.", words=found["what"])
            return (SetStops(f"no stop at {what}"),)
        if _AT_HALF.fullmatch(text):
            return (SetStops("stop at half"),)
        if (found := _EVERY.fullmatch(text)) is not None:
            n = int(found["n"])
            if not SHORTEST <= n <= LONGEST:
                text = f"A battle stops after {SHORTEST} to {LONGEST} game turns without a letter of yours."
                return Malformed("E182", text, suggest=(f"stop every {max(SHORTEST, min(LONGEST, n))} turns",))
            return (SetStops("stop every", n),)
        if (found := _STOP.fullmatch(text)) is not None:
            return self._stop(found["rest"])
        return None

    def _stop(self, text: str) -> tuple[Order, ...] | Problem:
        orders: list[Order] = []
        for part in plainer(text.rstrip("; ")):
            tree = self._parsed(part, "stop")
            if isinstance(tree, Problem):
                return tree
            conditions = self._conditions(tree.children)
            if isinstance(conditions, Problem):
                return conditions
            orders.append(SetStop(f"stop when {conditions_text(conditions)}", PlanStop(conditions)))
        return tuple(orders)

    def _group(self, name: str, text: str) -> tuple[Order, ...] | Problem:
        tree = self._parsed(text, "units")
        if isinstance(tree, Problem):
            return tree
        who = self._who(tree)
        if isinstance(who, Problem):
            return who
        name = name.lower()
        if name in people.KINDS or name in (ALL, ANY, WAITING, "rest"):
            return Malformed("E182", f"'{name}' has a meaning already: call the group something else.", words=name)
        return (SetGroup(f"group {name}", PlanGroup(name, who)),)

    def _script(self, turn: int, text: str) -> tuple[Order, ...] | Problem:
        orders: list[Order] = []
        for part in re.split(r"\s*;\s*", text.rstrip("; ")):
            order = self.single(part)
            if isinstance(order, Problem):
                return order
            orders.append(order)
        return (SetScript(f"turn {turn}", PlanScript(turn, tuple(orders))),)

    # Numbered lines.

    def _free_from(self, first: int) -> int:
        """The first number from this one on that no line of the plan has."""
        taken = {one.number for one in self.draft.lines}
        return next(n for n in range(first, first + len(taken) + 1) if n not in taken)

    def _lines(self, first: int, text: str) -> tuple[Order, ...] | Problem:
        """The lines that a player wrote as one, with semicolons between."""
        if _PRIORITY.fullmatch(text):
            why = "The sequence of the lines is the priority: whatever should come first stands above the rest."
            return Malformed("E182", why, words=text)
        if not 0 < first <= MOST_LINES:
            return Malformed("E182", f"The lines of a plan are numbered from 1 to {MOST_LINES}.", words=str(first))
        found: list[Order] = []
        who: tuple[str, ...] = (ALL,)
        parts = plainer(text)
        for n, part in enumerate(parts, first):
            line = self.line(part, who)
            if isinstance(line, Problem):
                begin = f"Begin the corrected line with   line {n}:"
                return replace(line, text=with_lead(line.text, begin))
            who = line.who
            found.append(SetLine(f"line {n}", n, line))
        return tuple(found)

    def line(self, text: str, who: tuple[str, ...] = (ALL,)) -> PlanLine | Problem:
        """A line; `who` acts if it names nobody."""
        tree = self._parsed(text, "line")
        if isinstance(tree, Problem):
            return tree
        parts: dict[str, Any] = {"who": who, "when": "", "conditions": ()}
        limits: dict[str, Any] = {}
        one: Any
        for one in tree.children:
            match one.data:
                case "when" | "when_behind":
                    conditions = self._conditions(one.children[1:])
                    if isinstance(conditions, Problem):
                        return conditions
                    if parts["when"]:
                        return Malformed("E182", "A line has its condition before or after it, not both.")
                    parts |= {"when": IF if one.children[0].type == "IF" else ONCE, "conditions": conditions}
                case "who":
                    named = self._who(one)
                    if isinstance(named, Problem):
                        return named
                    parts["who"] = named
                case "then":
                    follows = self._then(one, limits)
                    if isinstance(follows, Problem):
                        return follows
                    parts |= follows | {"verb": f"{parts['verb']}{THEN}{follows['verb']}"}
                case _ if one.data in _LIMITS:
                    limits[one.data] = int(one.children[1]) if len(one.children) > 1 else True
                case _:
                    act = self._act(one)
                    if isinstance(act, Problem):
                        return act
                    parts |= act
        return self._made(parts, limits)

    def _then(self, tree: Tree[Token], limits: dict[str, Any]) -> dict[str, Any] | Problem:
        """The move that follows a shot; what stands behind it and goes for the whole line is put among the limits."""
        follow, *last = tree.children
        limits.update({str(one.data): True for one in last if isinstance(one, Tree)})
        assert isinstance(follow, Tree)
        number = next((int(one) for one in follow.children if isinstance(one, Token) and one.type == "NUMBER"), None)
        if follow.data in (BACK, HIDE):
            return {"verb": str(follow.data)}
        if follow.data == CHARGE:
            return {"verb": CHARGE} | ({"advantage": number} if number is not None else {})
        if follow.data == CLOSE:
            return {"verb": CLOSE, "near": number or NEAR}
        found = self._act(follow)
        return found | {"near": number or NEAR} if follow.data == GUARD and isinstance(found, dict) else found

    def _made(self, parts: dict[str, Any], limits: dict[str, Any]) -> PlanLine | Problem:
        verb, then = parts["verb"].partition(THEN)[::2]
        if then and verb != FIRE:
            return Malformed(
                "E182", "Only units that fire may move after it:   braves fire at any, then go 1412", words=then
            )
        if "near" in limits and verb in (FIRE, SHELL):
            limits["within"] = limits.pop("near")
        if "within" in limits and verb in (CLOSE, SKIRMISH, GUARD):
            limits["near"] = limits.pop("within")
        why = _why_no_limit(verb, limits)
        if why:
            return Malformed("E182", why)
        if verb in (CLOSE, SKIRMISH, GUARD):
            parts["near"] = limits.get("near", NEAR)
        if verb == SHELL:
            parts["near"] = limits.get("clear", CLEAR)
        turns = IN_TURN if limits.get("in_turn") else AS_LISTED if limits.get("as_listed") else ""
        kept = ("within", "advantage", "chance", "together", "one")
        named: dict[str, Any] = {name: limits[name] for name in kept if name in limits}
        line = PlanLine(**{**parts, **named, "turns": turns})
        if not 1 <= line.chance <= 6:
            return Malformed("E182", "A chance is a number of faces of a die: 1 to 6.", words=f"chance {line.chance}")
        never = why_never(line, self.battle, self.side, self.draft)
        return never if never is not None else line

    def _act(self, tree: Tree[Token]) -> dict[str, Any] | Problem:
        name = str(tree.data)
        values = [one for one in tree.children if isinstance(one, Token)]
        trees = [one for one in tree.children if isinstance(one, Tree)]
        if name in (FIRE, SHELL, CHARGE, CLOSE, SKIRMISH):
            targets = self._targets(trees[0]) if trees else (PlanTarget(ANY),)
            return targets if isinstance(targets, Problem) else {"verb": name, "targets": targets}
        if name == GUARD:
            ward = self._who(trees[0])
            return ward if isinstance(ward, Problem) else {"verb": GUARD, "ward": ward}
        if name == LEAVE:
            edge = re.sub(r"ern\b|\s.*", "", values[1].lower()) if len(values) > 1 else NEAREST
            return {"verb": LEAVE, "edge": edge}
        if name == "mode":
            return {"verb": values[0].lower().removesuffix("s")}
        found: dict[str, Any] = {"verb": name}
        if name in ("go", HOLD) and len(values) > 1:
            return found | self._hex(str(values[1])) if str(values[1]) in self._land() else self._no_hex(values[1])
        return found

    def _hex(self, at: str) -> dict[str, Any]:
        return {"hex": at}

    def _land(self) -> Any:
        from pbem.systems.nezperce.battle import ground

        return ground.sheet(self.battle.contact.map)

    def _no_hex(self, at: str) -> Problem:
        return Malformed("E104", f"There is no hex {at} on the map of this battle.", words=str(at))

    def _targets(self, tree: Tree[Token]) -> tuple[PlanTarget, ...] | Problem:
        found: list[PlanTarget] = []
        for one in tree.children:
            assert isinstance(one, Tree)
            name: Any = one.children[0]
            name_text = " ".join(str(part) for part in name.children)
            is_first = name_text.lower().endswith(" first")
            word = people.word(
                name_text[: -len(" first")] if is_first else name_text,
                self.battle,
                other(self.side),
                self.draft,
                is_enemy=True,
            )
            if isinstance(word, Problem):
                return word
            at = str(one.children[1]) if len(one.children) > 1 else ""
            if re.fullmatch(r"\d{4}", word):
                word, at = ANY, word
            target = PlanTarget(word, at)
            found.insert(0, target) if is_first else found.append(target)
        return tuple(found)

    def _who(self, tree: Tree[Token]) -> tuple[str, ...] | Problem:
        found: list[str] = []
        one: Any
        for one in tree.children:
            name_text = " ".join(str(part) for part in one.children)
            word = people.word(name_text, self.battle, self.side, self.draft)
            if isinstance(word, Problem):
                return word
            if word not in found:
                found.append(word)
        return tuple(found)

    def _conditions(self, trees: Sequence[Any]) -> tuple[PlanCondition, ...] | Problem:
        found = []
        for tree in trees:
            one = self._condition(tree)
            if isinstance(one, Problem):
                return one
            found.append(one)
        return tuple(found)

    def _condition(self, tree: Tree[Token]) -> PlanCondition | Problem:
        atom = tree.children[-1]
        assert isinstance(atom, Tree)
        number = next((int(one) for one in atom.children if isinstance(one, Token) and one.type == "NUMBER"), 0)
        at = next((str(one) for one in atom.children if isinstance(one, Token) and one.type == "HEX"), "")
        ward = next((one for one in atom.children if isinstance(one, Tree)), None)
        who = self._who(ward) if ward is not None else ()
        if isinstance(who, Problem):
            return who
        kind = {"unit_in": "in"}.get(str(atom.data), str(atom.data).replace("_", " "))
        return PlanCondition(kind, number, who, at, len(tree.children) > 1)

    def _parsed(self, text: str, start: str) -> Tree[Token] | Problem:
        try:
            return _parser().parse(text, start=start)
        except UnexpectedInput as fault:
            better, notes = spelt_out(text, self.battle)
            if better != text:
                try:
                    tree = _parser().parse(better, start=start)
                    self.notes += notes
                    return tree
                except UnexpectedInput:
                    pass
            return what_is_wrong(text, start, fault)


_LIMITS = ("within", "near", "advantage", "chance", "clear", "together", "one", "in_turn", "as_listed")


def _why_no_limit(verb: str, limits: dict[str, Any]) -> str:
    """Why a limit does not go with a verb, "" if all do."""
    fits = {
        "within": (FIRE, SHELL),
        "near": (CLOSE, SKIRMISH, GUARD),
        "chance": (FIRE, SHELL, SKIRMISH),
        "clear": (SHELL,),
        "advantage": (CHARGE,),
        "together": (CHARGE,),
    }
    words = {"near": "at"}
    for name, verbs in fits.items():
        if name in limits and verb not in verbs:
            return f"'{words.get(name, name)}' goes with {' and '.join(verbs)}, not with {verb}."
    return ""
