"""Players' requests to the desk: status, help, map, resend, more time, leave; and answers where no orders count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pbem import glossary, resources
from pbem.core.ask import Ask
from pbem.desk.desk import Desk, Title, known
from pbem.desk.games import certificates, ending, protests
from pbem.desk.games.draws import settle
from pbem.desk.games.invitations import reply_in
from pbem.desk.games.proposals import answer as proposed
from pbem.desk.games.proposals import propose_pace, propose_undo
from pbem.desk.games.succession import play_as
from pbem.desk.incoming.absence import commander_goes_away, go_away
from pbem.desk.incoming.confirming import ask_for, confirm, still_waits
from pbem.desk.incoming.letter_requests import LOOKS, Asked, LetterRequests, accepted_lines, order_lines, refused_block
from pbem.desk.incoming.preferences import PAGE, PLAY, SPOKEN, form_wished, wish
from pbem.desk.incoming.unread_text import LeftOut
from pbem.desk.orders import standing as dry_runs
from pbem.desk.orders.filing import numbered, phases_on_file
from pbem.desk.orders.merge import LineOnFile
from pbem.desk.orders.receipts import lines_of
from pbem.desk.orders.sharing import NOT_YOURS, whose
from pbem.desk.orders.standing import order_of
from pbem.desk.outgoing import attachments, current_page, letters, post
from pbem.desk.outgoing.post import Draft, can_go_again, send_again
from pbem.desk.people import phrases_for
from pbem.desk.play.answers import on_file
from pbem.desk.play.cache import record_in
from pbem.desk.play.play import PlayResult, asked_sides
from pbem.orders.commands import FOUR_DIGITS
from pbem.orders.lines import MOST_EXPLAINED, NO_WORDS, LinesRead
from pbem.orders.rehearsal import RehearsalResult
from pbem.orders.standing import StandingOrder
from pbem.reports import letters as letter_texts
from pbem.reports import receipts, subjects, times
from pbem.reports.aloud import heard
from pbem.reports.letter_style import translate
from pbem.reports.receipts import ReceiptUnread, unread_lines
from pbem.reports.report import WIDTH
from pbem.reports.spoken import place_in_words
from pbem.reports.wrap import ascii_text, carried, heading, wrap
from pbem.seal.lock import WITNESS
from pbem.store.database import Books
from pbem.store.letters_out import report_number
from pbem.store.tables import GameRow, LockRow, PlayerRow, SeatRow, SubmissionRow

MOST_RESENT = 12
PAIR = 2
MOST_OF_A_WORD = 40
WINNING = ("victory", "win", "winning", "how to win")
"""Words after ``help`` that ask how the game is won."""
"""Characters of the questions in a subject line."""


@dataclass(frozen=True)
class Request:
    """A letter that asks for something or says nothing: its wishes, its lines, what was cut, when it came, its number,
    and what the letter that it answers was as a report."""

    now: PlayResult
    wishes: LetterRequests
    read: LinesRead
    left: LeftOut
    arrived: datetime
    letter_id: int
    report: str = ""
    seat: SeatRow | None = None


def _shortened(asked: Sequence[str]) -> str:
    """``help, help charts, and 3 more``: as many whole words as a subject has room for."""
    text = asked[0][:MOST_OF_A_WORD].rstrip()
    for n, one in enumerate(asked[1:], 1):
        more = len(asked) - n
        if len(f"{text}, {one}, and {more} more") > MOST_OF_A_WORD:
            return f"{text}, and {more} more"
        text = f"{text}, {one}"
    return text


def answer(desk: Desk, books: Books, game: GameRow, player: PlayerRow, request: Request) -> Draft:
    """The answer to a letter without orders: what it asks for, or, where it asks for nothing, that nothing was read."""
    now, wishes, read = request.now, request.wishes, request.read
    if not wishes.asks and read.press and not read.lines:
        return _press_kept(books, game, now)
    if not wishes.asks and len(wishes.idle) == len(read.lines) > 0:
        text = "\n".join(paragraphs(IDLE[one]) for one in dict.fromkeys(wishes.idle))
        return Draft(
            "answer", "", subjects.answer(game.name, ", ".join(dict.fromkeys(wishes.idle))), text, now.phase.id
        )
    typed = "\n".join(one.text for one in read.lines)
    if not wishes.asks and (reply := reply_in(typed)) and reply in typed.lower():
        # Somebody who expected an invitation answers the welcome as if it were one.  `yes` and `no` may answer anything.
        subject = subjects.answer(game.name, reply)
        words = (
            "You are in this game already, so there is nothing to accept.  If you don't want to play, write   resign   "
            "or tell the GM."
        )
        return Draft("answer", "", subject, paragraphs(translate(words)), now.phase.id)
    if not wishes.asks:
        return _nothing_read(books, game, player, request)
    parts = [
        paragraphs(confirm(desk, books, game, player, asked.rest, request.report, request.seat))
        if asked.word == "confirm"
        else _one(desk, books, game, player, now, asked, request)
        for asked in wishes.asks
    ]
    if len(read.lines) == len(wishes.asks) + len(
        wishes.idle
    ):  # else there are orders beside the word, and it was right
        parts += [paragraphs(IDLE[one]) for one in dict.fromkeys(wishes.idle) if one != "key"]
    word = _shortened(list(dict.fromkeys(one.text for one in wishes.asks)))
    # A map gives the stacks letters again, and a reply to it may use them.
    stacks = _stacks(desk, game, player, now) if any(one.word == "map" for one in wishes.asks) else {}
    subject = subjects.answer(game.name, word)
    files = tuple(
        dict.fromkeys(
            file for asked in wishes.asks for file in _files(desk, books, game, player, now, asked, request.seat)
        )
    )
    if position := next((name for name, _ in files if name.endswith(attachments.BLOCK)), ""):
        words = "The file {file} has your phase as it is now: you can click its orders at once."
        parts.append(paragraphs(translate(words, file=position)))
    return Draft("answer", "", subject, "\n".join(parts), now.phase.id, stacks=stacks, attachments=files)


def _files(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, now: PlayResult, asked: Asked, seat: SeatRow | None
) -> tuple[tuple[str, bytes], ...]:
    """The files that were asked for; with an order page the phase that waits for the player's orders."""
    form = form_wished(desk, game, player, asked.rest)[0] if asked.word == "report" else ""
    if form in (PAGE, PLAY):
        return current_page.files(desk, books, game, player, now, form, seat.number if seat is not None else 0)
    if (asked.word, asked.rest) == ("send", "page"):
        made = attachments.kept_page(game.title)
        position = (
            current_page.files(desk, books, game, player, now, PLAY, seat.number if seat is not None else 0)
            if made
            else ()
        )
        return ((attachments.KEPT, made.encode("ascii")), *position) if made else ()
    if asked.word == "help" and letter_texts.is_about_proof(asked.rest):
        return checker()
    if asked.word == "calendar" or (asked.word, asked.rest) == ("send", "calendar"):
        return attachments.now(desk, books, game, player)
    return ()


