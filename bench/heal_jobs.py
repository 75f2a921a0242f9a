"""Jobs on the practice sites as workflows written by hand, each with what the site must hold when it was done rightly.

Their selectors are only for the usual layout, where evidence is recorded; what is replayed is made from that.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pollex.core.json import Object
from pollex.practice.bank.state import PASSWORD, SECRET, USER, Bank
from pollex.practice.bank.totp import code_at
from pollex.practice.mail.message import Mailbox
from pollex.practice.shop.state import Shop, Visitor
from pollex.practice.site import World
from pollex.practice.tracker.issue import Tracker

Facts = Callable[[World], Any]


@dataclass(frozen=True)
class Job:
    """A workflow's nodes, and the lasting effect of it on the site. The effect is never to be half of it."""

    name: str
    nodes: tuple[Object, ...]
    effect: Facts
    inputs: Callable[[], Object] = dict


def go(address: str) -> Object:
    return {"type": "browser_action", "config": {"action": "navigate", "url": "{{site}}" + address}}


def click(selector: str, words: str = "") -> Object:
    return {"type": "browser_action", "config": _named({"action": "click", "selector": selector}, words)}


def enter(selector: str, text: str, words: str = "") -> Object:
    return {"type": "browser_action", "config": _named({"action": "type", "selector": selector, "text": text}, words)}


def press(selector: str, key: str) -> Object:
    return {"type": "browser_action", "config": {"action": "keypress", "selector": selector, "key": key}}


def choose(selector: str, option: str) -> Object:
    return {"type": "tool", "config": {"tool": "page.select", "args": {"selector": selector, "option": option}}}


def tick(selector: str) -> Object:
    return {"type": "tool", "config": {"tool": "page.check", "args": {"selector": selector}}}


def _named(config: Object, words: str) -> Object:
    return {**config, "fallback": words} if words else config


def baskets(world: World) -> list[list[tuple[int, str, int]]]:
    visitors = [session.part(Visitor) for session in world.sessions.known.values()]
    lines = [[(line.item.id, line.colour, line.quantity) for line in each.basket.lines.values()] for each in visitors]
    return [each for each in lines if each]


def orders(world: World) -> list[tuple[Any, ...]]:
    shop = world.parts.get("shop")
    assert shop is None or isinstance(shop, Shop)
    return [
        (order.delivery, order.address, [(line.item.id, line.colour, line.quantity) for line in order.lines])
        for order in ([] if shop is None else shop.orders[:-18])
    ]


def payments(world: World) -> list[Any]:
    bank = world.parts.get("bank")
    assert bank is None or isinstance(bank, Bank)
    return [] if bank is None else list(bank.done.values())


def issues(world: World) -> list[Object]:
    tracker = world.parts.get("tracker")
    assert tracker is None or isinstance(tracker, Tracker)
    made = [] if tracker is None else [issue.plain() for number, issue in tracker.issues.items() if number > 400]
    return [{name: issue[name] for name in issue if name not in ("created", "rank")} for issue in made]


def sent(world: World) -> list[tuple[Any, ...]]:
    box = world.parts.get("mail")
    assert box is None or isinstance(box, Mailbox)
    mine = [] if box is None else [each for each in box.messages.values() if each.id > 200 and each.folder == "sent"]
    return [(list(map(str, each.to)), each.subject, each.preview) for each in mine]


def secrets() -> Object:
    return {"user": USER, "password": PASSWORD, "code": code_at(SECRET, time.time())}


COOKIES = click('role=button[name="Only necessary"]', "the button that allows only necessary cookies")
FILL = (
    COOKIES,
    enter("role=searchbox", "chef's knife", "the search field"),
    click('role=button[name="Search"]', "the search button"),
    click("text=Tinsmith Copper Chef's Knife, 15 cm", "Tinsmith Copper Chef's Knife, 15 cm"),
    tick("label=Rust"),
    click(".stepper ~ button, form div:has(.stepper) > button", "Add to basket of the thing itself"),
)
JOBS: tuple[Job, ...] = (
    Job("shop: search and basket", (go("/shop/"), *FILL, click("header a:has-text('Basket')")), baskets),
    Job(
        "shop: checkout",
        (
            go("/shop/item/10001"),
            COOKIES,
            click(".stepper ~ button, form div:has(.stepper) > button", "Add to basket of the thing itself"),
            go("/shop/basket"),
            click("text=Go to checkout", "the button that goes to checkout"),
            enter("label=Full name", "Ada Lovelace", "the field for the full name"),
            enter("main input[name=email]", "ada@example.org", "the field for the e-mail address"),
            enter("label=Street and number", "12 St James's Square", "the field for the street"),
            enter("label=Postcode", "10115", "the field for the postcode"),
            enter("label=Town or city", "Berlin", "the field for the city"),
            choose("label=Country", "Germany"),
            click('role=button[name="Continue"]', "the button that continues"),
            tick("input[name=delivery][value=express]"),
            click('role=button[name="Continue"]', "the button that continues"),
            enter("label=Name on the card", "Ada Lovelace", "the field for the name on the card"),
            enter("label=Card number", "4242 4242 4242 4242", "the field for the card number"),
            enter("label=Valid until", "12/30", "the field for the date until which the card is valid"),
            enter("label=Security code", "123", "the field for the security code"),
            tick("label=I accept the terms of sale"),
            click("form.panel button", "the button that places the order"),
        ),
        orders,
    ),
    Job(
        "bank: sign in and pay",
        (
            go("/bank/login"),
            enter("label=User name", "{{user}}", "the field for the user name"),
            enter("label=Password", "{{password}}", "the field for the password"),
            click('role=button[name="Sign in"]', "the button that signs in"),
            enter("#code", "{{code}}", "the field for the code"),
            click('role=button[name="Verify"]', "the button that verifies the code"),
            click("nav a[href$='/transfer']", "the link to transfers"),
            choose("select[name=source]", "everyday"),
            enter("input[name=name]", "Heron Library", "the field for the name of the payee"),
            enter("input[name=iban]", "DE89370400440532013000", "the field for the IBAN"),
            enter("input[name=amount]", "12.50", "the field for the amount"),
            enter("input[name=purpose]", "Books", "the field for the purpose"),
            click("form.panel button", "the button that checks the transfer"),
            click("form.acts button", "the button that confirms the payment"),
        ),
        payments,
        secrets,
    ),
    Job(
        "tracker: new issue",
        (
            go("/tracker/"),
            click("header button", "the button for a new issue"),
            enter("dialog input[name=title]", "The export forgets umlauts", "the field for the title"),
            enter("dialog textarea", "Seen on Monday.", "the field for the description"),
            choose("dialog select", "In progress"),
            tick("dialog input[value=High]"),
            enter("dialog input[name=due]", "2026-12-24", "the field for the due date"),
            click("dialog button[type=submit]", "the button that creates the issue"),
        ),
        issues,
    ),
    Job(
        "mail: write and send",
        (
            go("/mail/folder/inbox"),
            click("nav button", "the button for a new message"),
            enter("input.to", "olga@example.org", "the field for recipients"),
            press("input.to", "Enter"),
            enter("#subject", "Reading group", "the field for the subject"),
            enter(".writing", "I will be there.", "the text of the message"),
            click("form button:has-text('Send')", "the button that sends the message"),
        ),
        sent,
    ),
)
