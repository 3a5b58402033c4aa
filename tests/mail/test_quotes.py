"""Whose words are they?  One habit of one mail program a test."""

import pytest

from pbem.mail.quotes import MARK, QUOTED, TOO_LONG, TOO_WIDE, own_words

ORDERS = "C/3 Cav dismount\nG/3 Cav fire full at Crow King"
OLD = "Crow King fires at G/3 Cav\nD/3 Cav move 3413"


def words(text: str) -> str:
    return own_words(text).words


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


@pytest.mark.parametrize(
    "attribution",
    [
        "On Mon, Mar 9, 2026 at 10:01 AM Umpire <rosebud-7@club.example> wrote:",
        "On 9 Mar 2026, at 10:01, Umpire <rosebud-7@club.example> wrote:",
        "On Mon, Mar 9, 2026 at 10:01 AM Umpire of the Game <\nrosebud-7+us.m2xd9q4k@club.example> wrote:",
        "On 09/03/2026 10:01, Umpire wrote:",
        "Am 09.03.2026 um 10:01 schrieb Umpire:",
        "Umpire <rosebud-7@club.example> schrieb am Mo., 9. März 2026, 10:01:",
        "Le lun. 9 mars 2026 à 10:01, Umpire <rosebud-7@club.example> a écrit :",
        "Le 09/03/2026 à 10:01, Umpire a écrit\xa0:",
        "El lun, 9 mar 2026 a las 10:01, Umpire (<rosebud-7@club.example>) escribió:",
        "Em seg., 9 de mar. de 2026 às 10:01, Umpire <rosebud-7@club.example>\nescreveu:",
        "Il giorno lun 9 mar 2026 alle ore 10:01 Umpire <rosebud-7@club.example> ha scritto:",
        "Op ma 9 mrt 2026 om 10:01 schreef Umpire <rosebud-7@club.example>:",
        "Den mån 9 mars 2026 kl 10:01 skrev Umpire <rosebud-7@club.example>:",
        "man. 9. mar. 2026 kl. 10.01 skrev Umpire <rosebud-7@club.example>:",
        "W dniu 09.03.2026 o 10:01, Umpire pisze:",
        "po 9. 3. 2026 v 10:01 odesílatel Umpire <rosebud-7@club.example> napsal:",
        "пн, 9 мар. 2026 г. в 10:01, Umpire <rosebud-7@club.example>:",  # noqa: RUF001
        "2026-03-09 10:01 GMT+01:00 Umpire <rosebud-7@club.example>:",
    ],
)
@pytest.mark.parametrize("is_marked", [True, False])
def test_an_answer_above_what_is_quoted(attribution: str, is_marked: bool) -> None:
    read = own_words(f"{ORDERS}\n\n{attribution}\n\n{quoted(OLD) if is_marked else OLD}\n")
    assert read.words == ORDERS
    assert OLD.split("\n")[1] in "\n".join(what for what, _ in read.cut)


@pytest.mark.parametrize(
    "block",
    [
        "From: Umpire <u@club>\nSent: Monday, March 9, 2026 10:01 AM\nTo: Ann\nSubject: RE: [rosebud-7] T3",
        "Von: Umpire\nGesendet: Montag, 9. März 2026 10:01\nAn: Ann\nBetreff: AW: [rosebud-7] T3",
        "De : Umpire\nEnvoyé : lundi 9 mars 2026 10:01\nÀ : Ann\nObjet : RE: [rosebud-7] T3",
        "*From:* Umpire\n*Sent:* 2026-03-09\n*To:* Ann\n*Subject:* T3",
        "________________________________\nFrom: Umpire\nSent: Monday\nTo: Ann\nSubject: T3",
        "-----Original Message-----\nFrom: Umpire\nTo: Ann",
        "-------- Ursprüngliche Nachricht --------",
        "---------- Forwarded message ---------\nFrom: Bob <bob@club>",
        "Begin forwarded message:",
        MARK,
        MARK + " ####",
    ],
)
def test_an_older_letter_without_marks_is_cut_with_all_below(block: str) -> None:
    assert words(f"{ORDERS}\n\n{block}\n\n{OLD}") == ORDERS


def test_an_answer_below_what_is_quoted() -> None:
    assert words(f"On 9 Mar 2026 at 10:01, Umpire wrote:\n{quoted(OLD)}\n\n{ORDERS}") == ORDERS


