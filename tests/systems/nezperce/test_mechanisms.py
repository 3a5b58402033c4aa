"""What no case can show by itself: fresh records, what events leave in a state, what survives a change of plan or a letter."""

from dataclasses import replace

import pytest

from pbem.core.ask import Ask, Choice
from pbem.core.dice import KeyedDice
from pbem.core.event import OrderMoot, PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Order, Problem
from pbem.core.sequence import parse
from pbem.core.umpire import Umpire
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle import actions, combat, ground, setup, turns
from pbem.systems.nezperce.battle.events import (
    Acted,
    FighterMoved,
    FighterPlaced,
    LineChosen,
    MindNoted,
    PlanSet,
    PlayStopped,
    ShotFired,
    apply,
)
from pbem.systems.nezperce.battle.plan.records import (
    FIRE,
    HOLD,
    ONCE,
    BattlePlan,
    BeginPlan,
    ByHand,
    EndPlan,
    Mind,
    Numbered,
    PlanCondition,
    PlanLine,
    PlanStop,
    SetLine,
)
from pbem.systems.nezperce.battle.state import Battle, Charge, Fighter, SetUp
from pbem.systems.nezperce.battle.turns import Rules
from pbem.systems.nezperce.battles import Coming
from pbem.systems.nezperce.card import LOOKS
from pbem.systems.nezperce.orders.records import Declare, March
from pbem.systems.nezperce.rules import contacts, marching, phases
from pbem.systems.nezperce.rules.marching import canada_is_open, plan_march
from pbem.systems.nezperce.state.contact import ARMY, DECLARATION, INDIAN, SEARCH, TOWN, ForceOutcome, Outcome
from pbem.systems.nezperce.state.events import BattleDeclared, BattleEnded, ContactsSet, SearchMade
from pbem.systems.nezperce.state.position import Campaign, Pending, Unit, begun, read
from pbem.systems.nezperce.system import RULES
from tests.systems.nezperce.fights import Fight
from tests.systems.nezperce.test_battle import army, battle, brave, campaign, desk
from tests.systems.nezperce.test_chances import roll

FIRE_LINE, HOLD_LINE = PlanLine(FIRE, ("all",)), PlanLine(HOLD, ("all",))
ONCE_LOST = PlanLine(HOLD, ("all",), ONCE, (PlanCondition("lost", 1),))


def test_fresh_records_say_nothing_has_happened_yet() -> None:
    one = Fighter("Perry Cavalry 1", "cavalry", ARMY, "perry")
    assert (one.pin, one.last_act, one.trail, one.acted, one.has_fought, one.is_guest) == (
        0,
        0,
        (),
        False,
        False,
        False,
    )
    fresh = Battle(battle().contact)
    assert (fresh.turn, fresh.half, fresh.quiet, fresh.acts) == (0, 0, 0, 0)
    assert not fresh.stirred
    assert not fresh.crowded
    assert Outcome(1, "0811", (), "", turns=3, why="").camps_lost == 0
    assert ForceOutcome("perry").fought


def test_a_unit_that_is_set_up_counts_as_having_fought() -> None:
    found = apply(battle(army("Perry Cavalry 1", "")), FighterPlaced("Perry Cavalry 1", "0808"))
    one = found.unit("Perry Cavalry 1")
    assert one is not None
    assert (one.at, one.has_fought) == ("0808", True)


def test_actions_are_counted_so_that_it_is_known_who_acted_longest_ago() -> None:
    found = battle(army("Perry Cavalry 1", "0808"), army("Perry Cavalry 2", "0809"))
    for name in ("Perry Cavalry 2", "Perry Cavalry 1"):
        found = apply(found, Acted(name))
    assert [one.last_act for one in found.units] == [2, 1]
    assert found.acts == 2


def test_a_shot_without_effect_leaves_a_game_turn_quiet() -> None:
    one = battle(army("Perry Cavalry 1", "0808"), brave("Ollokot 1", "0811"))
    for result, stirs in (("-", False), ("P1", True), ("M", True)):
        shot = ShotFired("Perry Cavalry 1", "Ollokot 1", "0811", 3, 8, 4, roll(1), 1, result)
        assert apply(one, shot).stirred is stirs


def plan_of(*lines: PlanLine, stops: tuple[PlanStop, ...] = ()) -> BattlePlan:
    return BattlePlan(lines=tuple(Numbered(n, one) for n, one in enumerate(lines, 1)), stops=stops)


