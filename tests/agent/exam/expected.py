# Written apart from the code that it examines, and kept as it came.
# mypy: ignore-errors
# ruff: noqa: E501
"""What the answers of the twenty tasks must say, and what must be wrong with nothing after them.

For each id two functions: `<id>(world, inputs)` gives the values of the answer, `<id>_state(world, inputs)` what is
wrong in the sites (an empty list: all right). Money is a number in euros, counts are numbers, the rest is text.

All functions may be called after the run. Those that read only work it out from a fresh world of the same seed, so that
they may be called before as well ("before or after" in their docstrings); those of acting tasks say "after".
`agree(expected, values)` compares an answer with what is expected, as generously as a person would.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections import Counter
from datetime import date, datetime
from typing import Any

from pollex.practice import bank as _bank
from pollex.practice import mail as _mail
from pollex.practice import shop as _shop
from pollex.practice import tracker as _tracker
from pollex.practice.bank.iban import compact
from pollex.practice.bank.statement import statements_of
from pollex.practice.bank.transfer import cents
from pollex.practice.mail.folders import listed
from pollex.practice.mail.message import ME as ROBIN
from pollex.practice.mail.message import TITLES
from pollex.practice.richtext import html_text
from pollex.practice.shop.listing import Query, make_listing
from pollex.practice.shop.state import Visitor
from pollex.practice.shop.words import CATEGORIES
from pollex.practice.site import TODAY, World
from pollex.practice.tracker.issue import ME as JONAS
from pollex.practice.tracker.issue import PEOPLE, PRIORITIES, STATUSES

SITES = {each.SITE.name: each.SITE for each in (_shop, _bank, _mail, _tracker)}
GROCER = "Greenrow Market"
"""The only one of the bank's payees that sells groceries (the bakery and the restaurants do not count)."""


# --- helpers -------------------------------------------------------------------------------------------------------


def part(world: World, site: str) -> Any:
    """The state of a site now; if nobody has been there yet, the state that it would begin with."""
    return world.parts[site] if site in world.parts else SITES[site].start(World(world.seed))


def fresh(world: World, site: str) -> Any:
    """The state with which the site began."""
    return SITES[site].start(World(world.seed))


def euros(value: int) -> float:
    return round(value / 100, 2)


def chosen(options: Any, said: str) -> str:
    """The option that a person means by these words, whatever the case."""
    return next(each for each in options if each.casefold() == said.strip().casefold())


def as_date(said: str) -> date:
    """`1 July 2026`, `2026-07-01`."""
    for form in ("%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%B %d, %Y", "%d.%m.%Y"):
        try:
            return datetime.strptime(said.strip(), form).date()
        except ValueError:
            pass
    raise ValueError(said)


def same(wanted: Any, given: Any) -> bool:
    if isinstance(wanted, bool) or wanted in ("yes", "no"):
        yes = wanted in (True, "yes")
        return str(given).strip().casefold() in (("yes", "true", "more", "1") if yes else ("no", "false", "less", "0"))
    if isinstance(wanted, (int, float)):
        if isinstance(given, (int, float)) and not isinstance(given, bool):
            return abs(abs(given) - wanted) < 0.005
        found = re.search(r"\d[\d,]*(?:\.\d+)?", str(given))
        return found is not None and abs(float(found[0].replace(",", "")) - wanted) < 0.005
    if isinstance(wanted, list):
        said = given if isinstance(given, list) else re.split(r",\s*|\s+and\s+|\s*;\s*", str(given))
        return sorted(map(str, said)) == sorted(wanted)
    said = " ".join(str("" if given is None else given).split()).casefold()
    if wanted.casefold() in ("none", "nobody"):
        return said in ("", "–", "-", "none", "nobody", "no one")
    return said == wanted.casefold()


def agree(expected: dict, values: dict | None) -> list[str]:
    """Where an answer's values are not what they must be. The sign of money is not looked at, the order of keys neither."""
    values = values or {}
    return [
        f"{name} is {values.get(name)!r} instead of {wanted!r}"
        for name, wanted in expected.items()
        if name not in values or not same(wanted, values[name])
    ]