def test_answers_between_quoted_lines() -> None:
    text = "On 9 Mar 2026 at 10:01, Umpire wrote:\n> 1. Stand or retreat?\n\nstand\n\n> 2. Pursue?\nno\n> 3. Which hex?\n3413\n"
    assert words(text).split() == ["stand", "no", "3413"]


def test_orders_below_the_mark_alone_are_read() -> None:
    assert words(f"{MARK}\n{quoted(OLD)}\n\n{ORDERS}") == ORDERS


def test_a_mark_that_is_quoted_cuts_nothing_more() -> None:
    assert words(f"Hello\n\n> {MARK}\n{quoted(OLD)}\n\n{ORDERS}") == f"Hello\n\n\n{ORDERS}"


@pytest.mark.parametrize("mark", [">", "> ", ">>", " > ", "\u200b> ", "\ufeff>", "\uff1e ", "\t> ", "\u200f\u00a0>"])
def test_a_quoted_line_never_counts(mark: str) -> None:
    assert words(f"{ORDERS}\n{mark}D/3 Cav move 3413\n") == ORDERS


def test_initials_before_a_mark_are_quotation_too() -> None:
    assert words(f"{ORDERS}\nUM> D/3 Cav move 3413\nUM> E/3 Cav move 3413") == ORDERS


def test_the_tail_of_a_quoted_line_that_was_wrapped_goes_with_it() -> None:
    long = "> " + "Crow King, Two Moons and Little Hawk are said to stand on the ridge in hex"
    assert words(f"{ORDERS}\n{long}\n3413\n> E/3 Cav move 3513") == ORDERS


@pytest.mark.parametrize(
    ("head", "tail"), [("adfe2", "6ef4c88c9942438"), ("FXPi", "ts7raaSdICm/n+C"), ("b8", "19775ac4b5f17e6")]
)
def test_the_tail_of_a_word_that_was_broken_in_its_midst_goes_with_it(head: str, tail: str) -> None:
    sent = f"pbem seal 1 begin\nhead 43bbbd495741dd433a9dc05c3793e7f{head}{tail}\npbem seal 1 end"
    broken = sent.replace(head + tail, f"{head}\n{tail}").replace("pbem", "> pbem").replace("head", "> head", 1)
    assert own_words(f"{ORDERS}\n{broken}", [sent]).words == ORDERS
    for below in ("", "\n> pbem seal 1 end"):
        broken = f"> pbem seal 1 begin\n> head 43bbbd495741dd433a9dc05c3793e7f{head}\n{tail}\n{below}"
        assert own_words(f"{ORDERS}\n{broken}", [sent]).words == ORDERS


def test_a_line_of_the_order_sheet_below_a_wide_one_is_read() -> None:
    wide = "> | Big Elk rout to ...                  away from the enemy; you may go on"
    assert (
        own_words(f"{wide}\n| Lone Bull recover\n> | Big Road recover", [wide.replace("> ", "")]).words
        == "| Lone Bull recover"
    )
    melees = "> | in F: ... melee 2810 | 3413 | 3509 | 3512 | 3611 | 3612 | 3613 | 3614 | 3615"
    assert words(f"{ORDERS}\n{melees}\n| 3616 | 3617\n> E/3 Cav move 3513") == ORDERS


@pytest.mark.parametrize("line", ["-- ", "--"])
def test_a_signature_is_cut(line: str) -> None:
    read = own_words(f"{ORDERS}\n\n{line}\nAnn Smith\nClub of Sheridan\n")
    assert (read.words, [why for _, why in read.cut]) == (ORDERS, ["a signature"])


def test_what_is_too_long_for_a_signature_is_kept() -> None:
    many = "\n".join(f"unit {number} move 3413" for number in range(16))
    assert words(f"{ORDERS}\n--\n{many}").endswith("unit 15 move 3413")


def test_two_dashes_above_all_words_cut_nothing() -> None:
    assert words(f"--\n{ORDERS}").endswith(ORDERS)


def test_a_signature_ends_where_an_older_letter_begins() -> None:
    read = own_words(f"{ORDERS}\n--\nAnn\n\nOn 9 Mar 2026 at 10:01, Umpire wrote:\n{quoted(OLD)}")
    assert read.words == ORDERS
    assert [why for _, why in read.cut] == ["a signature", "the line that announces a quotation", "quoted with >"]