def changed(mind: Mind, new: BattlePlan | None) -> Mind:
    """The mind of the Army after its plan was set anew."""
    return apply(battle().minding(mind), PlanSet(ARMY, new, None, False, ())).mind(ARMY)


def test_what_a_plan_has_come_to_is_kept_for_lines_and_stops_that_stay_as_they_were() -> None:
    stops = tuple(PlanStop((PlanCondition("lost", n),)) for n in (1, 2, 3))
    old = plan_of(ONCE_LOST, ONCE_LOST, FIRE_LINE, stops=stops)
    mind = Mind(ARMY, old, begun=(1, 2), stopped=(0, 2))
    same = changed(mind, plan_of(ONCE_LOST, HOLD_LINE, FIRE_LINE, stops=(stops[2], stops[1])))
    assert same.begun == (1,)
    assert same.stopped == (0,)
    assert changed(mind, old).begun == (1, 2)
    assert changed(mind, None).begun == ()
    assert changed(mind, None).stopped == ()
    assert changed(Mind(ARMY, begun=(1,), stopped=(0,)), old).begun == ()


def test_an_order_that_is_no_plan_line_is_used_up_when_it_is_chosen() -> None:
    one = battle().minding(Mind(ARMY, next=(SetUp("Perry Cavalry 1"),)))
    assert apply(one, LineChosen(ARMY, 2, 3, "Perry Cavalry 1 mount")).mind(ARMY).next != ()
    assert apply(one, LineChosen(ARMY, 2, 0, "Perry Cavalry 1 mount")).mind(ARMY).next == ()
    assert apply(one, PlayStopped((ARMY,), ("why",))).asked == (ARMY,)


def test_a_campaign_is_stored_and_read_back_with_who_entered_a_town() -> None:
    state = campaign()
    state.entered = (("2604", "Ollokot"), ("2604", "Joseph"))
    assert read(RULES.to_json(state)).entered == state.entered  # type: ignore[arg-type]


@pytest.mark.parametrize(("scenario", "turn"), [("campaign-1877", 1), ("big-hole", 14), ("bear-paw", 27)])
def test_a_scenario_opens_on_its_turn(scenario: str, turn: int) -> None:
    assert begun(scenario, Options()).turn == turn


def test_canada_opens_on_the_turn_after_the_rendezvous() -> None:
    state = campaign()
    found = []
    for met, turn in ((0, 26), (26, 26), (25, 26)):
        state.met_on, state.turn = met, turn
        found.append(canada_is_open(state))
    assert found == [False, False, True]


def town_fight(at: str, *armed: str) -> Campaign:
    """A campaign after a fight for a town has been opened; these Army units are in it."""
    state = RULES.open("campaign-1877", Options())
    state.turn = 12
    for name in (*armed, "Ollokot"):
        state.put(name, at=at, status="active")
    RULES.apply(state, BattleDeclared(contacts.contact(state, TOWN, at, ("Ollokot",))))
    return state


def test_soldiers_in_a_town_fight_outside_idaho_release_declarations() -> None:
    assert town_fight("2604", "Perry").outside_on == 12
    assert town_fight("2604").outside_on == 0, "stores and their guards are no Army unit"
    assert town_fight("0709", "Perry").outside_on == 0, "Lewiston lies in Idaho"


def test_city_defence_counts_for_points_whether_killed_or_surrendered() -> None:
    state = town_fight("2604")
    force = ForceOutcome("city-defence", ("City defence 1",), ("City defence 2", "City defence 3"))
    RULES.apply(state, BattleEnded(Outcome(1, "2604", (force,), "army", 2, 5, "")))
    assert (state.cities_lost, state.camps_lost) == (3, 2)


def test_after_a_line_that_cannot_be_carried_out_the_next_ones_are() -> None:
    def writes(view: Campaign, one: object) -> tuple[Order, ...]:
        fight = view.battle
        if not fight.steps or fight.active != ARMY:  # type: ignore[union-attr]
            return ()
        place = next(iter(setup.arranged(fight, ARMY).on_map(ARMY)))  # type: ignore[arg-type]
        return SetUp("Nobody 7", "0808"), SetUp(place.name, place.at)

    fight = Fight(2, writes)
    while not fight.state.battle.half:  # type: ignore[union-attr]
        fight.phase()
    events = [event for _, event in fight.events]
    moot = next(n for n, event in enumerate(events) if isinstance(event, OrderMoot))
    assert any(isinstance(event, FighterPlaced) for event in events[moot:])


