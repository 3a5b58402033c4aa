"""What a plan chooses on a position, and when it stops play."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.plan import stops, ways
from pbem.systems.nezperce.battle.plan.choice import next_choice
from pbem.systems.nezperce.battle.plan.conditions import begun
from pbem.systems.nezperce.battle.plan.reading import PlanReader, prefixes
from pbem.systems.nezperce.battle.plan.records import BattlePlan, Mind
from pbem.systems.nezperce.battle.plan.running import after_all
from pbem.systems.nezperce.battle.state import Battle, Change, Charge, Fighter, Fire, Go, Shell
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from tests.systems.nezperce.test_battle import army, battle, brave


def planned(one: Battle, side: str, *lines: str) -> Battle:
    """The battle with a plan of these lines in force."""
    text = ["plan", *lines, "end plan"]
    orders = []
    for ahead, line in zip(prefixes(text), text, strict=True):
        read = PlanReader(one, side, BattlePlan(), pytest.fail).read(ahead + line)
        assert isinstance(read, tuple), read
        orders += read
    event = after_all(one, side, orders)
    assert event is not None
    return one.minding(Mind(side, event.plan, asked=True))


def chosen(one: Battle, side: str, *lines: str, spent: Sequence[int] = ()) -> object:
    """The order that a plan of these lines gives."""
    ready = planned(one, side, *lines)
    mind = ready.mind(side)
    choice, _ = next_choice(ready, mind, begun(ready, mind), spent)
    return choice.order if choice is not None else None


def near(at: str, n: int) -> str:
    """The open hex at this distance from another that has the least number."""
    land = ground.sheet("open-plains")
    return min(one for one in land if land.distance(one, at) == n and land.terrain(one) == "open")


AT = "1010"


def test_earlier_target_words_win_whatever_the_shot_is_worth() -> None:
    one = battle(
        army("Perry Cavalry 1", AT),
        brave("Ollokot 1", near(AT, 2)),
        Fighter("Lodge 1", "lodge", INDIAN, "village", near(AT, 1)),
    )
    assert chosen(one, ARMY, "all fire at lodges, any") == Fire("Perry Cavalry 1", "Lodge 1")
    assert chosen(one, ARMY, "all fire at any") == Fire("Perry Cavalry 1", "Ollokot 1")


def test_the_army_never_shoots_at_lodges_unless_it_says_so() -> None:
    one = battle(army("Perry Cavalry 1", AT), Fighter("Lodge 1", "lodge", INDIAN, "village", near(AT, 1)))
    assert chosen(one, ARMY, "all fire at any") is None


def test_ranges_and_chances_limit_shots() -> None:
    one = battle(army("Perry Cavalry 1", AT), brave("Ollokot 1", near(AT, 3)))
    assert chosen(one, ARMY, "all fire at any within 2") is None
    assert chosen(one, ARMY, "all fire at any within 3") == Fire("Perry Cavalry 1", "Ollokot 1")
    assert chosen(one, ARMY, "all fire at any chance 6") is None


def test_a_mounted_unit_dismounts_for_a_shot() -> None:
    one = battle(army("Perry Cavalry 1", AT, mode="mounted"), brave("Ollokot 1", near(AT, 2)))
    assert chosen(one, ARMY, "all fire at any") == Change("Perry Cavalry 1", "dismounted")


def test_skirmishing_comes_near_only_if_it_cannot_fire() -> None:
    far = near(AT, 9)
    order = chosen(battle(army("Perry Cavalry 1", AT), brave("Ollokot 1", far)), ARMY, "all skirmish at 3")
    land = ground.sheet("open-plains")
    assert isinstance(order, Go | Change)
    if isinstance(order, Go):
        assert land.distance(order.path[-1], far) < land.distance(AT, far)


def test_who_holds_is_not_used_below() -> None:
    one = battle(army("Perry Cavalry 1", AT), brave("Ollokot 1", near(AT, 2)))
    assert chosen(one, ARMY, "cavalry hold", "all fire at any") is None


def test_a_line_of_one_action_gives_way_to_the_next() -> None:
    one = battle(brave("Ollokot 1", AT), brave("Ollokot 2", AT), army("Perry Cavalry 1", near(AT, 2)), active=INDIAN)
    assert chosen(one, INDIAN, "braves fire at any, one", spent=(1,)) is None
    assert chosen(one, INDIAN, "braves fire at any, one", "Ollokot 2 fire at any", spent=(1,)) == Fire(
        "Ollokot 2", "Perry Cavalry 1"
    )


def test_a_charge_together_is_two_units_for_one_melee() -> None:
    at = near(AT, 1)
    one = battle(brave("Ollokot 1", AT), brave("Ollokot 2", AT), army("Perry Headquarters", at, "hq"), active=INDIAN)
    order = chosen(one, INDIAN, "braves charge any together at advantage 1")
    assert isinstance(order, Charge)
    assert order.units == ("Ollokot 1", "Ollokot 2")


def test_a_condition_lets_a_line_rest() -> None:
    one = battle(army("Perry Cavalry 1", AT), brave("Ollokot 1", near(AT, 2)))
    fire = Fire("Perry Cavalry 1", "Ollokot 1")
    assert chosen(one, ARMY, "if turn 9: all fire at any") is None
    assert chosen(one, ARMY, "if enemy within 2 of cavalry: all fire at any") == fire
    assert chosen(one, ARMY, "once not lost 1: all fire at any") == fire


def test_a_unit_does_not_go_back_to_where_it_was() -> None:
    trail = tuple(ground.sheet("open-plains").neighbours(AT))
    one = battle(army("Perry Infantry 1", AT, "infantry", "foot", trail=trail), brave("Ollokot 1", near(AT, 9)))
    order = chosen(one, ARMY, "infantry go 0110")
    assert isinstance(order, Go)
    assert order.path[-1] not in trail


# Indirect fire, and fire and move


def brave_behind_the_ridge() -> list[Fighter]:
    """A howitzer that does not see the braves, a company that does, and nobody near them."""
    name = "open-plains"
    land = ground.sheet(name)
    for gun in sorted(land):
        for aim in ground.within(name, gun, 8):
            if land.distance(gun, aim) < 6 or ground.sees(name, gun, aim) or land.terrain(aim) != "open":
                continue
            for spot in ground.within(name, aim, 4):
                if land.distance(spot, aim) > 2 and ground.sees(name, spot, aim) and land.terrain(spot) == "open":
                    return [
                        army("Howard Howitzer", gun, "howitzer", "unlimbered"),
                        army("Perry Cavalry 1", spot),
                        brave("Ollokot 1", aim),
                    ]
    raise AssertionError("no such place")


def test_a_gun_shells_what_it_does_not_see_and_cavalry_does() -> None:
    gun, spotter, target = brave_behind_the_ridge()
    shell = Shell("Howard Howitzer", target.at)
    assert chosen(battle(gun, spotter, target), ARMY, "guns fire at any") is None
    assert chosen(battle(gun, spotter, target), ARMY, "guns shell any") == shell
    assert chosen(battle(gun, spotter, target), ARMY, "guns shell lodges, any within 8") == shell
    assert chosen(battle(gun, spotter, target), ARMY, "guns shell any within 5") is None
    assert chosen(battle(gun, spotter, target), ARMY, f"guns shell {target.at}") == shell
    assert chosen(battle(gun, spotter, target), ARMY, f"guns shell {gun.at}") is None
    assert chosen(battle(gun, spotter.with_(at=""), target), ARMY, "guns shell any") is None, "nobody spots"
    limbered = gun.with_(mode="limbered")
    assert chosen(battle(limbered, spotter, target), ARMY, "guns shell any") == Change("Howard Howitzer", "unlimbered")
    assert chosen(battle(gun.with_(pin=1), spotter, target), ARMY, "guns shell any") == shell
    assert chosen(battle(limbered.with_(pin=1), spotter, target), ARMY, "guns shell any") is None


def test_no_shell_is_aimed_within_two_hexes_of_a_friend_unless_the_line_allows_it() -> None:
    gun, spotter, target = brave_behind_the_ridge()
    shell = Shell("Howard Howitzer", target.at)
    for far, clear in ((2, 1), (1, 0)):
        one = battle(gun, spotter, target, army("Perry Infantry 1", near(target.at, far), "infantry", "foot"))
        assert chosen(one, ARMY, "guns shell any") is None
        assert chosen(one, ARMY, f"guns shell any clear {far}") is None
        assert chosen(one, ARMY, f"guns shell any clear {clear}") == shell


def test_a_shell_spares_lodges_that_the_line_does_not_name() -> None:
    gun, spotter, target = brave_behind_the_ridge()
    one = battle(gun, spotter, target, Fighter("Lodge 1", "lodge", INDIAN, "village", target.at))
    assert chosen(one, ARMY, "guns shell any") is None
    assert chosen(one, ARMY, "guns shell any, lodges") == Shell("Howard Howitzer", target.at)


def test_a_shell_goes_where_it_does_the_most_harm() -> None:
    gun, spotter, target = brave_behind_the_ridge()
    more = [brave(f"Ollokot {n}", target.at) for n in (2, 3)]
    land = ground.sheet("open-plains")
    beside = next(
        one
        for one in land.neighbours(target.at)
        if not ground.sees("open-plains", gun.at, one)
        and ground.sees("open-plains", spotter.at, one)
        and land.distance(one, spotter.at) > 2
    )
    assert chosen(battle(gun, spotter, target, *more, brave("Joseph 1", beside)), ARMY, "guns shell any") == Shell(
        "Howard Howitzer", target.at
    )
    more = [one.with_(at=beside) for one in more]
    assert chosen(battle(gun, spotter, target, *more), ARMY, "guns shell any") == Shell("Howard Howitzer", beside)


def fired(one: Battle, side: str, *lines: str) -> Fire:
    """The shot that a plan chooses."""
    order = chosen(one, side, *lines)
    assert isinstance(order, Fire), order
    return order


def test_fire_and_move_goes_half_as_far_and_where_the_line_says() -> None:
    land, target = ground.sheet("open-plains"), near(AT, 3)
    one = battle(brave("Ollokot 1", AT), army("Perry Cavalry 1", target), active=INDIAN)
    back = fired(one, INDIAN, "braves fire at any, then back").path
    assert back[0] == AT
    assert land.distance(back[-1], target) > 3
    close = fired(one, INDIAN, "braves fire at any, then close at 1").path
    assert land.distance(close[-1], target) < 3
    to = near(AT, 9)
    go = fired(one, INDIAN, f"braves fire at any, then go {to}").path
    assert land.distance(go[-1], to) < 9
    assert all(0 < len(path) - 1 <= 3 for path in (back, close, go)), "half of 6 MP"
    west = fired(one, INDIAN, "braves fire at any, then leave west").path
    assert west[-1][:2] < AT[:2]
    hidden = chosen(one, INDIAN, "braves fire at any, then hide")
    assert isinstance(hidden, Fire)
    assert not hidden.path or not ground.sees("open-plains", target, hidden.path[-1])


def test_where_no_step_leads_there_the_whole_fire_serves() -> None:
    one = battle(brave("Ollokot 1", AT), army("Perry Cavalry 1", near(AT, 3)), active=INDIAN)
    assert fired(one, INDIAN, "braves fire at any, then close at 3").path == ()
    assert fired(one, INDIAN, f"braves fire at any, then go {AT}").path == ()
    pinned = battle(brave("Ollokot 1", AT).with_(pin=1), army("Perry Cavalry 1", near(AT, 3)), active=INDIAN)
    assert fired(pinned, INDIAN, "braves fire at any, then back").path == ()


def test_a_shot_before_a_move_has_half_the_strength_when_its_chance_is_judged() -> None:
    # 8 of strength less 3 gives M on a high die, half of it never.
    one = battle(army("Perry Cavalry 1", AT), brave("Ollokot 1", near(AT, 3)))
    assert fired(one, ARMY, "cavalry fire at any chance 1").path == ()
    assert chosen(one, ARMY, "cavalry fire at any chance 1, then back") is None


def test_a_charge_behind_a_shot_needs_its_advantage() -> None:
    at = near(AT, 1)
    one = battle(brave("Ollokot 1", AT), army("Perry Headquarters", at, "hq"), active=INDIAN)
    assert fired(one, INDIAN, "braves fire at any, then charge at advantage 1").path == (AT, at)
    assert fired(one, INDIAN, "braves fire at any, then charge at advantage 99").path == ()


def test_scores_read_doubtful_cells_as_the_game_does() -> None:
    # Among trees a die of 1 is 0; there the option reads P2 for P1 in the column of Army head 6, which is worth 1 more.
    land = ground.sheet("open-plains")
    trees = next(at for at in land if land.terrain(at) == "tree_stand" and land.neighbours(at))
    here = next(at for at in land.neighbours(trees) if land.terrain(at) == "open" and not land.edges(at, trees))
    found = {}
    for kind, mode in (("infantry", "foot"), ("cavalry", "dismounted"), ("scouts", "dismounted"), ("hq", "dismounted")):
        for target in (brave("Ollokot 1", trees), Fighter("Lodge 1", "lodge", INDIAN, "village", trees)):
            one = battle(army("Perry 1", here, kind, mode), target)
            other = one.with_(contact=replace(one.contact, options=("fire-pins",)))
            plain, optional = (ways.shot(each, *each.units) for each in (one, other))
            assert plain is not None
            assert optional is not None
            superiority = ground.values(one.units[0]).fire - ground.values(target).melee
            found[superiority] = optional.score - plain.score
    assert found == {superiority: int(superiority == 6) for superiority in found}
    assert 6 in found, "no unit reaches the column: choose others"


# Stops


def looked(one: Battle, side: str, *lines: str, acted: bool = True, **kept: object) -> list[str]:
    """Why a side is asked at the end of a half-turn."""
    ready = planned(one, side, *(lines or ("all fire at any",)))
    ready = ready.minding(ready.mind(side).with_(**kept))
    return [reason.text for reason in stops.check_stops(ready, side, acted, True).reasons]


def force(out: int) -> list[Fighter]:
    names = [f"Perry Cavalry {n}" for n in range(1, 7)]
    return [army(name, "" if n < out else AT, gone="killed" if n < out else "") for n, name in enumerate(names)]


def test_a_further_third_stops_play_and_halves_on_demand() -> None:
    enemy = brave("Ollokot 1", near(AT, 9))
    assert looked(battle(*force(1), enemy), ARMY) == []
    assert looked(battle(*force(2), enemy), ARMY) == ["2 of your 6 fighting units are lost: a further third"]
    assert looked(battle(*force(2), enemy), ARMY, thirds=1) == []
    assert looked(battle(*force(2), enemy), ARMY, "all fire at any", "stop at half") == []
    assert looked(battle(*force(3), enemy), ARMY, "all fire at any", "stop at half", "no stop at quarter") == [
        "3 of your 6 fighting units are lost: a further half"
    ]


def test_a_quarter_within_three_game_turns_stops_play() -> None:
    enemy = brave("Ollokot 1", near(AT, 9))
    one = battle(*force(2), enemy, turn=5)
    assert looked(one, ARMY, "all fire at any", "no stop at thirds", losses=((3, 0),)) == [
        "2 of your 6 fighting units were lost within 3 game turns"
    ]
    assert looked(one, ARMY, "all fire at any", "no stop at thirds", losses=((1, 0), (5, 2))) == []


def test_an_enemy_that_enters_stops_play_once() -> None:
    one = battle(*force(0), brave("Ollokot 1", near(AT, 9))).with_(entered=(INDIAN,))
    assert looked(one, ARMY) == ["The first Indian unit has entered the map"]
    assert looked(one, ARMY, told=("entry",)) == []
    assert looked(one, ARMY, "all fire at any", "no stop at entry") == []


def test_a_dry_plan_stops_play_until_it_acts_again() -> None:
    one = battle(*force(0), brave("Ollokot 1", near(AT, 9)))
    assert looked(one, ARMY, acted=False, dry=1) == []
    assert looked(one, ARMY, acted=False, dry=2) == ["Your plan gave no order in 3 half-turns, though units could act"]
    assert looked(one, ARMY, acted=False, dry=3, is_dry=True) == []


def test_own_stops_stop_play_once() -> None:
    one = battle(*force(0), brave("Ollokot 1", near(AT, 2)))
    lines = ("all fire at any", "stop when enemy within 3 of cavalry")
    assert looked(one, ARMY, *lines) == ["Your stop: enemy within 3 of cavalry"]
    assert looked(one, ARMY, *lines, stopped=(0,)) == []


def test_fifteen_game_turns_without_a_letter_and_nine_quiet_ones() -> None:
    one = battle(*force(0), brave("Ollokot 1", near(AT, 9)), turn=16, active=INDIAN).with_(half=2, first=INDIAN)
    assert looked(one, ARMY, letter_on=1) == ["15 game turns since your last letter"]
    assert looked(one, ARMY, "all fire at any", "stop every 20 turns", letter_on=1) == []
    assert looked(one.with_(quiet=8), ARMY, letter_on=9) == ["9 quiet game turns: after the next the battle ends"]


def test_who_orders_by_hand_is_not_stopped() -> None:
    one = battle(*force(4), brave("Ollokot 1", near(AT, 9)))
    assert stops.check_stops(one.minding(Mind(ARMY, by_hand=True, asked=True)), ARMY, True, True).reasons == ()