@pytest.mark.parametrize(
    "footer",
    [
        "Sent from my iPhone",
        "Gesendet von Outlook für Android<https://aka.ms/x>",
        "Envoyé de mon iPad",
        "Get Outlook for iOS<https://aka.ms/x>",
    ],
)
def test_a_programs_footer_is_cut(footer: str) -> None:
    assert words(f"{ORDERS}\n\n{footer}\n") == ORDERS


def test_a_sentence_that_begins_like_a_footer_is_kept() -> None:
    text = "Sent from my desk, is much easier than my mobile phone."
    assert words(f"{ORDERS}\n\n{text}").endswith(text)


def test_orders_that_look_like_headers_are_kept() -> None:
    text = "From: 3413\nTo: 3414\nC/3 Cav dismount"
    assert words(text) == text


@pytest.mark.parametrize(
    "line",
    [
        "when Crow King wrote nothing, hold:",
        "On 3413 fire at 2013:",
        "in F:",
        "C/3 Cav: move 3413-3414",
        "10:30 - all hold",
        "----",
        "1) stand",
    ],
)
def test_orders_and_prose_that_look_like_attributions_are_kept(line: str) -> None:
    assert words(f"hello\n{line}\n{ORDERS}") == f"hello\n{line}\n{ORDERS}"


def test_what_is_cut_and_what_is_kept_make_up_the_letter() -> None:
    text = f"{ORDERS}\n--\nAnn\n\nOn 9 Mar 2026 at 10:01, Umpire wrote:\n{quoted(OLD)}\nand more\n> x"
    read = own_words(text)
    kept = read.words.split("\n") + [line for what, _ in read.cut for line in what.split("\n")]
    assert sorted(line for line in kept if line) == sorted(line for line in text.split("\n") if line)


def test_a_letter_of_too_many_lines_is_read_so_far() -> None:
    read = own_words("\n".join(f"line {number}" for number in range(2500)))
    assert read.words.count("\n") == 1999
    assert read.cut[-1].why == TOO_LONG


def test_a_line_of_too_many_characters_is_not_read() -> None:
    assert words("x" * 5000 + "\n" + ORDERS) == ORDERS


ORANGE = 'De : "The Desk" <desk@pbem.example>\nA : kate@orange.example\nCopie à :\n'


@pytest.mark.parametrize(
    "head",
    [
        f"Message du : 12/03/2026 18:00\n{ORANGE}Sujet : [rosebud-1] T3",
        f"Message du 12/03/26 18:00\n{ORANGE}Objet : [rosebud-1] T3",
        "".join(f"> {one}\n" for one in f"Message du 12/03/26 18:00\n{ORANGE}Objet : [rosebud-1] T3".split("\n")) + ">",
        "On Thu, Mar 12, 2026 at 6:00 PM The Desk <desk@pbem.example> wrote",
        "On Thu, Mar 12, 2026\nat 6:00 PM\nThe Desk\n<desk@pbem.example>\nwrote:",
        "On 12 Mar 2026, at 18:00,\n\nThe Desk <desk@pbem.example>\n\nwrote:",
        "Am 12.03.2026 um 18:00 schrieb The Desk <desk@pbem.example>",
        "Le jeu. 12 mars 2026 à 18:00, The Desk <desk@pbem.example> a écrit",
        "De: desk\nEnviado el: jueves, 12 de marzo de 2026 18:00\nPara: kate\nAsunto: [rosebud-1]",
    ],
)
def test_heads_without_a_colon_or_in_pieces_begin_an_older_letter(head: str) -> None:
    assert words(f"{ORDERS}\n\n{head}\n\n{OLD}") == ORDERS


@pytest.mark.parametrize("said", ["On Monday at 18:00 I wrote", "I said what I wrote", "On turn 3 she wrote"])
def test_a_sentence_that_ends_in_wrote_is_the_players_own(said: str) -> None:
    assert words(f"{ORDERS}\n{said}\nG/3 mount") == f"{ORDERS}\n{said}\nG/3 mount"


def cuts(text: str) -> list[tuple[str, str]]:
    return [tuple(one) for one in own_words(text).cut]


def test_what_is_cut_in_one_piece_is_told_in_one_piece() -> None:
    assert cuts("> a\n> b\n\n> c\nA\n> d") == [("> a\n> b", QUOTED), ("> c", QUOTED), ("> d", QUOTED)]


HEAD = "From: Umpire\nSubject: T3"
SAID = "On 9 Mar 2026 at 10:01, Umpire wrote:"


