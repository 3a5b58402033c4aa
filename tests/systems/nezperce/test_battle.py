"""Battles of the Nez Perce campaign: set-up, actions, fire, melee, and what they leave behind."""

import itertools

import pytest

from pbem.core.ask import Answer
from pbem.core.dice import Dice
from pbem.core.event import PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Order, Problem
from pbem.core.record import Record, from_json, to_json
from pbem.core.umpire import Play, Umpire
from pbem.systems.nezperce.battle import actions, combat, events, ground, setup, turns, words
from pbem.systems.nezperce.battle.state import (
    ALERTED,
    AMBUSHING,
    ENCAMPED,
    TRAIL,
    Battle,
    Change,
    Charge,
    Fighter,
    Fire,
    Go,
    OfferEnd,
    Shell,
    Surrender,
)
from pbem.systems.nezperce.rules import contacts
from pbem.systems.nezperce.state.contact import ARMY, DECLARATION, INDIAN, SEARCH, TOWN, Contact
from pbem.systems.nezperce.state.position import Campaign
from pbem.systems.nezperce.system import RULES

CASES = [(cause, state) for cause in (SEARCH, DECLARATION) for state in (AMBUSHING, ALERTED, ENCAMPED, TRAIL)]


def campaign() -> Campaign:
    """The whole Indian side with the Army's first four units in one hex of the plains."""
    state = RULES.open("campaign-1877", Options())
    for one in (*state.of(ARMY), *state.of(INDIAN)):
        state.put(one.name, at="0811")
    return state


def contact(cause: str = SEARCH) -> Contact:
    state = campaign()
    names = tuple(one.name for one in state.of(INDIAN))
    return contacts.contact(state, cause, "0811", names)


def battle(*units: Fighter, active: str = ARMY, turn: int = 2) -> Battle:
    """A battle on the plains in which it is a side's half-turn."""
    found = Battle(contact(), ALERTED, active, turn, 1, units, "west")
    return found.with_(contact=Contact(**{**_fields(found.contact), "map": "open-plains"}))


def _fields(one: Contact) -> dict[str, object]:
    return {name: getattr(one, name) for name in Contact.__dataclass_fields__}


def army(name: str, at: str, kind: str = "cavalry", mode: str = "dismounted", **more: object) -> Fighter:
    return Fighter(name, kind, ARMY, "perry", at, mode, **more)  # type: ignore[arg-type]


def brave(name: str, at: str, mode: str = "dismounted", **more: object) -> Fighter:
    return Fighter(name, "warrior", INDIAN, "ollokot", at, mode, **more)  # type: ignore[arg-type]