def checker() -> tuple[tuple[str, bytes], ...]:
    """The checker as it is sent, in two files; as ``.py`` some providers would not let them through."""
    return (("pbem_verify.txt", resources.checker()), ("pbem_verify_more.txt", resources.more_checks()))


def locked(game: GameRow, row: LockRow, arrived: datetime) -> Draft:
    """The answer to orders that arrive while the dice of their phase are still to come: the orders on file are locked."""
    what = "the witness's word" if row.mode == WITNESS else "a round of the beacon"
    text = (
        f"Your letter of {times.stamp(arrived)} changes nothing in the game: the orders of {row.phase} have been "
        f"locked since {times.stamp(row.at)} (record {row.seq}), and their dice are waiting for {what}.  The next "
        f"report has the result; answer that one."
    )
    subject = f"[{game.name}] Not accepted: the orders of {row.phase} are locked"
    return Draft("refused", "", subject, "\n".join(wrap(text, WIDTH)) + "\n", row.phase)


def _stacks(desk: Desk, game: GameRow, player: PlayerRow, now: PlayResult) -> Mapping[str, tuple[str, ...]]:
    title = desk.title(game.title)
    return title.teller.stacks(title.system.view(now.state, player.side), player.side)


def added(draft: Draft, more: Draft) -> Draft:
    """A receipt together with the answers to the letter's other requests."""
    files = (*draft.attachments, *more.attachments)
    return replace(draft, text=f"{draft.text}\n{more.text}", stacks=more.stacks, attachments=files)