@pytest.mark.parametrize(
    ("text", "kept", "reasons"),
    [
        (f"{ORDERS}\n{SAID}\n{OLD}", ORDERS, ["the letter that is answered"]),
        (f"{ORDERS}\n{HEAD}\n\n{OLD}", ORDERS, ["the letter that is answered"]),
        (f"{ORDERS}\n---- Original message ----\n{OLD}", ORDERS, ["an older or forwarded letter"]),
        (f"{ORDERS}\n{MARK}\n{OLD}", ORDERS, ["below the line that says: reply above"]),
        (f"{SAID}\n\n{ORDERS}", ORDERS, ["the line that announces a quotation"]),
        (f"{HEAD}\n\n{ORDERS}", "", ["the letter that is answered"]),
        (f"---- Original message ----\n{ORDERS}", "", ["an older or forwarded letter"]),
        (f"{HEAD}\n\n> a\n\n{ORDERS}", ORDERS, ["the letter that is answered", "quoted with >"]),
        (f"{MARK}\n{ORDERS}", ORDERS, ["below the line that says: reply above"]),
        ("#### reply above this line\n####\n" + ORDERS, ORDERS, ["below the line that says: reply above"]),
        (f"{MARK} ####\n##\n{ORDERS}", f"##\n{ORDERS}", ["below the line that says: reply above"]),
        (MARK, "", ["below the line that says: reply above"]),
    ],
)
def test_what_announces_an_older_letter_says_how_much_goes(text: str, kept: str, reasons: list[str]) -> None:
    read = own_words(text)
    assert (read.words, [why for _, why in read.cut]) == (kept, reasons)


def test_rules_and_blanks_above_the_head_of_an_older_letter_go_with_it_up_to_three_lines() -> None:
    assert words(f"{ORDERS}\n______\n\n\n{HEAD}\n\n{OLD}") == ORDERS
    assert words(f"{ORDERS}\n______\n\n\n\n{HEAD}\n\n{OLD}") == f"{ORDERS}\n______"


MARKED = "> From: Umpire\n> Subject: T3"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"A\n{MARKED}\n\n{OLD}", "A"),
        (f"{MARKED}\n\n{ORDERS}", ORDERS),
        (f"A\n{MARKED}\n>\n> old\nB", "A\nB"),
        (f"A\n{MARKED}\n\n> old\n\nB", "A\n\n\nB"),
        (f"A\n> old\n{MARKED}\nB", "A\nB"),
        ("A\n> old\n> older\nB", "A\nB"),
        ("A\n> From: x\n" + "> To: y\n" * 10 + f"> Subject: z\n\n{OLD}", "A"),
    ],
)
def test_a_marked_head_begins_an_older_letter_only_where_that_is_not_marked(text: str, kept: str) -> None:
    assert words(text) == kept


@pytest.mark.parametrize(("width", "is_tail"), [(69, False), (70, True)])
def test_a_line_is_the_tail_of_a_quoted_one_where_its_first_word_did_not_fit_into_74(width: int, is_tail: bool) -> None:
    wide = "> " + "x" * (width - 2)
    assert words(f"A\n{wide}\n3413 and\n> B") == ("A" if is_tail else "A\n3413 and")


@pytest.mark.parametrize("below", ["", "\nB", "\n\n> q"])
def test_a_tail_stands_between_two_marked_lines(below: str) -> None:
    assert words("> " + "x" * 76 + "\n3413" + below).startswith("3413")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("AB> one", "AB> one"),
        ("AB> one\nAB> two\nA", "A"),
        ("A\nAB> one\n AB> two", "A"),
        ("AB> one\nCD> two", "AB> one\nCD> two"),
        ("AB> one\n\nAB> two", "AB> one\n\nAB> two"),
        ("AB>one\nAB>two", "AB>one\nAB>two"),
    ],
)
def test_initials_mark_a_quotation_on_two_lines_that_follow_each_other(text: str, kept: str) -> None:
    assert words(text) == kept


def test_a_signature_has_fifteen_lines_at_most_blank_ones_not_counted() -> None:
    many = "\n\n".join(f"line {n}" for n in range(15))
    assert words(f"{ORDERS}\n--\n{many}") == ORDERS
    assert words(f"{ORDERS}\n--\n{many}\nA\n> q").endswith("line 14\nA")


LIST = "You received this message because you are in the club"


