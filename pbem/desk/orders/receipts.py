"""The answer to a letter with orders: a receipt, or an error reply with the refused lines and those on file.

This module chooses what a letter's answer says; its wording is in `reports.receipts` and ``templates/player-receipt.txt``.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbem.core.ask import ORDERS
from pbem.core.sequence import EVERYBODY, parse_or_none
from pbem.desk.desk import Desk, Title
from pbem.desk.games import succession
from pbem.desk.incoming.incoming import Incoming
from pbem.desk.incoming.letter_requests import refused_block
from pbem.desk.incoming.preferences import dressed_answer, writing_to
from pbem.desk.orders import orders_on_file
from pbem.desk.orders import unread as unclear
from pbem.desk.orders.letter_join import NOT_LEGAL, is_changed
from pbem.desk.orders.merge import LineOnFile, Merged
from pbem.desk.orders.orders_on_file import FiledChanges, upcoming_phase_name
from pbem.desk.orders.remarks import Missing, missing, open_questions
from pbem.desk.orders.sharing import told_of
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.people import game_waits, phrases_for
from pbem.desk.play.play import owes_orders
from pbem.language.spelling import listed
from pbem.orders.clauses import AS_THINGS_STAND
from pbem.orders.dialect import Verbatim
from pbem.orders.lines import MOST_EXPLAINED
from pbem.reports import receipts as receipt_texts
from pbem.reports import subjects, times
from pbem.reports.letter_style import translate, translated
from pbem.reports.report import WIDTH
from pbem.reports.teller import Teller
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow, SubmissionRow


def answer(desk: Desk, books: Books, game: GameRow, player: PlayerRow, filed: FiledChanges, arrived: datetime) -> Draft:
    """The answer to a letter that was filed, wholly or in part."""
    made = _answer(desk, books, game, player, filed, arrived)
    if filed.unclear and made.kind != "error":
        more = receipt_texts.unclear_lines(_unclear_blocks(filed), unclear.example([one for _, one in filed.unclear]))
        text = "\n".join([made.text.rstrip("\n"), "", *more, ""])
        made = replace(made, subject=subjects.unclear(game.name, len(filed.unclear)), text=text)
    if filed.seat is not None:
        others = told_of(books, game, player, filed.now.phase.id, filed.seat)
        made = replace(made, text="\n".join([made.text.rstrip("\n"), "", *wrap(others, WIDTH), ""]))
    lines = [one.text for one in _filed_lines(filed)] + [line for one in filed.refused for line in one.instead]
    return replace(made, html=dressed_answer(game.name, made.subject, made.text, lines, player.report))


def mail(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    letter: Incoming,
    address: str,
    named: Draft,
    alone: Draft,
) -> str:
    """Put the answer to a letter in the outbox, to the `address` that its writer had; its outbox key.

    Whoever has left by it gets it without an order key.

    A chief who asked for copies gets one of a commander's receipt, from the draft `alone`: without words to anybody.
    """
    if succession.is_gone(books, game, player, address):
        return post.to_address(desk, books, game, address, named)
    if letter.seat is not None and player.copies and alone.kind in ("receipt", "error"):
        with writing_to(desk, player):
            head = translate(
                "A copy of our answer to {name}.  To get no more copies:   copies off", name=letter.seat.name
            )
            subject = f"[{game.name}] {translate('Copy: our answer to {name}', name=letter.seat.name)}"
        text = "\n".join([*wrap(head, WIDTH), "", alone.text])
        copy = Draft("copy", f"{letter.label}.k", subject, text, alone.phase, f"0.k{letter.label}")
        post.to_player(desk, books, game, player, copy)
    return post.to_player(desk, books, game, player, named, seat=letter.seat_number).key


def _answer(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, filed: FiledChanges, arrived: datetime
) -> Draft:
    latest = books.submissions.latest(game, player.side, filed.now.phase.id)
    if filed.refused:
        return _error_reply(desk, books, game, player, filed, latest)
    if not filed.phases or _is_beside_the_orders(filed, player.side):
        return _acknowledged(desk, books, game, player, filed, latest, arrived)
    return _receipt(desk, books, game, player, filed, arrived)


def _unclear_blocks(filed: FiledChanges) -> tuple[tuple[str, ...], ...]:
    """The unclear lines that wait, as they were told when they came, and how many more are asked about later."""
    asked = filed.unclear[: unclear.MOST_ASKED]
    blocks = [refused_block(replace(unclear.verdict_of(one), number=place)) for place, one in asked]
    if more := len(filed.unclear) - len(asked):
        text = translate("{n} more of your lines are unclear.  We ask about them when you have answered these.", n=more)
        blocks.append(tuple(wrap(text, WIDTH)))
    return tuple(blocks)


def _is_beside_the_orders(filed: FiledChanges, side: str) -> bool:
    """True if a letter left the orders of a phase that is being played as they are: they are carried out already, in part."""
    has_more = filed.answered or filed.standing or filed.ended or filed.moved
    is_as_it_was = not filed.is_whole and not any(map(is_changed, filed.phases.values()))
    return bool(has_more) and is_as_it_was and not owes_orders(filed.now.open, side)


def _receipt(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, filed: FiledChanges, arrived: datetime
) -> Draft:
    """A receipt, for the present phase if the letter spoke of it, else for the first that it spoke of."""
    title, now = desk.title(game.title), filed.now.phase.id
    teller = title.teller
    first, *others = sorted(filed.phases, key=lambda phase: (phase != now, phase))
    is_later = first != now
    short = upcoming_phase_name(title, filed.now.state, player.side, first) if is_later else teller.short_name(first)
    row = books.phases.open(game)
    lines = _filed_lines(filed)
    open_ = missing(desk, books, game, player, filed.now, filed.seat) if not is_later else Missing()
    latest = books.submissions.latest(game, player.side, first)
    is_released = latest is not None and _is_released(game, latest)
    waits_for_others = _waits_for_others(books, game, player, filed)
    withdrawn = latest is not None and latest.state == "withdrawn"
    elsewhere = orders_on_file.in_receipt(desk, books, game, player.side, filed.phases, filed.now.state)
    also = [(phase, books.submissions.latest(game, player.side, phase)) for phase in others]
    text = receipt_texts.receipt(
        receipt_texts.Receipt(
            phase=_whole(title, filed, player.side, first),
            submission=latest.n if latest is not None else 0,
            received=arrived,
            lines=lines,
            change=(_change(filed) + _not_replaced(filed, elsewhere)).strip() if not withdrawn else "",
            unordered=_unordered(desk, game, filed, player.side) if not is_later else "",
            missing=(
                *open_questions(desk, books, game, player.side),
                *_unclear_waits(filed),
                *still_refused(filed),
                *open_.owed,
                *_not_legal_now(lines),
            ),
            warnings=(open_.silent,) if open_.silent else (),
            runs=row.due if row is not None and not is_released else None,
            when_ready=game.when_in == "ready",
            pair=phrases_for(books, game).is_pair and filed.seat is None,
            of_side=bool(filed.seat),
            at_once=is_released and not waits_for_others,
            ready_until=row.due if row is not None and is_released and waits_for_others else None,
            digest=latest.digest if latest is not None else "",
            record=latest.record_seq if latest is not None else 0,
            salt=latest.salt if latest is not None else "",
            standing=filed.standing,
            also=tuple(_opening(title, filed, player.side, phase, other) for phase, other in also if other is not None),
            is_later=is_later,
            before_it=teller.short_name(now) if is_later and _waits_for(books, game, player, filed) else "",
            withdrawn=withdrawn,
            unread=_unread(filed),
            elsewhere=elsewhere,
            stopped="held" if filed.holds else game.state if game.state in ("held", "paused") else "",
        )
    )
    count, doubtful = sum(1 for one in lines if one.text), len(_doubtful(lines))
    draft = Draft(
        kind="receipt",
        label=filed.label,
        subject=subjects.withdrawn(game.name, short)
        if withdrawn
        else subjects.receipt(game.name, short, count, doubtful),
        text=text,
        phase=now,
        report=f"{filed.last_seen}.r{filed.label}",
        seq=filed.last_seen,
    )
    return _with_more(teller, draft, filed)


def _doubtful(lines: Sequence[receipt_texts.FiledLine]) -> list[int]:
    """The numbers of the lines that could not be carried out as things stand."""
    begin = (AS_THINGS_STAND, NOT_LEGAL, translated(AS_THINGS_STAND), translated(NOT_LEGAL))
    return [one.number for one in lines if any(remark.startswith(begin) for remark in one.remarks)]


def _not_legal_now(lines: Sequence[receipt_texts.FiledLine]) -> tuple[str, ...]:
    """``Lines 1 and 3 are not legal now: ...``, under what is still to be decided."""
    numbers = [str(one) for one in _doubtful(lines) if one]
    if not numbers:
        return ()
    one, many = (
        "Line {lines} is not legal now (the reason is below it); it is left out unless that changes.",
        "Lines {lines} are not legal now (the reason is below each); they are left out unless that changes.",
    )
    return (translate(one if len(numbers) == 1 else many, lines=listed(numbers)),)


def _unordered(desk: Desk, game: GameRow, filed: FiledChanges, side: str) -> str:
    """The default of the present phase if a side orders nothing."""
    title, now = desk.title(game.title), filed.now
    return translated(title.teller.silent(title.system.view(now.state, side), side, now.phase).rstrip("."))


def _waits_for(books: Books, game: GameRow, player: PlayerRow, filed: FiledChanges) -> bool:
    """True if the present phase waits for a word of the player."""
    latest = books.submissions.latest(game, player.side, filed.now.phase.id)
    is_ready = latest is not None and latest.state == "filed" and latest.ready in ("ready", "pass")
    return owes_orders(filed.now.open, player.side) and not is_ready


def _waits_for_others(books: Books, game: GameRow, player: PlayerRow, filed: FiledChanges) -> bool:
    """True if the present phase waits for a side other than the player's: for an answer, or for orders that are not ready."""
    for one in filed.now.open:
        if one.side == player.side or one.quiet:
            continue
        latest = books.submissions.latest(game, one.side, filed.now.phase.id)
        if one.kind != ORDERS or latest is None or latest.state != "filed" or not _is_released(game, latest):
            return True
    return False


