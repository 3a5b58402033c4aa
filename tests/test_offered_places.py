"""Offers that differ in their place alone are told by one of them and a list of places."""

from pbem.mechanisms.offered_walks import gathered


def offer(unit: str, at: str, **more: object) -> dict[str, object]:
    return {"kind": "place", "unit": unit, "words": "set up", "line": f"{unit} set up {at}", "at": at, **more}


def test_places_of_several_units_are_listed_once() -> None:
    offers = [offer(unit, at) for unit in ("Bear", "Wolf") for at in ("0101", "0102", "0103")]
    found, places = gathered(offers)
    assert places == [["0101", "0102", "0103"]]
    assert [(one["unit"], one["line"], one["on"]) for one in found] == [
        ("Bear", "Bear set up {}", 0),
        ("Wolf", "Wolf set up {}", 0),
    ]


def test_what_differs_in_more_stays_as_it_is() -> None:
    other = [
        offer("Bear", "0101", cost="1 of 6 MP"),
        offer("Bear", "0102", cost="2 of 6 MP"),
        offer("Bear", "0103", then=[offer("Bear", "0104")]),
        offer("Bear", "0105") | {"line": "Bear set up 0105 facing 0105"},
        {"kind": "act", "unit": "Bear", "words": "pass", "line": "Bear pass"},
    ]
    assert gathered(other) == (other, [])
    assert gathered([offer("Bear", "0101"), offer("Bear", "0102")])[1] == []


def test_figures_of_a_sentence_stand_in_a_list_place_by_place() -> None:
    far = ("3.88", "4.25", "0.50")
    offers = [
        offer("Bear", f"{3 * n},12") | {"line": f"Bear: to ({3 * n}.00, 12.00)", "cost": f"1 point; {far[n]} inches"}
        for n in range(3)
    ]
    found, places = gathered(offers)
    assert places == [["0,12", "3,12", "6,12"]]
    assert [(one["line"], one["cost"], one["of"]) for one in found] == [
        ("Bear: to ({0}.00, {1}.00)", "1 point; {} inches", list(far))
    ]