def test_a_letter_by_hand_may_hold_a_plan_line_between_its_orders() -> None:
    fight = Fight(2, lambda view, one: (ByHand(),) if one.subject in LOOKS else (ByHand(), *_moves(view)))
    while fight.state.battle is not None and fight.state.battle.turn < 2:  # type: ignore[attr-defined]
        fight.phase()
    acted = [event for phase, event in fight.events if isinstance(event, Acted) and parse(phase).letter == "H"]
    assert acted


def _moves(view: Campaign) -> tuple[Order, ...]:
    from pbem.systems.nezperce.battle.players import Players

    now = RULES.next_phase(view)
    assert now is not None
    return tuple(Players().orders(RULES, view, now.side, "H", "plain", lambda purpose, n: 0))


def test_at_the_end_of_a_half_turn_the_quiet_and_the_crowding_are_counted() -> None:
    one = battle(army("Perry Cavalry 1", "0808")).with_(first=INDIAN, crowded=True, quiet=3)
    half = apply(one, PhaseEnded("T12.B1.G02.IN.H"))
    assert (half.half, half.turn, half.crowded, half.quiet) == (2, 2, True, 3)
    whole = apply(half, PhaseEnded("T12.B1.G02.AR.H"))
    assert (whole.half, whole.turn, whole.crowded, whole.quiet) == (1, 3, False, 4)
    stirred = apply(half.with_(stirred=True), PhaseEnded("T12.B1.G02.AR.H"))
    assert (stirred.quiet, stirred.stirred) == (0, False)
    assert apply(one.with_(stirred=True), PhaseEnded("T12.B1.G02.IN.H")).stirred, "a half-turn does not end it"
    two = half.with_(units=(army("Perry Cavalry 1", "0808"), army("Perry Cavalry 2", "0808")))
    assert apply(two, PhaseEnded("T12.B1.G02.AR.H")).crowded


def test_a_move_leaves_a_trail_and_who_enters_is_remembered() -> None:
    one = battle(army("Perry Cavalry 1", "0808"), army("Perry Cavalry 2", ""))
    for path in (("0808", "0809"), ("0809", "0810"), ("0810", "0811"), ("0811", "0812")):
        one = apply(one, FighterMoved("Perry Cavalry 1", path, 1, False))
    assert one.unit("Perry Cavalry 1").trail == ("0810", "0811", "0812")  # type: ignore[union-attr]
    assert one.entered == ()
    for _ in range(2):
        one = apply(one, FighterMoved("Perry Cavalry 2", ("0108", "0208"), 2, True))
    assert one.entered == (ARMY,)
    assert one.unit("Perry Cavalry 2").has_fought  # type: ignore[union-attr]


def test_a_shot_is_direct_unless_it_says_otherwise() -> None:
    assert not ShotFired("Perry Cavalry 1", "Ollokot 1", "0811", 3, 8, 4, roll(1), 1, "-").indirect


def test_each_side_sees_its_own_mind_and_nobody_else_does() -> None:
    minds = tuple(Mind(side, plan_of(FIRE_LINE)) for side in (ARMY, INDIAN))
    one = battle().with_(minds=minds)
    assert one.mind(INDIAN) == minds[1]
    assert one.seen_by(ARMY).minds == (minds[0], Mind(INDIAN))
    assert one.seen_by("").minds == (Mind(ARMY), Mind(INDIAN))


def test_the_sides_of_the_map_and_who_stands_two_hexes_in() -> None:
    assert {at[:2] for at in ground.edge("open-plains", ("west",))} == {"01"}
    assert {at[:2] for at in ground.within_two("open-plains", "west")} == {"01", "02"}
    assert {at[2:] for at in ground.edge("open-plains", ("north",))} == {"01"}


def test_a_charge_of_two_has_two_units_and_two_paths() -> None:
    one = battle(brave("Ollokot 1", "0808"), brave("Ollokot 2", "0809"), army("Perry Cavalry 1", "0810"), active=INDIAN)
    paths = (("0808", "0809", "0810"), ("0809", "0810"))
    for units, ways in (
        (("Ollokot 1", "Ollokot 2"), paths[:1]),
        (("Ollokot 1",), paths),
        (("Ollokot 1", "Ollokot 1"), paths),
    ):
        found = actions.plan(one, INDIAN, Charge(units, ways))
        assert isinstance(found, Problem)
        assert "two units" in found.text
    assert not isinstance(actions.plan(one, INDIAN, Charge(("Ollokot 1", "Ollokot 2"), paths)), Problem)


