"""After a restore: letters that the desk had read since the copy lie in its processed folder, and are read again."""

from datetime import datetime, timedelta

from pbem.desk.desk import Desk
from pbem.desk.record.adoption import is_waiting
from pbem.mail.address import find_address
from pbem.mail.ports import Cursor, Fetched, MailSource
from pbem.store.leases import DESK
from pbem.store.letters_in import Arrival

MARGIN = timedelta(days=1)
"""Letters from so long before the copy are looked at too: the clocks of servers differ, and what is known is passed over."""


async def bring_back(desk: Desk, processed: MailSource, made: datetime) -> int:
    """Store the letters of the processed folder that a copy from the moment `made` does not have; how many.

    They are read once the records of their game are back (`desk.record.adoption`).  Raises MailTrouble.
    """
    found, cursor = 0, Cursor()
    try:
        while fetched := await processed.fetch(cursor):
            cursor = Cursor(fetched[-1].uidvalidity, fetched[-1].uid)
            late = [one for one in fetched if one.arrived >= made - MARGIN]
            names = [_game_of(desk, one) for one in late]
            with desk.store.begin() as books:
                games = {name: name if books.games.exists(name) else DESK for name in set(names)}
                arrivals = [
                    Arrival(one.source, one.uidvalidity, one.uid, one.arrived, one.raw, games[name])
                    for one, name in zip(late, names, strict=True)
                ]
                found += books.letters_in.bring_back(arrivals)
    finally:
        await processed.close()
    with desk.store.begin() as books:
        if not any(is_waiting(game) for game in books.games.all()):
            books.letters_in.wake()
    return found


def _game_of(desk: Desk, one: Fetched) -> str:
    """The game that a letter's address names, "" if none is found; who reads the letter meets what is wrong with it."""
    try:
        return find_address(desk.reader.letter(one.raw), desk.house.host).game
    # Any bytes may lie in a mailbox, and one letter must not keep the others away.
    except Exception:
        return ""
