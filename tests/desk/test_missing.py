"""What a receipt says of units without orders, and of what must be decided."""

from pbem.desk.orders.remarks import units_without_orders
from tests.desk.table import Table
from tests.desk.words import SkirmishTeller


def test_receipt_names_the_units_without_orders_and_what_they_will_do(table: Table) -> None:
    game = table.open()
    text = table.say(game, "red", "Red One fire at Blue One").text
    assert "  W309 no orders: Red Two: it holds its fire\n" in text
    assert "Nothing else is needed." in text


def test_receipt_is_silent_about_units_once_all_have_orders(table: Table) -> None:
    game = table.open()
    text = table.say(game, "red", "Red One fire at Blue One\nRed Two fire at Blue One").text
    assert "W309" not in text


def test_who_passes_is_not_reminded_of_his_units(table: Table) -> None:
    game = table.open()
    assert "W309" not in table.say(game, "red", "pass").text


def test_receipt_names_the_phase_as_its_report_does(table: Table) -> None:
    game = table.open()
    text = table.say(game, "red", "Red One fire at Blue One").text
    assert text.startswith("Your orders for T1 RED phase A are on file (submission 1, 12 Mar 18:00 UTC).\n")


def test_as_many_names_as_one_line_holds_and_a_count_of_the_others() -> None:
    names = tuple(f"Company {n}" for n in range(10))
    said = units_without_orders(SkirmishTeller(), names, "they stay")
    assert said == "W309 no orders: Company 0, Company 1, Company 2, Company 3, Company 4 and 5 others: they stay"
    assert units_without_orders(SkirmishTeller(), (), "they stay") == ""