# --- what changed in a site ----------------------------------------------------------------------------------------


def visitors(world: World) -> list[Visitor]:
    return [each.parts[Visitor] for each in world.sessions.known.values() if Visitor in each.parts]


def basket_of(world: World) -> dict[str, int]:
    """How many of which thing lie in baskets, whoever's they are."""
    held: Counter[str] = Counter()
    for visitor in visitors(world):
        for line in visitor.basket.lines.values():
            held[line.item.name] += line.quantity
    return dict(held)


def wrong_in_shop(world: World, *, basket: bool = False, orders: bool = False) -> list[str]:
    """What changed in the shop, but for the things that the caller looks at itself."""
    now, then, wrong = part(world, "shop"), fresh(world, "shop"), []
    if not basket and basket_of(world):
        wrong.append(f"something is in the basket: {basket_of(world)}")
    if not orders and len(now.orders) != len(then.orders):
        wrong.append(f"{len(now.orders) - len(then.orders)} orders were placed")
    wrong += [f"{len(each.wishes)} things were put on the wish list" for each in visitors(world) if each.wishes]
    return wrong + [f"{email} was put on the newsletter's list" for email in now.subscribers]


def wrong_basket(world: World, wanted: list[set[str]], quantity: int = 1) -> list[str]:
    """`wanted`: for each line the names of which one must be there."""
    held, wrong = basket_of(world), []
    for names in wanted:
        found = [name for name in held if name in names]
        if not found:
            wrong.append(f"not in the basket: {' or '.join(sorted(names))}")
        elif held[found[0]] != quantity:
            wrong.append(f"{held[found[0]]} instead of {quantity} of {found[0]}")
        if found:
            del held[found[0]]
    return wrong + [f"also in the basket: {count} {name}" for name, count in held.items()]


def wrong_in_bank(world: World, *, transfers: bool = False, standing: bool = False) -> list[str]:
    now, then, wrong = part(world, "bank"), fresh(world, "bank"), []
    if not transfers:
        wrong += [f"a transfer of {euros(each.amount)} to {each.name}" for each in now.done.values()]
        wrong += [
            f"{key}: something was booked"
            for key, each in now.accounts.items()
            if each.balance != then.accounts[key].balance
        ]
    if not standing and now.standing != then.standing:
        wrong.append("the standing orders changed")
    return wrong + (["the idle limit changed"] if now.idle_limit != then.idle_limit else [])


def wrong_in_tracker(world: World, but: set[int] = frozenset()) -> list[str]:
    now, then = part(world, "tracker").issues, fresh(world, "tracker").issues
    wrong = [f"KES-{number} was created" for number in now if number not in then and number not in but]
    wrong += [f"KES-{number} was deleted" for number in then if number not in now]
    return wrong + [
        f"KES-{number} changed"
        for number in then
        if number in now and number not in but and now[number] != then[number]
    ]


def wrong_in_mail(world: World, *, moved: set[int] = frozenset(), sent: int = 0, rules: int = 0) -> list[str]:
    """What changed but for the messages `moved`, so many `sent` and so many `rules`. Opening a message is no change."""
    now, then, wrong = part(world, "mail"), fresh(world, "mail"), []
    for number, before in then.messages.items():
        after = now.messages.get(number)
        if after is None:
            wrong.append(f"“{before.subject}” from {before.sender.name} is gone")
        elif number not in moved and after.folder != before.folder:
            wrong.append(
                f"another mail was moved: “{before.subject}” from {before.sender.name}, {before.folder} to {after.folder}"
            )
        elif (after.subject, after.html, after.to, after.starred) != (
            before.subject,
            before.html,
            before.to,
            before.starred,
        ):
            wrong.append(f"“{before.subject}” from {before.sender.name} was changed")
    made = [each for number, each in now.messages.items() if number not in then.messages]
    gone = sum(each.folder == "sent" for each in made)
    if gone != sent:
        wrong.append(f"{gone} messages were sent instead of {sent}")
    wrong += ["a draft was left behind" for each in made if each.folder == "drafts"]
    if len(now.rules) != rules:
        wrong.append(f"{len(now.rules)} filters instead of {rules}")
    return wrong + (["the settings changed"] if now.settings != then.settings else [])


