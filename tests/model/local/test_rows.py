"""Which row of a page a description means."""

import pytest

from pollex.core.json import Object
from pollex.model.local.doing.rows import best_row, opener


def row(index: int, text: str, *controls: str) -> Object:
    named = [
        {"index": 100 * index + n, "role": "button", "name": name, "states": []} for n, name in enumerate(controls)
    ]
    return {"index": index, "text": text, "cells": {}, "link": index, "controls": named, "states": []}


ROWS = [
    row(1, "Ann Bell 11-09 10:00 Minutes of Tuesday Dear all, here they are"),
    row(2, "Ann Bell 11-11 08:00 Re: Minutes of Tuesday Thank you"),
    row(3, "Ben Okoro 11-11 09:30 Offer for the shed It holds until May"),
    row(4, "AB-12 The menu is slow Urgent Ann Bell"),
    row(5, "AB-120 The menu is fast Low nobody"),
]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Ben Okoro's offer for the shed", 3),
        ("the message from Ben Okoro", 3),
        ('the message "Minutes of Tuesday" from Ann Bell', 1),
        ("the mail that Ann Bell sent on 11 November", 2),
        ("issue AB-12", 4),
        ("AB-120", 5),
        ("the slow menu", 4),
        ("the message from Cy Dunn", None),
        ("the mail from Ann Bell", None),
        ("the message", None),
    ],
)
def test_a_description_means_the_one_row_that_has_its_names(words: str, found: int | None) -> None:
    best = best_row(ROWS, words)
    assert (None if best is None else best["index"]) == found


def test_of_a_list_in_a_list_the_inner_row_is_meant() -> None:
    outer = row(9, "Ben Okoro 11-11 09:30 Offer for the shed It holds until May and more beside it")
    best = best_row([outer, *ROWS], "the offer from Ben Okoro")
    assert best is not None
    assert best["index"] == 3


def test_a_group_of_links_is_opened_by_the_one_that_is_named() -> None:
    links = [
        {"index": n, "role": "link", "name": name, "states": []}
        for n, name in enumerate(("Main", "Trips", "Old", "New"))
    ]
    group = {"index": 9, "text": "Main Trips Old New", "cells": {}, "link": 0, "controls": links, "states": []}
    assert opener(group, "the Trips folder") == 1
    assert opener(group, "the Bills folder") is None
    assert opener(None, "Trips") is None


def test_a_number_is_not_the_beginning_of_another() -> None:
    row = {"index": 1, "text": "KES-179 Make it faster 17 November", "link": 2, "cells": {}, "controls": []}
    assert best_row([row], '"KES-17"') is None
    assert best_row([row], '"KES-179"') == row
