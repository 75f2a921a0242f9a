"""The shop, over HTTP: finding things, the basket, checking out, and the same shop after a redesign."""

import json
import re
from html import unescape
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from pollex.practice.server import Server


class Visitor:
    """A browser without scripts: keeps cookies, follows redirects, sends forms."""

    def __init__(self, url: str) -> None:
        self.url = f"{url}/shop"
        self.opener = build_opener(HTTPCookieProcessor())
        self.at = ""

    def open(self, path: str, **form: str) -> str:
        return self.send(path, form, {})

    def fetch(self, path: str, **form: str) -> str:
        """As the shop's scripts ask."""
        return self.send(path, form, {"x-requested-with": "fetch"})

    def send(self, path: str, form: dict[str, str], headers: dict[str, str]) -> str:
        data = urlencode(form).encode() if form else None
        with self.opener.open(Request(f"{self.url}/{path}", data, headers)) as answer:
            self.at = answer.url.removeprefix(f"{self.url}/")
            return unescape(answer.read().decode())


@pytest.fixture
def visitor(server: Server) -> Visitor:
    return Visitor(server.url)


ADDRESS = {
    "name": "Ada Byron", "email": "ada@example.org", "street": "Hauptstr. 3", "postcode": "80331", "city": "München",
    "country": "DE",
}  # fmt: skip
CARD = {"card_name": "Ada Byron", "card": "4242 4242 4242 4242", "expiry": "04/29", "cvc": "123", "terms": "yes"}


def names(page: str) -> list[str]:
    return re.findall(r'<h3 class="card__name"><a [^>]*>([^<]+)</a>', page)


def numbers(page: str) -> list[str]:
    """The goods on a page, whatever it looks like."""
    return list(dict.fromkeys(re.findall(r"/shop/item/(\d+)-", page)))


def prices(page: str) -> list[float]:
    return [float(price.replace(",", "")) for price in re.findall(r'<span class="price[^"]*">€([\d,.]+)', page)]


def total(page: str) -> str:
    return str(re.findall(r'data-testid="basket-total">([^<]+)', page)[0])


def something(visitor: Visitor, query: str = "stock=1&sort=price-up&min=20") -> str:
    """The number of a thing that can be bought."""
    return numbers(visitor.open(f"c/all?{query}"))[0]


def buy(visitor: Visitor) -> str:
    visitor.open(f"basket/add/{something(visitor)}", quantity="1")
    visitor.open("checkout/address", **ADDRESS)
    visitor.open("checkout/delivery", delivery="express")
    return visitor.open("checkout/payment", **CARD)


def test_there_are_three_thousand_things(visitor: Visitor) -> None:
    assert len(numbers(visitor.open("c/all?size=all"))) == 3000


def test_pages_of_a_category_do_not_repeat(visitor: Visitor) -> None:
    pages = [numbers(visitor.open(f"c/kitchen?page={page}")) for page in range(1, 12)]
    assert [len(page) for page in pages] == [24] * 10 + [10]
    assert len({number for page in pages for number in page}) == 250


def test_search_finds_all_words(visitor: Visitor) -> None:
    found = names(visitor.open("search?q=steel+kettles"))
    assert found
    assert all("Steel" in name and "Kettle" in name for name in found)


def test_filters_work_together(visitor: Visitor) -> None:
    found = visitor.open("c/coffee-tea?brand=Halden&min=20&max=80&rating=4&stock=1&size=all")
    assert names(found)
    assert min(map(float, re.findall(r'aria-label="([\d.]+) out of 5 stars"', found))) >= 4
    assert all(name.startswith("Halden ") for name in names(found))
    assert all(20 <= price <= 80 for price in prices(found))
    assert "Sold out" not in found


def test_sorting_by_script_sends_only_the_results(visitor: Visitor) -> None:
    results = visitor.fetch("c/audio?sort=price-down")
    assert "<html" not in results
    assert prices(results) == sorted(prices(results), reverse=True)