def test_who_can_act_at_all() -> None:
    enemy = brave("Ollokot 1", "1818")
    assert turns.can_act(battle(army("Perry Cavalry 1", "0808", mode="mounted"), enemy))
    assert turns.can_act(battle(army("Perry Cavalry 1", "0808", pin=1), enemy))
    assert not turns.can_act(battle(army("Perry Cavalry 1", "0808", pin=2), enemy))
    assert not turns.can_act(battle(Fighter("Camp 1", "camp", ARMY, "camps", "0808"), enemy))
    assert turns.can_act(battle(brave("Ollokot 1", "1818", pin=2), active=INDIAN)), "it may surrender"
    assert not turns.can_act(battle(active=INDIAN))


@pytest.mark.parametrize(("line", "is_dry"), [(HOLD_LINE, True), (PlanLine("go", ("all",), hex="0808"), False)])
def test_a_plan_without_orders_stops_play_one_with_orders_does_not(line: PlanLine, is_dry: bool) -> None:
    def writes(view: Campaign, one: Ask) -> tuple[Order, ...]:
        if one.subject not in LOOKS:
            return ()
        return (BeginPlan("plan"), SetLine("line 1", 1, line if one.side == ARMY else HOLD_LINE), EndPlan())

    fight = Fight(2, writes)
    while fight.state.battle is not None and fight.state.battle.turn < 4:  # type: ignore[attr-defined]
        fight.phase()
    told = " ".join(event.why for _, event in fight.events if isinstance(event, MindNoted) and event.side == ARMY)
    assert ("gave no order in 3 half-turns" in told) == is_dry


def test_one_hex_to_search_needs_no_letter_and_two_do() -> None:
    asked = []
    for pairs in ((("Perry", "Ollokot"),), (("Perry", "Ollokot"), ("Hart", "Joseph"))):
        state = RULES.open("campaign-1877", Options())
        state.turn, state.letter = 5, "F"
        for unit in list(state.units.values()):
            state.put(unit.name, at="", status="gone")
        for at, names in zip(("0811", "0709"), pairs, strict=False):
            for name in names:
                state.put(name, at=at, status="active")
        now = RULES.next_phase(state)
        assert now is not None
        table = Umpire(state, RULES.apply, phase=now.id, options=Options(), dice=KeyedDice(b"x"), view=RULES.view)
        try:
            asked.append(len(next(now.play(table))))
        except StopIteration:
            asked.append(0)
    assert asked == [0, 1]


def test_a_phase_begins_with_nothing_spent() -> None:
    for changes in ({"mode": "fast"}, {"spent": 3}, {"halted": "river"}):
        state = campaign()
        state.put("Perry", **changes)
        RULES.apply(state, PhaseBegan("T12.AR.E"))
        one = state.units["Perry"]
        assert (one.mode, one.spent, one.halted) == ("", 0, "")


def test_a_campaign_begins_with_nothing_lost_and_nobody_found() -> None:
    fresh = Campaign()
    assert (fresh.searched_on, fresh.outside_on, fresh.met_on) == (0, 0, 0)
    assert (fresh.fought, fresh.camps_lost, fresh.cities_lost, fresh.turn) == (0, 0, 0, 1)


