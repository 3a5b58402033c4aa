"""From clauses to order lines: every meaning that a sentence may have, in the words of the game's order language.

A reading is *covered* if each unit, place, act, negation, number and condition of the sentence is in its lines, and no word is
unknown; it is *sure* if no word of it was loose or misspelt.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from pbem.language.clauses import (
    Member,
    Phrase,
    SpokenClause,
    Who,
    clauses,
    goes_as_they_did,
    is_in_another_manner,
    is_plain_pair,
    with_manner,
)
from pbem.language.gazetteer import Gazetteer
from pbem.language.lexicon import Lexicon, OrderKind
from pbem.language.members import Context
from pbem.language.read import (
    ASKED,
    BARE,
    GUESSED,
    LEFT_OUT,
    LOOSE,
    MOST_UNKNOWN,
    OUTLINE,
    RESPELT,
    REST,
    SPELT,
    SPLIT,
    WITH,
    LineState,
    MadeLine,
    Read,
    Rendering,
    doubted,
    joint_attack,
    with_them,
)
from pbem.language.roles import MOST_OPTIONS, all_of
from pbem.language.sentence import Sentence, Token
from pbem.language.sketch import loosened, outlines
from pbem.language.speech import LEAST_TALK, Speech
from pbem.language.tokens import Tokenizer

MOST_READINGS = 16
"""Readings of a line that are made."""
SHORT = 3
"""Words and names of a line that is no sentence."""
ELSE = " else "
_GOING_ALONG = frozenset(("attach", "join"))
"""Acts of who goes along with others: forbidden, they leave them as they are."""
_GONE = frozenset(("move", "charge"))
_PLACE = frozenset(("place", "places", "ground", "position", "positions", "hex", "put", "post", "posts"))
"""Words of those who stay: behind an attack they don't go into the enemy's hex."""


class LineReader(Speech):
    """Reads the lines of one side in one position."""

    def __init__(self, gazetteer: Gazetteer, lexicon: Lexicon) -> None:
        self.gazetteer, self.lexicon = gazetteer, lexicon
        self._tokenizer = Tokenizer(gazetteer, lexicon)
        self._has_unknown = False

    def read(self, line: str, about: str = "", others: Sequence[str] = ()) -> Read:
        """The possible meanings of a line; a pronoun in it may refer to `about`, and `others` have orders in other lines."""
        sentences = self._tokenizer.sentences(line)
        states = [LineState(context=replace(self._spoken_of(about), others=frozenset(others)))]
        talks: list[Sentence] = []
        is_telling = is_dropped = False
        for one in sentences:
            rolls = [token.value for token in one.tokens if token.type == "ROLL"]
            one.tokens = [token for token in one.tokens if token.type != "ROLL"]
            if self._is_aside(one):
                talks.append(one)
                is_dropped = is_dropped or self._may_be_order(one)
                continue
            is_telling = is_telling or bool(one.tokens)
            if len(one.unknown) > MOST_UNKNOWN:
                states = []
                break
            self._has_unknown = bool(one.unknown) or one.is_mended
            found = [made for state in states for made in self._sentence(clauses(one.tokens), state)]
            if not any(self._is_whole(made) for made in found):
                kept = len(found)
                loose = (doubted(state, LEFT_OUT) for state in states)
                found += [made for state in loose for made in self._sentence(loosened(one.tokens), state)]
                found = found[kept:] + found[:kept] if any(map(self._is_whole, found[kept:])) else found
            if not any(self._is_whole(made) for made in found):
                loose = (doubted(state, OUTLINE) for state in states)
                drawn = [made for state in loose for made in self._sentence(outlines(one.tokens), state)]
                found = [made for made in drawn if self._is_whole(made)] + found
            if one.is_mended:
                found = [doubted(made, RESPELT) for made in found]
            if one.is_numbered or self._is_corrected(one) or (one.is_asked and not one.wishes):
                found = [doubted(made, ASKED) for made in found]
            if rolls:
                found = [replace(made, rolls=(*made.rolls, *rolls)) for made in found]
            states = found[:MOST_READINGS] if found else []
            if not states:
                break
        if is_dropped:
            states = [doubted(one, ASKED) for one in states]
        asked = [one for one in talks if one.is_asked and one.talk]
        everything = [token for one in sentences if one not in asked for token in one.tokens]
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
            self._begins_with_some(sentences),
            any(one.is_past for one in sentences)
            or bool(everything and all(one.form == "ed" for one in acts) and acts),
            any(one.is_yours for one in sentences),
            any(one.is_past for one in sentences),
            any(one.type in ("HEX", "STEP") or one.form == "measured" for one in everything),
            any(map(self._is_report, sentences)) and not any(one.wishes for one in sentences),
            any(one.is_doubtful and one.is_asked and not one.wishes for one in sentences),
            any(map(self.gazetteer.is_like_a_name, unknown)),
        )

    def _spoken_of(self, name: str) -> Context:
        found = self.gazetteer.find(name.split()) if name else None
        if found is None or len(found.own) != 1:
            return Context()
        return Context(who=found.own, leader=found.own[0] if self._thing(found.own[0]).is_leader else "")

    def _candidate(self, state: LineState, unknown: Sequence[str]) -> Rendering:
        lines: list[str] = []
        opened: dict[str, bool] = {}
        kept_lines = [one for one in state.lines if not one.is_remark] or state.lines
        for one in kept_lines:
            name, colon, rest = one.text.partition(": ")
            before = next((n for n, line in enumerate(lines) if colon and line.startswith(name + colon)), -1)
            if one.glue == ELSE and lines:
                lines[before] += f"{ELSE}{rest if colon else one.text}"
            elif one.joins and lines:
                at = next((n for n in reversed(range(len(lines))) if not lines[n].endswith(" stay")), -1)
                lines[at] += f"{one.glue}{one.text}"  # A attacks 7115, G stays, no pursuit
            elif before >= 0 and self.lexicon.settings.get("per_unit"):
                if rest in ("stay", "hold") and lines[before].endswith((f": {rest}", f"; {rest}")):
                    continue  # keep out of it and stay where you are
                if rest.startswith("join ") and lines[before] == f"{name}: leave":
                    lines[before] = one.text  # leaves the Shawnee and goes over to the Delaware
                    continue
                # All that one unit does stands on its line; a wheel and what follows it are one move.
                lines[before] += f"{', ' if one.goes_on and opened.get(name) else '; '}{rest}"
            elif lines and (joined := self._joined(lines[-1], one.text)):
                lines[-1] = joined
                while len(lines) > 1 and (joined := self._joined(lines[-2], lines[-1])):
                    lines[-2:] = [joined]  # A (3311), B (3311), Noyes (3311)
            elif (at := next((n for n, line in enumerate(lines) if joint_attack(line, one.text)), -1)) >= 0:
                lines[at] = joint_attack(lines[at], one.text)
            else:
                lines.append(one.text)
            opened[name] = one.opens
        text = " ".join(lines)
        is_whole = self._is_whole(state, text)
        doubts = state.doubts.union(*(one.doubts for one in state.lines))
        if state.rolls:
            is_whole = is_whole and len(set(state.rolls)) == 1
            lines = [f"{state.rolls[0]}{one}" for one in lines]
        return Rendering(tuple(dict.fromkeys(lines)), not doubts, is_whole and not unknown, is_whole, doubts)

    def _joined(self, one: str, two: str) -> str:
        """Two moves from one hex to another as one line: a leader who goes along has moved with the first."""
        if two.startswith(f"{one} to "):
            return two  # keeps running, head for the woods
        who, move, path = one.partition(" move ")
        others, _, their_path = two.partition(" move ")
        joint = str(self.lexicon.settings.get("joint", " + "))
        if move and who == others and path.isdigit() and their_path.replace("-", "").isdigit() and path != their_path:
            return f"{who} move {path}-{their_path}"  # on 1918, after that on 1818
        if not move or path != their_path:
            return ""
        names = [*who.split(joint), *others.split(joint)]
        more = set(others.split(joint)) - set(who.split(joint))
        if set(who.split(joint)) < set(others.split(joint)) and all(self._thing(name).is_leader for name in more):
            return two  # A moves to 7319, and the Major with it
        if not any(self._thing(name).is_leader for name in names):
            return ""
        at = {self._thing(name).at for name in names}
        return f"{joint.join(dict.fromkeys(names))} move {path}" if len(at) == 1 and "" not in at else ""

    @staticmethod
    def _is_whole(state: LineState, text: str = "") -> bool:
        """True if all that was said so far is in the lines of a state."""
        wording = text or " ".join(one.text for one in state.lines)
        is_covered = all(one.is_covered for one in state.lines) and not state.is_pending
        return is_covered and all(name in wording for name in state.context.named - state.context.idle)

    # Sentences and clauses.

    def _sentence(self, readings: Iterable[Sequence[SpokenClause]], state: LineState) -> Iterator[LineState]:
        made = 0
        for reading in map(self._unified, readings):
            is_split = self._is_split(reading)
            for found in self._in_turn(reading, state):
                yield doubted(found, SPLIT) if is_split else found
                made += 1
                if made >= MOST_READINGS:
                    return

    def _unified(self, reading: Sequence[SpokenClause]) -> Sequence[SpokenClause]:
        """A target and, behind it, the verb and no more as one clause: ``Gatling: anything within 6, hose it``."""
        for n, (one, two) in enumerate(pairwise(reading)):
            is_it = two.object is None or {whom.kind for whom in two.object.members} == {"they"}
            whole = replace(two, object=None) if is_it else two
            if one.who is not None and self._is_split((one, whole)):
                return (*reading[:n], replace(one, act=two.act, is_negated=two.is_negated), *reading[n + 2 :])
        return reading

    def _is_split(self, reading: Sequence[SpokenClause]) -> bool:
        """True if a target stands ahead of a comma and the verb behind it: ``Gatling: braves within 4, fire`` is one order."""
        for one, two in pairwise(reading):
            names_target = one.act is None and any(part.role == "target" for part in one.parts)
            if names_target and two.act is not None and two.who is None and not (two.parts or two.object):
                acts = [act for act, _ in self._acts(two) if act.defaults.get("joins") != "yes"]
                if any("{target}" in act.lines[0] for act in acts):
                    return True
        return False

    def _in_turn(self, reading: Sequence[SpokenClause], state: LineState) -> Iterator[LineState]:
        if not reading:
            yield state
            return
        first, rest = reading[0], reading[1:]
        course = state.context.course
        is_plain = first.is_same and first.act is None and not (first.parts or first.is_negated)
        if is_plain and first.who is not None and len(course) > 1:
            # B/3 to 3012 then dismount, D/3 the same: all that was said of the one before.
            first, rest = replace(course[0], who=first.who), (*course[1:], *rest)
        elif first.is_same and len(course) > 1 and first.who is not None:
            state = doubted(state, SPLIT)  # the scouts do likewise at 7219
        is_other = first.who is not None and any(one.kind != "they" for one in first.who.members)
        course = (first,) if is_other else (*course, first)
        for made in islice(self._clause(first, state), MOST_OPTIONS):
            yield from self._in_turn(rest, replace(made, context=replace(made.context, course=course)))

    def _clause(self, clause: SpokenClause, state: LineState) -> Iterator[LineState]:
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
        if clause.act is None or "move" in clause.act.tags:
            roles = [one for one in clause.parts if one.role != "there"]
            if clause.who is not None and [one.role for one in roles] == ["beside_them"] and (whom := roles[0].who):
                who, along = self._names(clause.who.members, context), self._names(whom.members, context)
                joint = str(self.lexicon.settings.get("joint", " + "))
                if who and along and (lines := with_them(state.lines, who, along, joint)):
                    yield replace(state, lines=lines, context=replace(context, named=context.named | {*who, *along}))
                    return  # C to 2017, Custer goes with C
        if is_in_another_manner(clause, context.clause) and context.clause is not None:
            others = (one for one in context.clause.parts if one.role != "how")
            clause = replace(context.clause, who=clause.who, parts=(*others, *clause.parts))
        if goes_as_they_did(clause, context.clause) and context.clause is not None:
            others = (one for one in context.clause.parts if one.role != "number")
            clause = replace(context.clause, who=clause.who, parts=(*others, *clause.parts))
        if clause.is_else and context.clause is not None:
            kept_lines = [one for one in context.clause.parts if one.role == "event"]
            clause = replace(clause, parts=(*clause.parts, *kept_lines))
        is_same = clause.is_same
        if is_same:
            before = context.clause
            if before is None:
                return
            alone = tuple(one for one in before.parts if one.role != "beside_them")  # A goes with Reno, M the same
            clause = replace(
                before,
                who=clause.who,
                object=None if self._is_of_others(clause, before) else before.object,
                is_negated=clause.is_negated != before.is_negated,
                parts=with_manner(clause, before)
                or (() if clause.is_negated != before.is_negated and clause.is_negated else alone),
            )
        is_repeated = (
            is_same and before is not None and (clause.parts, clause.is_negated) == (before.parts, before.is_negated)
        )
        if is_repeated and (repeated := self._repeated(clause.who, state)):
            yield from repeated
            return
        if is_same and clause.is_negated and clause.act is not None and clause.act.value.startswith(("no_", "stay")):
            clause = replace(clause, is_negated=False)  # G is not fighting, and the Rees not
        whole = clause
        if is_same and clause.act is None and not clause.parts and context.clause is not None:
            whole = replace(clause, parts=context.clause.parts)
        acts = self._acts(whole)
        is_idle = is_same and clause.is_negated and clause.who is not None
        if is_idle and any(act.no and act.name != "advance" for act, _ in acts):
            some = self._who(clause.who, context) if clause.who is not None else []
            is_idle = bool(some) and all(self._thing(name).is_leader for name in some[0]) and context.clause is not None
        if is_idle and clause.who is not None:
            for names in self._who(clause.who, context)[:MOST_OPTIONS]:  # Scouts don't
                yield replace(state, context=replace(context, idle=context.idle | frozenset(names)))
            return
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

    def _is_of_others(self, clause: SpokenClause, before: SpokenClause) -> bool:
        """True if a verb had for an object those whom it was for, and others are named now: ``get G back, the Rees too``."""
        is_own = before.who is None and before.object is not None and not self._is_foe(before.object)
        return clause.who is not None and (bool(clause.parts) or (is_own and bool(before.parts)))

    @staticmethod
    def _goes_along(act: OrderKind, clause: SpokenClause) -> bool:
        """True if a clause says who goes along with others: to forbid it says nothing of those others."""
        return act.name in _GOING_ALONG or any(
            one.role == "beside_them" and one.who is not None and any(two.kind != "they" for two in one.who.members)
            for one in clause.parts
        )

    def _is_at_nobody(self, act: OrderKind, made: LineState) -> bool:
        """True if a verb that may mean an attack or something else would attack a hex where no enemy is seen."""
        if "{at}" not in act.lines[0] or not made.lines or not made.context.goal:
            return False
        return not any(one.at == made.context.goal for one in self.gazetteer.things if not one.is_own)

    def _acts(self, clause: SpokenClause) -> list[tuple[OrderKind, bool]]:
        if clause.act is not None:
            names = clause.act.tags or (clause.act.value,)
            if "leave" in names and clause.who is not None and clause.object is None:
                names = tuple(one for one in names if one != "stay")  # who leaves does not stay
            known = [one for one in names if one in self.lexicon.acts] or self._aliases(names)
            also = self.lexicon.settings.get("also", {})
            known = list(dict.fromkeys((*known, *(other for one in known for other in also.get(one, ())))))
            found = [(self.lexicon.acts[one], clause.act.is_sure) for one in known]
            if clause.act.form == "light":  # makes a quarter turn to the left
                found += [one for one in self._bare_acts(clause) if one not in found]
            return found
        return self._bare_acts(clause)

    def _bare_acts(self, clause: SpokenClause) -> list[tuple[OrderKind, bool]]:
        """The acts that a clause orders by its parts alone."""
        roles = {one.role for one in clause.parts}
        # Who is named beside an enemy may shoot at him, where a colon or an arrow says so.
        tokens = [one for part in clause.parts for one in part.tokens]
        is_linked = "target" not in roles or "how" in roles or any(one.is_linked or one.type == "AT" for one in tokens)
        is_linked = is_linked or (roles == {"target"} and is_plain_pair(clause, tokens))
        return [(one, is_linked) for one in self.lexicon.acts.values() if one.bare and roles & set(one.bare)]

    def _aliases(self, names: Sequence[str]) -> list[str]:
        """The acts of this game that those of other games stand for."""
        aliases = self.lexicon.settings.get("aliases", {})
        return list(dict.fromkeys(own for one in names for own in aliases.get(one, ())))

    def _act(self, act: OrderKind, is_sure: bool, clause: SpokenClause, state: LineState) -> Iterator[LineState]:
        context = state.context
        event = next((one.tokens[0].value for one in clause.parts if one.role == "event"), "")
        is_nobody_named = clause.who is None or all(one.kind == "they" for one in clause.who.members)
        if event and (not context.who or (is_nobody_named and self._waiting(event))):
            context = replace(context, who=self._waiting(event))  # C stands if meleed; if G is meleed it retreats
        parts, who, targets = list(clause.parts), clause.who, clause.object
        # An object joins those who act, or is what is acted on.
        whom: Who | None = None
        if targets is not None and who is not None and act.object_is == "from":
            spoken = frozenset(self._names(targets.members, context))
            context = replace(context, idle=context.idle | spoken, named=context.named | spoken)
        elif targets is not None:
            if who is None and not self._is_foe(targets) and act.object_is != "target":
                who = targets
            elif self._is_foe(targets) or act.object_is in ("target", "goal"):
                whom = targets
            elif act.name.startswith("no_") and who is not None:
                return  # Reno doesn't join M/7
            elif who is not None:
                who = Who((*who.members, *targets.members), (*who.but, *targets.but))
        if (
            targets is not None
            and clause.who is not None
            and "{at}" in act.lines[0]
            and (there := self._hex_of(targets))
        ):
            who, whom = clause.who, None
            parts.append(Phrase("place", (Token("HEX", there),)))  # ride down whoever is in 7118
        if clause.is_negated and self._goes_along(act, clause):
            along = [*(clause.object.members if clause.object else ())]
            along += [two for one in clause.parts if one.who is not None for two in one.who.members]
            if clause.who is not None and along and all(one.kind == "they" for one in along):
                for names in self._who(clause.who, context)[:MOST_OPTIONS]:  # but Reno is not going with them
                    yield replace(state, context=replace(context, idle=context.idle | frozenset(names)))
            return
        but: tuple[Member, ...] = ()
        beside: tuple[Member, ...] = ()
        is_joined = False
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
                is_joined = True
        if who is None and beside:
            others = self._names(beside, context)
            options = [tuple(dict.fromkeys((*context.who, *others)))] if others else []
        elif who is None:
            names_whom = any(role in act.lines[0] for role in ("{who}", "{units}", "{one}"))
            sole = (
                context.ordered
                if act.defaults.get("joins") == "yes" and context.ordered.isdisjoint(context.who)
                else ()
            )
            options = (
                [tuple(sorted(sole)) or context.who] if context.who else self._nobody_named() if names_whom else []
            )
            if not options and not any(role in act.lines[0] for role in ("{who}", "{units}", "{one}")):
                options = [()]
        else:
            options = self._who(replace(who, but=(*who.but, *but)), context)
        if not all(self._names((one,), context) for one in but):
            return
        if "off_map" in act.defaults and (clause.act is None or act.name not in clause.act.tags):
            options = [names for names in options if not any(self._thing(name).at for name in names)]
        if who is None and but:
            options = [tuple(n for n in option if n not in self._names(but, context)) for option in options]
        if act.defaults.get("for_all") == "yes":
            if who is not None and not all(one.kind in ("all", "kind") and not one.at for one in who.members):
                return
            options = [()]  # a standing order of all
        without = set(act.defaults.get("without", "").split())
        if without and who is not None and not all(self._is_named(one) for one in who.members):
            able = [tuple(name for name in names if not without & self._thing(name).tags) for names in options]
            options = [names or option for names, option in zip(able, options, strict=True)]  # the rest hold their fire
        mode = act.defaults.get("mode", "")
        if mode and who is not None and not clause.is_negated and not all(self._is_named(one) for one in who.members):
            options = [self._changing(names, mode) for names in options]
        forms = (act.no,) if clause.is_negated else act.lines
        of_all = act.defaults.get("nobody" if clause.is_negated else "everybody", "")
        is_open = bool(of_all) and act.name.startswith("no_") and who is None and not (options or but)  # no shooting
        if is_open or (of_all and who is not None and self._is_everybody(who)):
            spared = self._names((*(who.but if who is not None else ()), *but), context)
            joint = f" {act.defaults.get('but', '')} ".join(spared)
            if not spared or "but" in act.defaults:
                options = [()]
                forms = (of_all + (f" {act.defaults['but']} {joint}" if spared else ""),)
            context = replace(context, named=context.named | frozenset(spared))
        is_rest = not {"rest", "per_unit"} & self.lexicon.settings.keys() and who is not None
        is_rest = is_rest and who is not None and any(one.kind.startswith("rest") and not one.at for one in who.members)
        is_of_them = is_rest and who is not None and any(one.kind == "rest_of_them" or one.name for one in who.members)
        goes_along = act.name == "stay" and any(
            one.role == "beside_them" and one.who and {two.kind for two in one.who.members} != {"they"}
            for one in clause.parts
        )  # the miners stay with the mules
        goes_along = goes_along and not self._stand_together(clause, context)
        doubts = {
            LOOSE: not is_sure and clause.act is not None,
            BARE: not is_sure and clause.act is None,
            SPELT: self._is_misspelt(clause),
            GUESSED: is_open
            or (who is not None and options != [()] and not self._is_definite(who, context))
            or (who is not None and not context.who and self._is_unheard_of(who)),
            WITH: goes_along and not self._are_together(clause, context),
        }
        unsure = frozenset(one for one, is_so in doubts.items() if is_so)
        has_place = any(one.role in ("goal", "place", "toward", "via") for one in parts)
        says_nothing = act.defaults.get("says_nothing") == "yes" and not clause.is_negated
        joins = act.defaults.get("joins") == "yes"
        if joins and not state.lines:
            return
        hexes = {self._thing(name).at for name in context.who if not self._thing(name).is_leader}
        if joins and who is None and len(forms) > 1 and len(hexes) != 1:
            forms = forms[1:]  # M and the Scouts attack from two hexes, or Reno helps: advance
        for names in options[:MOST_OPTIONS]:
            if is_joined and act.name == "move" and len({self._thing(n).at for n in names}) > 1:
                continue  # one hex back, in with M
            leader = next((n for n in reversed(names) if self._thing(n).is_leader), context.leader)
            here = replace(context, who=names or context.who, leader=leader, named=context.named | frozenset(names))
            is_for_units = act.defaults.get("without_leaders") == "yes" or (clause.is_negated and "{units}" in act.no)
            is_for_each = "{one}" in forms[0] and act.defaults.get("leaders") != "yes" and who is not None
            named = [one.kind for one in who.members] if who is not None else []
            is_for_units = is_for_units or (is_for_each and set(named) != {"name"})
            is_stay = act.name == "stay" or (act.name == "no_attack" and act.lines[0] == "{units} stay")
            is_each_named = is_stay and who is not None and self._are_named(who, names)
            is_for_units = is_for_units and not is_each_named
            if is_for_units and not all(self._thing(n).is_leader for n in names):
                here = replace(here, idle=here.idle | {n for n in names if self._thing(n).is_leader})
            idle = act.defaults.get("idle_for_leaders") == "yes" and bool(state.lines) and bool(names)
            idle = (
                idle
                and context.ordered.isdisjoint(names)
                and not (is_each_named and state.lines[-1].text.endswith(" stay"))
            )
            places = {
                two.value for one in parts if one.role in ("goal", "place") for two in one.tokens if two.type != "AT"
            }
            stands = {self._thing(name).at for name in names} | {context.hex} - {""}
            is_idle_act = act.name in ("stay", "hold") or (act.name == "no_attack" and act.lines[0].endswith(" stay"))
            is_idle_act = (is_idle_act and not clause.is_negated) or (act.name in _GONE and clause.is_negated)
            is_there = is_idle_act and bool(names) and set(names) <= context.ordered
            is_there = is_there and (not has_place or (bool(places) and places <= stands))
            is_there = is_there and not event and not clause.is_else
            is_of_all = of_all and of_all in [one.text for one in state.lines]  # everybody holds, Reno too
            is_there = is_there and (clause.who is None or all(one.kind == "they" for one in clause.who.members))
            if (
                is_there
                and act.name == "stay"
                and (after_it := self._not_after(clause, names, context, state)) is not None
            ):
                yield replace(after_it, doubts=after_it.doubts | unsure)
                continue
            if mode and self.lexicon.settings.get("per_unit") and names and self._are_so(names, mode):
                is_all = not clause.is_negated and not parts
                so = replace(here, clause=clause, idle=here.idle | frozenset(names))  # limber up and go, limbered
                yield from [replace(state, context=so, doubts=state.doubts | unsure)] if is_all else []
            if (
                says_nothing
                or (is_of_all and names)
                or is_there
                or (is_rest and act.name == "stay" and not is_of_them)
                or (idle and all(self._thing(n).is_leader for n in names))
            ):
                if any(one.role in ("number", "formation", "direction", "stop", "apart") for one in parts):
                    continue  # go no further than four inches
                yield replace(
                    state,
                    context=replace(
                        here, who=context.who or names, clause=clause, idle=context.idle | frozenset(names)
                    ),
                    doubts=state.doubts | unsure,
                )
                continue
            is_light = clause.act is not None and clause.act.form == "light" and who is not None
            has_goal = any(
                one.role in ("goal", "toward", "via", "target", "number", "edge", "turn", "side", "formation", "beside")
                for one in parts
            )
            if is_light and not has_goal and not clause.is_negated and act.name not in ("stay", "leave"):
                yield replace(state, context=here, is_pending=True)
                continue
            for roles, covered in self._roles(act, parts, whom, names, context):
                if clause.is_else and context.event:
                    roles = {**roles, "event": context.event}
                found = [
                    (texts, used)
                    for form in forms
                    if form and (made := self._filled(all_of(form, is_each_named), names, roles, act))
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
                is_of_all_them = is_of_them and self._leaves_nobody_out(who, context)
                doubted = unsure | {REST} if is_rest and (is_of_all_them or not is_of_them) else unsure
                is_part = act.defaults.get("part") == "yes", act.defaults.get("opens") == "yes"
                lines = tuple(MadeLine(one, fits, doubted, joins, glue, is_part[1], is_part[0]) for one in texts)
                if act.name == "stay" and not clause.is_else and any(name in context.ordered for name in names):
                    lines = tuple(replace(one, is_covered=False) for one in lines)  # it says two things of one unit
                before = state.lines
                is_most = who is not None and bool(who.but or but) and all(one.kind == "all" for one in who.members)
                if is_most and (act.name == "stay" or clause.is_negated):
                    lines = tuple(replace(one, is_remark=True) for one in lines)
                    spared = self._names((*(who.but if who is not None else ()), *but), context)
                    after = replace(after, idle=after.idle | frozenset(names), who=spared or after.who)
                if act.name == "move" and clause.is_negated:
                    lines = tuple(replace(one, stays=tuple(names)) for one in lines)
                elif act.name != "stay":
                    after = replace(after, ordered=context.ordered | frozenset(names))
                    if "path" not in roles and not joins:  # they stay where they are, and do this there
                        dropped = [one for one in before if one.stays and set(one.stays) <= set(names)]
                        before = tuple(one for one in before if one not in dropped)
                        if not all(one.is_covered for one in dropped):  # hang back 4 inches and turn
                            lines = tuple(replace(one, is_covered=False) for one in lines)
                    elif not joins and any(set(one.stays) & set(names) for one in before):
                        lines = tuple(replace(one, is_covered=False) for one in lines)
                else:
                    lines = tuple(replace(one, stays=tuple(names)) for one in lines)
                is_pending = state.is_pending and who is not None
                yield LineState((*before, *lines), after, state.doubts, is_pending, state.rolls)

    def _stand_together(self, clause: SpokenClause, context: Context) -> bool:
        """True if those who stay with others stand in their hex."""
        along = [two for one in clause.parts if one.role == "beside_them" and one.who for two in one.who.members]
        who = clause.who.members if clause.who is not None else ()
        if any(one.kind != "name" for one in along):
            return False  # stays put with the chief
        is_led = any(self._thing(name).is_leader for name in self._names(who, context))
        is_placed = any(one.role == "place" for one in clause.parts)
        if not (is_led or is_placed) and any(self._thing(name).is_leader for name in self._names(along, context)):
            return False  # C and E remain with the General: who goes where he will
        return len({self._thing(name).at for name in self._names([*who, *along], context)}) == 1

    def _not_after(
        self, clause: SpokenClause, names: Sequence[str], context: Context, state: LineState
    ) -> LineState | None:
        """``A and M attack 1417, but keep their place``: they don't advance; None where that is not meant."""
        act = self.lexicon.acts.get("no_advance")
        before = context.clause.act if context.clause is not None else None
        is_behind = before is not None and bool({"attack", "melee"} & set(before.tags)) and bool(state.lines)
        is_behind = is_behind and context.clause is not None and not context.clause.is_negated
        if act is None or act.defaults.get("joins") != "yes" or not is_behind or context.event:
            return None
        is_place = clause.act is not None and not _PLACE.isdisjoint(clause.act.text.split())
        made = next(self._act(act, True, replace(clause, who=None, parts=()), state), None)
        return made if made is None or is_place else doubted(made, SPLIT)

    @staticmethod
    def _is_everybody(who: Who) -> bool:
        """True if all of a side are meant, wherever they stand."""
        one = who.members[0]
        is_any = one.noun is None or (set(one.noun.tags) <= {"any", "group"} and not one.noun.value)
        return len(who.members) == 1 and one.kind == "all" and not one.at and is_any

    def _are_together(self, clause: SpokenClause, context: Context) -> bool:
        """True if those who stay, and those whom they stay with, are all named, and stand in one hex, told nothing else."""
        beside = [two for one in clause.parts if one.role == "beside_them" and one.who for two in one.who.members]
        members = (*(clause.who.members if clause.who is not None else ()), *beside)
        names = self._names(members, context)
        is_named = bool(members) and all(one.kind == "name" for one in members)
        is_named = is_named and not any(self._thing(name).is_leader for name in self._names(beside, context))
        hexes = {self._thing(name).at for name in names}
        return is_named and len(hexes) == 1 and "" not in hexes and context.ordered.isdisjoint(names)

    def _are_named(self, who: Who, names: Sequence[str]) -> bool:
        """True if each leader among some units is named in person: ``Column HQ and Crook stay``."""
        named = {name for one in who.members if self._is_named(one) for name in self._own(one)}
        return {name for name in names if self._thing(name).is_leader} <= named

    @staticmethod
    def _own(member: Member) -> tuple[str, ...]:
        return member.name.found.own if member.name is not None and member.name.found is not None else ()

    def _is_misspelt(self, clause: SpokenClause) -> bool:
        tokens = [one for part in clause.parts for one in part.tokens]
        for some in (clause.who, clause.object, *(part.who for part in clause.parts)):
            if some is not None:
                members = (*some.members, *some.but)
                tokens += [two for one in members for two in (one.name, one.noun) if two is not None]
        return not all(one.is_sure for one in tokens)

    # Who.

    # What stands with a verb.

    # Lines.