def _is_released(game: GameRow, latest: SubmissionRow) -> bool:
    """True if orders on file wait for no further word of those who gave them."""
    return latest.ready in ("ready", "pass") or (game.when_in == "at once" and latest.ready != "wait")


def _unclear_waits(filed: FiledChanges) -> tuple[str, ...]:
    """A sentence on the unclear lines that stand below the receipt; none if none do."""
    if not filed.unclear:
        return ()
    one, many = "A line is unclear: answer it as it says below.", "{n} lines are unclear: answer them as it says below."
    return (translate(one if len(filed.unclear) == 1 else many, n=len(filed.unclear)),)


def still_refused(filed: FiledChanges) -> tuple[str, ...]:
    """A sentence for each refused line of an earlier letter that nobody has corrected."""
    text = "Line {number} is still refused and not on file: {line}"
    return tuple(
        translate(text, number=number, line=ascii_text(" ".join(one.written.split())))
        for number, one in filed.still_refused
    )


def _unread(filed: FiledChanges) -> receipt_texts.ReceiptUnread:
    return receipt_texts.ReceiptUnread(tuple(filed.not_orders), filed.cut, filed.doubtful)


def _opening(
    title: Title, filed: FiledChanges, side: str, phase: str, submission: SubmissionRow
) -> receipt_texts.SubmissionOpening:
    """The opening of the orders that the letter filed for another phase."""
    return receipt_texts.SubmissionOpening(
        _whole(title, filed, side, phase), submission.digest, submission.record_seq, submission.salt
    )