class Loaded(Dice):
    """Dice that fall as they are told, and then on 1."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def faces(self, label: str, number: int, sides: int) -> tuple[int, ...]:
        return (self.left.pop(0) if self.left else 1,)


def desk(one: Battle, *faces: int) -> Umpire[Campaign]:
    state = campaign()
    state.battle = one
    return Umpire(state, RULES.apply, phase="T12.B1.G02.AR.H", options=Options(), dice=Loaded(*faces))


def play(going: Play[None]) -> None:
    """Let it happen; every question gets its default."""
    try:
        asks = next(going)
        while True:
            asks = going.send(tuple(Answer(one.default or "") for one in asks))
    except StopIteration:
        return


def after(table: Umpire[Campaign]) -> Battle:
    assert isinstance(table.state.battle, Battle)
    return table.state.battle


def refused(one: Battle, order: object, word: str) -> None:
    found = actions.plan(one, one.active, order)  # type: ignore[arg-type]
    assert isinstance(found, Problem), order
    assert word in found.text


def set_up(one: Contact, state: str) -> Battle:
    """A battle as the program sets it up for both sides."""
    first, units = setup.first_player(one, state), setup.fighters(one, state)
    placed = Battle(one, state, first, 1, 1, units)
    for letter, side in setup.steps(one, state):
        entry = setup.usual_side(placed)
        placed = placed.with_(entry=entry) if letter == "I" else setup.arranged(placed, side)
    return placed


@pytest.mark.parametrize(("cause", "state"), CASES)
def test_every_state_of_contact_sets_up_within_its_rules(cause: str, state: str) -> None:
    one = contact(cause)
    placed = set_up(one, state)
    first, entry = placed.first, placed.entry
    land, mine, theirs = ground.sheet(one.map), placed.on_map(one.attacker), placed.on_map(one.contacted)
    assert mine
    assert theirs
    assert entry in ground.EDGES
    assert first == (one.contacted if state == AMBUSHING else one.attacker)
    assert {who.at for who in mine}.isdisjoint(who.at for who in theirs)
    homes = [who for who in theirs if who.kind in ("lodge", "camp")]
    assert len({who.at for who in homes}) == len(homes)
    if state in (ENCAMPED, TRAIL):
        assert min(land.distance(a.at, b.at) for a in mine for b in theirs) >= 3
    if state == AMBUSHING:
        assert all(who.at in ground.near_stream(one.map) for who in mine)
    if state == ALERTED:
        assert all(ground.line_from(one.map, who.at, entry) <= 2 for who in mine)
        assert all(ground.line_from(one.map, who.at, entry) > 2 for who in theirs)
    if state != AMBUSHING:
        assert all(who.at in ground.by_stream(one.map) for who in homes)
    if state == ENCAMPED and one.contacted == ARMY:
        assert sum(who.kind == "camp" for who in homes) == 5
    waits = {who.force for who in placed.waiting(one.attacker)}
    half = len(one.forces(one.attacker)) // 2
    assert len(waits) == (half if state != ALERTED else 0)


def test_the_column_goes_by_who_searched_or_declared_on_whom() -> None:
    assert setup.column(contact(SEARCH)) == "B"
    assert setup.column(contact(DECLARATION)) in ("D", "E")
    state = campaign()
    assert setup.column(contacts.contact(state, SEARCH, "0811", ("Ollokot",))) == "A"
    for name in ("Ollokot", "Howard"):
        state.put(name, at="0709")
    assert setup.column(contacts.contact(state, TOWN, "0709", ("Ollokot",))) == ""


def test_fire_is_full_half_and_a_quarter_by_range() -> None:
    cavalry, warrior = army("A", "0505"), brave("B", "0505")
    full, theirs = ground.values(cavalry).fire, ground.values(warrior).fire
    assert [ground.strength_at(cavalry, n) for n in (4, 5, 8, 9)] == [full, full // 2, full // 2, full // 4]
    assert [ground.strength_at(warrior, n) for n in (6, 7, 12, 13)] == [theirs, theirs // 2, theirs // 2, theirs // 4]
    assert ground.strength_at(cavalry, 8, halved=True) == full // 4
    gun = army("G", "0505", "howitzer", "unlimbered")
    assert [ground.strength_at(gun, n, indirect=True) for n in (9, 10)] == [10, 5]


def test_a_shot_pins_shakes_or_kills() -> None:
    units = (army("A", "0915"), brave("B", "0918"))
    table = desk(battle(*units), 6)
    play(combat.fire(table, "A", "B", False))
    shot = next(one for one in table.events if isinstance(one, events.ShotFired))
    full = ground.values(units[0]).fire
    assert (shot.strength, shot.defence) == (full, 4)
    assert shot.result == ground.fire_result("cavalry", full - 4, shot.modified)
    table = desk(battle(*units))
    play(combat.hit(table, "B", "P1"))
    play(combat.hit(table, "B", "P1"))
    assert combat.now(table, "B").pin == 2
    play(combat.hit(table, "B", "P1"))
    assert not any(isinstance(one, events.MoraleTested) for one in table.events)
    play(combat.hit(table, "B", "P2"))
    assert any(isinstance(one, events.MoraleTested) for one in table.events)
    play(combat.hit(table, "B", "K"))
    assert combat.now(table, "B").gone


def test_a_broken_unit_surrenders_only_if_enemies_close_it_in() -> None:
    ring = tuple(army(f"A{n}", at) for n, at in enumerate(ground.sheet("open-plains").neighbours("0915")))
    closed, open_ = battle(*ring, brave("B", "0915")), battle(*ring[:5], brave("B", "0915"))
    for one, how in ((closed, "surrendered"), (open_, "broken")):
        table = desk(one)
        combat.breaks(table, "B")
        assert combat.now(table, "B").gone == how


def test_a_unit_falls_back_toward_its_nearest_friend_or_is_broken() -> None:
    table = desk(battle(army("A", "0918"), brave("B", "0915"), brave("C", "0910")))
    play(combat.falls_back(table, "B"))
    assert (combat.now(table, "B").at, combat.now(table, "B").pin) == ("0914", 2)
    alone = desk(battle(army("A", "0918"), brave("B", "0915")))
    play(combat.falls_back(alone, "B"))
    assert combat.now(alone, "B").gone == "broken"


def test_the_second_of_two_in_a_melee_loses_what_it_walked_further() -> None:
    table = desk(battle(army("A", "0915"), brave("B", "0915"), brave("C", "0915"), active=INDIAN), 3)
    play(combat.melee(table, INDIAN, "0915", (("B", 1), ("C", 3))))
    fought = next(one for one in table.events if isinstance(one, events.MeleeFought))
    assert fought.totals == (4 + 2, 4)
    assert fought.defenders_hit == ground.melee_result(2, fought.modified)[0]


def test_what_an_action_may_not_do() -> None:
    units = (army("A", "0915"), army("D", "0916"), brave("B", "0918"), army("R", "0301", mode="mounted"))
    one = battle(*units)
    refused(one, Go("A", ("0915", "0916", "0917")), "two may not be in one hex")
    refused(one, Go("A", ("0915", "0916")), "full")
    refused(one, Go("A", ("0915", "0910")), "not next to")
    refused(one, Fire("R", "B"), "has no fire")
    refused(one, Change("R", "limbered"), "cannot change")
    refused(one, Surrender("A"), "Only Indian")
    refused(one, Shell("A", "0918"), "indirect")
    refused(one.put("A", pin=1), Change("A", "mounted"), "pinned")
    refused(one.put("A", pin=2), Fire("A", "B"), "hard-pinned")
    refused(one.put("D", acted=True), Fire("A", "B"), "may act")
    refused(one, Charge(("A", "D"), (("0915", "0916"), ("0916", "0917"))), "Only two Washington")
    assert not isinstance(actions.plan(one, ARMY, Fire("A", "B")), Problem)
    assert not isinstance(actions.plan(one, ARMY, OfferEnd()), Problem)


def test_two_indian_units_act_and_two_washington_volunteers_but_one_soldier() -> None:
    men = [army(name, at, "washington_volunteers", acted=name == "W") for name, at in (("W", "0301"), ("X", "0501"))]
    one = battle(*men, army("A", "0915"), brave("B", "0918"))
    assert actions.most_actions(one, ("X",)) == 2
    assert actions.most_actions(one, ("A",)) == 1
    assert actions.most_actions(one.with_(first=INDIAN), ()) == 2
    assert actions.most_actions(one.with_(state=TRAIL, turn=1), ()) == 3


def test_a_battle_ends_when_a_side_has_nobody_left_on_the_map() -> None:
    one = battle(army("A", "0915"), brave("B", ""), turn=1)
    assert turns.loser(one) == ""
    assert turns.loser(one.with_(half=2), True) == INDIAN
    assert turns.loser(one.with_(turn=2)) == INDIAN
    assert turns.loser(one.put("A", gone="killed").put("B", at="0918")) == ARMY


def test_orders_read_as_they_are_written_and_a_battle_is_stored_whole() -> None:
    units = (army("Perry Cavalry 1", "0915"), brave("Ollokot 1", "0918"), brave("Ollokot 2", "0919"))
    state = campaign()
    state.battle = battle(*units, active=INDIAN)
    for order in (
        Go("Ollokot 1", ("0918", "0917")),
        Go("Ollokot 1", ("0918", "0917"), True),
        Charge(("Ollokot 1", "Ollokot 2"), (("0918", "0917"), ("0919", "0918", "0917"))),
        Fire("Ollokot 1", "Perry Cavalry 1"),
        Fire("Ollokot 1", "Perry Cavalry 1", ("0918", "0919")),
        Shell("Ollokot 1", "0915"),
        Change("Ollokot 1", "mounted"),
        Surrender("Ollokot 1"),
        OfferEnd(),
    ):
        assert words.Words().read(words.write(order), state, INDIAN) == (order,)
    assert from_json(to_json(state.battle), Record) == state.battle


def test_once_all_is_unstacked_the_second_player_is_free() -> None:
    one = battle(army("A", "0915"), army("D", "0916"), brave("B", "0918"), active=INDIAN).with_(crowded=True, half=2)
    assert not events.apply(one, PhaseEnded("T12.B1.G02.AR.H")).crowded
    full = one.put("D", at="0915")
    assert events.apply(full, PhaseEnded("T12.B1.G02.AR.H")).crowded


def test_nobody_orders_the_units_of_others() -> None:
    one = battle(army("A", "0915"), brave("B", "0918"))
    for order in (Change("B", "mounted"), Go("B", ("0918", "0917")), Change("Nobody", "mounted")):
        refused(one, order, "is not in this battle on your side")


def test_a_campaign_is_stored_with_the_towns_that_were_entered() -> None:
    state = campaign()
    state.entered = (("1407", "Ollokot"), ("1407", "Joseph"))
    assert RULES.from_json(RULES.to_json(state)).entered == state.entered  # type: ignore[arg-type]


def says(one: Battle, order: Order, text: str, words: str) -> None:
    """An order is refused with this text, and it points at these words."""
    found = actions.plan(one, one.active, order)
    assert isinstance(found, Problem), order
    assert text in found.text
    assert found.words == words


def allowed(one: Battle, order: Order) -> bool:
    return not isinstance(actions.plan(one, one.active, order), Problem)


def test_refusals_of_a_charge_point_at_the_unit_or_hex() -> None:
    men = (brave("B", "0808"), brave("C", "0809"), army("A", "0811"), army("D", "0810"))
    one = battle(*men, active=INDIAN)
    ways = (("0808", "0809", "0810"), ("0809", "0810", "0811"))
    says(one, Charge(("B", "C"), ways), "end in one hex with an enemy", "0811")
    says(one, Charge(("B", "C"), (("0808", "0809"), ("0809",))), "end in one hex with an enemy", "0809")
    good = Charge(("B", "C"), (("0808", "0809", "0810"), ("0809", "0810")))
    assert allowed(one, good)
    says(one.put("C", acted=True), good, "C has acted", "C")
    soldiers = battle(army("A", "0808"), army("D", "0809"), brave("B", "0810"))
    says(soldiers.with_(turn=1, state=TRAIL), Charge(("A", "D"), good.paths), "Only two Washington", "D")
    says(soldiers, Charge(("A", "D"), good.paths), "Only two Washington", "D")


def test_a_surrender_is_of_a_unit_of_ones_own_on_the_map() -> None:
    one = battle(army("A", "0808"), brave("B", "0811"), brave("C", ""), brave("D", "", gone="killed"), active=INDIAN)
    assert allowed(one, Surrender("B"))
    assert allowed(one.put("B", acted=True, pin=2), Surrender("B"))
    for name in ("A", "C", "D", "Nobody"):
        says(one, Surrender(name), "is not on the map", name)


def test_how_many_may_act() -> None:
    men = (army("A", "0808"), army("B", "0809"), army("C", ""), brave("D", "0815"), army("E", "", gone="killed"))
    one = battle(*men).with_(turn=1, half=1)
    for state, most in ((ALERTED, 1), (AMBUSHING, 2), (ENCAMPED, 2), (TRAIL, 2)):
        assert actions.most_actions(one.with_(state=state), ("A",)) == most
        assert actions.most_actions(one.with_(state=state, turn=2), ("A",)) == 1
        assert actions.most_actions(one.with_(state=state, half=2), ("A",)) == 2, "the Indian side's half-turn"
    trail = one.with_(state=TRAIL)
    assert actions.most_actions(trail.put("A", at="", gone="left", acted=True), ("B",)) == 2
    gone = battle(*men, active=INDIAN).put("D", acted=True)
    assert actions.most_actions(gone, ()) == 2


def test_until_it_is_unstacked_the_second_player_only_moves_out() -> None:
    men = (army("A", "0808"), army("B", "0808"), army("C", "0809"), brave("D", "0812"))
    one = battle(*men, active=INDIAN).with_(crowded=True, half=2)
    assert one.active == ARMY
    says(one, Fire("A", "D"), "First move units out", "A")
    says(one, Change("C", "mounted"), "First move units out of the overstacked hexes: 0808", "C")
    assert allowed(one, Go("A", ("0808", "0807")))
    assert allowed(one.with_(crowded=False), Fire("A", "D"))
    assert allowed(one.with_(first=ARMY, half=1), Fire("A", "D"))
    assert allowed(one.put("B", at="0807"), Fire("A", "D"))


def test_where_waiting_units_enter() -> None:
    one = battle(army("A", "", mode="mounted"), brave("D", "0815"))
    assert one.contact.attacker == ARMY
    edge = ground.edge("open-plains", ("west",))
    assert actions.entries(one, ARMY) == edge
    assert actions.entries(one.with_(turn=1), ARMY) == edge, "the alerted side meets all at once"
    for state in (ENCAMPED, TRAIL):
        assert actions.entries(one.with_(state=state, turn=1), ARMY) == ()
        assert actions.entries(one.with_(state=state, turn=2), ARMY) == edge
    near = tuple(at for at in edge if at in ground.near_stream("open-plains"))
    assert actions.entries(one.with_(state=AMBUSHING, turn=1), ARMY) == near
    assert near
    assert near != edge
    assert actions.entries(one.put("A", at="0808"), ARMY) == ()
    assert actions.entries(one.put("D", at=""), INDIAN) == ()
    says(one, Go("A", ("0205",)), "may not enter in 0205", "0205")
    start = actions.spent(one, one.units[0], (edge[3],))
    assert start == ground.entering("open-plains", edge[3], "cavalry", "mounted")


def test_a_move_costs_its_hexes_and_ends_where_enemies_are() -> None:
    one = battle(army("A", "0808"), brave("B", "0810"), army("C", "0707"))
    who = one.units[0]
    column = tuple(f"08{n:02}" for n in range(8, 3, -1))
    costs = [actions.spent(one, who, column[:n]) for n in range(1, 6)]
    steps = [ground.step("open-plains", a, b, "cavalry", "dismounted") for a, b in itertools.pairwise(column)]
    assert costs == [sum(steps[:n]) for n in range(5)]  # type: ignore[arg-type]
    assert costs[-1] == 4
    says(one, Go("A", (*column, "0803")), "would spend 5 MP and has 4", "0803")
    says(one, Go("A", ("0809", "0810")), "is in 0808, not in 0809", "0809")
    says(one, Go("A", ("0808", "0809", "0810", "0811")), "ends in a hex with enemies: 0810", "0810")
    assert allowed(one, Go("A", ("0808", "0809", "0810")))
    says(one, Go("A", ("0808",)), "stands in 0808 already", "0808")
    assert isinstance(actions.spent(one, who, column[:4], halved=True), Problem)
    assert actions.spent(one, who, column[:3], halved=True) == 2
    says(one, Go("A", ("0808", "0810")), "0810 is not next to 0808", "0810")


def test_leaving_the_map_costs_one_point_more_and_starts_at_its_side() -> None:
    one = battle(army("A", "0101"), army("C", "0205"), brave("B", "0815"), army("D", "0105"))
    assert actions.spent(one, one.units[0], ("0101",), leaves=True) == 1
    assert allowed(one, Go("A", ("0101",), True))
    says(one, Go("C", ("0205",), True), "cannot leave the map from 0205", "0205")
    met = one.put("B", at="0102")
    says(met, Go("A", ("0101", "0102"), True), "cannot leave the map from 0102", "0102")
    assert allowed(one.put("B", at="0101"), Go("A", ("0101",), True))


def test_refusals_of_a_shot_point_at_the_unit_or_its_target() -> None:
    one = battle(
        army("A", "0915"), army("D", "0920"), brave("B", "0918"), brave("C", ""), army("M", "0301", mode="mounted")
    )
    for name in ("D", "C", "Nobody"):
        says(one, Fire("A", name), f"{name} is not an enemy on the map", name)
    says(one.put("B", gone="broken", at=""), Fire("A", "B"), "B is not an enemy on the map", "B")
    says(one, Fire("M", "B"), "M (mounted) has no fire", "M")
    says(one.put("A", at=""), Fire("A", "B"), "has no fire", "A")
    says(one.put("B", at="0915"), Fire("A", "B"), "enemies in its own hex", "A")
    says(one.put("B", at="0920"), Fire("A", "B"), "nobody fires into that hex", "B")
    assert allowed(one.put("A", pin=1), Fire("A", "B"))
    says(one.put("A", pin=1), Fire("A", "B", ("0915", "0916")), "A is pinned (P1) and can only fire", "A")
    says(one, Fire("A", "B", ("0915", "0916", "0917", "0918")), "and has 2", "0918")
    assert allowed(one, Fire("A", "B", ("0915", "0916")))
    says(one.put("D", at="0916"), Fire("A", "B", ("0915", "0916")), "0916 is full: D", "0916")
    plan = actions.plan(one, ARMY, Fire("A", "B"))
    assert not isinstance(plan, Problem)
    assert plan.notes == ("range 3, strength 12",)
    plan = actions.plan(one, ARMY, Fire("A", "B", ("0915", "0916")))
    assert not isinstance(plan, Problem)
    assert plan.notes == ("range 3, strength 6",)


def test_indirect_fire_is_for_unseen_hexes_that_cavalry_sees() -> None:
    land = ground.sheet("rolling-hills")
    gun = "1010"
    unseen = next(
        at for at in sorted(land) if 3 < land.distance(gun, at) < 9 and not ground.sees("rolling-hills", gun, at)
    )
    near = next(at for at in land.neighbours(unseen) if land.terrain(at) != ground.ROCKS)
    seen = next(at for at in sorted(land) if at != gun and ground.sees("rolling-hills", gun, at))
    one = battle(army("G", gun, "howitzer", "unlimbered"), army("A", near), brave("B", unseen))
    one = one.with_(contact=Contact(**{**_fields(one.contact), "map": "rolling-hills"}))  # type: ignore[arg-type]
    assert allowed(one, Shell("G", unseen))
    assert actions.spotters(one, ARMY, unseen) == ["A"]
    says(one.put("G", mode="limbered"), Shell("G", unseen), "no indirect fire now", "G")
    says(one.put("G", at=""), Shell("G", unseen), "no indirect fire now", "G")
    says(one, Shell("A", unseen), "no indirect fire: only guns", "A")
    says(one.put("B", at=gun), Shell("G", unseen), "enemies in its own hex", "G")
    says(one, Shell("G", seen), "only for hexes on the map", seen)
    says(one, Shell("G", "9999"), "off the map", "9999")
    says(one.put("A", at=""), Shell("G", unseen), "No cavalry of yours", unseen)
    rocks = one.with_(units=(*one.units[:1], army("I", near, "infantry", "foot"), one.units[2]))
    says(rocks, Shell("G", unseen), "No cavalry of yours", unseen)


def test_who_can_change_its_mode() -> None:
    one = battle(army("A", "0808"), army("G", "0809", "howitzer", "unlimbered"), army("I", "0810", "infantry", "foot"))
    assert allowed(one, Change("A", "mounted"))
    assert allowed(one, Change("G", "limbered"))
    says(one, Change("I", "mounted"), "I is foot and cannot change to mounted", "I")
    says(one, Change("A", "dismounted"), "cannot change to dismounted", "A")
    says(one.put("A", at=""), Change("A", "mounted"), "beside the map", "A")
    says(one.put("A", at="0505"), Change("A", "mounted"), "cannot mount in rocked", "A")
    lodges = tuple(
        Fighter(f"L{n}", "lodge", INDIAN, "village", gone=how)
        for n, how in enumerate(("killed", "surrendered", "broken"))
    )
    for before, mounts in ((6, True), (7, False)):
        braves = battle(brave("B", "0808"), *lodges, active=INDIAN)
        braves = braves.with_(contact=Contact(**{**_fields(braves.contact), "lodges_lost": before}))  # type: ignore[arg-type]
        assert actions.lodges_lost(braves) == before + 2
        assert allowed(braves, Change("B", "mounted")) is mounts
        assert allowed(braves.put("B", mode="mounted"), Change("B", "dismounted"))


def test_how_many_may_end_in_a_hex() -> None:
    men = (brave("B", "0808"), brave("C", "0809"), brave("D", "0810"), brave("E", "0810"), brave("F", "0811"))
    one = battle(*men, army("A", "0815"), active=INDIAN)
    assert allowed(one, Go("B", ("0808", "0809", "0810")))
    full = one.put("F", at="0810")
    says(full, Go("B", ("0808", "0809", "0810")), "0810 is full: D, E, F", "0810")
    met = one.put("A", at="0810")
    pair = Charge(("B", "C"), (("0808", "0809", "0810"), ("0809", "0810")))
    says(met, pair, "0810 is full: D, E", "0810")
    assert allowed(met.put("E", at="0812"), pair)
    lodge = battle(Fighter("L", "lodge", INDIAN, "village", "0808"), army("A", "0809"), active=INDIAN)
    says(lodge, Go("L", ("0808", "0809")), "L may not start a melee", "0809")


def test_a_path_ends_at_the_first_hex_with_enemies() -> None:
    one = battle(army("A", "0808"), brave("B", "0810"))
    path = ("0808", "0809", "0810", "0811")
    assert turns.as_far_as_enemies(one, ARMY, path) == path[:3]
    assert turns.as_far_as_enemies(one.put("B", at="0815"), ARMY, path) == path
    assert turns.as_far_as_enemies(one.put("B", at="0808"), ARMY, path) == path
    assert turns.as_far_as_enemies(one.put("B", at="0809"), ARMY, path) == path[:2]


def ended(one: Battle) -> str:
    """Why a battle ends after this half-turn, "" if it goes on."""
    table = desk(one)
    turns._end_of_half(table)
    return next((event.outcome.why for event in table.events if hasattr(event, "outcome")), "")


def test_when_a_battle_ends() -> None:
    one = battle(army("A", "0808"), brave("B", "0815")).with_(half=2)
    assert ended(one.with_(offers=(ARMY,))) == ""
    assert "agree" in ended(one.with_(offers=(ARMY, INDIAN)))
    for quiet, over in ((8, False), (9, True), (10, True)):
        assert ("Ten game-turns" in ended(one.with_(quiet=quiet))) is over
        assert ended(one.with_(quiet=quiet, half=1)) == ""
        assert ended(one.with_(quiet=quiet, stirred=True)) == ""
    for turn, over in ((99, False), (100, True), (101, True)):
        assert ("hundred" in ended(one.with_(turn=turn))) is over
        assert ended(one.with_(turn=turn, half=1)) == ""
    assert "Army has no unit" in ended(one.put("A", gone="left", at=""))
    assert "Indian side has no unit" in ended(one.put("B", gone="left", at=""))


def test_whoever_has_nobody_on_the_map_has_lost_but_the_second_player_who_still_comes() -> None:
    one = battle(army("A", "0808"), brave("B", "")).with_(turn=1)
    for turn, half, at_end, found in (
        *((1, half, False, "") for half in (1, 2)),
        (1, 1, True, ""),
        (1, 2, True, INDIAN),
        (2, 1, False, INDIAN),
        (2, 2, True, INDIAN),
    ):
        assert turns.loser(one.with_(turn=turn, half=half), at_end) == found
    assert turns.loser(one.with_(first=INDIAN)) == INDIAN, "the First player must be there"
    assert turns.loser(one.put("B", gone="killed")) == INDIAN
    assert turns.loser(one.put("A", at="", gone="killed")) == ARMY


def test_a_half_turn_begins_with_nobody_having_acted_and_ones_own_offer_void() -> None:
    one = battle(army("A", "0808", acted=True), brave("B", "0815", acted=True)).with_(
        offers=(ARMY, INDIAN), attacked=ARMY
    )
    found = events.apply(one, PhaseBegan("T12.B1.G02.AR.H"))
    assert [who.acted for who in found.units] == [False, False]
    assert (found.offers, found.attacked) == ((INDIAN,), "")
    assert events.apply(one.with_(half=0), PhaseBegan("T12.B1.G02.AR.H")).offers == (ARMY, INDIAN)
    assert events.apply(one.with_(asked=(ARMY,)), PhaseBegan("T12.B1.G02.P")) == one.with_(asked=(ARMY,))


def test_each_pinned_unit_of_the_active_side_rolls_once() -> None:
    one = battle(army("A", "0808", pin=1), army("D", "0809", pin=2), army("E", "0810"), brave("B", "0815", pin=1))
    for die, left in ((3, (0, 0, 0, 1)), (4, (0, 2, 0, 1)), (5, (1, 2, 0, 1))):
        table = desk(one, die, die)
        turns._unpin(table, ARMY)
        assert tuple(who.pin for who in after(table).units) == left
        assert len([event for event in table.events if isinstance(event, events.PinRolled)]) == 2


def test_a_pin_grows_and_a_pinned_unit_is_shaken_by_a_second_hard_pin() -> None:
    for pin, result, left, tested in (
        *((pin, "-", pin, False) for pin in (0, 1, 2)),
        (0, "P1", 1, False),
        (1, "P1", 2, False),
        (2, "P1", 2, False),
        (0, "P2", 2, False),
        (1, "P2", 2, False),
        (2, "P2", 2, True),
        (0, "M", 2, True),
    ):
        table = desk(battle(army("A", "0918"), army("D", "0910", pin=pin), army("E", "0908"), brave("B", "0920")))
        play(combat.hit(table, "D", result))
        assert combat.now(table, "D").pin == left, (pin, result)
        assert any(isinstance(one, events.MoraleTested) for one in table.events) is tested


def test_whoever_fell_back_upon_friends_weakens_those_there() -> None:
    one = battle(army("A", "0915"), army("G", "0915", is_guest=True), brave("B", "0918"))
    assert combat.defence(one, one.units[0]) == 2
    assert combat.defence(one.put("G", is_guest=False), one.units[0]) == 4
    table = desk(battle(army("A", "0915"), army("G", "0915", is_guest=True), brave("B", "0915"), active=INDIAN), 3)
    play(combat.melee(table, INDIAN, "0915", (("B", 1),)))
    fought = next(event for event in table.events if isinstance(event, events.MeleeFought))
    assert fought.totals == (4, 2)


def test_with_the_ninth_lodge_all_riders_dismount() -> None:
    for before, mode in ((7, "mounted"), (8, "dismounted")):
        lodge = Fighter("L", "lodge", INDIAN, "village", "0808")
        one = battle(
            lodge,
            brave("B", "0815", "mounted"),
            army("A", "0301", mode="mounted"),
            brave("C", "", "mounted", gone="left"),
        )
        table = desk(one.with_(contact=Contact(**{**_fields(one.contact), "lodges_lost": before})))  # type: ignore[arg-type]
        combat.out(table, "L", "killed")
        assert combat.now(table, "B").mode == mode
        assert combat.now(table, "A").mode == "mounted"
        assert combat.now(table, "C").mode == "mounted"


def test_on_the_side_of_the_map_nobody_is_surrounded() -> None:
    ring = tuple(army(f"A{n}", at) for n, at in enumerate(ground.sheet("open-plains").neighbours("0105")))
    one = battle(*ring, brave("B", "0105"))
    assert not combat.is_surrounded(one, one.units[-1])


def test_a_unit_falls_back_where_fewest_friends_are_then_farthest_from_enemies() -> None:
    one = battle(brave("B", "0915"), brave("C", "0911"), army("A", "0918"))
    land = ground.sheet("open-plains")
    found = combat.refuges(one, one.units[0])
    assert found
    assert all(land.distance(at, "0911") == 3 for at in found)
    assert found == sorted(found, key=lambda at: (-land.distance(at, "0918"), at))
    held = one.with_(units=(*one.units, army("Z", found[0])))
    assert found[0] not in combat.refuges(held, held.units[0])
    assert combat.refuges(one.put("C", at="0915"), one.units[0]) == []
