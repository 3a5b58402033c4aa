"""Set-up of Nez Perce battles: lines as players write them, and what the program places within the rules of the book."""

from dataclasses import replace

import pytest

from pbem.core.ask import ORDERS, Ask, Choice
from pbem.core.options import Options
from pbem.core.order import Problem
from pbem.orders.dialect import Placed, Reading
from pbem.orders.rehearsal import rehearse
from pbem.orders.standing import StandingOrder, answer
from pbem.orders.syntax import PolicyLine
from pbem.systems.nezperce.battle import combat, ground, places, setup, words
from pbem.systems.nezperce.battle import setup as steps
from pbem.systems.nezperce.battle.state import (
    ALERTED,
    AMBUSHING,
    ENCAMPED,
    TRAIL,
    Battle,
    EntrySide,
    Fighter,
    Lead,
    SetUp,
)
from pbem.systems.nezperce.battle.words import Words, write
from pbem.systems.nezperce.orders.dialect import DIALECT
from pbem.systems.nezperce.rules import contacts
from pbem.systems.nezperce.state.contact import ARMY, DECLARATION, INDIAN, SEARCH
from pbem.systems.nezperce.state.position import Campaign
from pbem.systems.nezperce.system import RULES
from tests.systems.nezperce.test_battle import army, battle, brave


def setting(cause: str, state: str, *names: str) -> Campaign:
    """A campaign with a battle whose first step of the set-up is due."""
    campaign = RULES.open("campaign-1877", Options())
    for one in (*campaign.of(ARMY), *campaign.of(INDIAN)):
        if not names or one.name in names:
            campaign.put(one.name, at="0811")
    mine = tuple(one.name for one in campaign.of(INDIAN) if not names or one.name in names)
    contact = contacts.contact(campaign, cause, "0811", mine)
    battle = Battle(contact, state, setup.first_player(contact, state), units=setup.fighters(contact, state))
    campaign.battle = battle.with_(steps=setup.steps(contact, state))
    return campaign


def read(text: str, campaign: Campaign, side: str) -> object:
    return Words().read(text, campaign, side)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Perry Cavalry 1 set up 0707 mounted", (SetUp("Perry Cavalry 1", "0707", "mounted"),)),
        ("perry cav 2: sets up at 0707", (SetUp("Perry Cavalry 2", "0707"),)),
        ("Howard Howitzer set up unlimbered", (SetUp("Howard Howitzer", "", "unlimbered"),)),
        ("Perry set up 0707 0708 0709", tuple(SetUp(f"Perry Cavalry {n}", f"070{n + 6}") for n in (1, 2, 3))),
        ("Perry + Howard lead", (Lead(("Perry", "Howard")),)),
        ("howard leads", (Lead(("Howard",)),)),
        ("entry side east", (EntrySide("east"),)),
        ("enter by the north side", (EntrySide("north"),)),
        ("come from the South", (EntrySide("south"),)),
    ],
)
def test_lines_of_a_set_up(text: str, orders: tuple[object, ...]) -> None:
    campaign = setting(SEARCH, AMBUSHING)
    assert read(text, campaign, ARMY) == orders
    for order in orders:
        assert read(write(order), campaign, ARMY) == (order,)  # type: ignore[arg-type]


def test_a_group_fills_the_hexes_that_it_is_given() -> None:
    campaign = setting(DECLARATION, ENCAMPED)
    camps = read("camps set up 1513 1713 1914 2112 2311", campaign, ARMY)
    assert isinstance(camps, tuple)
    assert [one.at for one in camps] == ["1513", "1713", "1914", "2112", "2311"]
    band = read("Ollokot set up 1212 1313 1414", campaign, INDIAN)
    assert isinstance(band, tuple)
    assert [one.at for one in band] == ["1212"] * 3 + ["1313"] * 3 + ["1414"] * 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Perry Cavalry 1 set up 0707 0708", "2 hexes for 1 units"),
        ("Perry Cavalry 9 set up 0707", "No unit in this battle is called"),
        ("Ollokot leads", "not one of your strategic units here"),
        ("Perry Cavalry 1 move 0707", "Orders of a set-up look like"),
    ],
)
def test_what_cannot_be_read_says_what_can(text: str, says: str) -> None:
    found = read(text, setting(SEARCH, AMBUSHING), ARMY)
    assert isinstance(found, Problem)
    assert says in found.text


