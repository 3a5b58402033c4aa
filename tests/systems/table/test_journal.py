"""A hundred lines as players write them in journals, mails and logs, written before the reader was tried on them.

Each is carried out as what it is (the verb), or refused with a line to copy (``!``), or is plainly words (``say``): nothing
that asks for dice, cards or the pen is taken for words.
"""

import pytest

from pbem.orders.rehearsal import ACCEPTED
from pbem.systems.table.table_line import TableLine
from tests.systems.table.laid import read

SHEET = """
title = "A war in the east"
turns = 10
sides.axis = { code = "AX", name = "Axis" }
sides.soviet = { code = "SU", name = "Soviet" }
dice = { combat = "2d6", supply = "1d10" }
values = { vp = 12, "rail points" = 4 }
units = { "48 PzK" = "full", Zhukov = "ready" }
deck.events = { cards = "E 1-40" }
deck."axis orders" = { owner = "axis", cards = "AO 1-20" }
[table.crt]
dice = "1d6"
columns = ["1:1", "2:1", "3:1"]
1 = ["AE", "AR", "EX"]
2-4 = ["AR", "EX", "DR"]
5-6 = ["EX", "DR", "DE"]
"""
HAND = {"axis": ("E7", "AO3")}

LINES = """
roll | roll 2d6: 48 PzK on Prokhorovka
roll | roll 2d6 for the assault on hill 252.2
roll | Roll 1d6: weather
roll | ROLL 1d10 +2: supply check, 11 Army
roll | roll d6: who drops the tea
roll | roll crt 3:1: 48 PzK and SS PzK on Prokhorovka
roll | roll crt 2:1 -1: across the river
roll | roll combat: GD div on Oboyan
roll | roll supply -1 for 6 Army
roll | - roll 2d6: first
roll | 1) roll 2d6: second
roll | please roll 2d6: third
roll | then roll 1d6: morale, if the first one fails
roll | roll 3d6 + 1: interdiction of Kharkov (bad weather)
roll secretly | roll secretly 1d6: partisans
roll secretly | roll secret 2d6 for the spy ring
order | order: Vatutin, Rokossovsky, Konev
pick | pick 1 of: north, centre, south
pick | pick two of A, B, C and D
coin | coin: who moves first
coin | coin for initiative
draw | draw 2 events
draw | draw events
draw | draw 1 from events
draw | draw a card from axis orders
draw | Draw 3 cards from the events deck
draw | draw two more events
draw | draw 2 orders
look | look 3 events
look | look at the top 2 cards of events
reshuffle | shuffle events
reshuffle | reshuffle axis orders
play | play E7: as an event
play | play AO3
play | Play E7 for operations
discard | discard AO3
remove | remove E7
reveal | reveal AO3: in the reserve
show | show E7 to Soviet
put | put AO3 on top
put | put E7 back on the bottom
return | return E7
plan | plan: I will hold the Mius line
plan | Plan: 3 RP on Kharkov
mark | mark 4: dummy
move | move: 48 PzK 1204-1205-1306
move | Move 11 PzD to Belgorod
move | move SS PzK from 1107 to 1209, 4 MP
set | set vp = 14
set | vp = 14
add | vp +2
add | rail points -1
counter | 48 PzK reduced
counter | Zhukov used
follow | follow each
protest | protest: the bridge at 1308 was blown last turn
over | over
over | over to soviet: any reaction?
over | Over to Soviet
done | done
done | Done.
say | Hi Ivan, sorry for the delay.
say | Well done on the last turn!
say | What a day for the infantry.
say | My brother in law was on that hill, you know.
say | I think we are through the worst of it.
say | See attached file for the set-up.
say | Weather stays clear, as the track says.
say | 48 PzK is my best unit, be warned.
say | Thanks for the game so far
say | (I had hoped for more.)
say | Best regards, Tom
say | P.S. Next week I am in Rome.
say | That was 3 steps lost for 2.
say | My Tigers are in the woods.
say | You have the worse of it in the south.
say | Is Sunday all right with you?
! | roll 2d6
! | roll: Prokhorovka
! | roll for weather
! | 2d6 on hill 252.2
! | I attack Prokhorovka with 2d6
! | Please give me 3d6 for the barrage
! | I roll 2d6 for the attack
! | rolls 2d6: Oboyan
! | rol 1d6: weather
! | roll crt: 48 PzK on Prokhorovka
! | roll crt 5:1: overrun
! | roll 1d1000: anything
! | draw 5 evnts
! | darw 2 events
! | I draw 2 events
! | We draw events
! | draw 2 soviet orders
! | draw 99 events
! | play E8
! | I play E7 as an event
! | discard E9
! | show E7 to Rumania
! | put E7 somewhere
! | open plan 9
! | plan
! | mark 4
! | set fog = 2
! | vp up
! | over to Rumania
! | I'm done
! | That's it, done.
! | ok, done for this turn
! | back
! | Back to you
! | over and out
! | shufle events
! | coin
! | order: Vatutin
! | follow me
""".strip().splitlines()


def test_there_are_a_hundred() -> None:
    assert len(LINES) >= 100


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_taken_as_typed_or_refused_and_never_for_words(line: str) -> None:
    wanted, _, words = line.partition(" | ")
    (found,) = read(SHEET, words, hands=HAND).lines
    if wanted == "!":
        assert found.verdict == "refused", found.orders
        assert found.problem is not None
        assert found.problem.suggest or found.problem.text
    else:
        assert found.verdict == ACCEPTED, found.problem
        (order,) = found.orders
        assert isinstance(order, TableLine)
        assert order.verb == wanted
