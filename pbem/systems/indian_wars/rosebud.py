"""The Battle of Rosebud Creek as a title of the series: its orders, and the rules that others have otherwise."""

from pbem.systems.indian_wars.orders import standing_words
from pbem.systems.indian_wars.orders.verbs import fighting, moving, special
from pbem.systems.indian_wars.rosebud_card import CARD, CLAUSE_INDEX, CLAUSES, PHASES
from pbem.systems.indian_wars.rules import victory
from pbem.systems.indian_wars.rules.fire import fire_modifiers, reaction_fire
from pbem.systems.indian_wars.rules.melee import melee_modifiers
from pbem.systems.indian_wars.rules.morale import morale, rally
from pbem.systems.indian_wars.rules.movement import duties, scatter
from pbem.systems.indian_wars.rules.special import breastworks, eagles_nest, horses, village
from pbem.systems.indian_wars.rules.supply import pack_train
from pbem.systems.indian_wars.title import Rules, Title

ORDERS = (
    moving.SET_UP,
    moving.MOVE,
    moving.CHANGE,
    moving.CRAWL,
    moving.RECOVER,
    moving.STAY,
    special.CHARGE,
    special.BUILD,
    special.LOAD,
    special.ABANDON,
    moving.ROUT,
    moving.EXIT,
    special.HIT_AND_RUN,
    moving.ENTER,
    special.TRANSFER,
    special.LOOK,
    fighting.RALLY,
    fighting.NO_RALLY,
    fighting.ATTACH,
    fighting.RESUPPLY,
    fighting.FIRE,
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
        fire_modifiers.up_a_cliff,
        fire_modifiers.long_range,
    ),
    fire_modifiers=(
        fire_modifiers.hex_density,
        fire_modifiers.target_mounted,
        fire_modifiers.light_woods,
        fire_modifiers.rocks,
        fire_modifiers.other_ground,
        fire_modifiers.cliff,
        fire_modifiers.pinned_or_prone,
        fire_modifiers.breastworks,
    ),
    melee_modifiers=(
        melee_modifiers.hexside,
        melee_modifiers.uphill,
        melee_modifiers.ground,
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
    thrown_off=morale.is_us_but_no_scout,
    duties=(eagles_nest.duty, duties.of_hq, duties.of_personnel, duties.of_wounded),
    phase_begins=(eagles_nest.look,),
    phase_ends=(horses.settle,),
    turn_begins=(pack_train.take_abandoned,),
    turn_ends=(breastworks.settle,),
    game_ends=(victory.settle, village.settle),
    arrival_settles=(victory.enter, pack_train.rejoin, eagles_nest.look_around),
    advance_settles=(victory.enter,),
    arrival_offers=(scatter.look,),
)

ROSEBUD = Title(
    card=CARD,
    clauses=CLAUSES,
    phases=PHASES,
    orders=ORDERS,
    reactions=(
        standing_words.STAND,
        standing_words.RETREAT,
        standing_words.RETREAT_TOWARD,
        standing_words.SCATTER,
        standing_words.HOLD_FIRE,
    ),
    rules=RULES,
    files="rosebud",
    clause_index=CLAUSE_INDEX,
    commanders=("BG Crook", "Crazy Horse"),
    indispensable=("BG Crook",),
    leaders_of_hq={"Column HQ": ("BG Crook",)},
)
