"""Help pages: their lines fit a letter, their examples can be sent, and none speaks of hexes."""

import pytest

from pbem.core.order import Problem
from pbem.orders.rehearsal import rehearse
from pbem.reports.letters import help_page
from pbem.systems.miniatures import scenario_file
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.state.tabletop import opening
from pbem.systems.miniatures.system import RULES
from pbem.systems.miniatures.telling.teller import ALSO, PAGES, page


@pytest.mark.parametrize("word", sorted(PAGES))
def test_a_page_fits_a_letter(word: str) -> None:
    assert all(len(line) <= 78 for line in PAGES[word])
    assert not any("hex" in line.lower() for line in PAGES[word])


@pytest.mark.parametrize("line", [one[4:] for lines in PAGES.values() for one in lines if one.startswith("  | ")])
def test_an_example_is_read_as_it_stands(line: str) -> None:
    table = opening(scenario_file.scenario("creek-ford"))
    view = RULES.view(table, "american")
    if "when" in line or line.startswith("policy"):
        assert rehearse(RULES, DIALECT, view, "american", "A", line).standing
    else:
        assert not isinstance(DIALECT.read(line, view, "american"), Problem)


def test_other_words_lead_to_pages() -> None:
    assert set(ALSO.values()) <= set(PAGES)
    assert page("wheel")[0] == "HELP MOVE"
    assert page("cavalry of the moon") == ()


def test_help_orders_is_the_games_own_page() -> None:
    told = help_page("orders", title="Our Moccasins Trickled Blood", game=page)
    assert "inches east and north" in told
    assert "four digits" not in told