def test_a_search_that_finds_nothing_says_so(visitor: Visitor) -> None:
    assert "Nothing found" in visitor.open("search?q=submarine")


def test_basket_adds_changes_and_removes(visitor: Visitor) -> None:
    thing = something(visitor, "stock=1&sort=price-up&min=20&rating=4")
    visitor.open(f"basket/add/{thing}", quantity="1")
    line = re.findall(r'name="line" value="([^"]+)"', visitor.open("basket"))[0]
    assert visitor.at == "basket"
    assert 'name="quantity" aria-label="Quantity" value="1"' in visitor.open("basket")
    assert "Your basket is empty" in visitor.open("basket/change", line=line, remove="1")


def test_nobody_gets_more_than_the_store_has(visitor: Visitor) -> None:
    page = visitor.open("c/all?size=all&stock=1")
    scarce = re.findall(r'/shop/item/(\d+)-[^"]*">[^<]+</a></h3>(?:(?!</li>).)*?Only 2 left', page, re.DOTALL)[0]
    answer = json.loads(visitor.fetch(f"basket/add/{scarce}", quantity="5"))
    assert (answer["count"], answer["added"]) == (2, 2)


def test_voucher_takes_ten_percent_off(visitor: Visitor) -> None:
    visitor.open(f"basket/add/{something(visitor, 'stock=1&min=100&max=100')}", quantity="1")
    assert total(visitor.open("basket")) == "€100.00"
    assert total(visitor.open("basket/voucher", code="save10")) == "€90.00"


def test_a_wrong_voucher_changes_nothing(visitor: Visitor) -> None:
    visitor.open(f"basket/add/{something(visitor)}", quantity="1")
    before = total(visitor.open("basket"))
    after = visitor.open("basket/voucher", code="SAVE99")
    assert "We do not know this voucher" in after
    assert total(after) == before


def test_the_broken_voucher_fails_behind_the_page(visitor: Visitor) -> None:
    visitor.open(f"basket/add/{something(visitor)}", quantity="1")
    before = total(visitor.open("basket"))
    with pytest.raises(HTTPError) as failed:
        visitor.fetch("basket/voucher", code="BROKEN")
    failed.value.close()
    assert failed.value.code == 500
    assert total(visitor.open("basket")) == before


def test_an_order_is_confirmed_and_listed(visitor: Visitor) -> None:
    thanks = buy(visitor)
    number = re.findall(r'data-testid="order-number">([^<]+)', thanks)[0]
    assert "Thank you for your order" in thanks
    assert re.findall(r"/shop/order/([^\"]+)", visitor.open("account"))[0] == number
    assert "Hauptstr. 3" in visitor.open(f"order/{number}")
    assert "Your basket is empty" in visitor.open("basket")


def test_paying_twice_orders_once(visitor: Visitor) -> None:
    buy(visitor)
    orders = visitor.open("account").count("/shop/order/")
    visitor.open("checkout/payment", **CARD)
    assert visitor.open("account").count("/shop/order/") == orders


def test_an_order_takes_from_the_store(visitor: Visitor) -> None:
    thing = something(visitor)
    before = int(re.findall(r"(\d+) ready to send", visitor.open(f"item/{thing}-x"))[0])
    buy(visitor)
    after = visitor.open(f"item/{thing}-x")
    assert f"{before - 1} ready to send" in after or (before == 1 and "Sold out" in after)


def test_steps_cannot_be_skipped(visitor: Visitor) -> None:
    visitor.open(f"basket/add/{something(visitor)}", quantity="1")
    visitor.open("checkout/payment")
    assert visitor.at == "checkout/address"