def _whole(title: Title, filed: FiledChanges, side: str, phase: str) -> str:
    """A phase with its letter; one that chance is still to bring by what its side calls it."""
    short = title.teller.short_name(phase)
    named = upcoming_phase_name(title, filed.now.state, side, phase) if phase != filed.now.phase.id else short
    return named if named != short else _phase(phase, short)


def _openings(title: Title, books: Books, game: GameRow, player: PlayerRow, filed: FiledChanges) -> str:
    """The openings of the orders on file for the phases that a letter spoke of: its receipt, should nothing more come."""
    latest = [(phase, books.submissions.latest(game, player.side, phase)) for phase in sorted(filed.phases)]
    standing = [(phase, one) for phase, one in latest if one is not None and one.state == "filed"]
    lines = receipt_texts.opening_lines(_opening(title, filed, player.side, phase, one) for phase, one in standing)
    return "\n".join(lines) and "\n" + "\n".join(lines) + "\n"


def _phase(phase: str, short: str) -> str:
    """``T3 US phase C`` for ``T03.US.C``; its short name for one of all sides, of a battle, or outside turns."""
    found = parse_or_none(phase)
    if found is None or not found.turn or found.side == EVERYBODY or found.battle is not None:
        return short
    return translate("T{turn} {side} phase {letter}", turn=found.turn, side=found.side, letter=found.letter)


