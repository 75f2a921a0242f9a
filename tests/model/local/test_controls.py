"""Which button a deed means."""

import pytest

from pollex.core.json import Object
from pollex.model.local.doing.controls import best, pictured


def controls(*names: str) -> list[Object]:
    return [
        {
            "index": place,
            "role": "checkbox" if name.startswith(("Select", "I ")) else "button",
            "name": name,
            "states": [],
        }
        for place, name in enumerate(names)
    ]


@pytest.mark.parametrize(
    ("verb", "tail", "thing", "names", "meant"),
    [
        ("put", "into the basket", "lamp", ("Add to wish list", "Add to basket"), "Add to basket"),
        ("add", "to my cart", "", ("Buy now", "Add to cart"), "Add to cart"),
        ("remove", "from the members", "Ann Bell", ("Edit", "Remove"), "Remove"),
        ("delete", "", "comment", ("Cancel", "Delete comment"), "Delete comment"),
        ("place", "", "order", ("Back", "Place order"), "Place order"),
        ("accept", "", "only the necessary cookies", ("Accept all", "Only necessary"), "Only necessary"),
        ("accept", "", "terms", ("Save", "I accept the terms"), "I accept the terms"),
        ("star", "", "Ann's mail", ("Select mail of Ann", "Star"), "Star"),
        ("send", "", "", ("Search", "Discard", "Send"), "Send"),
        ("continue", "", "", ("Back", "Next"), "Next"),
        ("add", "to the basket", "lamp", ("Remove from basket", "Share"), None),
        ("save", "", "", ("Delete", "Search"), None),
        ("delete", "from Ann", "mail", ("Select mail from Ann", "Star"), None),
    ],
)
def test_the_control_that_does_it_is_found_by_its_words(
    verb: str, tail: str, thing: str, names: tuple[str, ...], meant: str | None
) -> None:
    found = best(controls(*names), verb, tail, thing)
    assert (None if found is None else found["name"]) == meant


def test_a_picture_stands_for_what_it_does() -> None:
    assert "wish" in pictured("the heart")
    assert "delete" in pictured("the bin")
    assert pictured("the lamp") == set()
