"""Stacking (6)."""

from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.state.ledger import phase_end_faults
from tests.systems.indian_wars.ground import counter, in_contact, small


def test_five_full_cavalry_companies_fill_a_hex() -> None:
    field = in_contact()
    assert stacking.points(field, "3310") == 25
    assert not stacking.is_over(field, "3310", "us")
    assert stacking.is_over(field, "3310", "us", (counter("C/3 holders", "3311"),))


def test_losses_count_and_leaders_do_not() -> None:
    field = small(counter("C/3 Cav", "0303", casualties=2), counter("Capt Mills", "0303"))
    assert stacking.points(field, "0303") == 2


def test_a_us_holder_counts_one_even_the_hqs_and_a_pony_holder_none() -> None:
    field = small(counter("HQ holders", "0303"), counter("C/3 holders", "0303"), counter("Crow King ponies", "0404"))
    assert (stacking.points(field, "0303"), stacking.points(field, "0404")) == (2, 0)


def test_a_pack_train_counts_six_less_its_losses() -> None:
    field = small(counter("Pack Train A", "0303", casualties=2))
    assert stacking.points(field, "0303") == 4


def test_four_pony_holders_stand_together_or_as_many_as_there_are_warriors() -> None:
    ponies = [counter(f"{name} ponies", "0303") for name in ("Crow King", "He Dog", "Low Dog", "Big Elk", "Red Bear")]
    assert not stacking.is_over(small(*ponies[:4]), "0303", "indian")
    assert stacking.is_over(small(*ponies), "0303", "indian")
    warriors = [counter(name, "0303") for name in ("Big Elk", "Red Bear", "Red on Top", "Scabby Face", "Black Shield")]
    assert not stacking.is_over(small(*ponies, *warriors), "0303", "indian")


def test_who_comes_without_ponies_is_not_kept_out_by_too_many_of_them() -> None:
    ponies = [counter(f"{name} ponies", "0303") for name in ("Crow King", "He Dog", "Low Dog", "Big Elk", "Red Bear")]
    warrior, holders = counter("Big Elk", "0304"), counter("Four Horns ponies", "0304")
    assert not stacking.is_over(small(*ponies), "0303", "indian", (warrior,))
    assert stacking.is_over(small(*ponies), "0303", "indian", (warrior, holders))


def test_pony_holders_left_behind_are_a_fault_only_when_they_could_have_gone_on() -> None:
    ponies = [counter(f"{name} ponies", "0303") for name in ("Crow King", "He Dog", "Low Dog", "Big Elk", "Red Bear")]
    field = small(*ponies, side="indian")
    for phase, side, faults in (("B", "indian", 0), ("C", "us", 0), ("C", "indian", 1)):
        field.phase, field.phasing = phase, side
        assert len(list(phase_end_faults(field))) == faults
    field.phase, field.phasing = "C", "indian"
    for one in ponies:
        field.put(one.but(stopped=True))
    assert list(phase_end_faults(field)) == []