def _error_reply(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, filed: FiledChanges, latest: SubmissionRow | None
) -> Draft:
    teller = desk.title(game.title).teller
    row = books.phases.open(game)
    deadline = row.due if row is not None and row.due is not None else desk.clock.now()
    # Numbers of one phase stand before those of a later one, whichever line of the letter came first.
    refused = sorted((one for one in filed.refused if not one.is_unclear), key=lambda one: one.number)
    what = filed.refused[0].what if len({one.what for one in filed.refused}) == 1 else "order"
    total = max(filed.lines, len(filed.refused)) if what == "order" else len(filed.refused)
    spoken_of = sorted(filed.phases)
    is_ahead = bool(spoken_of) and filed.now.phase.id not in spoken_of
    text = receipt_texts.error_reply(
        receipt_texts.ErrorReply(
            phase=teller.short_name(spoken_of[0] if is_ahead else filed.now.phase.id),
            refused=tuple(one.block for one in refused),
            unclear=_unclear_blocks(filed),
            example=unclear.example([one for _, one in filed.unclear]),
            unclear_new=len(filed.refused) - len(refused),
            accepted=_filed_lines(filed),
            deadline=deadline,
            written=desk.clock.now(),
            not_orders=tuple(filed.not_orders),
            cut=filed.cut,
            doubtful=filed.doubtful,
            lines_refused=tuple(one.number for one in refused if one.number),
            what=what,
            with_orders=filed.lines > 0 or bool(filed.phases),
            is_all_or_nothing=isinstance(desk.title(game.title).dialect, Verbatim),
            elsewhere=orders_on_file.in_receipt(desk, books, game, player.side, filed.phases, filed.now.state),
            most=MOST_EXPLAINED,
            unordered=game_waits(game) or _unordered(desk, game, filed, player.side) if not is_ahead else "",
            is_of_question=any(one.side == player.side for one in filed.now.open)
            and not owes_orders(filed.now.open, player.side),
            is_played=filed.refused_as_played,
        ),
        total,
    )
    draft = Draft(
        kind="error",
        label=filed.label,
        subject=subjects.refused(
            game.name, len(refused), total, deadline if deadline > desk.clock.now() else None, what, len(filed.unclear)
        ),
        text=text,
        phase=filed.now.phase.id,
        report=f"{filed.last_seen}.e{filed.label}",
        seq=filed.last_seen,
    )
    filed.notes += open_questions(desk, books, game, player.side)
    owed = missing(desk, books, game, player, filed.now).owed
    says = "Still for you to decide: {what}" if not filed.seat else "Still open on your side: {what}"
    filed.notes += [translate(says, what=one) for one in owed]
    filed.notes += still_refused(filed)
    draft = _with_more(teller, draft, filed)
    return replace(draft, text=draft.text + _openings(desk.title(game.title), books, game, player, filed))