def test_a_letter_of_a_set_up_is_rehearsed_line_by_line() -> None:
    campaign = setting(SEARCH, AMBUSHING)
    letter = "Perry + Whipple lead\nPerry Cavalry 1 set up 1206\nPerry Cavalry 2 set up 1206\nready"
    found = rehearse(RULES, DIALECT, campaign, ARMY, "J", letter)
    assert [one.verdict for one in found.lines][:3] == ["accepted", "accepted", "refused"]
    assert "1206 is full: Perry Cavalry 1" in str(found.lines[2].problem)


@pytest.mark.parametrize("cause", [SEARCH, DECLARATION])
def test_about_a_camp_units_are_spread_evenly(cause: str) -> None:
    battle = setting(cause, ENCAMPED).battle
    assert isinstance(battle, Battle)
    side = battle.contact.contacted
    done = setup.arranged(battle, side)
    land = ground.sheet(battle.contact.map)
    homes, others = places.homes(done), [one for one in done.on_map(side) if one.kind not in places.HOMES]
    assert not done.waiting(side)
    assert all(any(land.distance(one.at, home.at) == 1 for home in homes) for one in others)
    counts = [len(done.at(at, side)) for at in places.beside_homes(done)]
    assert max(counts) - min(counts) <= 1
    about = [sum(land.distance(one.at, home.at) == 1 for one in others) for home in homes]
    if side == ARMY:  # nine lodges side by side leave no room for it
        assert max(about) - min(about) <= 2


@pytest.mark.parametrize("cause", [SEARCH, DECLARATION])
def test_on_the_trail_every_unit_is_next_to_another(cause: str) -> None:
    battle = setting(cause, TRAIL).battle
    assert isinstance(battle, Battle)
    side = battle.contact.contacted
    done = setup.arranged(battle, side)
    land = ground.sheet(battle.contact.map)
    hexes = {one.at for one in done.on_map(side)}
    assert not done.waiting(side)
    assert hexes <= {*ground.by_stream(battle.contact.map)}
    assert all(any(land.distance(at, near) == 1 for near in hexes - {at}) for at in hexes)
    assert not done.overstacked(side)


def test_the_alerted_see_the_entry_side_and_nothing_else() -> None:
    campaign = setting(SEARCH, ALERTED)
    assert isinstance(campaign.battle, Battle)
    assert [letter for letter, _ in campaign.battle.steps] == ["I", "J", "J"]
    assert not campaign.battle.on_map()


# Policies


def standing(text: str) -> StandingOrder | Placed:
    line = DIALECT.parse(text)
    assert isinstance(line, PolicyLine)
    return DIALECT.standing(line, Reading(setting(SEARCH, ALERTED), ARMY))


def test_a_policy_with_an_unknown_word_says_which_there_are() -> None:
    found = standing("policy losses: bravest")
    assert isinstance(found, Placed)
    assert "weakest, strongest, pinned, mounted, braves" in found.problem.text


def test_policies_answer_questions_and_set_ups() -> None:
    campaign = setting(SEARCH, ALERTED)
    units = tuple(Choice(name, name) for name in ("Joseph 1", "Ollokot 1"))
    ask = Ask(INDIAN, combat.LOSSES, "K in 1809", choices=units, default="Joseph 1")
    for text, choice in (
        ("policy losses: strongest", "Ollokot 1"),
        ("policy losses: weakest", "Joseph 1"),
        ("policy losses: pinned, joseph 1", "Joseph 1"),
    ):
        order = standing(text)
        assert isinstance(order, StandingOrder)
        assert answer(ask, (order,), campaign, DIALECT) == (choice, 0)
    order = standing("policy set up: program")
    assert isinstance(order, StandingOrder)
    drafted = DIALECT.drafted(Ask(ARMY, ORDERS, "J"), (order,), campaign, ())
    assert drafted.is_complete
    assert not DIALECT.drafted(Ask(ARMY, ORDERS, "H"), (order,), campaign, ()).is_complete


