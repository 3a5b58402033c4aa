"""The history of the tables: one step a module in `versions`, carried out by Alembic.

A step is written by ``make migration WHAT="..."`` (CONTRIBUTING.md); it stands here from then on and is never changed.
"""

REVISIONS = (
    "m01_baseline",
    "m02_sealed_at_rest",
    "m03_idle_for_nothing",
    "m04_the_desk_of_the_gm",
    "m05_form_and_language",
    "m06_workers",
    "m07_pauses_are_found",
    "m08_observers_choose_a_form",
    "m09_dice_that_wait",
    "m10_addresses_are_found",
    "m11_salts_are_sealed",
    "m12_reports_come_at_stops",
    "m13_letters_show_their_html",
    "m14_calendar_entries",
    "m15_rules_programs_are_found",
    "m16_letters_that_cannot_go_out",
    "m17_positions_are_sealed",
    "m18_seats_are_people",
    "m19_missed_deadlines_in_a_row",
    "m20_lines_that_were_not_read",
    "m21_roles_chairs_and_pairs",
    "m22_dispatches_ride",
    "m23_copies_of_receipts",
    "m24_programs_in_one_seat",
)
"""Every step, oldest first.  A database holds the name of the last one that it went through."""

HEAD = REVISIONS[-1]