def _one(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, now: PlayResult, asked: Asked, request: Request
) -> str:
    letter_id, seat = request.letter_id, request.seat
    match asked.word:
        case "status":
            return _status(desk, books, game, player, now, is_chief=seat is None) + ending.of_status(
                desk, books, game, player
            )
        case "help":
            return _help(desk, game, player, now, asked.rest)
        case "map":
            return _map(desk, game, player, now, asked.rest)
        case "orders":
            return _orders(desk, books, game, player)
        case "resend":
            return _resend(books, game, player, asked.rest, seat)
        case "extend":
            return paragraphs(_extend(desk, books, game, player, asked.rest, letter_id))
        case "vacation" if seat is not None:
            return paragraphs(commander_goes_away(desk, books, game, player, seat, letter_id, asked.rest))
        case "vacation":
            return paragraphs(go_away(desk, books, game, player, letter_id, asked.rest))
        case "resign" | "address" | "leave":
            return paragraphs(ask_for(desk, books, game, player, letter_id, asked.word, asked.rest, seat))
        case "draw":
            return paragraphs(settle(desk, books, game, player, now.phase.id, letter_id, asked.rest))
        case "pace":
            return paragraphs(propose_pace(desk, books, game, player, now.phase.id, asked.rest))
        case "take back":
            return paragraphs(propose_undo(desk, books, game, player, now.phase.id, asked.rest))
        case "agree" | "disagree":
            agrees = asked.word == "agree"
            return paragraphs(proposed(desk, books, game, player, now.phase.id, asked.rest, agrees=agrees))
        case "certificate":
            return paragraphs(certificates.ask_for(desk, books, game, player, asked.rest))
        case "protest":
            return paragraphs(protests.protest(desk, books, game, player, asked.rest))
        case "insist":
            return paragraphs(protests.insist(desk, books, game, player, asked.rest))
        case "play as":
            return paragraphs(play_as(desk, books, game, player, seat, now.state, asked.rest))
        case "send":
            return paragraphs(_sent(desk, books, game, player, asked.rest))
        case "report":
            form, refusal = form_wished(desk, game, player, asked.rest)
            return paragraphs(wish(desk, seat or player, asked.word, form) if form else refusal)
        case "copies" if not books.seats.sharing(game, player.side):
            return paragraphs(translate("You are alone on your side: all receipts are yours.  Nothing was changed."))
        case "zone" | "language" | "calendar" | "copies":
            return paragraphs(wish(desk, seat or player, asked.word, asked.rest))
        case _:
            return paragraphs(IDLE[asked.word])


def _sent(desk: Desk, books: Books, game: GameRow, player: PlayerRow, what: str) -> str:
    """The remark with a file that was asked for."""
    if what == "calendar":
        return attachments.answer_request(desk, books, game, player)
    if not attachments.kept_page(game.title):
        return translate("Orders of this game cannot be clicked: write them as lines.")
    at = attachments.address(desk.house.pages, game.title)
    lies = "  " + translate("It is also at {address}.", address=at) if at else ""
    return (
        translate(
            "The file {file} is the page on which you click your orders.  Save it, open it in a browser, on a computer or a "
            "phone, and drop each report on it, or the file of the report that ends in orders.txt.  For that file in each "
            "report:   report play",
            file=attachments.KEPT,
        )
        + lies
    )