@pytest.mark.parametrize(
    ("wish", "choice"), [("empty", "1909"), ("away", "2012"), ("cover", "1811"), ("friends", "1909"), ("1811", "1811")]
)
def test_words_of_falling_back(wish: str, choice: str) -> None:
    campaign = setting(SEARCH, ALERTED)
    battle = campaign.battle
    assert isinstance(battle, Battle)
    battle = battle.put("Perry Cavalry 1", at="1808").put("Ollokot 2", at="1909").put("Ollokot 3", at="1909")
    contact = type(battle.contact)(**{**_fields(battle.contact), "map": "open-plains"})
    hexes = ("1909", "1811", "2012")
    ask = Ask(INDIAN, combat.FALLBACK, "Ollokot 1 from 1810", choices=tuple(Choice(at, at) for at in hexes))
    assert combat.wished(wish, ask, battle.with_(contact=contact)) == choice


def _fields(one: object) -> dict[str, object]:
    return {name: getattr(one, name) for name in type(one).__dataclass_fields__}  # type: ignore[attr-defined]


def test_a_mode_for_all_is_for_those_who_have_it() -> None:
    campaign = setting(SEARCH, AMBUSHING, "Howard", "Rawn", "Ollokot")
    found = read("all set up dismounted", campaign, ARMY)
    assert found == (SetUp("Howard Headquarters", "", "dismounted"), SetUp("Howard Scouts", "", "dismounted"))
    assert isinstance(read("Rawn set up mounted", campaign, ARMY), Problem)


def test_a_set_up_line_is_for_ones_own_units() -> None:
    fight = setting("search", AMBUSHING, "Perry", "Howard", "Ollokot").battle
    for name in ("Ollokot 1", "Nobody 7"):
        found = steps.plan(fight, ARMY, "J", SetUp(name, "0808"))  # type: ignore[arg-type]
        assert isinstance(found, Problem)
        assert "not in this battle on your side" in found.text


def test_who_leads_is_said_once_for_half_of_the_units_and_before_any_is_placed() -> None:
    fight = setting("search", AMBUSHING, "Perry", "Howard", "Ollokot").battle
    assert fight is not None
    good = steps.plan(fight, ARMY, "J", Lead(("Perry",)))
    assert not isinstance(good, Problem)
    assert good.notes == ("the others wait beside the map",)
    for order, says in (
        (Lead(("Perry", "Howard")), "1 of your 2"),
        (Lead(("Ollokot",)), "not in this battle"),
        (EntrySide("nowhere"), "No stream"),
    ):
        found = steps.plan(fight, ARMY, "J", order)
        assert isinstance(found, Problem)
        assert says in found.text
    placed = fight.put(fight.waiting(ARMY)[0].name, at="0808")
    late = steps.plan(placed, ARMY, "J", Lead(("Perry",)))
    assert isinstance(late, Problem)
    assert "before you set up" in late.text


def test_the_program_places_a_column_about_the_sixth_hex_from_the_side_of_its_rear() -> None:
    fight = setting("search", AMBUSHING, "Perry", "Ollokot").battle
    assert fight is not None
    fight = fight.with_(entry=setup.usual_side(fight))
    placed = setup.arranged(fight, ARMY).on_map(ARMY)
    assert placed
    assert all(ground.line_from(fight.contact.map, one.at, fight.entry) == 6 for one in placed)


def test_of_hexes_as_even_that_one_is_best_whose_camp_has_fewest_about_it() -> None:
    camps = [Fighter(f"Camp {n}", "camp", ARMY, "camps", at) for n, at in enumerate(("1005", "0509", "1509", "2005"))]
    about = [army(f"A{n}", at) for n, at in enumerate(("1004", "1006", "0508"))]
    one = battle(*camps, *about, army("Z", "")).with_(state=ENCAMPED)
    one = one.with_(contact=replace(one.contact, attacker=INDIAN))
    land = ground.sheet("open-plains")
    z = one.unit("Z")
    assert z is not None
    found = places.open_beside(one, z)
    bare = [n for n, at in enumerate(found) if min(land.distance(at, camp) for camp in ("1509", "2005")) == 1]
    assert bare == list(range(len(bare)))
    assert bare
    assert not any(land.distance(at, "1005") == 1 for at in found), "three beside one camp and none beside others"