def _acknowledged(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    filed: FiledChanges,
    latest: SubmissionRow | None,
    arrived: datetime,
) -> Draft:
    """The receipt of a letter that gave no orders for a phase: answers to questions, standing orders."""
    teller = desk.title(game.title).teller
    phase = teller.short_name(filed.now.phase.id)
    what = translate("Letter received for {phase}")
    if filed.answered:
        what = translate("Answer received for {phase}" if len(filed.answered) == 1 else "Answers received for {phase}")
    elif filed.standing or filed.ended or filed.moved:
        what = translate("Standing orders received for {phase}")
    what = what.format(phase=phase)
    lines = [f"{what} ({times.stamp(arrived)})."]
    for block in (
        [line for one in open_questions(desk, books, game, player.side) for line in _set_in(one)],
        _answers(teller, filed),
        [
            line
            for one in filed.standing
            for line in _set_in(translate("In force, sealed until it is used: {order}", order=one))
        ],
        [line for one in filed.ended for line in _set_in(translate("No longer in force: {order}", order=one))],
        [line for one in (*still_refused(filed), *filed.notes) for line in _set_in(one)],
        receipt_texts.elsewhere_lines(orders_on_file.in_receipt(desk, books, game, player.side, (), filed.now.state)),
        [translate("Not read as orders:"), *unread] if (unread := receipt_texts.unread_lines(_unread(filed))) else [],
    ):
        lines += ["", *block] if block else []
    if latest is not None and latest.state == "filed":
        chained = translate("Digest of this submission, in the chain as record {record}:", record=latest.record_seq)
        lines += ["", chained, f"  {latest.digest}"]
        lines += [translate("Its salt, for you alone until the phase is over:"), f"  {latest.salt}"]
    return Draft(
        kind="receipt",
        label=filed.label,
        subject=f"[{game.name}] {what}",
        text="\n".join(lines) + "\n",
        phase=filed.now.phase.id,
        report=f"{filed.last_seen}.r{filed.label}",
        seq=filed.last_seen,
    )


def _with_more(teller: Teller[Any], draft: Draft, filed: FiledChanges) -> Draft:
    """The answers to questions, what went out of force and other remarks, below what the letter says anyway."""
    more: list[str] = []
    if draft.kind == "error":
        for one in filed.standing:
            more += _set_in(translate("Standing order in force: {order}", order=one))
    for one in filed.notes:
        more += _set_in(one)
    if filed.answered:
        what = translate("Answer received for {phase}" if len(filed.answered) == 1 else "Answers received for {phase}")
        more += [f"  {what.format(phase=teller.short_name(filed.now.phase.id))}:", *_answers(teller, filed)]
    for one in filed.ended:
        more += _set_in(translate("No longer in force: {order}", order=one))
    return replace(draft, text=draft.text.rstrip("\n") + "\n\n" + "\n".join(more) + "\n") if more else draft


def _set_in(text: str) -> list[str]:
    return wrap(text, WIDTH, first="  ", rest="    ")


def _answers(teller: Teller[Any], filed: FiledChanges) -> list[str]:
    """``  1  Crow King: scatter or stay?   stay``: each question in short, and the choice."""
    asked = [f"{one.number:>3}  {teller.question(one.ask)}" for one in filed.answered]
    at = max((len(one) for one in asked), default=0)
    return [
        line
        for one, question in zip(filed.answered, asked, strict=True)
        for line in wrap(f"{question:<{at}}   {one.choice}", WIDTH, rest="     ")
    ]


