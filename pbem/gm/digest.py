"""The daily digest: what needs the GM, what waits, what was done, in one letter of plain text."""

from datetime import timedelta

from pbem.campaign.desk import Desk
from pbem.gm.faults import fault_screen
from pbem.gm.log import deeds
from pbem.gm.queue import Queue, queue
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import heading, wrap

A_DAY = timedelta(hours=24)


def digest(desk: Desk, gm: str | None) -> list[str]:
    """The lines of a digest of one GM's games, by his address; of all games for None."""
    with desk.store.read() as books:
        names = {game.name for game in books.games.all() if gm is None or game.gm_address.lower() == gm.lower()}
        since = desk.clock.now() - A_DAY
        played = [
            (game.name, sum(row.at > since for row in books.records.since(game, -1)))
            for game in books.games.all()
            if game.name in names
        ]
    found = queue(desk)
    rows = [row for row in found.rows if row.game in names]
    urgent = sum(bool(row.mark) for row in rows)
    lines = [f"{urgent} of {len(rows)} games need you.   inbox {found.inbox}   outbox {found.outbox}", ""]
    lines += [heading("THE QUEUE"), *queue_lines(Queue(tuple(rows), 0, 0, 0))]
    faults = [one for one in fault_screen(desk).faults if not one.where or one.where.split()[0] in names or gm is None]
    if faults:
        lines += ["", heading("FAULTS", "pbem gm faults")]
        for one in faults:
            lines += wrap(f"F-{one.number}  {one.where}  {one.state}  {one.text}", WIDTH, first="  ", rest="      ")
    letters = [one for one in found.held if one[1] in names or (not one[1] and gm is None)]
    if letters:
        lines += ["", heading("HELD LETTERS", "trace NUMBER, release NUMBER: reason, drop NUMBER")]
        for number, game, sender, why in letters:
            lines += wrap(f"{number}  {game or '-'}  {sender or '-'}  {why}", WIDTH, first="  ", rest="      ")
    done = [one for one in deeds(desk) if one.game in names and one.at > since.strftime("%Y-%m-%dT%H:%M:%SZ")]
    if done:
        lines += ["", heading("DONE BY HAND", "in the last day")]
        for deed in done:
            lines += wrap(f"{deed.when}  {deed.by}  {deed.line}", WIDTH, first="  ", rest="      ")
    moved = [f"{name} {count}" for name, count in played if count]
    lines += ["", heading("MOVED", "records of the last day")]
    lines += wrap(", ".join(moved) or "nothing", WIDTH, first="  ", rest="  ")
    return lines


def queue_lines(found: Queue) -> list[str]:
    """The queue in plain text, two lines a game."""
    lines = []
    for row in found.rows:
        due = times.in_short(row.due) if row.due is not None else "-"
        lines += wrap(
            f"{row.mark or '  ':<2} {row.game}   for {row.for_}   {row.short}   due {due}   left {row.left}",
            WIDTH,
            first="  ",
            rest="      ",
        )
        more = "   ".join(part for part in (row.orders, row.note) if part not in ("", "-"))
        if more:
            lines += wrap(more, WIDTH, first="      ", rest="      ")
    return lines or ["  No games."]