# Where a unit may be set up


def on_plains(
    state: str, *units: Fighter, contacted: str = INDIAN, entry: str = "west", lodges_lost: int = 0
) -> Battle:
    one = battle(*units).with_(state=state, entry=entry)
    attacker = ARMY if contacted == INDIAN else INDIAN
    return one.with_(contact=replace(one.contact, attacker=attacker, lodges_lost=lodges_lost))


def no_place(one: Battle, name: str, at: str) -> str:
    """Why a unit may not be set up in a hex, "" if it may."""
    who = one.unit(name)
    assert who is not None
    found = places.why_not_there(one, who, at)
    assert found is None or found.words in (at, name)
    return "" if found is None else found.text


def test_attackers_stand_by_their_side_or_three_hexes_away() -> None:
    units = (army("A", ""), army("C", "0210"), brave("B", "0810"))
    alerted = on_plains(ALERTED, *units)
    assert no_place(alerted, "A", "0110") == no_place(alerted, "A", "0205") == ""
    assert "not within 2 hexes of the west side" in no_place(alerted, "A", "0305")
    assert "0210 is full: C" in no_place(alerted, "A", "0210")
    assert "Enemies are in 0810" in no_place(alerted, "A", "0810")
    assert "no hex 9999" in no_place(alerted, "A", "9999")
    assert "set up in 0210 already" in no_place(alerted, "C", "0110")
    assert "cannot be in rocked" in no_place(alerted.put("A", mode="mounted"), "A", "0505")
    for state in (ENCAMPED, TRAIL):
        surprised = on_plains(state, *units).with_(lead=("perry",))
        assert no_place(surprised, "A", "0813") == ""
        assert "0812 is not 3 hexes from B" in no_place(surprised, "A", "0812")
        assert "does not lead" in no_place(surprised.with_(lead=("howard",)), "A", "0813")
    ambushed = on_plains(AMBUSHING, *units).with_(lead=("perry",))
    near = ground.near_stream("open-plains")
    far = next(at for at in sorted(ground.sheet("open-plains")) if at not in near)
    assert no_place(ambushed, "A", near[0]) == ""
    assert "not within 2 hexes of a stream" in no_place(ambushed, "A", far)


def test_the_contacted_stand_off_the_entry_side_and_homes_by_a_stream() -> None:
    lodge = Fighter("L", "lodge", INDIAN, "village")
    other = Fighter("M", "lodge", INDIAN, "village")
    wet = [at for at in ground.by_stream("open-plains") if ground.line_from("open-plains", at, "west") > 2]
    dry = [
        at
        for at in sorted(ground.sheet("open-plains"))
        if at not in ground.by_stream("open-plains") and ground.line_from("open-plains", at, "west") > 2
    ]
    one = on_plains(ALERTED, lodge, other.with_(at=wet[1]), brave("B", ""), *(brave(f"B{n}", dry[5]) for n in range(3)))
    assert no_place(one, "L", wet[0]) == ""
    assert "one to a hex" in no_place(one, "L", wet[1])
    assert "is not beside a stream" in no_place(one, "L", dry[0])
    assert no_place(one, "B", dry[0]) == ""
    assert f"{dry[5]} is full: B0, B1, B2" in no_place(one, "B", dry[5])
    assert no_place(one.put("B2", at=dry[6]), "B", dry[5]) == ""
    assert "within 2 hexes of the west side" in no_place(one, "B", "0205")
    assert no_place(one, "B", "0305") == ""
    ambush = one.with_(state=AMBUSHING)
    assert no_place(ambush, "L", dry[0]) == no_place(ambush, "B", "0205") == ""
    camp = on_plains(ENCAMPED, brave("B", ""))
    assert no_place(camp, "B", wet[0]) == ""
    assert "is not beside a stream" in no_place(camp, "B", dry[0])


