"""The title of Rosebud holds together: what the code cites is in its book, and its tables agree with each other."""

import re
from pathlib import Path

import pytest

import pbem
from pbem.casebook.coverage import read_index
from pbem.orders.syntax import OrderLine
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.orders import records
from pbem.systems.indian_wars.rosebud import ROSEBUD
from pbem.systems.indian_wars.title import named

PACKAGE = Path(pbem.__file__).parent
SERIES = PACKAGE / "systems" / "indian_wars"
CITING = re.compile(r"\.(?:rule|at)\(\s*(['\"])(?P<meaning>[a-zA-Z][^'\"\n]+ ?[^'\"\n]*)\1\s*\)")
MARKING = re.compile(r"@rule\(([^)]*)\)")
NUMBERS = re.compile(r"\((?:rule )?\d{1,2}(?:\.[A-Z][^)]*)?\)|\"\d{1,2}\.[A-Z](?:\.[^\"]*)?\"")
ITS_OWN = ("littlebighorn_card.py", "rosebud_card.py")
NOT_CITED = {"story.py"}
"""Where figures with a point are averages of dice."""


def meanings() -> set[str]:
    found: set[str] = set()
    for path in [*SERIES.rglob("*.py"), *(PACKAGE / "board").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        found |= {match["meaning"] for match in CITING.finditer(text) if " " in match["meaning"] or match[1]}
        for marked in MARKING.findall(text):
            found |= set(re.findall(r'"([^"]+)"', marked))
    return found


def test_every_rule_that_the_code_names_is_in_one_of_the_books() -> None:
    known = {one for one in meanings() if not re.fullmatch(r"\d{4}", one)}
    assert len(known) > 450
    assert {one for one in known if one not in ROSEBUD.clauses and one not in LITTLEBIGHORN.clauses} == set()


def test_every_clause_of_the_book_is_in_its_index_or_a_part_of_it() -> None:
    ids = {one.id.partition("-")[2] for one in read_index(ROSEBUD.casework.package, ROSEBUD.clause_index)}

    def is_known(number: str) -> bool:
        plain = re.sub(r"(?<=\d)([a-z])$", r".\1", number)
        return plain in ids or any(one.startswith((f"{plain}.", f"{plain}-")) for one in ids)

    loose = {meaning: number for meaning, number in ROSEBUD.clauses.items() if not is_known(number)}
    assert loose == {}


def test_no_rule_prints_a_number_of_the_book() -> None:
    """Outside docstrings and comments no clause is written out: another title has it elsewhere."""
    loose: list[str] = []
    for path in sorted(SERIES.rglob("*.py")):
        if path.name in ITS_OWN or path.name in NOT_CITED:
            continue
        text = re.sub(r'"""(?:.|\n)*?"""', "", path.read_text(encoding="utf-8"))
        for line in text.splitlines():
            code = line.partition("  # ")[0]
            if not code.lstrip().startswith("#") and '"' in code:
                loose += [f"{path.name}: {one}" for one in NUMBERS.findall(code) if "f(" not in one]
    assert [one for one in loose if re.search(r"\d\.[A-Z]", one)] == []


def test_every_procedure_that_a_phase_names_can_be_played() -> None:
    for phase in ROSEBUD.phases:
        assert callable(named(phase.play))


def test_every_order_record_has_its_verb_and_every_verb_its_clauses() -> None:
    orders = {one for one in vars(records).values() if isinstance(one, type) and issubclass(one, records.Order)}
    assert orders - {records.Order} == set(ROSEBUD.verbs)
    assert len(ROSEBUD.verbs_by_clause) == sum(len(one.clauses) for one in ROSEBUD.orders)
    assert all(set(one.phases) <= {phase.letter for phase in ROSEBUD.phases} for one in ROSEBUD.orders)


@pytest.mark.parametrize("letter", ["A", "C", "F"])
def test_a_transfer_is_an_order_of_the_movement_phase_alone(letter: str) -> None:
    """15.B: personnel hand points over in the Movement Phase; the tables once said the Rally Phase too."""
    line = ROSEBUD.dialect.parse("Pack Train Personnel A transfer 2 to C/9 Inf")
    assert isinstance(line, OrderLine)
    assert ROSEBUD.dialect.letters_of(line, letter) == ("C",)


def test_an_unknown_rule_says_where_to_name_it() -> None:
    with pytest.raises(KeyError, match="The Battle of Rosebud Creek has no rule called 'sorcery'"):
        ROSEBUD.at("sorcery")
