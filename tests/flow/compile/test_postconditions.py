"""What an action caused must hold after it: where the page is then, and what it says."""

from collections.abc import Callable
from typing import Any

import pytest

from pollex.core.json import Object
from pollex.flow.compile import Compiled
from pollex.flow.compile.address import rule

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
HOME = "https://example.org/"


def checks(made: Compiled) -> list[Any]:
    return [node["config"]["rules"] for node in made.document["nodes"] if node["config"].get("method") == "validate"]


def sending(did: Did, **told: Any) -> Object:
    return did("page.click", {"index": 1}, {"url": HOME, "sent": 1, **told}, element={"role": "button", "name": "Send"})


def test_where_the_page_is(did: Did, compiled: Compile) -> None:
    made = compiled("Send it.", sending(did, url=f"{HOME}thanks?session=7", **{"from": HOME}))
    assert checks(made) == [[{"type": "url", "contains": "/thanks"}]]


def test_what_appeared(did: Did, compiled: Compile) -> None:
    made = compiled("Send it.", sending(did, appeared=["3", "Order 1042 of 3 May: thank you for your order!"]))
    assert checks(made) == [[{"type": "text", "text": "thank you for your order"}]]


def test_what_is_counted_may_be_one_another_time(did: Did, compiled: Compile) -> None:
    made = compiled("Send it.", sending(did, appeared=["3 issues changed successfully"]))
    assert checks(made) == [[{"type": "text", "text": "changed successfully"}]]


def test_what_held_before_proves_nothing(did: Did, compiled: Compile) -> None:
    begun = f"{HOME}inbox?q=fern"
    made = compiled("Delete them.", sending(did, url=f"{HOME}inbox", **{"from": begun}), url=begun)
    assert checks(made) == []
    assert made.unsure == [
        "Nothing that the page showed tells that clicking the button “Send” was done; it is not checked."
    ]


def test_contents_of_the_page_are_no_condition(did: Did, compiled: Compile) -> None:
    rows = did("page.extract", {"instruction": "goods", "schema": {"type": "array"}}, [{"name": "Oak table lamp"}])
    made = compiled("Send it.", rows, sending(did, appeared=["Oak table lamp added", "Your basket has changed"]))
    assert checks(made) == [[{"type": "text", "text": "Your basket has changed"}]]


def test_at_the_end(did: Did, compiled: Compile) -> None:
    link = {"role": "link", "name": "Prices"}
    going = did("page.click", {"index": 1}, {"url": f"{HOME}prices", "from": HOME}, element=link)
    assert checks(compiled("Open the prices.", going)) == [[{"type": "url", "contains": "/prices"}]]


def test_requests_that_failed_are_told(did: Did, compiled: Compile) -> None:
    made = compiled("Send it.", sending(did, failed=[{"method": "GET", "url": HOME, "status": 404}]))
    assert made.unsure == [
        "After clicking the button “Send”, requests of the page failed in the run as well.",
        "Nothing that the page showed tells that clicking the button “Send” was done; it is not checked.",
    ]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.org/", None),
        ("https://a.org/shop/basket?x=1#y", {"type": "url", "contains": "/shop/basket"}),
        ("https://a.org/shop/item/10351-oak-lamp", {"type": "url", "contains": "/shop/item/"}),
        ("https://a.org/order/HP-1018/done", {"type": "url", "pattern": "/order/[^/?#]+/done"}),
        ("https://a.org/17", None),
        ("https://a.org/tag/kettle", {"type": "url", "contains": "/tag/"}),
    ],
)
def test_the_lasting_part_of_an_address(url: str, expected: Object | None) -> None:
    assert rule(url, ["Kettle"]) == expected


def test_an_address_that_held_before_says_more() -> None:
    assert rule("https://a.org/bank/", before="https://a.org/bank/code") == {
        "type": "url",
        "pattern": "/bank/(?:[?#]|$)",
    }
