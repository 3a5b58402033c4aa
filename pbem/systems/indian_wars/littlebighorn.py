"""The Battle of the Little Bighorn as a title of the series: its orders, and the rules that others have otherwise.

The title is not finished: `clauses-littlebighorn.toml` says which clauses of its book are played.
"""

from pbem.systems.indian_wars.littlebighorn_card import CARD, CLAUSE_INDEX, CLAUSES, PHASES
from pbem.systems.indian_wars.orders import standing_words
from pbem.systems.indian_wars.orders.littlebighorn_records import FreeGun
from pbem.systems.indian_wars.orders.verbs import country, fighting, guns, moving, special
from pbem.systems.indian_wars.rules import victory
from pbem.systems.indian_wars.rules.country import night
from pbem.systems.indian_wars.rules.fire import coulees, fire_modifiers, reaction_fire
from pbem.systems.indian_wars.rules.guns import crews as guns_at_end
from pbem.systems.indian_wars.rules.guns import gun_fire, handling
from pbem.systems.indian_wars.rules.melee import melee_modifiers
from pbem.systems.indian_wars.rules.morale import morale, rally
from pbem.systems.indian_wars.rules.movement import duties
from pbem.systems.indian_wars.rules.special import breastworks
from pbem.systems.indian_wars.rules.supply import pack_train
from pbem.systems.indian_wars.rules.turn import entry, setup
from pbem.systems.indian_wars.rules.village import alert, camps, herds, people
from pbem.systems.indian_wars.rules.village import camps as camps_of_circles
from pbem.systems.indian_wars.rules.village import camps as exits
from pbem.systems.indian_wars.rules.village import hunting as hunting_parties
from pbem.systems.indian_wars.state import herd_events, night_events, people_events
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY
from pbem.systems.indian_wars.title import POLICIES, Rules, Title

ORDERS = (
    country.SET_UP,
    *country.SECRET_ORDERS,
    *country.HUNTING_ORDERS,
    country.MOVE,
    country.CHANGE,
    moving.CRAWL,
    moving.RECOVER,
    moving.STAY,
    special.CHARGE,
    country.BUILD,
    special.LOAD,
    special.ABANDON,
    *guns.ORDERS,
    *country.CAMP_ORDERS,
    *country.ORDERS,
    moving.ROUT,
    moving.EXIT,
    moving.ENTER,
    guns.TRANSFER,
    fighting.RALLY,
    fighting.NO_RALLY,
    fighting.ATTACH,
    fighting.RESUPPLY,
    guns.FIRE,
    fighting.MELEE,
    fighting.ADVANCE,
    fighting.NO_ADVANCE,
    fighting.PURSUE,
    fighting.NO_PURSUIT,
    moving.PASS,
)
"""In the sequence in which lists of orders show them."""

