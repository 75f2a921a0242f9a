"""Ranking the things of a scene, on plain data."""

import pytest

from pollex.page.ground.ranking import rank
from pollex.page.ground.scene import Building, Glance, Scene


def scene(*said: dict[str, object]) -> Scene:
    """Things one below another: `id` and `up` are given where they matter."""
    things = [
        {"id": place, "up": 0, "n": place, "t": "div", "b": [0, 40 * place, 200, 30], **each}
        for place, each in enumerate(said, 1)
    ]
    building = Building()
    building.add(0, Glance({"things": things}))
    return Scene(building.things)


def button(name: str, **more: object) -> dict[str, object]:
    return {"s": "c", "r": "button", "t": "button", "name": name, **more}


def field(name: str, **more: object) -> dict[str, object]:
    return {"s": "c", "r": "textbox", "t": "input", "name": name, "value": "", **more}


def text(name: str, **more: object) -> dict[str, object]:
    return {"s": "t", "r": "text", "name": name, **more}


def row(**more: object) -> dict[str, object]:
    return {"s": "g", "r": "row", "t": "tr", **more}


def meant(page: Scene, phrase: str) -> int | None:
    """The number of the thing that a phrase means."""
    thing = rank(page, phrase).thing
    return None if thing is None else thing.number


def test_an_exact_name_is_found() -> None:
    assert meant(scene(button("Save"), button("Save and close"), button("Cancel")), "Save") == 1


def test_another_word_for_the_same_is_found() -> None:
    assert meant(scene(button("Sign in"), button("Sign up")), "log in") == 1


def test_a_typing_error_is_forgiven() -> None:
    assert meant(scene(button("Subscribe"), button("Search")), "subcribe") == 1


def test_a_word_that_the_page_has_is_not_taken_for_a_typing_error() -> None:
    assert meant(scene(button("Form"), button("Farm")), "farm") == 2


def test_the_kind_tells_a_field_from_a_button() -> None:
    page = scene(button("Comment"), field("Comment"))
    assert (meant(page, "the comment field"), meant(page, "the Comment button")) == (2, 1)


def test_the_order_counts_those_of_one_name() -> None:
    page = scene(button("Update"), button("Remove"), button("Update"), button("Remove"), button("Update"))
    phrases = ("the second Update button", "the last Update", "the third Remove")
    assert [meant(page, phrase) for phrase in phrases] == [3, 5, None]


def test_several_that_fit_equally_are_refused() -> None:
    assert meant(scene(button("Edit"), button("Edit")), "Edit") is None


def test_what_is_not_there_is_refused() -> None:
    assert meant(scene(button("Save"), field("Name")), "the date of birth") is None


def test_a_state_chooses() -> None:
    assert meant(scene(button("Delete"), button("Delete", states=["disabled"])), "the greyed out Delete button") == 2


def test_the_row_chooses() -> None:
    page = scene(
        {"s": "g", "r": "table", "t": "table"},
        row(up=1), text("Rent", up=2), button("Cancel", up=2),
        row(up=1), text("Gas", up=5), button("Cancel", up=5),
        row(up=1), text("Gym", up=8), button("Cancel", up=8),
    )  # fmt: skip
    phrases = (
        "the Cancel button in the row of Gas",
        "cancel the gym",
        "Cancel in the first row",
        "the row of Gas",
        "third row",
    )
    assert [meant(page, phrase) for phrase in phrases] == [7, 10, 4, 5, 8]


@pytest.mark.parametrize("figures", ["፩", "9" * 5_000], ids=["a figure of another kind", "thousands"])
def test_a_row_by_figures_that_are_no_number_of_a_row_is_not_found(figures: str) -> None:
    page = scene({"s": "g", "r": "table", "t": "table"}, row(up=1), text("Rent", up=2), row(up=1), text("Gas", up=4))
    assert meant(page, "row 2") == 4
    assert meant(page, f"row {figures}") is None


def test_the_field_under_a_label_is_meant() -> None:
    page = scene(text("Email"), field(""), text("Phone"), field(""))
    assert meant(page, "the field under Email") == 2


def test_what_stands_beside_and_between_is_found() -> None:
    page = scene(*(button(name, b=[100 * at, 0, 80, 30]) for at, name in enumerate(("Send", "Save draft", "Discard"))))
    assert [
        meant(page, phrase) for phrase in ("the button left of Discard", "the button between Send and Discard")
    ] == [2, 2]


def test_twin_links_to_one_place_are_one() -> None:
    link: dict[str, object] = {"s": "c", "r": "link", "t": "a", "name": "Basket", "href": "/basket"}
    assert meant(scene(link, text("…"), link), "the basket") == 1


def test_what_the_page_says_word_by_word_is_a_name() -> None:
    page = scene(button("Sign"), button("Sign in the last row"), text("the last row"))
    assert meant(page, "Sign in the last row") == 2