@pytest.mark.parametrize(
    ("rule", "between", "kept"),
    [
        ("__", "", "A"),
        ("__", "x\ny\n", "A"),
        ("__", "x\ny\nz\n", f"A\n__\nx\ny\nz\n{LIST}\nB"),
        ("_____", "", "A"),
        ("_____", "x\ny\n", "A"),
        ("_____", "x\ny\nz\n", f"A\n_____\nx\ny\nz\n{LIST}\nB"),
    ],
)
def test_a_mailing_lists_footer_is_known_in_three_lines_below_its_rule(rule: str, between: str, kept: str) -> None:
    assert words(f"A\n{rule}\n{between}{LIST}\nB") == kept


def test_a_rule_above_all_words_is_no_footer() -> None:
    assert words(f"_____\n{LIST}\nB") == f"_____\n{LIST}\nB"


@pytest.mark.parametrize(
    ("footer", "is_one"),
    [
        ("Sent from my a b c d e f g", True),
        ("Sent from my a b c d e f g h", False),
        ("Sent from my mobile phone.", False),
        ("Sent from my mobile phone,", False),
        ("Sent from my iPhone.", True),
        ("Sent from my phone <https://a.example/b c d e f g h i j>", True),
        ("Sent from my phone [a b c d e f g h i j]", True),
        ("Sent from my phone (a b c d e f g h i j)", True),
    ],
)
def test_a_footer_has_ten_words_at_most_links_not_counted_and_is_no_sentence(footer: str, is_one: bool) -> None:
    assert words(f"A\n{footer}") == ("A" if is_one else f"A\n{footer}")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("A\nSent from my iPhone\nB\nC", "A"),
        ("Sent from my iPhone\nB\nC", "B\nC"),
        ("> q\nSent from my iPhone\nB", "B"),
        ("A\nSent from my iPhone\n> q\nB", "A\nB"),
        ("> q\nA\nSent from my iPhone\nB", "A"),
        (f"A\nSent from my iPhone\nB{chr(10) * 10}{SAID}\nC", "A\nB"),
        (f"A\nSent from my iPhone\nB{chr(10) * 11}{SAID}\nC", "A"),
    ],
)
def test_below_a_footer_stands_nothing_of_the_players_unless_a_quotation_follows(text: str, kept: str) -> None:
    assert words(text) == kept


@pytest.mark.parametrize(
    ("line", "most"), [("x", 2_000), ("x" * 1_000, 160), ("x" * 3_992, 41), ("a b " * 250, 40), ("a " * 30, 667)]
)
def test_lines_characters_and_words_are_read_up_to_a_bound_each(line: str, most: int) -> None:
    whole, longer = own_words("\n".join([line] * most)), own_words("\n".join([line] * (most + 2)))
    assert (whole.words.count("\n"), whole.cut) == (most - 1, ())
    assert (longer.words.count("\n"), [why for _, why in longer.cut]) == (most - 1, [TOO_LONG])


def test_a_line_is_read_up_to_3992_characters() -> None:
    assert words("x" * 3_992) == "x" * 3_992
    assert cuts("x" * 3_993) == [("x" * 3_993, TOO_WIDE)]


HEAD_OF_OURS = (
    "-----Original Message-----\nFrom: The desk\nSent: Thursday, 12 March 2026 18:02\nTo: Mo\nSubject: report\n"
)
SENT = "\n".join(
    ["DO THIS NEXT", "  Deadline   Sunday 15 March 2026   (3 days left)", "  If you are silent  nobody moves", ""]
    + [f"| {name} move 3{n}11-          8 MP or dismount" for n, name in enumerate(("Red Bear", "Big Elk", "He Dog"))]
    + ["", *(f"{n:02}  nobody fires at anybody else here, as the log of turn {n} says" for n in range(12))]
    + ["  How   reply to this mail, orders on top, one per line, like", "  US Us   Indian Indian (you)"]
)


@pytest.mark.parametrize(
    "shown",
    [
        ["| Big Elk move 3111-          8 MP or dismount", "Lone Bull dismount"],
        [
            "  US Us   Indian Indian (you)",
            "03  nobody fires at anybody else here, as the log of turn 3 says",
            "  Deadline   Sunday 15 March 2026   (3 days left)",
            "Lone Bull dismount",
        ],
        [
            "DO THIS NEXT",
            "  Deadline   Sunday 15 March 2026   (3 days left)",
            "Lone Bull dismount",
            "11  nobody fires at anybody else here, as the log of turn 11 says",
            "  How   reply to this mail, orders on top, one per line, like",
        ],
    ],
)
def test_a_line_among_words_of_ours_out_of_their_sequence_is_not_the_players(shown: list[str]) -> None:
    """It is handed on among those that may be, or below the older letter's head, and so asked about."""
    read = own_words("\n".join([ORDERS, "", HEAD_OF_OURS, *shown]), [SENT])
    below = [line for cut in read.cut for line in cut.what.split("\n")]
    assert (read.words, read.changed) == (ORDERS, ())
    assert "Lone Bull dismount" in (*read.inside, *below)