def sent_by(world: World) -> Any:
    """The messages that were sent since the beginning."""
    then = fresh(world, "mail").messages
    return [
        each for number, each in part(world, "mail").messages.items() if number not in then and each.folder == "sent"
    ]


# --- shop ----------------------------------------------------------------------------------------------------------


def goods(world: World, *, department: str = "", **query: Any) -> Any:
    """What the shop lists, with the stock of the beginning."""
    items = list(fresh(world, "shop").items.values())
    if department:
        wanted = chosen([each.title for each in CATEGORIES], department)
        items = [item for item in items if item.category.title == wanted]
    return make_listing(items, Query(size="all", **query)).items


def cheapest(world: World, text: str) -> list:
    """The cheapest thing that can be bought, or several if they cost the same."""
    found = goods(world, text=text, in_stock=True, sort="price-up")
    return [item for item in found if item.price == found[0].price]


def best_present(world: World, inputs: dict[str, Any]):
    high = float(inputs["max_price"])
    return goods(world, department=inputs["department"], high=high, in_stock=True, sort="rating")[0]


def garden_present(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after. Best rated; among those rated alike the one with the most ratings, as the shop sorts."""
    item = best_present(world, inputs)
    return {"name": item.name, "price": euros(item.price)}


def garden_present_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: one of it in the basket and nothing else."""
    return wrong_basket(world, [{best_present(world, inputs).name}]) + wrong_in_shop(world, basket=True)


def brand_average(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after."""
    found = goods(world, department=inputs["department"], brands=(inputs["brand"],), sort="price-down")
    average = sum(item.price for item in found) / len(found) / 100
    return {
        "count": len(found), "average": round(average + 1e-9, 2), "dearest": found[0].name, "price": euros(found[0].price),
    }  # fmt: skip


def brand_average_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: nothing changed."""
    return wrong_in_shop(world)


def orders_total(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after. Money left at the shop: orders that were returned or cancelled are not in it.

    On seed 3 the biggest order of all was sent back: there the question can be understood in two ways.
    """
    kept = [order for order in fresh(world, "shop").orders if order.status not in ("Returned", "Cancelled")]
    biggest = max(kept, key=lambda order: order.total)
    return {
        "total": euros(sum(order.total for order in kept)), "biggest": biggest.number, "biggest_total": euros(biggest.total),
    }  # fmt: skip


def orders_total_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: nothing changed."""
    return wrong_in_shop(world)


def buy_cheapest(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """After: the number of the order is that of the newest order."""
    item = cheapest(world, inputs["product"])[0]
    delivery = 0 if item.price >= 60_00 else 4_90
    made = new_orders(world)
    return {"order_number": made[0].number if made else "(no order)", "total": euros(item.price + delivery)}


def new_orders(world: World) -> Any:
    orders = part(world, "shop").orders
    return orders[: len(orders) - len(fresh(world, "shop").orders)]


def buy_cheapest_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: one order with one of the cheapest, to the address of the task, by standard delivery; the basket is empty."""
    made = new_orders(world)
    if len(made) != 1:
        return [f"{len(made)} orders instead of one", *wrong_in_shop(world, orders=True)]
    order, wrong = made[0], []
    names = {item.name for item in cheapest(world, inputs["product"])}
    if len(order.lines) != 1 or order.lines[0].item.name not in names or order.lines[0].quantity != 1:
        wrong.append(
            f"ordered: {[(line.quantity, line.item.name) for line in order.lines]} instead of one {' or '.join(names)}"
        )
    wanted = {
        "name": inputs["name"], "street": inputs["street"], "email": inputs["email"], "postcode": "10115",
        "city": "Berlin", "country": "DE", "phone": "030 1234567",
    }  # fmt: skip
    wrong += [
        f"{field} is {order.address.get(field)!r} instead of {value!r}"
        for field, value in wanted.items()
        if order.address.get(field) != value
    ]
    if order.delivery != "standard":
        wrong.append(f"delivery is {order.delivery}")
    return wrong + wrong_in_shop(world, orders=True)


def basket_of_two(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after. What the basket shows as its total, with standard delivery."""
    total = sum(cheapest(world, inputs[name])[0].price for name in ("first", "second"))
    return {"total": euros(total + (0 if total >= 60_00 else 4_90))}


def basket_of_two_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: one of each and nothing else. What costs the same may stand for it."""
    wanted = [{item.name for item in cheapest(world, inputs[name])} for name in ("first", "second")]
    return wrong_basket(world, wanted) + wrong_in_shop(world, basket=True)


def voucher_basket(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after. Needs a cheapest thing of which as many as wanted are in stock (so on seeds 1 to 4)."""
    item = cheapest(world, f"{inputs['brand']} {inputs['thing']}")[0]
    price = item.price * int(inputs["quantity"])
    price -= round(price * 0.1)
    return {"name": item.name, "total": euros(price + (0 if price >= 60_00 else 4_90))}


def voucher_basket_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: so many of it, of one colour, nothing else, and the voucher redeemed."""
    names = {item.name for item in cheapest(world, f"{inputs['brand']} {inputs['thing']}")}
    wrong = wrong_basket(world, [names], int(inputs["quantity"])) + wrong_in_shop(world, basket=True)
    if not any(each.basket.voucher == "SAVE10" for each in visitors(world) if each.basket.lines):
        wrong.append("the voucher was not redeemed")
    return wrong


def good_and_cheap(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after."""
    found = goods(
        world, text=inputs["thing"], high=float(inputs["max_price"]), rating=float(inputs["stars"]), in_stock=True,
        sort="price-up",
    )  # fmt: skip
    return {"count": len(found), "cheapest": found[0].name, "price": euros(found[0].price)}


def good_and_cheap_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: nothing changed."""
    return wrong_in_shop(world)


# --- bank ----------------------------------------------------------------------------------------------------------


def spent(world: World, payee: str, first: date, last: date) -> Any:
    """What was paid to somebody from the everyday account, as positive cents; newest first."""
    moved = fresh(world, "bank").accounts["everyday"].newest_first()
    return [-each.amount for each in moved if each.party == payee and first <= each.day <= last and each.amount < 0]


def groceries(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after. Both months are those that were last complete: of 2026."""

    def of(month: str) -> float:
        number = datetime.strptime(month.strip().capitalize(), "%B").month
        last = monthrange(2026, number)[1]
        return euros(sum(spent(world, GROCER, date(2026, number, 1), date(2026, number, last))))

    this, other = of(inputs["month"]), of(inputs["other_month"])
    return {"spent": this, "spent_in_other_month": other, "more": "yes" if this > other else "no"}


def groceries_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: nothing changed."""
    return wrong_in_bank(world)


def pay_club(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """After: the reference is that of the transfer that was made."""
    bank = part(world, "bank")
    token = next(iter(bank.done), "(none)")
    left = fresh(world, "bank").accounts["everyday"].balance - cents(inputs["amount"])
    return {"reference": token[:8].upper(), "left": euros(left)}


def pay_club_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: one transfer as the task says, scheduled for 1 December 2026."""
    wanted = (
        "everyday",
        inputs["payee"],
        compact(inputs["iban"]),
        cents(inputs["amount"]),
        date(2026, 12, 1),
        inputs["purpose"],
    )
    return wrong_transfer(world, wanted) + wrong_in_bank(world, transfers=True)


def wrong_transfer(world: World, wanted: tuple) -> list[str]:
    made = list(part(world, "bank").done.values())
    if len(made) != 1:
        return [f"{len(made)} transfers instead of one"]
    fields = ("source", "name", "iban", "amount", "day", "purpose")
    given = tuple(getattr(made[0], field) for field in fields)
    return [
        f"{field} is {is_!r} instead of {must!r}"
        for field, is_, must in zip(fields, given, wanted, strict=True)
        if is_ != must
    ]


def stop_landlord(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after."""
    rent = next(each for each in fresh(world, "bank").standing if each.payment.purpose == "Rent")
    return {"payee": rent.payment.name, "per_year": euros(rent.payment.amount * 12)}


def stop_landlord_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: the landlord's standing order is gone, the other one is there."""
    now, then = part(world, "bank").standing, fresh(world, "bank").standing
    wrong = [
        f"the standing order to {each.payment.name} is still there" for each in now if each.payment.purpose == "Rent"
    ]
    wrong += [
        f"the standing order to {each.payment.name} is gone"
        for each in then
        if each.payment.purpose != "Rent" and each not in now
    ]
    wrong += [f"a new standing order to {each.payment.name}" for each in now if each not in then]
    return wrong + wrong_in_bank(world, standing=True)


def last_statement(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after. `file` is the name that the bank gives to the download."""
    accounts = fresh(world, "bank").accounts.values()
    said = inputs["account"].casefold().removesuffix(" account")
    account = next(each for each in accounts if each.title.casefold().removesuffix(" account") == said)
    last = statements_of(account)[0]
    kind = inputs["format"].lower()
    return {
        "month": last.title,
        "closing_balance": euros(last.after),
        "file": f"statement-{account.key}-{last.name}.{kind}",
    }


def last_statement_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: nothing changed. (The server does not note downloads: whether the file is there, the run must show.)"""
    return wrong_in_bank(world)


def spent_at(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after."""
    found = spent(world, inputs["payee"], as_date(inputs["from"]), as_date(inputs["to"]))
    return {"total": euros(sum(found)), "count": len(found), "biggest": euros(max(found))}


def spent_at_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: nothing changed."""
    return wrong_in_bank(world)


def named_account(bank: Any, title: str) -> Any:
    return next(each for each in bank.accounts.values() if each.title.casefold() == title.casefold())


def move_savings(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after: what will be, or is, on the two accounts."""
    bank, amount = fresh(world, "bank"), cents(inputs["amount"])
    source, target = named_account(bank, inputs["from"]), named_account(bank, inputs["to"])
    return {"from_balance": euros(source.balance - amount), "to_balance": euros(target.balance + amount)}


def move_savings_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: one transfer of today between the two accounts. How the payee was called is the agent's choice."""
    bank, then, amount = part(world, "bank"), fresh(world, "bank"), cents(inputs["amount"])
    source, target = named_account(then, inputs["from"]), named_account(then, inputs["to"])
    made = list(bank.done.values())
    wanted = (source.key, made[0].name if made else "", target.iban, amount, TODAY, inputs["purpose"])
    wrong = wrong_transfer(world, wanted)
    for key, account in then.accounts.items():
        must = account.balance + (amount if account is target else -amount if account is source else 0)
        if bank.accounts[key].balance != must:
            wrong.append(f"{account.title} has {euros(bank.accounts[key].balance)} instead of {euros(must)}")
    return wrong + wrong_in_bank(world, transfers=True)


def standing_order(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after: how many there will be, or are, and the payee of the biggest amount (whatever the rhythm)."""
    all_ = [(each.payment.amount, each.payment.name) for each in fresh(world, "bank").standing]
    all_.append((cents(inputs["amount"]), inputs["payee"]))
    return {"count": len(all_), "biggest": max(all_)[1]}


def standing_order_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: one new standing order as the task says, every three months from Savings; the two others are there."""
    now, then = part(world, "bank").standing, fresh(world, "bank").standing
    wrong = [f"the standing order to {each.payment.name} is gone" for each in then if each not in now]
    made = [each for each in now if each not in then]
    if len(made) != 1:
        wrong.append(f"{len(made)} new standing orders instead of one")
    for order in made[:1]:
        wanted = {
            "source": "savings", "name": inputs["payee"], "iban": compact(inputs["iban"]), "amount": cents(inputs["amount"]),
            "day": as_date(inputs["start"]), "purpose": "donation",
        }  # fmt: skip
        wrong += [
            f"{field} is {getattr(order.payment, field)!r} instead of {must!r}"
            for field, must in wanted.items()
            if getattr(order.payment, field) != must
        ]
        if order.rhythm != "quarterly":
            wrong.append(f"it is {order.rhythm}")
    return wrong + wrong_in_bank(world, standing=True)


# --- tracker -------------------------------------------------------------------------------------------------------


def start_todos(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after: what was mine, to do and of that priority at the beginning."""
    found = mine_to_do(world, inputs["priority"])
    return {"count": len(found), "keys": [f"KES-{number}" for number in found]}


def mine_to_do(world: World, priority: str) -> list[int]:
    level = chosen(PRIORITIES, priority)
    issues = fresh(world, "tracker").issues.values()
    return sorted(
        (
            each.number
            for each in issues
            if each.assignee == JONAS and each.status == "To do" and each.priority == level
        ),
        reverse=True,
    )


def start_todos_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: those have the new status and are otherwise as they were; all others are as they were."""
    wanted, now, then = (
        mine_to_do(world, inputs["priority"]),
        part(world, "tracker").issues,
        fresh(world, "tracker").issues,
    )
    status = chosen(STATUSES, inputs["status"])
    wrong = [
        f"KES-{number} is {now[number].status!r} instead of {status!r}"
        for number in wanted
        if number in now and now[number].status != status
    ]
    wrong += [
        f"KES-{number} was changed otherwise"
        for number in wanted
        if number in now and but_for(now[number], "status") != but_for(then[number], "status")
    ]
    return wrong + wrong_in_tracker(world, set(wanted))


def but_for(issue: Any, *fields: str) -> dict[str, Any]:
    """The issue without these fields, and without its place on the board."""
    return {name: value for name, value in vars(issue).items() if name not in (*fields, "rank")}


def due_first(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after. Open is what is not done; what has no due date is counted but cannot be due first."""
    person = chosen(PEOPLE, inputs["person"])
    found = [
        each for each in fresh(world, "tracker").issues.values()
        if each.assignee == person and each.status != "Done" and inputs["label"].casefold() in each.labels
    ]  # fmt: skip
    first = min((each for each in found if each.due), key=lambda each: (each.due, each.number), default=None)
    if first is None:  # nothing of it has a due date
        return {"count": len(found), "key": "none", "due": "none"}
    return {"count": len(found), "key": f"KES-{first.number}", "due": first.due}


def due_first_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: nothing changed."""
    return wrong_in_tracker(world)


def hand_over(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after: who had it at the beginning, and what it is called."""
    issue = fresh(world, "tracker").issues[int(inputs["key"].upper().removeprefix("KES-"))]
    return {"title": issue.title, "before": issue.assignee or "Nobody"}


def hand_over_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: the issue has the new person, the new status and one more comment; all others are as they were."""
    number = int(inputs["key"].upper().removeprefix("KES-"))
    then, now = fresh(world, "tracker").issues[number], part(world, "tracker").issues.get(number)
    wrong = wrong_in_tracker(world, {number})
    if now is None:
        return wrong
    for field, must in (("assignee", chosen(PEOPLE, inputs["person"])), ("status", "In review")):
        if getattr(now, field) != must:
            wrong.append(f"{inputs['key']}: {field} is {getattr(now, field)!r} instead of {must!r}")
    said = [html_text(each.html) for each in now.comments[len(then.comments) :]]
    if said != [inputs["comment"]]:
        wrong.append(f"{inputs['key']}: new comments are {said} instead of {[inputs['comment']]}")
    changed = ("status", "assignee", "comments", "description")
    if but_for(now, *changed) != but_for(then, *changed) or html_text(now.description) != html_text(then.description):
        wrong.append(f"{inputs['key']} was changed otherwise")
    return wrong


# --- mail ----------------------------------------------------------------------------------------------------------


def latest_about(world: World, word: str) -> Any:
    """The newest message that somebody else wrote and in which the word is, wherever it lies but in spam or trash."""
    box = fresh(world, "mail")
    return next(
        each for each in listed(box, "inbox", word) if each.folder not in ("sent", "drafts") and each.sender != ROBIN
    )


def forward_latest(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after."""
    found = latest_about(world, inputs["about"])
    return {"subject": found.subject, "from": found.sender.name}


def forward_latest_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: one message was sent, to that address, with the note and the forwarded text and its attachments."""
    found, sent = latest_about(world, inputs["about"]), sent_by(world)
    wrong = wrong_in_mail(world, sent=1)
    for each in sent[:1]:
        if [person.address for person in each.to] != [inputs["to"]]:
            wrong.append(f"sent to {[person.address for person in each.to]} instead of {inputs['to']}")
        text = " ".join(html_text(each.html).split())
        if inputs["note"] not in text:
            wrong.append(f"the note {inputs['note']!r} is not in what was sent")
        if text.count(inputs["note"]) > 1:
            wrong.append("the note is in it more than once")
        if each.subject != f"Fwd: {found.subject}" or f"{found.sender.name} wrote on {found.at}" not in text:
            wrong.append(f"“{each.subject}” does not forward “{found.subject}” from {found.sender.name}")
        if len(each.attachments) != len(found.attachments):
            wrong.append("the attachments are not the same")
    return wrong


def newsletters(world: World) -> set[int]:
    return {
        each.id
        for each in fresh(world, "mail").messages.values()
        if each.folder == "inbox" and each.sender.name == "Fern & Field"
    }


def drop_newsletters(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after."""
    return {"count": len(newsletters(world))}


def drop_newsletters_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: all of them lie in the trash (or are gone), all others where they were."""
    there, wanted = part(world, "mail").messages, newsletters(world)
    left = sum(number in there and there[number].folder != "trash" for number in wanted)
    wrong = [each for each in wrong_in_mail(world, moved=wanted) if "Fern & Field is gone" not in each]
    return ([f"{left} newsletters were not thrown out"] if left else []) + wrong


def newest_from(world: World, sender: str) -> Any:
    box = fresh(world, "mail")
    return next(each for each in listed(box, "inbox") if each.sender.name.casefold() == sender.casefold())


def reply_newest(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after. `date` as the open message shows it: 2026-11-14 11:34. (On seed 4 Hana Novak has written nothing.)"""
    found = newest_from(world, inputs["person"])
    return {"subject": found.subject, "date": found.at}


def reply_newest_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: one message was sent: the reply to the newest of that person in the inbox, with the text."""
    found, sent = newest_from(world, inputs["person"]), sent_by(world)
    wrong = wrong_in_mail(world, sent=1)
    for each in sent[:1]:
        if [person.address for person in each.to] != [found.sender.address]:
            wrong.append(f"sent to {[person.address for person in each.to]} instead of {found.sender.address}")
        text = " ".join(html_text(each.html).split())
        if text.count(inputs["text"]) != 1:
            wrong.append(f"the text is in it {text.count(inputs['text'])} times")
        subject = found.subject if found.subject.startswith("Re: ") else f"Re: {found.subject}"
        if each.subject != subject or f"{found.sender.name} wrote on {found.at}" not in text:
            wrong.append(f"“{each.subject}” is no reply to “{found.subject}” of {found.at}")
    return wrong


def rule_and_sort(world: World, inputs: dict[str, Any]) -> dict[str, Any]:
    """Before or after: how many messages lie in the folder then."""
    folder = folder_key(inputs["folder"])
    already = sum(each.folder == folder for each in fresh(world, "mail").messages.values())
    return {"count": already + len(to_sort(world, inputs["words"]))}


def folder_key(title: str) -> str:
    return next(key for key, each in TITLES.items() if each.casefold() == title.casefold())


def to_sort(world: World, words: str) -> set[int]:
    inbox = [each for each in fresh(world, "mail").messages.values() if each.folder == "inbox"]
    return {each.id for each in inbox if words.casefold() in f"{each.sender} {each.subject}".casefold()}


def rule_and_sort_state(world: World, inputs: dict[str, Any]) -> list[str]:
    """After: one filter with these words and this folder, and what fitted in the inbox lies there."""
    box, folder, wanted = part(world, "mail"), folder_key(inputs["folder"]), to_sort(world, inputs["words"])
    wrong = wrong_in_mail(world, moved=wanted, rules=1)
    for rule in box.rules[:1]:
        if (rule.words.casefold(), rule.folder) != (inputs["words"].casefold(), folder):
            wrong.append(f"the filter is for {rule.words!r} to {rule.folder}")
    left = sum(box.messages[number].folder != folder for number in wanted if number in box.messages)
    return wrong + ([f"{left} messages were not moved to {inputs['folder']}"] if left else [])