@pytest.mark.parametrize(
    ("step", "change", "error"),
    [
        ("address", {"email": "ada"}, "Enter an e-mail address"),
        ("address", {"postcode": "8033"}, "This is no postcode of Germany"),
        ("address", {"country": ""}, "Choose the country"),
        ("payment", {"card": "4242 4242 4242 4241"}, "This card number is not valid"),
        ("payment", {"expiry": "10/26"}, "Enter a month that is not over yet"),
        ("payment", {"terms": ""}, "Please accept the terms"),
    ],
)
def test_mistakes_are_told_and_nothing_is_lost(visitor: Visitor, step: str, change: dict[str, str], error: str) -> None:
    visitor.open(f"basket/add/{something(visitor)}", quantity="1")
    if step == "payment":
        visitor.open("checkout/address", **ADDRESS)
        visitor.open("checkout/delivery", delivery="pickup")
    answer = visitor.open(f"checkout/{step}", **{**(ADDRESS if step == "address" else CARD), **change})
    assert error in answer
    assert 'value="Ada Byron"' in answer
    assert visitor.at == f"checkout/{step}"


def test_wishes_come_and_go(visitor: Visitor) -> None:
    thing = something(visitor)
    assert json.loads(visitor.fetch(f"wish/{thing}", x="")) == {"wished": True, "count": 1}
    assert numbers(visitor.open("wishlist")) == [thing]
    assert json.loads(visitor.fetch(f"wish/{thing}", x="")) == {"wished": False, "count": 0}


def test_cookies_are_asked_for_until_answered(visitor: Visitor) -> None:
    assert "We use cookies" in visitor.open("")
    visitor.open("cookies", answer="necessary")
    assert "We use cookies" not in visitor.open("")


def test_newsletter_checks_the_address(visitor: Visitor) -> None:
    assert json.loads(visitor.open("newsletter", email="ada")) == {"error": "This is no e-mail address."}
    assert json.loads(visitor.open("newsletter", email="a@b.org")) == {"message": "Thanks! We wrote to a@b.org."}


def test_visitors_have_their_own_baskets(server: Server) -> None:
    one, other = Visitor(server.url), Visitor(server.url)
    one.open(f"basket/add/{something(one)}", quantity="1")
    assert "Your basket is empty" in other.open("basket")


def test_the_seed_decides_what_is_sold() -> None:
    with Server(seed=1) as one, Server(seed=1) as same, Server(seed=2) as other:
        pages = [Visitor(server.url).open("c/toys") for server in (one, same, other)]
    assert pages[0] == pages[1]
    assert names(pages[0]) != names(pages[2])


def test_a_redesign_shows_the_same_things_otherwise() -> None:
    with Server(layout=1) as usual, Server(layout=2) as redesigned:
        one, two = (Visitor(server.url).open("c/toys") for server in (usual, redesigned))
    assert numbers(one) == numbers(two)
    classes = [
        {name for found in re.findall(r'class="([^"]*)"', page) for name in found.split()} for page in (one, two)
    ]
    assert classes[0] & classes[1] == set()
    assert ("Add to basket" in one, "Add to basket" in two, "Buy this" in two) == (True, False, True)


def test_every_class_in_a_redesigned_page_has_its_style() -> None:
    with Server(layout=2) as server:
        page, css = (Visitor(server.url).open(path) for path in ("c/toys", "style.css"))
    card = re.findall(r'<article class="([^"]+)"', page)[0]
    assert f".{card} {{" in css
    assert ".row-card" not in css


def test_reset_forgets_orders(server: Server, visitor: Visitor) -> None:
    before = visitor.open("account")
    buy(visitor)
    assert visitor.open("account").count("/shop/order/") == before.count("/shop/order/") + 1
    with build_opener().open(Request(f"{server.url}/reset", b"seed=1")):
        pass
    assert visitor.open("account").count("/shop/order/") == before.count("/shop/order/")


@pytest.mark.parametrize("path", ["item/1-nothing", "item/x", "c/cars", "order/HP-1", "picture/10001?view=back"])
def test_what_is_not_there_is_not_found(visitor: Visitor, path: str) -> None:
    with pytest.raises(HTTPError) as missing:
        visitor.open(path)
    missing.value.close()
    assert missing.value.code == 404
