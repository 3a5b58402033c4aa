"""The catalogues: German is whole, each translation has the facts of its message, and nothing of the program is forgotten."""

import io
import re
import runpy
import subprocess
import sys
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from pbem.reports import catalogue
from pbem.reports.catalogue import shipped
from pbem.reports.letter_style import LetterStyle, translate, translate_plural, translated, writing
from pbem.reports.translated import of_a_page

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "locale"


def catalog(code: str) -> Catalog:
    with (LOCALE / code / catalogue.FILE).open("rb") as file:
        return read_po(file, locale=code)


def facts(words: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(words) if name}


def parts(one: object) -> tuple[str, ...]:
    return (one,) if isinstance(one, str) else tuple(map(str, one)) if isinstance(one, tuple | list) else ()


def messages(code: str) -> list[Message]:
    return [one for one in catalog(code) if one.id]


@pytest.mark.slow
def test_the_catalogues_hold_what_the_program_says() -> None:
    command = [sys.executable, str(ROOT / "packaging" / "messages" / "update.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_sentence_that_is_put_into_a_variable_first_is_found_too() -> None:
    source = b"""
from pbem.reports.letter_style import translate
AT_THE_END = "The game is over."
def answer(is_late, how):
    how = "You are late." if is_late else "You are early."
    many, one = "{n} letters came.", "{n} letter came."
    other = "No sentence of a letter."
    def within():
        return translate(one, n=1), other
    return translate(how), translate(many, n=2), translate(AT_THE_END)
def another(how):
    return translate(how)
"""
    extract = runpy.run_path(str(ROOT / "packaging" / "messages" / "extract.py"))["extract"]
    found = [words for _, _, words, _ in extract(io.BytesIO(source), (), (), {})]
    expected = ["You are late.", "You are early.", "{n} letters came.", "The game is over.", "{n} letter came."]
    assert found == expected


def test_german_is_whole() -> None:
    assert [one.id for one in messages("de") if one.fuzzy or not all(parts(one.string))] == []
    assert shipped("de").is_complete


def test_german_says_sie() -> None:
    familiar = re.compile(r"\b(?:du|dir|dich|dein(?:e[mnrs]?)?|[a-zäöü]+(?:nnst|usst|arfst|illst))\b", re.I)
    assert [one.string for one in messages("de") if any(familiar.search(part) for part in parts(one.string))] == []


@pytest.mark.parametrize("code", catalogue.codes())
def test_a_translation_has_the_places_of_its_message(code: str) -> None:
    wrong = []
    for one in messages(code):
        known = set().union(*(facts(said) for said in parts(one.id)))
        for said in parts(one.string):
            if said and not facts(said) <= known:
                wrong.append((one.id, said))
    assert wrong == []


@pytest.mark.parametrize("code", catalogue.codes())
def test_a_translation_leaves_out_no_figure(code: str) -> None:
    """A number or a name that a message has stands in its translation too; words of English grammar may fall away."""
    grammar = {"mounts", "costs", "who", "stand"}
    wrong = []
    for one in messages(code):
        if isinstance(one.id, str) and one.string and not facts(one.id) - grammar <= facts(str(one.string)):
            wrong.append((one.id, one.string))
    assert wrong == []


@pytest.mark.parametrize("code", catalogue.codes())
def test_a_translation_begins_and_ends_as_its_message_does(code: str) -> None:
    """Blanks at the ends join it to what stands beside it, and an order between three blanks is copied as it stands."""
    wrong = []
    for one in messages(code):
        for message, said in zip(parts(one.id), parts(one.string), strict=False):
            if said and (len(message) - len(message.lstrip()), len(message) - len(message.rstrip())) != (
                len(said) - len(said.lstrip()),
                len(said) - len(said.rstrip()),
            ):
                wrong.append((message, said))
    assert wrong == []


SENTENCES = {
    "A/3 Cav rallies from disruption: r1 1d6 = 4": "A/3 Cav sammelt sich (Unordnung): r1 1d6 = 4",
    "C/3 Cav (3413 D) fires at full strength at Crow King (3512 D)": (
        "C/3 Cav (3413 D) feuert mit voller Stärke auf Crow King (3512 D)"
    ),
    "Crow King and Lone Bull march 2018-1918: 1 MP": "Crow King und Lone Bull marschieren 2018-1918: 1 BP",
    "3 moves": "3 Bewegungen",
    "r2 2d6 = 3 + 6 = 9, Capt Henry (2 hexes) +2, routed -2 = 9": (
        "r2 2d6 = 3 + 6 = 9, Capt Henry (2 Felder) +2, auf der Flucht -2 = 9"
    ),
    "No unit is called across.": "Keine Einheit heißt across.",
    "T3 US Off. Fire": "Z3 US Angriffsfeuer",
}


@pytest.mark.parametrize("english", SENTENCES)
def test_what_a_game_says_is_recognised(english: str) -> None:
    with writing(LetterStyle("de")):
        assert translated(english) == SENTENCES[english]
    assert translated(english) == english


@pytest.mark.parametrize("words", ["Crow King", "A/3 Cav, He Dog", "3410-3510", "Nobody knows this sentence at all"])
def test_a_name_or_an_unknown_sentence_stays_as_it_is(words: str) -> None:
    with writing(LetterStyle("de")):
        assert translated(words) == words


@pytest.mark.parametrize(
    ("line", "german"),
    [
        ("  | A/2, B/2 and D/2 Cav move 3310-3410", "  | A/2, B/2 and D/2 Cav move 3310-3410"),
        (
            "| rally all                               as it is without orders",
            "| rally all                               wie ohne Befehl",
        ),
    ],
)
def test_an_order_is_never_translated(line: str, german: str) -> None:
    with writing(LetterStyle("de")):
        assert of_a_page(line) == german
        said = translated("Lone Bull is one of your own units.\nDid you mean   A/2, B/2 and D/2 Cav move 3310 ?")
    assert said == "Lone Bull ist eine eigene Einheit.\nMeinten Sie   A/2, B/2 and D/2 Cav move 3310 ?"


def test_there_are_no_half_sentences(tmp_path: Path) -> None:
    po = """msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n
msgid "{unit} is {condition}"\nmsgstr "{unit} est {condition}"\n
msgid "routed"\nmsgstr ""\n
msgid "pinned"\nmsgstr "cloué"\n"""
    french = catalogue.Catalogue("fr", po.encode())
    assert french.sentence("Crow King is pinned") == "Crow King est cloué"
    assert french.sentence("Crow King is routed") == "Crow King is routed"
    assert not french.is_complete


def test_numbers_agree() -> None:
    with writing(LetterStyle("de")):
        said = [
            translate_plural("{count} move; the log has each path.", "{count} moves; the log has each path.", n)
            for n in (1, 2)
        ]
    assert said == ["1 Bewegung; der Verlauf nennt jeden Weg.", "2 Bewegungen; der Verlauf nennt jeden Weg."]


def test_german_has_its_own_letters() -> None:
    with writing(LetterStyle("de")):
        said = translate("On file for {phase}:", phase="x")
        assert said == "Gespeichert für x:"
        assert translate("Orders received for {phase} ({lines})", phase="x", lines=1) == "Befehle erhalten für x (1)"
    letters = "".join("".join(parts(one.string)) for one in messages("de"))
    assert not re.search(r"\b(fuer|ueber|koennen|Wuerfel|zurueck|naechst\w*|erklaer\w*)\b", letters)
