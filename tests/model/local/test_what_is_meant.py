"""What words mean on a page: amounts for fields, columns of money, buttons of banners, pages of lists."""

import pytest

from pollex.core.json import Object
from pollex.model.local.doing.columns import column
from pollex.model.local.doing.controls import best
from pollex.model.local.doing.keeping import INCOME, SIGN
from pollex.model.local.doing.listing import PAGE, _is_whole
from pollex.model.local.doing.perform import _is_other_list
from pollex.model.local.doing.single import SUM
from pollex.model.local.doing.values import in_figures


@pytest.mark.parametrize(
    ("value", "field", "typed"),
    [
        ("1,000 euros", "amount", "1000"),
        ("€1,250.75", "the amount", "1250.75"),
        ("45.50 euros", "highest price", "45.50"),
        ("2,345,678", "sum", "2345678"),
        ("12,50 €", "price", "12,50"),
        ("1,000 euros", "purpose", "1,000 euros"),
        ("about 20", "amount", "about 20"),
    ],
)
def test_an_amount_is_typed_in_figures(value: str, field: str, typed: str) -> None:
    assert in_figures(value, field) == typed


def test_money_of_a_movement_is_no_balance() -> None:
    moved = [{"name": "Gym", "price": "−€29.00", "¶": "15 Nov 2026 Gym −€29.00"}]
    held = [{"name": "Savings", "price": "€29.00", "¶": "Savings €29.00"}]
    assert (column("balance", moved), column("balance", held)) == (None, "price")


@pytest.mark.parametrize(
    ("said", "comes_in"),
    [
        ("the largest payment from the Main Account", False),
        ("how many payments to Ann were there", False),
        ("all payments from Ann Bell", True),
        ("the payments that were received in May", True),
    ],
)
def test_a_payment_goes_out_where_nothing_else_is_said(said: str, comes_in: bool) -> None:
    assert bool(INCOME.search(said)) is comes_in


def test_the_sign_is_taken_off_what_went_out() -> None:
    assert [SIGN.sub("", text) for text in ("−€29.00", "- €5", "€7.00")] == ["€29.00", "€5", "€7.00"]


def button(name: str, role: str = "button") -> Object:
    return {"index": 1, "name": name, "role": role, "states": []}


def test_a_button_of_a_banner_does_not_accept_something_else() -> None:
    banner, terms = button("Accept all"), button("I accept the terms of sale", "checkbox")
    assert best([banner, terms], "accept", "", "terms") == terms
    assert best([banner], "accept", "", "terms") is None
    assert best([banner], "accept", "", "all cookies") == banner


@pytest.mark.parametrize(
    ("link", "noun", "is_whole"),
    [
        ("Show all", "orders", True),
        ("Show all transactions", "payments", True),
        ("See all orders ›", "orders", True),
        ("View all transactions", "orders", False),
        ("Show all transactions", "rows", True),
        ("Show more", "orders", False),
    ],
)
def test_a_link_shows_the_whole_list_of_its_own_noun(link: str, noun: str, is_whole: bool) -> None:
    assert _is_whole(link, noun) is is_whole


@pytest.mark.parametrize("words", ["the second page", "page 3", "the last page", "page 2 of the list", "third page"])
def test_a_page_of_a_list_has_a_number(words: str) -> None:
    assert PAGE.fullmatch(words) is not None


def test_only_what_stands_behind_the_path_makes_another_list() -> None:
    assert _is_other_list("http://a/list", "http://a/list?stock=1")
    assert not _is_other_list("http://a/list?stock=1", "http://a/item/3")


def test_a_sum_is_told_in_running_text() -> None:
    assert SUM.findall("12 transactions, sum −€384.98") == ["−€384.98"]
