"""Which phase a line is for: `in F:` said in the movement phase is phase F of the same player turn, or of the next one."""

from collections.abc import Collection

from pbem.core.phase_id import PhaseId, parse_or_none, player_turn
from pbem.core.system import Card, Phase


def phase_for(card: Card, now: Phase[object], side: str, letter: str, played: Collection[str]) -> str:
    """The full id of the next phase with this letter that takes orders from `side`; the present one where it is that.

    `played` are the ids of phases that have begun.  A phase that does not fit the pattern (the set-up) stands alone.  Where
    chance decides which phase comes, one that has not been played this game turn may still come in it.
    """
    here = parse_or_none(now.id)
    if not letter or here is None:
        return now.id
    wanted = next((one for one in card.phases if one.letter == letter), None)
    if wanted is None:
        return now.id
    own = card.side(side).code
    code = card.other(side).code if wanted.orders == "other" else own
    letters = [one.letter for one in card.phases]
    this_turn = PhaseId(here.turn, code, letter, here.battle)
    if not card.in_sequence:
        is_past = this_turn != here and str(this_turn) in played
    elif code == here.side:
        is_past = letters.index(letter) < letters.index(now.letter)
    else:
        is_past = any(player_turn(one) == this_turn.player_turn for one in played)
    return str(this_turn.in_turn(int(is_past)))