def test_words_of_policies_choose_whom_and_where() -> None:
    units = (
        army("Perry Headquarters", "0808", "hq"),
        army("Perry Cavalry 1", "0808", mode="mounted"),
        army("Perry Cavalry 2", "0808", pin=1),
        brave("Ollokot 1", "0815"),
    )
    one = battle(*units)
    names = tuple(Choice(who.name, who.name) for who in units[:3])
    losses = Ask(ARMY, combat.LOSSES, "K in 0808", choices=names)
    found = {word: combat.wished(word, losses, one) for word in ("weakest", "strongest", "pinned", "mounted", "braves")}
    assert found == {
        "weakest": "Perry Headquarters",
        "strongest": "Perry Cavalry 2",
        "pinned": "Perry Cavalry 2",
        "mounted": "Perry Cavalry 1",
        "braves": None,
    }
    braves = Ask(INDIAN, combat.LOSSES, "K in 0815", choices=(Choice("Ollokot 1", "Ollokot 1"),))
    assert combat.wished("braves", braves, one) == "Ollokot 1"
    trees = next(
        at for at in sorted(ground.sheet("open-plains")) if ground.sheet("open-plains").terrain(at) == "tree_stand"
    )
    back = Ask(
        ARMY,
        combat.FALLBACK,
        "Perry Cavalry 1 from 0809",
        choices=tuple(Choice(at, at) for at in ("0814", "0808", trees)),
    )
    assert combat.wished("empty", back, one) == "0814"
    assert combat.wished("cover", back, one) == trees
    assert combat.wished("friends", back, one) == "0808"
    assert combat.wished("away", replace(back, choices=back.choices[:2]), one) == "0808"
    assert combat.wished("0808", back, one) == "0808"
    assert combat.wished("nonsense", back, one) is None