def _filed_lines(filed: FiledChanges) -> tuple[receipt_texts.FiledLine, ...]:
    """The lines on file under the numbers of their places; ``+`` only where others stood before."""
    merged = {phase: _as_changed(one) for phase, one in sorted(filed.phases.items())}
    own = [entry for one in merged.values() for entry in one.entries if filed.seat in (None, entry.seat)]
    is_first = all(entry.is_new for entry in own) and not any(one.replaced for one in merged.values())
    return tuple(
        replace(line, is_new=line.is_new and not is_first)
        for phase, one in merged.items()
        for place, entry in enumerate(one.entries, filed.firsts.get(phase, 1))
        if entry.verdict == "accepted" and filed.seat in (None, entry.seat)
        for line in lines_of(entry, place)
    )


def _as_changed(merged: Merged) -> Merged:
    """A line that says what the one before it said has changed nothing: it stands, and nothing has gone."""
    before = {one.canonical for one in merged.replaced}
    after = {one.canonical for one in merged.entries}
    entries = tuple(replace(one, number=0) if one.canonical in before else one for one in merged.entries)
    return Merged(entries, tuple(one for one in merged.replaced if one.canonical not in after))


def lines_of(entry: LineOnFile, number: int) -> Sequence[receipt_texts.FiledLine]:
    """A line on file as the receipt shows it, one entry for each of its orders; `number` is that of its place."""
    costs = entry.costs if len(entry.costs) == len(entry.canonical) else ("",) * len(entry.canonical)
    last = len(entry.canonical) - 1
    return [
        receipt_texts.FiledLine(
            number if n == 0 else 0,
            text,
            costs[n],
            is_new=entry.is_new,
            remarks=entry.remarks if n == last else (),
        )
        for n, text in enumerate(entry.canonical)
    ]


def _change(filed: FiledChanges) -> str:
    """The effect of the letter: ``Amended: line 3 is new, 1 and 2 are unchanged.``"""
    phases = sorted(filed.phases)
    changed = [_as_changed(filed.phases[phase]) for phase in phases]
    places = [
        (n, one)
        for phase, merged in zip(phases, changed, strict=True)
        for n, one in enumerate(merged.entries, filed.firsts.get(phase, 1))
        if one.verdict == "accepted" and filed.seat in (None, one.seat)
    ]
    new = [n for n, one in places if one.is_new]
    old = [n for n, one in places if not one.is_new]
    stand = {text for _, one in places for text in one.canonical}
    gone = [text for merged in changed for one in merged.replaced for text in one.canonical if text not in stand]
    if not gone and not (old and new):
        return ""
    word = translate("Replaced" if filed.is_whole else "Amended")
    parts = []
    if new:
        parts.append(translate("lines {which} are new" if len(new) > 1 else "line {which} is new", which=_and(new)))
    if old:
        parts.append(translate("{which} are unchanged" if len(old) > 1 else "{which} is unchanged", which=_and(old)))
    wording = f"{word}: {', '.join(parts)}." if parts else f"{word}."
    if gone:
        wording += "  " + translate("No longer on file: {lines}.", lines="; ".join(gone))
    return wording


def _not_replaced(filed: FiledChanges, elsewhere: Sequence[tuple[str, Sequence[receipt_texts.FiledLine]]]) -> str:
    """The orders that ``replace`` has left alone: it is for the phases that the letter speaks of."""
    numbers = [line.number for _, lines in elsewhere for line in lines if line.number]
    if not filed.replaces or not numbers:
        return ""
    phases = listed(phase for phase, _ in elsewhere)
    text = translate(
        "'replace' leaves your lines for {phases} as they are; to take one back write   withdraw line {number}",
        phases=phases,
        number=numbers[0],
    )
    return f"  {text}."


def _and(numbers: Sequence[int]) -> str:
    words: list[str] = []
    for is_run, run in _runs(numbers):
        words += [translate("{first} to {last}", first=run[0], last=run[-1])] if is_run else [str(one) for one in run]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {translate('and')} {words[-1]}"


def _runs(numbers: Sequence[int]) -> list[tuple[bool, list[int]]]:
    """Numbers in runs of their sequence; only three and more are told as ``1 to 4``."""
    runs: list[list[int]] = []
    for one in numbers:
        if runs and runs[-1][-1] == one - 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return [(len(run) > 2, run) for run in runs]
