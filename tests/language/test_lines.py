"""Lines that people wrote without knowing how the desk reads: none is misread, and no order is lost as chat."""

from pathlib import Path

import pytest

from tests.language.score import LINES, rows_of, score

FILES = sorted(LINES.glob("*.tsv"))
LONG = 5_000
"""Bytes of a set that takes longer than half a second to score."""
NEWEST = {f"unseen-{n}" for n in range(17, 23)}
"""Sets that CI reads, of those by strangers; `make soak` reads all."""
KNOWN = {
    "talk-1": {
        "t087": "if so they do, behind a question, is no order that is read",
    },
    "tuning-4": {
        "h043": "to await its horses is read as that the horses stay",
        "h116": "an initial before a name that may be another word is no name",
    },
    "tuning-5": {
        "k060": "two who are spoken of first and ordered something then are read as talk",
    },
    "tuning-7": {
        "w057": "north lies to the left on this map, where its writer takes it to lie upward",
        "w061": "north-west lies to the left on this map, where its writer takes it to lie upward",
        "w183": "a plan that is to run on as it is, behind let, is read as talk",
    },
    "tuning-8": {
        "v084": "chits in a cup of which one is down are read as a move",
        "v023": "a wish in the past tense is read as talk",
    },
    "tuning-10": {"A10191": "the Gatling is both, where its writer means one of them"},
    "tuning-11": {
        "B11182": "to work in and to trade shots are read as two orders",
    },
    "tuning-12": {
        "E12175": "a command is read as all who stand with its leader, which the line may mean too",
        "E12182": "a third of us who are gone, ahead of a wish, is read as talk",
    },
    "tuning-13": {
        "F13195": "hostiles are read as braves",
    },
    "tuning-14": {
        "H1092": "who is unchanged stays, which is the same in effect",
        "H1144": "inches without a verb are read as a move, where the writer means how far to fire",
    },
    "tuning-17": {
        "H4190": "to stop the film is read as talk",
        "H4168": "to hold the coat of somebody is read as that he stays",
        "H4003": "that no action is required, in a memo, is no order to stay",
        "H4024": "a leader who swings with all he has, behind a story in the terms of cricket, is read as talk",
        "H4099": "somebody who reports a company on the field is read as a report",
    },
    "tuning-18": {
        "H5123": "two against two with their odds, and no verb, are read as an attack",
        "H5081": "no, behind a company, is not to attack, and not an order to stay",
    },
    "tuning-21": {
        "k1151": "who stays with somebody joins them, which the line may mean too",
    },
    "tuning-22": {
        "n051": "south-east lies elsewhere on this map than where its writer takes it to lie",
        "n064": "west lies elsewhere on this map than where its writer takes it to lie",
    },
    "tuning-23": {
        "o140": "who advances behind an attack with a leader is read as both",
    },
    "tuning-24": {
        "q222": "the whole camp is read as the village, where its writer means all",
    },
    "tuning-25": {
        "r061": "mulars with thirst of bullets are read as talk",
        "r199": "a unit that is to be put on a railway is read as talk",
        "r215": "scouts in full or by their kind are the same",
        "r221": "families who are taken along are read as the village",
    },
    "tuning-26": {
        "s048": "mules that are to be a wall are read as talk",
        "s192": "one Gatling and the Gatlings of a plan are the same there",
    },
    "unseen-11": {
        "H6076": "a leader who is left out of it stays, which is the same in effect",
    },
    "unseen-12": {
        "H7100": "nobody, behind a wish, is read as talk",
        "H7066": "a request to a general who is not there is read as talk",
    },
    "unseen": {
        "g070": "nobody fights is read as everybody stays, the Major too, who fights nobody either",
        "g133": "a major's squadron is read as the companies with him, which the line may mean too",
        "g144": "HQ is kept as it was written, and not as the headquarters of somebody",
    },
    "unseen-3": {
        "q114": "a leader stays beside his company anyway: only the company is named",
        "q183": "by hand is read as talk behind a story",
    },
    "unseen-5": {
        "x047": "south-east lies elsewhere on this map than where its writer takes it to lie",
        "x124": "one movement behind the other is one half of the turn, where its writer means both halves",
        "x197": "the Gatling is both, where its writer means one of them",
    },
    "unseen-7": {
        "u131": "the number for a direction and its name are the same",
        "u199": "both howitzers are named, of which the writer means one",
    },
    "unseen-10": {
        "G10071": "nobody fights and everybody stays are the same in effect",
        "G10185": "HQ is kept as it was written, and not as the headquarters of somebody",
    },
    "unseen-8": {"C8190": "HQ is kept as it was written, and not as the headquarters of somebody"},
    "tuning-1": {
        "li087": "what somebody is to report is no order: the next letter tells it anyway",
    },
    "tuning-20": {
        "g2059": "the tents in a hex are its villagers, whom its writer names by the hex",
        "g2014": "who could have the horses brought is asked, without a verb that is known",
    },
    "unseen-13": {
        "h8219": "a move of two to one hex and a move each are the same",
    },
    "unseen-14": {
        "h9130": "into a wood is read as up to it",
        "h9199": "a guard for whom no distance is told keeps the four hexes that it has by default",
    },
    "unseen-15": {
        "k2039": "what those who are not to fire troubles, in words of its own, is no order: nobody fires anyway",
        "k2040": "whoever keeps his powder dry behind a question does not fire anyway",
        "k2058": "the north of this sheet is between two hexes, and one of them cannot be gone to",
        "k2069": "who stays out of it behind an attack is taken for who does not advance",
        "k2109": "who only looks on stays anyway",
        "k2165": "the rest of a stack stays anyway",
        "k2173": "outfits in a town are nobody whom it knows; they stay anyway",
        "k2218": "a move of two to one hex and a move each are the same",
    },
    "unseen-16": {
        "k3012": "a question that no order answers is talk",
        "k3055": "a white flag is no order of this game",
        "k3101": "three into one hex are too many, in words of its own",
        "k3113": "to steal a pony is no order of this game",
        "k3128": "the piece is nobody whom it knows",
        "k3145": "a runner to a fort is no order of this game",
        "k3152": "who goes with others in two letters leaves those whom he is with, and no more",
        "k3160": "a bridge is no order of this game",
    },
    "unseen-4": {
        "v4190": "two letters with a line between them are no name",
    },
    "unseen-17": {
        "p034": "what one would love somebody to have a shot at is read as talk",
        "p064": "to swing round to a direction with a digit for the preposition is read as talk",
        "p074": "that there is no combat anywhere, beside a remark, is read as talk",
        "p132": "col of march, which the writer means to describe, is read as a change of formation",
        "p152": "trenches and roofs, which no order builds, are read as talk",
        "p196": "the howitzer of a plan is named in full, which is the same in effect",
    },
    "unseen-18": {
        "t100": "a battery that is not there yet is read as talk",
        "t187": "howitzers of a plan are all of them, of which the writer means one",
        "t193": "Gatlings of a plan are all of them, of which the writer means one",
        "t198": "who stands in grass up to the saddle is read as who mounts",
    },
    "unseen-19": {
        "u8050": "an order for a coffee grinder is read as talk",
        "u8058": "a battalion commander who goes along is nobody that is known, and is left out",
        "u8096": "that Custer can wait, behind an excuse, is read as an order to stay",
        "u8105": "who can have the ground is not read: all who attack advance",
        "u8159": "a battalion of Kentucky is read as Price's Battalion, too",
    },
    "unseen-20": {
        "u9015": "back in the saddle is read as the way back to the horses",
        "u9016": "the hex of a company and the company that routed men run to are the same",
        "u9044": "an order for a coffee mill is read as talk",
        "u9192": "to stop the film is read as talk",
    },
    "unseen-21": {
        "va099": "a command that stays is the companies in its leader's hex, and not his whole column",
        "va132": "to a wood is to it, of which the writer wants to come near",
    },
    "unseen-22": {
        "vb138": "to a wood is to it, of which the writer wants to come near",
        "vb192": "Gatlings of a plan are all of them, of which the writer means one",
    },
}
"""Lines that are misread or lost as chat, by file and id, and why.  A line that is read comes off; no other comes on."""


RECENT = [path for path in FILES if not path.stem.startswith(("tuning", "unseen")) or path.stem in NEWEST]


@pytest.mark.parametrize(
    "path",
    [pytest.param(one, marks=(pytest.mark.slow,) if one.stat().st_size > LONG else (), id=one.stem) for one in RECENT],
)
def test_no_line_is_misread_or_lost_as_chat(path: Path) -> None:
    check(path)


@pytest.mark.series
@pytest.mark.parametrize("path", [pytest.param(one, id=one.stem) for one in FILES if one not in RECENT])
def test_no_line_of_an_older_set_is_misread(path: Path) -> None:
    check(path)


def check(path: Path) -> None:
    rows = rows_of(path)
    assert rows
    found = score(rows).of("misread", "chat accepted", "lost as chat")
    known = KNOWN.get(path.stem, {})
    assert [one for one in found if one.split()[0] not in known] == []
    assert known.keys() == {one.split()[0] for one in found}