SHEET = "\n".join(
    [
        "DO THIS NEXT",
        "| Crow King fire full at ...         G/3 Cav 3512 8/12, C/3 Cav 3413 8/12",
        "| Lone Bull fire full at F/3 Cav     2810  MC on 9+, MC-1 on 12",
        "| Four Horns fire full at ...        G/3 Cav 3512 8/12, C/3 Cav 3413 8/12",
    ]
)
OLD_ORDERS = "Crow King fire full at C/3 Cav\nLone Bull fire full at E/3 Cav\nFour Horns fire full at C/3"


@pytest.mark.parametrize(
    "head", ["-------- Mensaje original --------", "---------- Προωθημένο μήνυμα ----------", HEAD_OF_OURS]
)
def test_orders_of_an_older_letter_are_no_changed_lines_of_our_sheet(head: str) -> None:
    """They name the same units as our sheet; with no other words of ours, the letter that is quoted is not ours."""
    read = own_words(f"Big Elk stay\n\n{head}\n\n{OLD_ORDERS}", [SHEET])
    assert (read.words, read.changed) == ("Big Elk stay", ())
    below = [line for cut in read.cut for line in cut.what.split("\n")]
    assert {*OLD_ORDERS.split("\n")} <= {*read.inside, *below}


def test_marked_orders_of_an_older_letter_are_named_and_no_changed_lines_of_our_sheet() -> None:
    quoted = "\n".join(f"> {line}" for line in OLD_ORDERS.split("\n"))
    read = own_words(f"Big Elk stay\n\nOn Thu, Kate <kate@mail.example> wrote:\n{quoted}", [SHEET])
    assert (read.words, read.changed) == ("Big Elk stay", ())
    assert read.inside


def test_a_line_of_a_sheet_of_which_a_part_was_quoted_with_its_notes_is_a_changed_one() -> None:
    part = SHEET.replace("fire full at ...  ", "fire full at C/3").split("\n")[1:3]
    read = own_words("\n".join(["Big Elk stay", "", *(f"> {line}" for line in part)]), [SHEET])
    assert [one.theirs for one in read.changed] == ["Crow King fire full at C/3"]


@pytest.mark.parametrize("at", [4, 20, 21])
def test_a_line_typed_into_our_letter_below_its_head_is_the_players(at: int) -> None:
    lines = SENT.split("\n")
    read = own_words("\n".join([ORDERS, "", HEAD_OF_OURS, *lines[:at], "Lone Bull dismount", *lines[at:]]), [SENT])
    typed = [*read.words.split("\n"), *(one.theirs for one in read.changed)]
    assert "Lone Bull dismount" in typed
    assert read.inside == ()


def test_a_short_quotation_below_names_of_our_letter_is_no_changed_line() -> None:
    """The names typed above it stand further down in our letter, where the quoted example is a line to fill in."""
    sent = "\n".join(
        [
            "DO THIS NEXT",
            "  How                reply to this mail, orders on top, one per line, like",
            "                     | M/7 Cav fire full at Hunkpapa villagers 2",
            "  Nobody to fire     | pass",
            "YOUR UNITS  A Company and Reno, G Company; M Company in the face of Rain in the Face; the Gatling joins them",
            "  everything that they have of Black Moon, against whom they fire",
            "| M/7 Cav fire full at ...             Hunkpapa villagers 2 7118 9/-,",
            "| //      Rain in the Face 6918 7/11",
        ]
    )
    body = "\n".join(
        [
            "A Company and Reno give Black Moon everything that they have. G too.",
            "M fires at Rain in the Face again.",
            "The Gatling joins in against Black Moon.",
            "> How                reply to this mail, orders on top, one per line, like",
            ">                     | M/7 Cav fire full at Hunkpapa villagers 2",
            "ready",
        ]
    )
    assert own_words(body, [sent]).changed == ()
