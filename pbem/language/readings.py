"""From clauses to order lines: every way in which a sentence can be meant, in the words of the game's own order language.

A reading is *covered* if each unit, place, act, negation, number and condition of the sentence is in its lines, and no word is
left that nobody knows; *sure* if no word of it was loose or misspelt.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product

from pbem.language.clauses import PLAIN, Clause, Member, Part, Who, clauses
from pbem.language.gazetteer import Gazetteer, Thing
from pbem.language.lexicon import ROLES, Act, Lexicon
from pbem.language.loosened import loosened
from pbem.language.read import MOST_UNKNOWN, Candidate, Read
from pbem.language.sentence import Sentence, Token
from pbem.language.tokens import Tokenizer

MOST_READINGS = 16
"""Readings of a line that are made."""
MOST_OPTIONS = 12
"""Ways in which the names of one clause are combined."""
LEAST_TALK = 3
"""Unknown words of a sentence that names nothing: of fewer one may be a verb misspelt."""
SHORT = 3
"""Words and names of a line that is no sentence."""
OPTIONAL = re.compile(r"\[([^\]]*)\]")
ELSE = " else "

_PLAIN = frozenset(PLAIN.values()) - {"number", "there"}
_COMPASS = {"1N": "north", "1S": "south", "1E": "east", "1W": "west"}
_SAYS_SOMETHING = ("NAME", "FOE", "KIND", "ALL", "PRON", "HEX", "PLACE", "ACT", "REST", "STEP")


@dataclass(frozen=True)
class _Context:
    """The antecedents of pronouns and verbless clauses."""

    who: tuple[str, ...] = ()
    leader: str = ""
    hex: str = ""
    goal: str = ""
    """The hex that the last clause was about."""
    event: str = ""
    """What the last clause waits for."""
    clause: Clause | None = None
    named: frozenset[str] = frozenset()
    ordered: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()
    """Units that are told to do what they do anyway."""


@dataclass(frozen=True)
class _Line:
    """A line of one clause, and whether all of the clause is in it."""

    text: str
    is_covered: bool = True
    is_sure: bool = True
    joins: bool = False
    glue: str = "; "
    opens: bool = False
    goes_on: bool = False
    """True if it is a part of a move that another opens, as a wheel does."""
    stays: tuple[str, ...] = ()
    is_remark: bool = False
    """True if it says what happens anyway, beside an order: ``all stay except Rawn, who goes 1411``."""


@dataclass
class _State:
    """The content of a line so far; `is_pending` while a verb has named only whom the next is for."""

    lines: tuple[_Line, ...] = ()
    context: _Context = field(default_factory=_Context)
    is_sure: bool = True
    is_pending: bool = False
    rolls: tuple[str, ...] = ()
    """The die rolls for which all of it holds."""


class Reader:
    """Reads lines of one side on one position."""

    def __init__(self, gazetteer: Gazetteer, lexicon: Lexicon) -> None:
        self.gazetteer, self.lexicon = gazetteer, lexicon
        self._tokenizer = Tokenizer(gazetteer, lexicon)
        self._has_unknown = False

    def read(self, line: str, about: str = "") -> Read:
        """Return the possible meaning of a line; a pronoun in it may go back to `about`."""
        sentences = self._tokenizer.sentences(line)
        states = [_State(context=self._spoken_of(about))]
        talks: list[Sentence] = []
        is_telling = False
        for one in sentences:
            rolls = [token.value for token in one.tokens if token.type == "ROLL"]
            one.tokens = [token for token in one.tokens if token.type != "ROLL"]
            if self._is_aside(one):
                talks.append(one)
                continue
            is_telling = is_telling or bool(one.tokens)
            if len(one.unknown) > MOST_UNKNOWN:
                states = []
                break
            self._has_unknown = bool(one.unknown)
            found = [made for state in states for made in self._sentence(clauses(one.tokens), state)]
            if not any(self._is_whole(made) for made in found):
                kept = len(found)
                loose = (replace(state, is_sure=False) for state in states)
                found += [made for state in loose for made in self._sentence(loosened(one.tokens), state)]
                found = found[kept:] + found[:kept] if any(map(self._is_whole, found[kept:])) else found
            if one.is_mended or (one.is_asked and not one.wishes):
                found = [replace(made, is_sure=False) for made in found]
            if rolls:
                found = [replace(made, rolls=(*made.rolls, *rolls)) for made in found]
            states = found[:MOST_READINGS] if found else []
            if not states:
                break
        everything = [token for one in sentences for token in one.tokens]
        acts = [token for token in everything if token.type == "ACT"]
        unknown = tuple(word for one in sentences for word in (*one.unknown, *one.talk) if one not in talks)
        is_talk = not is_telling
        # A number that was not understood may be a hex with a slip: nothing is offered that leaves it out.
        if any(char.isdigit() for word in unknown for char in word) or len(unknown) > MOST_UNKNOWN:
            is_telling = False
        if any(one.has_stranger for one in sentences):
            is_telling = False
        candidates = [self._candidate(one, unknown) for one in states if one.lines] if is_telling else []
        candidates.sort(key=lambda one: (not one.is_covered, not one.is_whole, not one.is_sure))
        return Read(
            tuple(dict.fromkeys(candidates)),
            any(self._is_own(one) for one in everything) or sum(one.type == "NAME" for one in everything) > 1,
            any(one.type == "FOE" for one in everything),
            any(one.type in ("HEX", "PLACE", "STEP") or one.form == "measured" for one in everything),
            any(
                one.type == "ACT" and one.form != "ed" and (one.is_sure or len(unknown) < LEAST_TALK - 1)
                for one in everything
            ),
            self._opens_with_own(everything),
            bool(everything) and everything[0].type == "NAME" and (everything[0].start, everything[0].end) == (0, 1),
            len(everything) + len(unknown) <= SHORT,
            any(one.type == "ACT" and {"repeat", "go_on"} & set(one.tags) for one in everything),
            any(one.type == "NAME" and one.end - one.start > 1 for one in everything),
            any(one.type in ("IF", "COND", "EVENT") for one in everything),
            self._tokenizer.takes_back,
            sum(one.type == "NAME" for one in everything) > 1,
            any(one.talk for one in sentences) and is_talk,
            any(one.is_asked for one in sentences) and is_talk,
            any(one.wishes or self._is_request(one) for one in sentences),
            unknown,
            not everything and not unknown,
            bool(everything) and everything[0].start == 0 and self._begins_order(everything),
            any(one.type == "NAME" and self._is_own(one) for one in everything),
            self._forbids(line, everything),
            any(one.is_past for one in sentences)
            or bool(everything and all(one.form == "ed" for one in acts) and acts),
            any(one.is_yours for one in sentences),
            any(one.is_past for one in sentences),
            any(one.type in ("HEX", "STEP") or one.form == "measured" for one in everything),
        )

    def _opens_with_own(self, tokens: Sequence[Token]) -> bool:
        """True if a line begins with one's own: ``Howard's conduct`` is no unit, ``Howard's column`` is one."""
        if not tokens or tokens[0].type != "NAME" or not self._is_own(tokens[0]):
            return False
        return not tokens[0].form or (len(tokens) > 1 and tokens[1].type in ("KIND", "NAME", "AND", "COMMA", "WITH"))

    def _spoken_of(self, name: str) -> _Context:
        found = self.gazetteer.find(name.split()) if name else None
        if found is None or len(found.own) != 1:
            return _Context()
        return _Context(who=found.own, leader=found.own[0] if self._thing(found.own[0]).is_leader else "")

    def _forbids(self, line: str, tokens: Sequence[Token]) -> bool:
        """True if a line begins with a negation, and something that it forbids."""
        if not tokens:
            return False
        if tokens[0].type == "NEG":
            return len(tokens) > 1
        first = line.split()[0].lower()
        return tokens[0].type == "ACT" and any(one.kind == "neg" for one in self.lexicon.entries.get(first, ()))

    @staticmethod
    def _begins_order(tokens: Sequence[Token]) -> bool:
        """True if a line begins as an order does: with a verb in its base form, or with one that is forbidden."""
        first = next((one for one in tokens if one.type not in ("NEG", "ALL")), None)
        if first is None or first.type != "ACT" or not first.is_sure:
            return False
        return first.form in ("", "light") or tokens[0].type != "ACT"

    def _is_own(self, token: Token) -> bool:
        """True if a token surely names something of the writer's: a letter or a part of a name alone does not."""
        if token.type in ("ALL", "REST"):
            return True
        if token.type == "NAME":
            return token.found is not None and not token.found.is_weak
        return token.type == "KIND" and any(one.is_own and set(token.tags) & one.tags for one in self.gazetteer.things)

    def _is_aside(self, one: Sentence) -> bool:
        """True if a sentence only tells or asks something, or has nothing but empty words."""
        if one.is_asked and not one.wishes and not self._is_request(one):
            return True
        if any(token.type in ("IF", "COND", "EVENT", "WITHIN") for token in one.tokens):
            return False
        if one.talk and not one.wishes:
            # Talk behind an order is an aside; an order behind talk is talked about.
            has_order = any(
                token.type == "ACT" and token.is_sure and token.form != "ed" and token.start < one.talk_at
                for token in one.tokens
            )
            return not has_order or not any(token.type in ("NAME", "PRON") for token in one.tokens)
        # What names nobody, no place and nothing to do orders nothing.
        is_talk = bool(one.talk) or not one.unknown or len(one.unknown) >= LEAST_TALK
        return is_talk and not any(token.type in _SAYS_SOMETHING for token in one.tokens)

    @staticmethod
    def _is_request(one: Sentence) -> bool:
        """True if a question asks that somebody do something: ``could the scouts move up?``."""
        types = [token.type for token in one.tokens]
        return (
            one.opens_modal and types[:1] in (["NAME"], ["KIND"], ["ALL"]) and bool({"ACT", "HEX", "STEP"} & set(types))
        )

    def _candidate(self, state: _State, unknown: Sequence[str]) -> Candidate:
        lines: list[str] = []
        opened: dict[str, bool] = {}
        told = [one for one in state.lines if not one.is_remark] or state.lines
        for one in told:
            name, colon, rest = one.text.partition(": ")
            before = next((n for n, line in enumerate(lines) if colon and line.startswith(name + colon)), -1)
            if one.glue == ELSE and lines:
                lines[before] += f"{ELSE}{rest if colon else one.text}"
            elif one.joins and lines:
                lines[-1] += f"{one.glue}{one.text}"
            elif before >= 0 and self.lexicon.settings.get("per_unit"):
                # All that one unit does stands on its line; a wheel and what follows it are one move.
                lines[before] += f"{', ' if one.goes_on and opened.get(name) else '; '}{rest}"
            elif lines and (joined := self._joined(lines[-1], one.text)):
                lines[-1] = joined
            else:
                lines.append(one.text)
            opened[name] = one.opens
        text = " ".join(lines)
        is_whole = self._is_whole(state, text)
        is_sure = state.is_sure and all(one.is_sure for one in state.lines)
        if state.rolls:
            is_whole = is_whole and len(set(state.rolls)) == 1
            lines = [f"{state.rolls[0]}{one}" for one in lines]
        return Candidate(tuple(dict.fromkeys(lines)), is_sure, is_whole and not unknown, is_whole)

    def _joined(self, one: str, two: str) -> str:
        """Two moves from one hex to another as one line: a leader who goes along has moved with the first."""
        who, move, path = one.partition(" move ")
        others, _, their_path = two.partition(" move ")
        joint = str(self.lexicon.settings.get("joint", " + "))
        if move and who == others and path.isdigit() and their_path.replace("-", "").isdigit() and path != their_path:
            return f"{who} move {path}-{their_path}"  # on 1918, after that on 1818
        if not move or path != their_path:
            return ""
        names = [*who.split(joint), *others.split(joint)]
        if not all(self._thing(name).is_leader for name in who.split(joint)) and not all(
            self._thing(name).is_leader for name in others.split(joint)
        ):
            return ""
        at = {self._thing(name).at for name in names}
        return f"{joint.join(dict.fromkeys(names))} move {path}" if len(at) == 1 and "" not in at else ""

    @staticmethod
    def _is_whole(state: _State, text: str = "") -> bool:
        """True if all that was said so far is in the lines of a state."""
        said = text or " ".join(one.text for one in state.lines)
        is_covered = all(one.is_covered for one in state.lines) and not state.is_pending
        return is_covered and all(name in said for name in state.context.named - state.context.idle)

    # Sentences and clauses.

    def _sentence(self, readings: Iterable[Sequence[Clause]], state: _State) -> Iterator[_State]:
        made = 0
        for reading in readings:
            for found in self._in_turn(reading, state):
                yield found
                made += 1
                if made >= MOST_READINGS:
                    return

    def _in_turn(self, reading: Sequence[Clause], state: _State) -> Iterator[_State]:
        if not reading:
            yield state
            return
        for made in islice(self._clause(reading[0], state), MOST_OPTIONS):
            yield from self._in_turn(reading[1:], made)

    def _clause(self, clause: Clause, state: _State) -> Iterator[_State]:
        """The states after a clause, one for each way in which it can be meant."""
        context = state.context
        if clause.act is None and context.clause is not None and {one.role for one in clause.parts} == {"beside_them"}:
            them = clause.parts[0].who
            is_they = them is not None and {one.kind for one in them.members} == {"they"}
            whom = clause.who if is_they and clause.who is not None else them
            if clause.who is None or is_they:
                clause = replace(
                    clause, who=whom, parts=(), is_same=True
                )  # and is joined by the Scouts; Mills with them
        if clause.is_else and context.clause is not None:
            told = [one for one in context.clause.parts if one.role == "event"]
            clause = replace(clause, parts=(*clause.parts, *told))
        if clause.is_same:
            before = context.clause
            if before is None:
                return
            clause = replace(
                before,
                who=clause.who,
                is_negated=clause.is_negated != before.is_negated,
                parts=clause.parts
                or (() if clause.is_negated != before.is_negated and clause.is_negated else before.parts),
            )
        acts = self._acts(clause)
        if clause.act is not None and not acts:
            return
        has_goal = bool({"goal", "toward", "via"} & {one.role for one in clause.parts})
        joining = [one for one in acts if one[0].defaults.get("joins") == "yes"]
        if joining and state.lines and not has_goal:
            acts = joining  # behind an attack, who advances is part of it
        found = False
        for act, is_sure in acts:
            for made in self._act(act, is_sure, clause, state):
                if len(acts) < 2 or not self._is_at_nobody(act, made):
                    found = found or all(one.is_covered for one in made.lines[len(state.lines) :])
                    yield made
        if not found and clause.act is not None:
            for name in self._aliases(clause.act.tags):
                if all(act.name != name for act, _ in acts):
                    yield from self._act(self.lexicon.acts[name], clause.act.is_sure, clause, state)

    def _is_at_nobody(self, act: Act, made: _State) -> bool:
        """True if a verb that may mean an attack or something else would attack a hex where no enemy is seen."""
        if "{at}" not in act.lines[0] or not made.lines or not made.context.goal:
            return False
        return not any(one.at == made.context.goal for one in self.gazetteer.things if not one.is_own)

    def _acts(self, clause: Clause) -> list[tuple[Act, bool]]:
        if clause.act is not None:
            names = clause.act.tags or (clause.act.value,)
            known = [one for one in names if one in self.lexicon.acts] or self._aliases(names)
            found = [(self.lexicon.acts[one], clause.act.is_sure) for one in known]
            if clause.act.form == "light":  # makes a quarter turn to the left
                found += [one for one in self._bare_acts(clause) if one not in found]
            return found
        return self._bare_acts(clause)

    def _bare_acts(self, clause: Clause) -> list[tuple[Act, bool]]:
        """What a clause orders by its parts alone."""
        roles = {one.role for one in clause.parts}
        # Who is named beside an enemy may shoot at him, where a colon or an arrow says so.
        tokens = [one for part in clause.parts for one in part.tokens]
        is_linked = "target" not in roles or "how" in roles or any(one.is_linked or one.type == "AT" for one in tokens)
        return [(one, is_linked) for one in self.lexicon.acts.values() if one.bare and roles & set(one.bare)]

    def _aliases(self, names: Sequence[str]) -> list[str]:
        """The acts of this game that those of other games stand for."""
        aliases = self.lexicon.settings.get("aliases", {})
        return list(dict.fromkeys(own for one in names for own in aliases.get(one, ())))

    def _act(self, act: Act, is_sure: bool, clause: Clause, state: _State) -> Iterator[_State]:
        context = state.context
        event = next((one.tokens[0].value for one in clause.parts if one.role == "event"), "")
        if event and not context.who:
            context = replace(context, who=self._waiting(event))
        parts, who, targets = list(clause.parts), clause.who, clause.object
        # An object joins those who act, or is what is acted on.
        whom: Who | None = None
        if targets is not None:
            if who is None and not self._is_foe(targets) and act.object_is != "target":
                who = targets
            elif self._is_foe(targets) or act.object_is in ("target", "goal"):
                whom = targets
            elif who is not None:
                who = Who((*who.members, *targets.members), (*who.but, *targets.but))
        but: tuple[Member, ...] = ()
        beside: tuple[Member, ...] = ()
        for one in [one for one in parts if one.role in ("beside_them", "left_out") and one.who is not None]:
            assert one.who is not None
            if (
                one.role == "beside_them"
                and who is not None
                and all(two.kind in ("all", "kind") for two in who.members)
                and len(self._names(who.members, context)) != 1
            ):
                return  # everybody with Noyes: those who are with him
            if one.role == "beside_them" and who is not None and (his := self._his(who, one.who)) is not None:
                parts.remove(one)
                who = his
                continue
            is_they = one.role == "beside_them" and {two.kind for two in one.who.members} == {"they"}
            if is_they and (targets is not None or not context.who):
                parts.remove(one)  # Custer takes C with him
                continue
            parts.remove(one)
            if one.role == "left_out":
                but += one.who.but
            elif act.object_is == "target" and whom is None and not clause.object:
                whom = one.who
            elif who is None:
                beside += one.who.members
            else:
                who = Who((*who.members, *one.who.members), (*who.but, *one.who.but))
        if who is None and beside:
            others = self._names(beside, context)
            options = [tuple(dict.fromkeys((*context.who, *others)))] if others else []
        elif who is None:
            names_whom = any(role in act.lines[0] for role in ("{who}", "{units}", "{one}"))
            options = [context.who] if context.who else self._nobody_named() if names_whom else []
            if not options and not any(role in act.lines[0] for role in ("{who}", "{units}", "{one}")):
                options = [()]
        else:
            options = self._who(replace(who, but=(*who.but, *but)), context)
        if who is None and but:
            options = [tuple(n for n in option if n not in self._names(but, context)) for option in options]
        if act.defaults.get("for_all") == "yes":
            if who is not None and not all(one.kind in ("all", "kind") and not one.at for one in who.members):
                return
            options = [()]  # a standing order of all
        forms = (act.no,) if clause.is_negated else act.lines
        if (
            "everybody" in act.defaults
            and who is not None
            and not clause.is_negated
            and (
                len(who.members) == 1
                and who.members[0].kind == "all"
                and not who.members[0].at
                and not who.members[0].noun
            )
        ):
            spared = self._names((*who.but, *but), context)
            joint = f" {act.defaults['but']} ".join(spared)
            options = [()]
            forms = (act.defaults["everybody"] + (f" {act.defaults['but']} {joint}" if spared else ""),)
            but_not = frozenset(spared)
            context = replace(context, named=context.named | but_not)
        is_rest = "rest" not in self.lexicon.settings and who is not None
        is_rest = is_rest and who is not None and any(one.kind.startswith("rest") and not one.at for one in who.members)
        goes_along = act.name == "stay" and any(
            one.role == "beside_them" and one.who and {two.kind for two in one.who.members} != {"they"}
            for one in clause.parts
        )  # the miners stay with the mules
        misspelt = goes_along or self._is_misspelt(clause) or (who is not None and not self._is_definite(who, context))
        has_place = any(one.role in ("goal", "place", "toward", "via") for one in parts)
        says_nothing = act.defaults.get("says_nothing") == "yes" and not clause.is_negated
        joins = act.defaults.get("joins") == "yes"
        if joins and not state.lines:
            return
        for names in options[:MOST_OPTIONS]:
            leader = next((n for n in reversed(names) if self._thing(n).is_leader), context.leader)
            here = replace(context, who=names or context.who, leader=leader, named=context.named | frozenset(names))
            is_for_units = act.defaults.get("without_leaders") == "yes" or (clause.is_negated and "{units}" in act.no)
            if is_for_units and not all(self._thing(n).is_leader for n in names):
                here = replace(here, idle=here.idle | {n for n in names if self._thing(n).is_leader})
            idle = act.defaults.get("idle_for_leaders") == "yes" and state.lines and names
            is_there = act.name == "stay" and not clause.is_negated and set(names) <= context.ordered and not has_place
            is_there = is_there and not event and not clause.is_else
            is_there = is_there and (clause.who is None or all(one.kind == "they" for one in clause.who.members))
            if (
                says_nothing
                or is_there
                or (is_rest and act.name == "stay")
                or (idle and all(self._thing(n).is_leader for n in names))
            ):
                yield replace(
                    state,
                    context=replace(
                        here, who=context.who or names, clause=clause, idle=context.idle | frozenset(names)
                    ),
                    is_sure=state.is_sure and is_sure and not misspelt,
                )
                continue
            is_light = clause.act is not None and clause.act.form == "light" and who is not None
            has_goal = any(
                one.role in ("goal", "toward", "via", "target", "number", "edge", "turn", "side", "formation", "beside")
                for one in parts
            )
            if is_light and not has_goal and not clause.is_negated and act.name != "stay":
                yield replace(state, context=here, is_pending=True)
                continue
            for roles, covered in self._roles(act, parts, whom, names, context):
                if clause.is_else and context.event:
                    roles = {**roles, "event": context.event}
                found = [
                    (texts, used)
                    for form in forms
                    if form and (made := self._filled(form, names, roles, act))
                    for texts, used in [made]
                ]
                if not found:
                    continue
                whole = [one for one in found if not set(roles) - one[1] - {"hex"}]
                texts, _used = (whole or found)[0]
                fits = covered and bool(whole)
                after = replace(here, hex=roles.get("hex", "") or context.hex, clause=clause)
                after = replace(after, goal=roles.get("at", "") or roles.get("hex", ""))
                after = replace(after, event=roles.get("event", ""))
                if clause.is_else and context.event:
                    texts = [one.partition(" then ")[2] or one for one in texts]
                glue = ELSE if clause.is_else else act.defaults.get("glue", "; ")
                sure = is_sure and not misspelt and not is_rest
                is_part = act.defaults.get("part") == "yes", act.defaults.get("opens") == "yes"
                lines = tuple(_Line(one, fits, sure, joins, glue, is_part[1], is_part[0]) for one in texts)
                if act.name == "stay" and not clause.is_else and any(name in context.ordered for name in names):
                    lines = tuple(replace(one, is_covered=False) for one in lines)  # it says two things of one unit
                before = state.lines
                is_most = who is not None and bool(who.but or but) and all(one.kind == "all" for one in who.members)
                if act.name == "stay" and is_most:
                    lines = tuple(replace(one, is_remark=True) for one in lines)
                    after = replace(after, idle=after.idle | frozenset(names))
                if act.name == "move" and clause.is_negated:
                    lines = tuple(replace(one, stays=tuple(names)) for one in lines)
                elif act.name != "stay":
                    after = replace(after, ordered=context.ordered | frozenset(names))
                    if "path" not in roles:  # they stay where they are, and do this there
                        before = tuple(one for one in before if not (one.stays and set(one.stays) <= set(names)))
                    elif any(set(one.stays) & set(names) for one in before):
                        lines = tuple(replace(one, is_covered=False) for one in lines)
                else:
                    lines = tuple(replace(one, stays=tuple(names)) for one in lines)
                is_pending = state.is_pending and who is not None
                yield _State((*before, *lines), after, state.is_sure, is_pending, state.rolls)

    def _waiting(self, event: str) -> tuple[str, ...]:
        """Whom something happens to that is waited for: ``G/3 Cav is meleed``."""
        own = (one.name for one in self.gazetteer.things if one.is_own)
        return tuple(name for name in own if event.startswith(f"{name} ") or event.endswith(f" {name}"))

    def _his(self, who: Who, whom: Who) -> Who | None:
        """A leader and what he has with him: ``Noyes with all his cavalry``."""
        name = who.members[0].name if len(who.members) == 1 else None
        own = name.found.own if name is not None and name.found is not None else ()
        if len(own) != 1 or not self._thing(own[0]).is_leader or len(whom.members) != 1 or whom.but:
            return None
        kind = whom.members[0]
        if kind.kind not in ("kind", "all") or kind.at or who.members[0].kind != "name":
            return None
        return Who((Member("of", name, kind.noun),), who.but)

    def _is_definite(self, who: Who, context: _Context) -> bool:
        """True if it is plain how many are meant: a kind that fits several may be all of them or some."""
        for one in who.members:
            is_open = one.kind == "kind" and one.noun is not None and not one.at and not one.noun.value
            tags = one.noun.tags if one.noun is not None else ()
            if is_open and "group" not in tags and len(self._of_kind(tags, (), own=True)) > 1:
                return False
        return True

    def _is_misspelt(self, clause: Clause) -> bool:
        tokens = [one for part in clause.parts for one in part.tokens]
        for some in (clause.who, clause.object, *(part.who for part in clause.parts)):
            if some is not None:
                tokens += [one.name for one in (*some.members, *some.but) if one.name is not None]
        return not all(one.is_sure for one in tokens)

    # Who.

    def _thing(self, name: str) -> Thing:
        return self.gazetteer.by_name.get(name) or Thing(name, True)

    def _is_foe(self, who: Who) -> bool:
        """True if these are enemies: kinds of which one has none oneself."""
        return all(
            one.kind == "kind"
            and one.noun is not None
            and not {"group", "any"} & set(one.noun.tags)
            and not self._of_kind(one.noun.tags, (), own=True)
            for one in who.members
        )

    def _names(self, members: Sequence[Member], context: _Context) -> tuple[str, ...]:
        return tuple(name for one in members for option in self._member(one, context) for name in option)

    def _who(self, who: Who, context: _Context) -> list[tuple[str, ...]]:
        """The ways in which some members can be meant, each as names; units of one hex are meant together."""
        but = set(self._names(who.but, context))
        if len(who.members) > 1 and any(one.kind == "all" and not one.noun and not one.at for one in who.members):
            return []
        lists = []
        inner = context
        for one in who.members:
            options = self._member(one, context if one.kind == "they" else inner)
            if not options:
                return []
            if len(options) == 1:
                leader = next((n for n in options[0] if self._thing(n).is_leader), inner.leader)
                inner = replace(inner, leader=leader, who=options[0] if one.kind == "name" else inner.who)
            lists.append(options)
        found: list[tuple[str, ...]] = []
        for some in islice(product(*lists), 256):
            names = tuple(dict.fromkeys(name for option in some for name in option if name not in but))
            if names and names not in found:
                found.append(names)
        together = [one for one in found if len({self._thing(name).at for name in one}) == 1]
        return together if together and len(found) > 1 and len(found[0]) > 1 else found

    def _member(self, one: Member, context: _Context) -> list[tuple[str, ...]]:
        if one.kind == "name":
            assert one.name is not None
            assert one.name.found is not None
            names = one.name.found.own
            if one.at:
                names = tuple(name for name in names if self._thing(name).at in one.at)
            here = tuple(name for name in names if self._thing(name).at)
            names = here or names
            names = tuple(name for name in names if name in context.ordered) or names  # who was spoken of in this line
            if one.name.found.is_group:
                return [tuple(name for name in names if "minor" not in self._thing(name).tags)]
            return [(name,) for name in names]
        if one.kind == "they":
            return [context.who] if context.who else self._nobody_named()
        if one.kind == "rest_of_them" and one.name is not None and one.name.found is not None:
            others = tuple(n for n in one.name.found.own if n not in context.named and self._thing(n).at)
            return [others] if others and one.name.found.is_group else []
        if one.kind == "with_them":
            return [self._with_leader(context.leader, ("any",))] if context.leader else []
        if one.kind in ("of", "with"):
            return self._group_of(one)
        tags = one.noun.tags if one.noun is not None else ("any",)
        is_everybody = one.noun is None or ({*one.noun.tags} <= {"any", "group"} and not one.noun.value)
        if one.kind == "all" and is_everybody and not one.at and "all" in self.lexicon.settings:
            return [(str(self.lexicon.settings["all"]),)]
        if one.kind == "rest" and is_everybody and not one.at and "rest" in self.lexicon.settings:
            return [(str(self.lexicon.settings["rest"]),)]
        if one.kind in ("kind", "all") and "group" in tags and not one.at:
            units = set(tags) - {"any", "group"}
            if units and len(context.who) > 1 and context.leader in context.who:
                return [tuple(n for n in context.who if units & self._thing(n).tags) or context.who]
            if context.leader:
                return [self._with_leader(context.leader, tags)]
            if context.who and self.lexicon.settings.get("columns"):
                return [self._of_kind(("any",), (self._thing(context.who[0]).at,), own=True)]
            if context.who:
                kinds = set(tags) - {"any", "group"}
                return [tuple(n for n in context.who if kinds & self._thing(n).tags) or context.who]
            tags = tuple(tag for tag in tags if tag != "group") or ("any",)
            if tags == ("any",) and one.kind == "kind":
                return []
        at = one.at
        if one.kind == "rest" and one.name is not None and one.name.found is not None:
            at = tuple(self._thing(name).at for name in one.name.found.own)
        names = self._of_kind(tags, at, own=True)
        if one.kind == "rest":
            names = tuple(name for name in names if name not in context.named)
        count = one.noun.value if one.noun is not None else ""
        if (
            "group" not in tags
            and count
            and count.isdigit()
            and int(count) != len([n for n in names if not self._thing(n).is_leader])
        ):
            return []
        return [names] if names else []

    def _nobody_named(self) -> list[tuple[str, ...]]:
        """Who acts where a line names nobody, in a game that has somebody for that."""
        default = self.lexicon.settings.get("default_who")
        return [(str(default),)] if default and not self._has_unknown else []

    def _with_leader(self, leader: str, tags: Sequence[str]) -> tuple[str, ...]:
        at = self._thing(leader).at
        kinds = tuple(tag for tag in tags if tag != "group") or ("any",)
        return (*self._of_kind(kinds, (at,), own=True), leader) if at else (leader,)

    def _group_of(self, one: Member) -> list[tuple[str, ...]]:
        """``Mills's battalion``, ``everybody with Noyes``: the units of a leader's hex; a unit's men are the unit."""
        assert one.name is not None
        assert one.name.found is not None
        tags = one.noun.tags if one.noun is not None else ("any",)
        found = []
        is_column = bool(self.lexicon.settings.get("columns")) and "single" not in tags
        is_column = is_column and (one.kind == "with" or one.name.form != "" or "column" in tags)
        for name in one.name.found.own:
            thing = self._thing(name)
            if thing.is_leader or is_column:
                at = thing.at
                kinds = tuple(tag for tag in tags if tag not in ("group", "column")) or ("any",)
                names = self._of_kind(kinds, (at,), own=True) if at else ()
                found.append(tuple(dict.fromkeys((*names, name))))
            elif {"group", "any", "single"} & {*tags} or set(tags) & thing.tags:
                found.append((name,))
        count = one.noun.value if one.noun is not None else ""
        if count.isdigit():  # Keogh's two companies are not his own alone
            found = [some for some in found if sum(not self._thing(n).is_leader for n in some) == int(count)]
        return found

    def _of_kind(self, tags: Sequence[str], at: Sequence[str], *, own: bool) -> tuple[str, ...]:
        """The things of a side that have one of these tags (``any``: all but animals and the like), in these hexes."""
        found = []
        kinds = set(tags)
        # Companies are the companies, where a game has some; elsewhere they are any units.
        is_known = any(kinds & one.tags and one.is_own == own and one.at for one in self.gazetteer.things)
        wide = () if is_known else tags
        for one in self.gazetteer.things:
            is_any = bool({"any", "group"} & {*wide}) or ("enemy" in tags and not own)
            is_it = kinds & one.tags or (is_any and "minor" not in one.tags)
            if one.is_own == own and is_it and one.at and (not at or one.at in at):
                found.append(one.name)
        called = tuple(name for name in found if "away" not in self._thing(name).tags)
        return called or tuple(found)

    # What stands with a verb.

    def _roles(
        self, act: Act, parts: Sequence[Part], whom: Who | None, names: Sequence[str], context: _Context
    ) -> Iterator[tuple[dict[str, str], bool]]:
        """The texts of the roles of a clause, and whether all that stands in it has one."""
        roles: dict[str, str] = {}
        covered = True
        path: list[str] = []
        targets: list[Token] = []
        wanted = {role for line in act.lines for role in ROLES.findall(line)}
        own_at = {self._thing(name).at for name in names} - {""}
        kinds: list[tuple[str, ...]] = []
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
                    where = values or [self._place_of(one) for one in tokens if one.type in ("NAME", "FOE", "KIND")]
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
                        path += where
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
                    roles["otherwise"] = next((self._foe(one) for one in tokens if one.type == "FOE"), "") or "".join(
                        values
                    )
                case "how" if names and self._are_so(names, tokens[-1].value):
                    pass  # they are mounted already
                case "others":
                    pass
                case "shun":
                    roles["shun"] = values[0] if values else (path[-1] if path else "")
                case role if role in _PLAIN:
                    key = {"condition": "cond", "formation": "form", "direction": "dir"}.get(part.role, part.role)
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
        if is_there and context.hex:
            kinds = [tuple(name for name in some if self._thing(name).at == context.hex) or some for some in kinds]
        is_toward = roles.pop("is_toward", "")
        while len(path) > 1 and path[0] in own_at:
            path.pop(0)
        if path and not {"path", "hex", "at", "via"} & wanted and {*path} <= own_at:
            path.clear()  # they do it where they are
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
        yield from self._with_targets(roles, covered, path, targets, kinds, whom, wanted)

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

    def _shot_at(self, name: str) -> str:
        """The unit that is fired at: with a leader, the one unit beside him."""
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

    def _foe(self, token: Token) -> str:
        assert token.found is not None
        return token.found.foe[0] if len(token.found.foe) == 1 else ""

    # Lines.

    def _filled(
        self, line: str, names: Sequence[str], roles: dict[str, str], act: Act
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
        each = names if "one" in asked else ("",)
        each = units if "one" in asked and "{one}" in line and act.defaults.get("leaders") != "yes" else each
        return [text.format_map(_Texts(values)).replace("{one}", one) for one in each], used


class _Texts(dict[str, str]):
    """The texts of roles; one that is missing is left empty."""

    def __missing__(self, role: str) -> str:
        return ""