def _status(desk: Desk, books: Books, game: GameRow, player: PlayerRow, now: PlayResult, *, is_chief: bool) -> str:
    title = desk.title(game.title)
    row = books.phases.open(game)
    view = title.system.view(now.state, player.side)
    facts = title.teller.facts(view, [])
    filed = books.submissions.latest(game, player.side, now.phase.id)
    lines = on_file(books, filed).lines
    awaited = [one for one in books.players.of(game) if one.side in asked_sides(now.open)]
    last = books.letters_out.last_report(game.name, player.side)
    count = times.counted(len(lines), "line")
    you = f" ({translate('you' if is_chief else 'your chief')})"
    stands = ""
    if filed is not None and _holds_something(books, filed):
        stands = ", ".join(part for part in (f"{translate('submission')} {filed.n}", count, filed.ready) if part)
    return letter_texts.status(
        letter_texts.Status(
            title=facts.title,
            game=game.name,
            side=player.code,
            phase=title.teller.phase_title(now.phase.id)
            + (f" ({translate('held: the GM has been told')})" if game.state == "held" else ""),
            awaited=f" {translate('and')} ".join(
                f"{one.code} {one.name}{you * (one.side == player.side)}" for one in awaited
            )
            or translate("nobody"),
            written=desk.clock.now(),
            deadline=row.due if row is not None else None,
            on_file=stands,
            standing=len(books.standing.in_force(game, player.side)),
            points=facts.points,
            report=report_number(last),
        )
    )


def _help(desk: Desk, game: GameRow, player: PlayerRow, now: PlayResult, word: str) -> str:
    """A help page; that of orders, or of a phase, with orders of the player's own units that they may copy."""
    title = desk.title(game.title)
    card = title.system.card
    chart = title.teller.chart(title.system.view(now.state, player.side), player.side, word)
    if chart:
        return letter_texts.whole_page(chart)
    if word.lower().strip() in WINNING:
        winning = title.teller.winning(title.system.view(now.state, player.side), player.side)
        if winning:
            return letter_texts.whole_page(("HELP VICTORY", "", *winning))
    phases = [(one.letter, one.name) for one in card.phases]
    term = glossary.look_up(word)
    if term is not None and not letter_texts.has_page(word) and not title.teller.help(word.lower()):
        return "\n".join(carried([ascii_text(line) for line in glossary.page(term)])) + "\n"
    page = letter_texts.help_page(
        word,
        title=card.title,
        phases=phases,
        game=title.teller.help,
        pair=len(card.sides) == PAIR,
        a_place=_a_place(title, now, player.side),
        pages=_pages_of(title, now, player.side),
    )
    letter = now.phase.letter if letter_texts.is_about_orders(word) else title.dialect.phase_letter(word)
    if letter not in dict(phases):
        return page
    phase = replace(now.phase, letter=letter, name=dict(phases)[letter])
    examples = title.teller.examples(title.system.view(now.state, player.side), player.side, phase)
    if not examples:
        return page
    shown = "\n".join(f"  | {one}" for one in examples)
    title_line = heading(translate("FROM YOUR OWN UNITS"), translate("phase {letter}, as they are now", letter=letter))
    return f"{page}\n{title_line}\n{shown}\n"


def _pages_of(title: Title, now: PlayResult, side: str) -> tuple[str, ...]:
    """The help pages that this game has and others lack."""
    view = title.system.view(now.state, side)
    charts = [word for word in ("charts", "leaders") if title.teller.chart(view, side, word)]
    return (*(["victory"] if title.teller.winning(view, side) else []), *charts)