def lost(count: int) -> Campaign:
    """A campaign in which the village has lost so many lodges."""
    state = campaign()
    pieces = tuple(name for name, _ in state.units["Indian Village"].card.pieces)
    state.put("Indian Village", killed=pieces[: count // 2], surrendered=pieces[count // 2 : count])
    for one in state.of(INDIAN):
        state.put(one.name, supplied=True)
    return state


def test_lost_lodges_slow_the_village_then_all_and_halve_the_bands() -> None:
    for count in range(10):
        state = lost(count)
        assert state.lodges_lost == count
        band, village = state.units["Ollokot"], state.units["Indian Village"]
        assert (marching.why_not_fast(state, band) == ("", "")) is (count < 7)
        assert (marching.why_not_fast(state, village) == ("", "")) is (count < 4)
        full = band.card.normal
        assert marching.allowance(state, band, "normal") == (full // 2 if count == 9 else full)
        assert marching.allowance(state, band, "fast") == band.card.fast
        assert marching.allowance(state, village, "normal") == village.card.normal
        assert marching.allowance(state, state.units["Perry"], "normal") == state.units["Perry"].card.normal


def test_a_declaration_joins_the_fight_of_its_own_hex_and_no_other() -> None:
    town, other = Pending(TOWN, "0709", ("Joseph",)), Pending(DECLARATION, "0811", ("Joseph",))
    join = phases._with
    assert join([town], Declare(("Ollokot", "Joseph"), "0709")) == [Pending(TOWN, "0709", ("Joseph", "Ollokot"))]
    assert join([other], Declare(("Ollokot",), "0811")) == [Pending(DECLARATION, "0811", ("Joseph", "Ollokot"))]
    for first in ([town], [other], [town, other]):
        assert join(first, Declare(("Ollokot",), "1010")) == [*first, Pending(DECLARATION, "1010", ("Ollokot",))]
    assert join([town, other], Declare(("Ollokot",), "0811"))[0] == town
    assert join([other, town], Declare(("Ollokot",), "0709")) == [other, Pending(TOWN, "0709", ("Joseph", "Ollokot"))]


def test_a_search_that_is_too_weak_rolls_no_die() -> None:
    state = campaign()
    for one in (*state.of(ARMY), *state.of(INDIAN)):
        state.put(one.name, at="1010" if one.name in ("Perry", "Ollokot") else "0501" if one.side == INDIAN else "0101")
    assert contacts.superiority_in(state, "1010") < 0
    state.pending = (Pending(SEARCH, "1010"),)
    table = desk(battle())
    table.state.__dict__.update(state.__dict__)
    table.state.battle = None
    contacts.next_contact(table)
    found = next(one for one in table.events if isinstance(one, SearchMade))
    assert (found.roll, found.modified) == (None, 0)
    assert [one for one in table.events if isinstance(one, ContactsSet)] == [ContactsSet(())]


def test_what_comes_next_in_a_battle() -> None:
    fight = Rules()
    one = battle()
    assert fight.coming(Battle(one.contact)) == Coming("G", one.contact.attacker, 0)
    assert fight.coming(one.with_(half=0, turn=0, steps=(("I", ARMY), ("J", INDIAN)))) == Coming("I", ARMY, 0)
    assert fight.coming(one.with_(turn=7)) == Coming("H", ARMY, 7)
    assert fight.coming(one.with_(turn=7, half=2)) == Coming("H", INDIAN, 7)
    for half in (1, 2):
        assert fight.coming(one.with_(turn=7, half=half, asked=(ARMY,))) == Coming(LOOKS[half - 1], "", 7)


def test_hexes_within_a_distance_hold_those_at_it() -> None:
    assert [len(ground.within("open-plains", "0808", most)) for most in range(4)] == [1, 7, 19, 37]


def test_a_fresh_strategic_unit_has_done_nothing() -> None:
    one = Unit("Perry")
    assert (one.fast_on, one.still_on, one.slow_on, one.spent) == (0, 0, 0, 0)
    assert not one.supplied
    assert not one.active


def march(state: Campaign, units: tuple[str, ...], *path: str, mode: str = "normal", side: str = ARMY) -> object:
    return plan_march(state, side, March(units, path, mode))


def test_refusals_of_a_march_point_at_the_unit_or_hex() -> None:
    state = campaign()
    state.put("Hart", status="waiting", at="0811")
    state.put("Whipple", status="gone", at="")
    state.put("Perry", supplied=False)
    near = [at for at in data.strategic_map().neighbours("0811") if at in data.idaho() and not data.town(at)]
    near = [at for at in near if not marching.is_river("0811", at)]
    far = "2604"

    def refused(text: str, words: str, *path: str, units: tuple[str, ...] = ("Perry",), mode: str = "normal") -> None:
        found = march(state, units, *path, mode=mode)
        assert isinstance(found, Problem), text
        assert text in found.text
        assert found.words == words

    assert not isinstance(march(state, ("Perry",), "0811", near[0]), Problem)
    for name in ("Ollokot", "Whipple", "Nobody"):
        refused("is not one of your units", name, "0811", near[0], units=("Perry", name))
    refused("not active before turn", "Hart", "0811", near[0], units=("Hart",))
    refused("Perry is in 0811, not in 0709", "0709", "0709", "0708")
    refused("no hex 9999", "9999", "0811", "9999")
    refused("is not next to 0811", far, "0811", far)
    refused("may not move fast: it is out of supply", "Perry", "0811", near[0], mode="fast")
    state.put("Perry", supplied=True)
    assert not isinstance(march(state, ("Perry",), "0811", near[0], mode="fast"), Problem)
    state.put("Perry", slow_on=state.turn)
    refused("fought lately", "Perry", "0811", near[0], mode="fast")
    state.put("Perry", slow_on=0, still_on=state.turn)
    refused("it fought a battle last turn", "Perry", "0811", near[0])
    state.put("Perry", still_on=state.turn - 1, mode="fast")
    refused("moved at its fast rate", "Perry", "0811", near[0])
    state.put("Perry", mode="", halted="a river")
    refused("moves no further this turn: a river", "Perry", "0811", near[0])
    state.put("Perry", halted="", spent=state.units["Perry"].card.normal)
    refused("Perry has 0", near[0], "0811", near[0])


def test_points_of_a_march_run_out_exactly() -> None:
    state = campaign()
    end = next(
        at for at in data.strategic_map().neighbours("0811") if at in data.idaho() and not marching.is_river("0811", at)
    )
    cost = marching.step_cost(state, ARMY, "0811", end)
    for left, goes in ((cost, True), (cost - 1, False), (cost + 1, True)):
        state.put("Perry", spent=state.units["Perry"].card.normal - left)
        assert isinstance(march(state, ("Perry",), "0811", end), Problem) is not goes, left
        found = march(state, ("Perry", "Howard"), "0811", end)
        assert isinstance(found, Problem) is not goes, "the one with fewest points counts"


def test_enemies_in_a_hex_and_a_river_make_it_dearer() -> None:
    state = campaign()
    at = data.strategic_map().neighbours("0811")[0]
    empty = marching.step_cost(state, ARMY, "0811", at)
    state.put("Ollokot", at=at)
    assert marching.step_cost(state, ARMY, "0811", at) == empty + 2
    assert marching.step_cost(state, INDIAN, "0811", at) == empty
    state.put("Perry", at=at)
    assert marching.step_cost(state, INDIAN, "0811", at) == empty + 2
    state.put("Perry", status="waiting")
    assert marching.step_cost(state, INDIAN, "0811", at) == empty


def test_an_indian_unit_rests_between_fast_moves() -> None:
    state = campaign()
    state.put("Ollokot", supplied=True, fast_on=10)
    again = marching.next_fast(state.units["Ollokot"])
    for turn in range(10, again + 2):
        state.turn = turn
        may = marching.why_not_fast(state, state.units["Ollokot"]) == ("", "")
        assert may is (turn == 10 or turn >= again), turn
    state.put("Ollokot", fast_on=0)
    state.turn = 1
    assert marching.why_not_fast(state, state.units["Ollokot"]) == ("", "")


def test_when_combat_may_be_declared() -> None:
    state = campaign()
    idaho, outside = "0811", "2604"
    assert idaho in data.idaho()
    assert outside not in data.idaho()
    for turn, searched, outside_on, here, there in (
        (9, 0, 0, False, False),
        (10, 0, 0, True, False),
        (5, 4, 0, True, False),
        (5, 5, 0, False, False),
        (5, 0, 4, True, True),
        (12, 0, 12, True, False),
        (13, 0, 12, True, True),
    ):
        state.turn, state.searched_on, state.outside_on = turn, searched, outside_on
        found = [contacts.why_no_declaration(state, at) == ("", "") for at in (idaho, outside)]
        assert found == [here, there], turn


def test_the_first_contacts_by_search_are_remembered() -> None:
    def searched(at: str, contact: bool, before: tuple[int, int] = (0, 0)) -> tuple[int, int]:
        state = campaign()
        state.turn, (state.searched_on, state.outside_on) = 12, before
        RULES.apply(state, SearchMade(at, (("Perry", 3),), "Ollokot", 3, None, 9, contact))
        return state.searched_on, state.outside_on

    assert searched("0811", True) == (12, 0)
    assert searched("2604", True) == (12, 12)
    assert searched("2604", False) == (0, 0)
    assert searched("2604", True, (3, 4)) == (3, 4)


def test_a_turn_begins_with_its_first_phase_and_no_battle_fought() -> None:
    state = campaign()
    state.turn, state.fought = 11, 2
    RULES.apply(state, PhaseBegan("T12.IN.B"))
    assert (state.turn, state.fought) == (11, 2)
    RULES.apply(state, PhaseEnded("T11.AR.F"))
    first = state.letter
    RULES.apply(state, PhaseBegan(f"T12.AR.{first}"))
    assert (state.turn, state.fought, first) == (12, 0, "R")
    state.fought = 1
    RULES.apply(state, PhaseBegan("T12.AR.R"))
    assert state.fought == 1


def test_whoever_fought_is_tired_and_a_unit_without_men_is_gone() -> None:
    state = town_fight("0811", "Perry", "Howard")
    names = tuple(name for name, _ in state.units["Howard"].card.pieces)
    forces = (
        ForceOutcome("perry", fought=True),
        ForceOutcome("howard", names[:1], names[1:], fought=False),
        ForceOutcome("ollokot", ("Ollokot 1",), fought=True),
    )
    RULES.apply(state, BattleEnded(Outcome(1, "0811", forces, "army", 0, 5, "")))
    perry, howard, ollokot = (state.units[name] for name in ("Perry", "Howard", "Ollokot"))
    assert (perry.still_on, perry.slow_on) == (13, 14)
    assert (howard.still_on, howard.slow_on, howard.status, howard.at) == (0, 0, "gone", "")
    assert (ollokot.still_on, ollokot.slow_on, ollokot.killed) == (0, 13, ("Ollokot 1",))
    assert (state.battle, state.camps_lost, state.cities_lost) == (None, 0, 0)


def test_the_game_ends_in_canada_or_after_the_last_turn() -> None:
    state = campaign()
    canada = min(data.zone("Canada"))
    early = data.scenario()["restrictions"]["early_end_after_turn"]
    for one in state.of(INDIAN):
        state.put(one.name, at=canada)
    for turn in (early, early + 1):
        state.turn = turn
        assert phases.all_in_canada(state) is (turn > early)
    state.put("Ollokot", at="0811")
    assert not phases.all_in_canada(state)
    for one in state.of(INDIAN):
        state.put(one.name, at="", status="gone")
    assert not phases.all_in_canada(state), "nobody is left to arrive"
    for turn, letter, over in (
        (state.last_turn, "R", True),
        (state.last_turn, "F", False),
        (state.last_turn - 1, "R", False),
    ):
        state.turn, state.letter, state.pending = turn, letter, ()
        assert phases.is_over(state) is over
        state.pending = (Pending(SEARCH, "0811"),)
        assert not phases.is_over(state)
