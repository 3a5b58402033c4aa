"""Certificates of silence: what was sent to a player, when, what the mail server answered, who was asked; signed, for all.

The GM certifies by ``gm silence``, a player by the line ``certificate``.
"""

from collections.abc import Sequence
from datetime import timedelta

from pbem.desk.desk import Desk, read_json
from pbem.desk.games.substitutes import asked_so_far
from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.mechanisms.words import counted
from pbem.reports import times
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.database import Books
from pbem.store.letters_out import InShort
from pbem.store.tables import GameRow, PlayerRow

CERTIFICATE = "certificate"
RETURNED = "it was returned to us"
"""The answer that a letter which came back has on file."""
EVERY = timedelta(days=1)
"""A player may have one made this often."""
WROTE_OF = ("report", "question", "reminder", "late", "welcome", "invitation")
"""The letters that ask a player for something."""
MOST = 20
"""Letters that a certificate lists."""
STATES = {
    "sent": "taken by the mail server",
    "maybe": "perhaps taken by the mail server",
    "failed": "not delivered",
    "later": "not yet taken by the mail server",
}


def ask_for(desk: Desk, books: Books, game: GameRow, player: PlayerRow, words: str) -> str:
    """Certify, at a player's word, the silence of another one; what they are told.

    Without a name it is the other side; of several the one that the game waits for.
    """
    others = [one for one in books.players.of(game) if one.side != player.side]
    named = [one for one in others if words.lower() in (one.side.lower(), one.code.lower(), one.name.lower())]
    if not words:
        row = books.phases.open(game)
        awaited = row.waiting_for.split(",") if row is not None else []
        named = others if len(others) == 1 else [one for one in others if one.side in awaited]
    if len(named) != 1:
        names = ", ".join(f"{one.code} ({one.name})" for one in others)
        how = "Whose silence?  Write   certificate CODE   with one of these: {names}.  Nothing was certified."
        return translate(how, names=names)
    other = named[0]
    if not other.address:
        return translate("The program plays {code}: it is never silent.  Nothing was certified.", code=other.code)
    now = desk.clock.now()
    made = [one for one in books.records.since(game, -1) if one.type == "gm.ruling" and one.at > now - EVERY]
    for one in made:
        body = read_json(one.body)["body"]
        if (body["what"], body.get("player"), body.get("by")) == (CERTIFICATE, other.code, player.code):
            when = times.stamp(one.at)
            return translate(
                "We certified that on {when} (record {record}), and we certify it once a day.",
                when=when,
                record=one.seq,
            )
    lines = certificate(desk, books, game, other)
    change = f"nothing; the silence of {other.code} is certified as below"
    body = {"player": other.code, "name": other.name, "by": player.code, "lines": list(lines)}
    reason = f"{player.code} asked for it"
    ruled = Ruled(CERTIFICATE, reason, change, f"the silence of {other.code}", body, asked_by=player.name)
    record = rule(desk, books, game, ruled, more=lines)
    return translate(
        "It is record {record} of the game, signed, and has been mailed to all players; its letter is on its way to you.",
        record=record,
    )


def certificate(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> tuple[str, ...]:
    """The facts about a player's silence, line by line: each from a stored letter, an answer of a mail server, or a record."""
    now = desk.clock.now()
    last = books.letters_in.last_from(game.name, player.side)
    since = last.arrived if last is not None else None
    lines = [f"{player.name} ({player.code}), as of {times.stamp(now)}:"]
    if since is None:
        lines.append("  last letter     none so far")
    else:
        lines.append(f"  last letter     {times.stamp(since)}, {counted((now - since).days, 'day')} ago")
    sent = [
        one
        for one in books.letters_out.in_short(game.name)
        if one.side == player.side and one.kind in WROTE_OF and (since is None or one.made > since)
    ]
    lines += _written(sent)
    if player.away_from is not None and player.away_to is not None:
        lines.append(
            f"  absence         announced from {times.stamp(player.away_from)} to {times.stamp(player.away_to)}"
        )
    else:
        lines.append("  absence         none announced")
    given = [one for one in books.gm_actions.all(game.name) if one.name in ("extend", "pause") and one.state == "done"]
    given = [one for one in given if since is None or one.at > since]
    lines += [f"  time given      {ascii_text(one.line)}, {times.stamp(one.at)}" for one in given] or [
        "  time given      none"
    ]
    lines += [f"  substitute      {one}" for one in asked_so_far(books, game, player)]
    returned = [one for one in sent if one.last_reply == RETURNED]
    if returned:
        lines.append(
            f"  bounced         {counted(len(returned), 'letter')} came back, the last of "
            f"{times.stamp(returned[-1].made)}: a "
            "dead address is not silence"
        )
    if player.address.lower() in books.addresses.stopped():
        lines.append("  note            letters to this address come back: a dead address is not silence")
    lines.append(f"  deadlines       {counted(player.late, 'deadline')} missed in this game")
    return tuple(part for line in lines for part in wrap(line, WIDTH, rest=" " * 18))


def _written(sent: Sequence[InShort]) -> list[str]:
    """A line for each letter that asked for something, the newest ones."""
    if not sent:
        return ["  asked           nothing since"]
    lines = []
    if len(sent) > MOST:
        lines.append(f"  asked           {len(sent) - MOST} letters earlier than these")
    for one in sent[-MOST:]:
        reply = f" ({' '.join(ascii_text(one.last_reply).split())[:60]})" if one.last_reply else ""
        when = times.stamp(one.sent or one.made)
        lines.append(f"  asked           {one.kind}, {when}: {STATES.get(one.state, 'waits to be sent')}{reply}")
    return lines