def _a_place(title: Title, now: PlayResult, side: str) -> str:
    """A place that a player of this side may write after ``map``."""
    if title.dialect.place == FOUR_DIGITS:
        return "3413 4"
    shown = title.teller.map(title.system.view(now.state, side), side, ())
    return shown.a_place(side)


def _map(desk: Desk, game: GameRow, player: PlayerRow, now: PlayResult, rest: str) -> str:
    title = desk.title(game.title)
    model = title.teller.map(title.system.view(now.state, player.side), player.side, known(now.events, player.side))
    words = rest.split()
    at = words[0] if words else ""
    radius = int(words[1]) if len(words) > 1 and words[1].isdigit() else 4
    if at and not model.has(at):
        return model.unknown(at[:20]) + "\n"
    if player.report == SPOKEN:
        where = at or model.a_place(player.side)
        elsewhere = [line for one in model.in_sentences(where, radius) for line in wrap(heard(one), WIDTH)]
        if sentences := place_in_words(model, where, radius) or elsewhere:
            return "\n".join(sentences) + "\n"
    return letter_texts.map_letter(model, at, radius)


def _orders(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> str:
    teller = desk.title(game.title).teller
    lines = [heading(translate("YOUR ORDERS ON FILE"))]
    lines_of_phase = numbered(books, game, player.side)
    for phase in phases_on_file(books, game, player.side):
        latest = books.submissions.latest(game, player.side, phase)
        assert latest is not None, "it is on file"
        stands = [line for one in lines_of_phase if one.phase == phase for line in _filed_lines(one.entry, one.number)]
        short = teller.short_name(phase)
        lines.append(f"{short}   ({translate('submission')} {latest.n}{', ' + latest.ready if latest.ready else ''})")
        lines += receipts.filed_lines(stands) or ["  " + translate("Nobody has an order.")]
    for row in books.standing.in_force(game, player.side):
        lines += wrap(row.text, WIDTH, first=f"  {translate('standing')} {row.number}  ", rest=" " * 12)
    return "\n".join(lines if len(lines) > 1 else [*lines, "  " + translate("Nothing is on file.")]) + "\n"


def _holds_something(books: Books, filed: SubmissionRow) -> bool:
    """True if a submission says anything: one of which all lines were refused only keeps their places."""
    found = on_file(books, filed)
    return bool(found.lines or found.ready)


def _filed_lines(entry: LineOnFile, place: int) -> Sequence[receipts.FiledLine]:
    return lines_of(entry, place) if entry.verdict == "accepted" else ()


def _resend(books: Books, game: GameRow, player: PlayerRow, rest: str, seat: SeatRow | None) -> str:
    first, _, last = rest.partition("-")
    if not first.strip().isdigit() or (last and not last.strip().isdigit()):
        return translate("Which report?  Write, say,   resend 37   or   resend 30-37") + "\n"
    low, high = int(first), int(last or first)
    reports = [row for row in books.letters_out.to_side(game.name, player.side) if row.kind == "report"]
    numbers_wanted = sorted({n for row in reports if can_go_again(row) and low <= (n := report_number(row)) <= high})
    some = set(numbers_wanted[:MOST_RESENT])
    wanted = send_again(books, player, (row for row in reports if report_number(row) in some), seat)
    if not wanted:
        newest = report_number(books.letters_out.last_report(game.name, player.side))
        words = "No report of yours has the numbers {n}; the newest is {newest}."
        if high == low:
            words = "No report of yours has number {n}; the newest is {newest}."
        return translate(words, n=rest.strip(), newest=newest) + "\n"
    numbers = ", ".join(str(report_number(row)) for row in wanted)
    words = "Sent to you again: reports {numbers}." if len(wanted) > 1 else "Sent to you again: report {numbers}."
    return translate(words, numbers=numbers) + "\n"


def paragraphs(text: str) -> str:
    """Wrap paragraphs; a line that stands apart stays as it is."""
    lines = [line for one in text.split("\n") for line in (wrap(one, WIDTH) if len(one) > WIDTH else [one])]
    return "\n".join(lines) + "\n"


def _extend(desk: Desk, books: Books, game: GameRow, player: PlayerRow, rest: str, letter_id: int) -> str:
    """Ask the GM for more time; nothing moves before they have ruled."""
    row = books.phases.open(game)
    if row is None or row.due is None:
        return translate("Nothing has a deadline just now, so there is nothing to extend.")
    if not rest:
        return translate(
            "How much more time?  Write, say,   extend 2 days: reason   or   extend 12 hours: reason .  We did not ask "
            "the GM, and the deadline is still {deadline}.",
            deadline=times.in_full(row.due),
        )
    number, unit, *reason = rest.split(maxsplit=2)
    hours = int(number) * (24 if unit.lower().startswith("day") else 1)
    phase = desk.title(game.title).teller.short_name(row.phase)
    why = ascii_text(" ".join(reason)) or "(no reason given)"
    asks = (
        f"{player.name} ({player.code}) asks for {hours} more hours for {phase}, which is due "
        f"{times.in_full(row.due)}.  Reason: {why}"
    )
    text = [
        *wrap(asks, WIDTH),
        "",
        "To grant it:",
        f"  pbem gm extend {game.name} {hours} --reason REASON",
        f"or answer this letter with   extend {hours}: REASON",
        "",
    ]
    head = subjects.time_asked(game.name, player.code, hours)
    post.to_gm(desk, books, game, Draft("extend", str(letter_id), head, "\n".join(text)))
    return translate(
        "We asked the GM for {hours} more hours.  Until the GM answers, the deadline is still {deadline}.",
        hours=hours,
        deadline=times.in_full(row.due),
    )


IDLE = {
    "amend": "Every letter amends, unless it says   replace : its orders replace those of the units that it names, and the "
    "others stay.  Write your orders below the word.  Nothing was changed.",
    "key": "Your key was read; there was nothing else in your mail.  Write your orders with it.  Nothing was changed.",
}
"""The answer to a command that does nothing alone."""


def _press_kept(books: Books, game: GameRow, now: PlayResult) -> Draft:
    kept = "Your press is kept.  What is for the other side goes out with the next report."
    if not phrases_for(books, game).is_pair:
        kept = "Your press is kept.  What is for the other players goes out with the next report."
    text = translate(kept) + "\n"
    return Draft("answer", "", subjects.answer(game.name, "press"), text, now.phase.id)


def words_alone(game: GameRow, now: PlayResult) -> Draft:
    """The answer to a letter that has words to one's own side, and nothing else."""
    text = translate("There was nothing else in your letter; your orders on file stay as they are.") + "\n"
    return Draft("answer", "", subjects.answer(game.name, "to"), text, now.phase.id)


def _nothing_read(books: Books, game: GameRow, player: PlayerRow, request: Request) -> Draft:
    now, read, left = request.now, request.read, request.left
    row = books.phases.open(game)
    filed = books.submissions.latest(game, player.side, now.phase.id)
    stands = (
        translate("Your orders (submission {number}) are still on file.", number=filed.n)
        if filed is not None and _holds_something(books, filed)
        else ""
    )
    waiting = books.questions.open(row, player.side) if row is not None else ()
    text = receipts.nothing_read(
        receipts.NothingRead(
            received=request.arrived,
            own_lines=(*(one.text for one in read.lines), *(one.text for one in read.cut if one.why == NO_WORDS)),
            quoted=left.quoted,
            doubtful=left.doubtful,
            deadline=row.due if row is not None and player.side in asked_sides(now.open) else None,
            on_file=stands,
            asks=tuple(record_in(one.ask, Ask) for one in waiting),
        )
    )
    if waits := still_waits(books, game, player, request.report, request.seat):
        text = f"{paragraphs(waits)}\n{text}"
    return Draft("nothing", "", subjects.nothing_read(game.name, is_asked=bool(waiting)), text, now.phase.id)


def _in_sequence(rehearsal: RehearsalResult) -> RehearsalResult:
    """The orders numbered as a receipt numbers them: the first is 1, whatever stands above it in the letter."""
    places = {one.number: n for n, one in enumerate(order_lines(rehearsal), 1)}
    lines = tuple(replace(one, number=places.get(one.number, one.number)) for one in rehearsal.lines)
    return replace(rehearsal, lines=lines)


def preview(game: GameRow, now: PlayResult, rehearsal: RehearsalResult, wishes: LetterRequests) -> Draft:
    """Preview the lines of a letter; nothing is stored, which is said first, and how to file them."""
    rehearsal = _in_sequence(rehearsal)
    lines = [heading(translate("PREVIEW"), translate("nothing of this is stored"))]
    first = _only_a_preview(rehearsal, wishes)
    lines += [*first, ""] if first else []
    orders = receipts.filed_lines(receipts.filed(accepted_lines(rehearsal)))
    lines += orders
    bad = [one for one in rehearsal.lines if one.verdict == "refused"]
    for one in bad[:MOST_EXPLAINED]:
        lines += [*([""] if lines[-1] else []), *refused_block(one)]
    if len(bad) > MOST_EXPLAINED:
        lines += ["", translate("{n} more lines would be refused.", n=f"{len(bad) - MOST_EXPLAINED:,}")]
    lines += [""] if rehearsal.standing and lines[-1] and len(lines) > 1 else []
    for order in rehearsal.standing:
        lines += wrap(order.text, WIDTH, first=f"  {translate('standing')}  ", rest=" " * 12)
    if not (orders or bad or rehearsal.standing):
        lines.append("  " + translate("It contains no orders.  Write your orders below the word   preview"))
    prose = ReceiptUnread(tuple(one.text for one in rehearsal.lines if one.verdict == "not an order"))
    if unread := unread_lines(prose):
        lines += ["", heading(translate("NOT READ AS ORDERS")), *unread]
    subject = subjects.answer(game.name, "preview")
    return Draft("answer", "", subject, "\n".join(lines) + "\n", now.phase.id)


def _only_a_preview(rehearsal: RehearsalResult, wishes: LetterRequests) -> list[str]:
    """The remark that the whole letter is a try, what of it is not carried out, and how to file it."""
    held = _held(wishes)
    if not (accepted_lines(rehearsal) or rehearsal.standing or held):
        return []
    text = translate(
        "Your letter has the word   preview   in it, so all of it was only a test, and your orders on file are unchanged."
    )
    if held:
        wording = translate("Not carried out, because a preview stores nothing: {commands}.", commands=", ".join(held))
        text += "  " + wording
    return wrap(f"{text}  {translate('To file it, send the letter again without that word.')}", WIDTH)


def _held(wishes: LetterRequests) -> list[str]:
    """The commands of a letter that would change something."""
    given = [wishes.ready, "replace" if wishes.is_whole else "", *(f"cancel {one}" for one in wishes.cancels_)]
    given += [
        f"withdraw {' '.join(wishes.withdraws)}".replace(" all", "") if wishes.withdraws else "",
        "move order" if wishes.moves else "",
    ]
    given += [f"sequence {wishes.sequence}" if wishes.sequence else ""]
    given += ["nonce" if wishes.nonce else "", " ".join(map(str, wishes.digits))]
    given += [one.text for one in wishes.asks if one.word not in LOOKS]
    return [one for one in given if one]


def dry_run(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    now: PlayResult,
    previewed: Draft,
    more: Sequence[StandingOrder],
) -> Draft:
    """A preview of the player's standing orders, including those in the letter."""
    title = desk.title(game.title)
    in_force = [order_of(row) for row in books.standing.in_force(game, player.side)]
    view = title.system.view(now.state, player.side)
    lines = dry_runs.dry_run(title, game.pace, view, player.side, dry_runs.numbered(in_force, more))
    text = "\n".join([previewed.text, *lines, ""]) if more else "\n".join([*lines, ""])
    return replace(previewed, subject=subjects.answer(game.name, "preview standing"), text=text)


def stale(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    now: PlayResult,
    arrived: datetime,
    late: datetime | None,
    answered: Draft | None = None,
    *,
    waits: bool = False,
    seat: SeatRow | None = None,
) -> Draft:
    """Orders under an old key: refused, and the newest report goes out again.

    With `late` they missed that deadline (E203); else they answer an old report (E202).  `answered` is
    the answer to what the letter asks besides; `waits`: it has standing orders for units among its lines; `seat` is the
    writer's on a shared side.
    """
    title = desk.title(game.title)
    newest = books.letters_out.last_report(game.name, player.side, unread=False)
    if late is not None:
        why = translate(
            "Your letter arrived on {arrived}, after the deadline of {deadline}: the orders on file then were carried "
            "out, and none of the orders in it were accepted.",
            arrived=times.in_short(arrived),
            deadline=times.in_short(late),
        )
    else:
        why = translate(
            "Your letter answers an old report, so none of its orders were accepted: the position has changed since."
        )
    lines = [
        *wrap(why, 72, first=f"{'E203' if late is not None else 'E202'}  ", rest="      "),
        "",
        f"  {translate('Now'):<8} {title.teller.phase_title(now.phase.id)}",
    ]
    standing, is_newest = letters.where_play_stands(desk, books, game, player, seat)
    if newest is not None and is_newest:
        lines += wrap(newest.subject, WIDTH, first=f"  {translate('Newest'):<8} ", rest="           ")
    sides: Sequence[str] = asked_sides(now.open)
    how = translate(
        "If they still fit, send the same lines again in reply to this letter or to the newest report: they will count."
    )
    if waits:
        how += "  " + translate(
            "That includes   when   lines, since they name units; only policies count in a reply to any report."
        )
    lines += ["", *wrap(how, WIDTH)]
    if player.side not in sides:
        lines += [translate("Nothing is needed from you at this moment.")]
    what = "Your orders came too late" if late is not None else "Your orders answer an older report"
    subject = f"[{game.name}] {translate(what)} - {translate('please look again')}"
    draft = Draft("stale", "", subject, "\n".join(lines) + "\n", now.phase.id)
    if answered is not None:
        draft = added(draft, answered)
    head = translate("The newest report again:" if is_newest else "The position now:")
    again = newest.text if is_newest and late is None and newest is not None else standing
    return replace(draft, text=f"{draft.text}\n{head}\n\n{again}\n")


def for_the_chief(game: GameRow, player: PlayerRow, phase: str) -> Draft:
    """The answer to a commander before the campaign begins, or while the program plays: only the chief may decide these."""
    text = "\n".join(wrap(f"{NOT_YOURS}  {whose(player)}", WIDTH)) + "\n"
    subject = f"[{game.name}] {translate('Nothing of your letter was carried out')}"
    return Draft("answer", "", subject, text, phase)


def game_is_over(books: Books, game: GameRow, player: PlayerRow) -> Draft:
    """The game has ended and takes no orders."""
    last = books.letters_out.last_report(game.name, player.side, unread=False)
    text = translate("The game is over; we accept no more orders.") + "\n"
    proof = (
        "To check the whole game without pbem, use the two files of this letter; pbem_verify.txt says how at its top."
    )
    text += paragraphs(translate(proof))
    if last is not None:
        text += f"\n{translate('Its last letter again:')}\n\n{last.text}"
    return Draft("answer", "", f"[{game.name}] {translate('The game is over')}", text, "end", attachments=checker())
