"""Lines that a letter takes back from the orders on file: one by its number, or all of a person's by their name."""

from collections.abc import Sequence

from pbem.desk.incoming.preferences import writing_to
from pbem.desk.orders.filed import FiledChanges, Refused
from pbem.desk.orders.letter_join import LetterJoin
from pbem.desk.orders.merge import LineOnFile
from pbem.desk.orders.sharing import NOT_YOURS, short, whose
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.umpire import dispatches
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap


class Withdrawals:
    """The withdrawals of one letter; `of_people` are the lines of people whom it names, each with their seat."""

    def __init__(self, joining: LetterJoin) -> None:
        self._joining = joining
        self.of_people: list[tuple[int, LineOnFile]] = []

    def withdraw_of(self, seats: Sequence[int]) -> tuple[list[Refused], list[str]]:
        """Leave the lines of the people in these seats out of what stands; those that are the chief's to withdraw, and what is
        said of people who have none."""
        joining, refused, notes = self._joining, list[Refused](), list[str]()
        people = dispatches.people(joining.books, joining.game, joining.player)
        for seat in seats:
            if not joining.writer.is_mine(seat):
                text = f"withdraw {short(people[seat])}"
                refused.append(Refused(0, text, (text, f"{NOT_YOURS}  {whose(joining.player)}"), "command"))
                continue
            gone = joining.withdraw_all_of(seat)
            self.of_people += [(seat, one) for one in gone]
            if not gone:
                says = "{name} has no lines on file, so there was nothing to withdraw."
                notes.append(translate(says, name=people[seat]))
        return refused, notes

    def mail_notes(self, label: str, phase: str) -> list[str]:
        """The notes on people's lines in the answer to the letter; each of these people gets a letter too."""
        joining, notes = self._joining, list[str]()
        people = dispatches.people(joining.books, joining.game, joining.player)
        for seat in dict.fromkeys(seat for seat, _ in self.of_people):
            lines = [" and ".join(one.canonical) for other, one in self.of_people if other == seat]
            notes.append(translate("Withdrawn, of {name}: {lines}", name=people[seat], lines="; ".join(lines)))
            if seat != joining.writer.number:
                self._mail(seat, lines, f"{label}.w{seat}", phase)
        return notes

    def _mail(self, seat: int, lines: Sequence[str], label: str, phase: str) -> None:
        """Tell a commander that their chief has withdrawn these lines of theirs."""
        desk, books, game, writer = self._joining.desk, self._joining.books, self._joining.game, self._joining.writer
        reader = next(one for one in books.seats.sharing(game, writer.chief.side) if one.number == seat)
        with writing_to(desk, reader):
            head = translate("{name}, your chief, has withdrawn your lines on file:", name=writer.name)
            how = translate(
                "To order them again, send them once more.  To write to {short}:   to {short}: your words",
                short=short(writer.name),
            )
            shown = [line for one in lines for line in wrap(one, WIDTH, first="  ", rest="    ")]
            text = "\n".join([*wrap(head, WIDTH), "", *shown, "", *wrap(how, WIDTH), ""])
            subject = f"[{game.name}] {translate('Your orders were withdrawn by your chief')}"
            draft = Draft("clash", label, subject, text, phase, f"0.{label}")
            post.to_player(desk, books, game, writer.chief, draft, seat=seat)

    def note_lines(self, filed: FiledChanges, numbers: Sequence[str], *, is_listed: bool) -> None:
        """Say which lines were taken out of what stands, whatever their phase; where there is none, which there are.

        `is_listed`: the letter changes the orders on file, and the answer lists them under their new numbers.
        """
        gone = [text for one in self._joining.withdrawn.values() for text in one.canonical]
        if gone:
            filed.notes.append(translate("Withdrawn: {lines}", lines="; ".join(gone)))
        for number in numbers:
            if number not in self._joining.withdrawn:
                self._note_missing(filed, number, is_listed=is_listed)

    def _note_missing(self, filed: FiledChanges, number: str, *, is_listed: bool) -> None:
        """Say of a number that no line on file has it, and which have one."""
        joining = self._joining
        places = [str(one) for one in joining.numbers_on_file()]
        phase = joining.desk.title(joining.game.title).teller.short_name(filed.now.phase.id)
        has = (
            translate("You have the lines {numbers} on file", numbers=", ".join(places))
            if len(places) > 1
            else translate("You have line {number} on file", number=places[0])
            if places
            else translate("You have no lines on file for {phase}", phase=phase)
        )
        if not places or joining.was_refused(number):
            what = translate("Line {number} is not on file, so there was nothing to withdraw.", number=number)
            if places:
                what = translate("Line {number} was refused and is not on file: nothing to withdraw.", number=number)
            filed.notes.append(what if is_listed else f"{what}  {has}.")
            return
        lines = (f"withdraw line {number}", f"E190  {has}; {translate('see them with')}   orders")
        filed.refused.append(Refused(0, f"withdraw {number}", lines, "command"))