def test_modes_in_which_units_begin() -> None:
    units = (army("A", ""), brave("B", ""), army("G", "", "howitzer", "limbered"), army("I", "", "infantry", "foot"))
    quiet = {"A": "dismounted", "B": "dismounted", "G": "unlimbered", "I": "foot"}
    moving = {"A": "mounted", "B": "mounted", "G": "limbered", "I": "foot"}
    for contacted in (ARMY, INDIAN):
        for state in (AMBUSHING, ALERTED, ENCAMPED, TRAIL):
            one = on_plains(state, *units, contacted=contacted)
            for who in units:
                q, m = quiet[who.name], moving[who.name]
                is_met = who.side == contacted
                usual = (m, q) if state == AMBUSHING and not is_met else (q, m)
                found = (q,) if is_met and state == ENCAMPED else (m,) if is_met and state == TRAIL else usual
                assert places.modes(one, who) == (("foot",) if q == m else found), (who, state)
    for lost, modes in ((8, ("dismounted", "mounted")), (9, ("dismounted",))):
        assert places.modes(on_plains(ALERTED, *units, lodges_lost=lost), units[1]) == modes
        assert places.modes(on_plains(ALERTED, *units, lodges_lost=lost), units[0]) == ("dismounted", "mounted")
    one = on_plains(ENCAMPED, *units)
    for name, mode, says in (
        ("I", "mounted", "is always on foot"),
        ("G", "mounted", "is limbered or unlimbered"),
        ("A", "limbered", "is mounted or dismounted"),
        ("B", "mounted", "begins this battle dismounted"),
    ):
        who = one.unit(name)
        assert who is not None
        found = places.why_no_mode(one, who, mode)
        assert found is not None
        assert says in found.text
        assert found.words == mode


def test_half_of_the_strategic_units_lead_rounded_up() -> None:
    forces = on_plains(AMBUSHING).contact.indian
    assert [places.half(forces[:n]) for n in range(6)] == [0, 1, 1, 2, 2, 3]
    one = on_plains(AMBUSHING)
    mine = one.contact.army
    assert places.leading(one) == tuple(who.id for who in mine[: places.half(mine)])
    assert places.leading(one.with_(state=ALERTED)) == tuple(who.id for who in mine)
    assert places.leading(one.with_(lead=("howard",))) == ("howard",)


def test_how_far_hexes_are_from_the_sides_of_the_map() -> None:
    lines = {edge: ground.line_from("open-plains", "0304", edge) for edge in ground.EDGES}
    assert lines == {"west": 3, "east": 26, "north": 4, "south": 17}
    assert ground.edges_of("open-plains", "0101") == ("north", "west")
    assert ground.edges_of("open-plains", "2820") == ("east", "south")
    assert ground.edges_of("open-plains", "0202") == ()


def test_what_a_step_costs() -> None:
    assert ground.step("open-plains", "0808", "0810", "cavalry", "mounted") is None
    assert ground.entering("open-plains", "0505", "cavalry", "mounted") is None
    assert ground.entering("open-plains", "0505", "howitzer", "unlimbered") is None
    assert ground.entering("open-plains", "0505", "cavalry", "dismounted") is not None
    assert ground.entering("open-plains", "0505", "infantry", "foot") is not None
    assert setup.middle("open-plains") == "1410"


def test_the_bank_goes_through_all_hexes_beside_streams() -> None:
    for name in ground.MAPS:
        found, land = setup.bank(name), ground.sheet(name)
        assert found[0] == min(found)
        assert len(set(found)) == len(found)
        assert {*found} <= {*ground.by_stream(name)}
        assert all(any(land.distance(at, one) == 1 for one in found[:n]) for n, at in enumerate(found) if n)


@pytest.mark.parametrize(
    "line",
    [
        "entry side south",
        "come in from the south",
        "we will enter from the southern side",
        "south",
        "by the south edge",
    ],
)
def test_a_side_of_the_map_in_many_words(line: str) -> None:
    found = words.SIDE.fullmatch(line)
    assert found is not None
    assert found["edge"] == "south"


@pytest.mark.parametrize(
    ("line", "verdict"),
    [("from the west", "accepted"), ("round by the northern hills", "refused"), ("Good luck!", "not an order")],
)
def test_a_line_about_a_side_is_never_chat_in_a_set_up(line: str, verdict: str) -> None:
    found = rehearse(RULES, DIALECT, setting(SEARCH, ALERTED), ARMY, "I", line).lines
    assert [one.verdict for one in found] == [verdict]