RULES = Rules(
    fire_factors=(
        fire_modifiers.half_by_order,
        fire_modifiers.advance_fire,
        fire_modifiers.opportunity_fire,
        fire_modifiers.low_ammo,
        fire_modifiers.pinned,
        fire_modifiers.disrupted,
        fire_modifiers.long_range,
    ),
    fire_modifiers=(
        fire_modifiers.hex_density,
        fire_modifiers.target_mounted,
        fire_modifiers.light_woods,
        fire_modifiers.other_ground,
        coulees.fire_modifier,
        fire_modifiers.pinned_or_prone,
        fire_modifiers.breastworks,
    ),
    melee_modifiers=(
        melee_modifiers.hexside,
        melee_modifiers.uphill,
        coulees.melee_modifier,
        melee_modifiers.infantry_attack,
        melee_modifiers.attacker_leader,
        melee_modifiers.defender_leader,
        melee_modifiers.defender_down,
        melee_modifiers.defender_disrupted,
        melee_modifiers.attacker_disrupted,
        melee_modifiers.breastworks,
    ),
    morale_modifiers=(morale.mc_minus_1, morale.leader, morale.disrupted, morale.pinned, morale.routed),
    rally_modifiers=(rally.leader_stacked, rally.in_radius, rally.alone, rally.still_pinned),
    opportunity_fire=reaction_fire.opportunity_fire,
    retreat_fire=reaction_fire.retreat_fire,
    thrown_off=morale.is_us,
    scouts_run_like_indians=False,
    holders_replace_losses=False,
    hq_leads=False,
    mounts_in_rout=False,
    tended_in_camp=True,
    replacements_with=(INFANTRY, CAVALRY),
    fire_declared=(coulees.declare_crossfire,),
    duties=(duties.of_hq, duties.of_personnel, duties.of_wounded),
    phase_begins=(entry.begin, camps_of_circles.burn_out, people.flee_on, alert.hold_back),
    phase_ends=(
        camps_of_circles.clear_fires,
        night.clear,
        people.look_after_all,
        herds.look_after_all,
        morale.look,
        hunting_parties.look_round,
        hunting_parties.spot,
    ),
    turn_begins=(pack_train.take_abandoned, camps_of_circles.go_on),
    turn_ends=(breastworks.settle, night.burn_down, night.fall),
    game_ends=(guns_at_end.settle, people.settle, victory.settle),
    arrival_settles=(
        pack_train.rejoin,
        alert.look_out,
        alert.choose_circle,
        camps_of_circles.leave,
        people.plunder,
        herds.gather_by_entry,
        herds.capture,
        morale.after_a_step,
        hunting_parties.look_out,
    ),
    advance_settles=(victory.enter, herds.gather_by_entry, herds.capture),
    supplies=(camps_of_circles.supply,),
    keeps=(alert.keeps, alert.at_work),
    move_limits=(entry.part_way, alert.half_way, people.no_edge),
    fire_strikes=(people.fired_at,),
    melee_settles=(people.after_melee,),
    rout_settles=(people.look_after, herds.look_after),
    combat_settles=(people.look_after, herds.look_after, morale.after_combat),
    attack_offers=(herds.after_own_fire, people.reprisal),
    low_ammo_offers=(pack_train.offer,),
    pony_losses=(herds.stampede,),
    protections=(people.protects,),
    way_clears=(people.make_way,),
    pitches=(camps.pitch,),
    set_up_hexes=(camps.hexes_for,),
    set_up_follows=(camps.follow,),
    set_up_modes=(alert.modes_in,),
    set_up_ends=(alert.settle,),
    order_limits=(hunting_parties.only_moves,),
    rally_choices=(camps_of_circles.could_begin,),
    rally_ends=(morale.settle,),
    rally_begins=(camps_of_circles.begin, herds.gather_by_roll),
    other_fire=(gun_fire.could_fire,),
    crossings=(handling.cross,),
    melee_begins=(gun_fire.answer,),
    freed_first=(FreeGun,),
    step_begins=(setup.show,),
    exit_score=exits.score,
    exit_limits=(exits.bars,),
)

LITTLEBIGHORN = Title(
    card=CARD,
    clauses=CLAUSES,
    phases=PHASES,
    orders=ORDERS,
    reactions=(standing_words.STAND, standing_words.RETREAT, standing_words.RETREAT_TOWARD, standing_words.HOLD_FIRE),
    rules=RULES,
    files="littlebighorn",
    policies=tuple(one for one in POLICIES if one not in ("scatter", "pickup")),
    clause_index=CLAUSE_INDEX,
    commanders=("LTC Custer", "Sitting Bull"),
    commands=(
        ("BG Terry", "Col Gibbon", "Maj Brisbin", "Capt Freeman"),
        ("LTC Custer", "Maj Reno", "Maj Brisbin", "Capt Benteen", "Capt Keogh", "Capt Yates"),
        ("BG Crook", "LTC Royall", "Maj Evans", "Capt Van Vliet", "Capt Mills", "Capt Noyes", "Capt Henry"),
    ),
    leaders_of_hq={"7 Cav HQ": ("LTC Custer",), "7 Inf HQ": ("Col Gibbon", "BG Terry"), "Column HQ": ("BG Crook",)},
    own_charts=("artillery",),
    events=(
        people_events.APPLY,
        herd_events.APPLY,
        night_events.APPLY,
    ),
    follows="rosebud",
    scenarios_after=("rosebud-3a", "rosebud-3b"),
    sister="pbem.systems.indian_wars.rosebud:ROSEBUD",
)
