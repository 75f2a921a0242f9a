# Written apart from the code that it examines, and kept as it came.
# mypy: ignore-errors
# ruff: noqa
"""Checks of the practice tasks: each `done_…` gives [] if just what was asked has been brought about, else what is wrong.

All sites are compared with a fresh world: every difference must be one that the task asks for, and every one that it
asks for must be there. That opening a message or letter marks it as read is no difference.
"""

from __future__ import annotations

import re
from typing import Any

from pollex.practice.bank.state import open_bank
from pollex.practice.hard.state import start as start_hard
from pollex.practice.mail.generator import start as start_mail
from pollex.practice.richtext import html_text
from pollex.practice.shop.state import Visitor, open_shop
from pollex.practice.site import World
from pollex.practice.tracker.generator import start as start_tracker

STARTS = {"bank": open_bank, "mail": start_mail, "tracker": start_tracker, "shop": open_shop, "hard": start_hard}
FIELDS = ("title", "status", "priority", "assignee", "due", "description", "labels")
EVERYDAY, SAVINGS, HOLIDAY = "DE27500105173847476482", "DE56500105174507675905", "DE45500105177837949458"


def _both(world: Any, site: str) -> tuple[Any, Any]:
    fresh = STARTS[site](World(world.seed, world.layout))
    return world.parts.get(site) or fresh, fresh


def _plain(html: str) -> str:
    return " ".join(html_text(html).replace("’", "'").split())


# --- all differences to a fresh world --------------------------------------------------------------------------------


def _bank(world: Any) -> list[tuple]:
    now, before = _both(world, "bank")
    found: list[tuple] = [("paid", p.source, p.iban, p.amount, p.day.isoformat(), p.purpose) for p in now.done.values()]
    found += [("standing order gone", each.payment.name) for each in before.standing if each not in now.standing]
    found += [
        ("standing order", e.payment.source, e.payment.iban, e.payment.amount, e.payment.day.isoformat(), e.rhythm)
        for e in now.standing
        if e not in before.standing
    ]
    if now.idle_limit != before.idle_limit:
        found.append(("idle limit", now.idle_limit))
    return found


def _mail(world: Any) -> list[tuple]:
    now, before = _both(world, "mail")
    found: list[tuple] = []
    for number, new in now.messages.items():
        old = before.messages.get(number)
        people = tuple(sorted(person.address for person in new.to))
        if old is None:
            found.append((new.folder, people, new.subject, _plain(new.html)))
            continue
        if old.folder != new.folder:
            found.append(("moved", number, new.folder))
        if (tuple(sorted(p.address for p in old.to)), old.subject, _plain(old.html)) != (
            people,
            new.subject,
            _plain(new.html),
        ):
            found.append(("rewritten", number))
        if old.starred != new.starred:
            found.append(("starred", number, new.starred))
        if new.unread and not old.unread:
            found.append(("unread", number))
    found += [("deleted", number) for number in before.messages if number not in now.messages]
    found += [("setting", key, value) for key, value in now.settings.items() if before.settings[key] != value]
    return found + [("filter", rule.words.casefold(), rule.folder) for rule in now.rules]


def _tracker(world: Any) -> list[tuple]:
    now, before = _both(world, "tracker")
    found: list[tuple] = [("issue gone", number) for number in before.issues if number not in now.issues]
    for number, new in now.issues.items():
        old = before.issues.get(number)
        if old is None:
            found.append(
                (
                    "issue",
                    new.title,
                    new.status,
                    new.priority,
                    new.assignee,
                    new.due,
                    new.labels,
                    _plain(new.description),
                )
            )
            continue
        for field in FIELDS:
            was, has = getattr(old, field), getattr(new, field)
            if field == "description":
                was, has = _plain(was), _plain(has)
            if was != has:
                found.append((number, field, has))
        found += [("comment", number, _plain(each.html)) for each in new.comments[len(old.comments) :]]
    return found


def _shop(world: Any) -> list[tuple]:
    now, before = _both(world, "shop")
    known = {order.number for order in before.orders}
    found: list[tuple] = [
        (
            "order",
            tuple(sorted((line.item.id, line.colour, line.quantity) for line in order.lines)),
            order.delivery,
            tuple(order.address[key] for key in ("name", "email", "street", "postcode", "city", "country")),
        )
        for order in now.orders
        if order.number not in known
    ]
    found += [("newsletter", address) for address in now.subscribers]
    for session in list(world.sessions.known.values()):
        visitor = session.parts.get(Visitor)
        if visitor is None:
            continue
        found += [("basket", e.item.id, e.colour, e.quantity) for e in visitor.basket.lines.values()]
        found += [("wish", number) for number in visitor.wishes]
        if visitor.basket.voucher and visitor.basket.lines:
            found.append(("voucher", visitor.basket.voucher))
    return found


def _hard(world: Any) -> list[tuple]:
    now, before = _both(world, "hard")
    found: list[tuple] = [("uploaded", *each) for each in now.uploads]
    return found + ([("donations", now.donations)] if now.donations != before.donations else [])


def _changes(world: Any) -> list[tuple]:
    return [(site, *each) for site, find in SITES.items() for each in find(world)]


SITES = {"bank": _bank, "mail": _mail, "tracker": _tracker, "shop": _shop, "hard": _hard}


class Says:
    """A text that has all of these words (patterns, case aside), and none of the others."""

    def __init__(self, *words: str, lacks: tuple[str, ...] = ()) -> None:
        self.words, self.lacks = words, lacks

    def fits(self, text: Any) -> bool:
        return (
            isinstance(text, str)
            and all(re.search(word, text, re.IGNORECASE) for word in self.words)
            and not any(re.search(word, text, re.IGNORECASE) for word in self.lacks)
        )

    def __repr__(self) -> str:
        return f"text with {', '.join(self.words) or 'any words'}"


ANY = Says()


def _fits(change: tuple, wanted: tuple) -> bool:
    return len(change) == len(wanted) and all(
        want.fits(has) if isinstance(want, Says) else has == want for has, want in zip(change, wanted, strict=True)
    )


def _only(world: Any, *wanted: tuple) -> list[str]:
    """Compare all differences with those that were asked for."""
    left, found = _changes(world), []
    for want in wanted:
        match = next((each for each in left if _fits(each, want)), None)
        if match is None:
            found.append(f"not done: {want}")
        else:
            left.remove(match)
    return found + [f"not asked for: {each}" for each in left]


def nothing_changed(world: Any) -> list[str]:
    """For questions."""
    return _only(world)


# --- bank ------------------------------------------------------------------------------------------------------------
TODAY = "2026-11-15"


def done_bank_25_to_savings(world: Any) -> list[str]:
    return _only(world, ("bank", "paid", "everyday", SAVINGS, 25_00, TODAY, ANY))


def done_bank_odd_bit(world: Any) -> list[str]:
    return _only(world, ("bank", "paid", "everyday", HOLIDAY, 11_55, TODAY, ANY))


def done_bank_books_matched(world: Any) -> list[str]:
    return _only(world, ("bank", "paid", "everyday", "DE56370400440000005551", 30_33, TODAY, Says("^promise kept$")))


def done_bank_tenth_of_salary(world: Any) -> list[str]:
    return _only(world, ("bank", "paid", "everyday", SAVINGS, 276_00, TODAY, ANY))


def done_bank_kids_monthly(world: Any) -> list[str]:
    return _only(world, ("bank", "standing order", "savings", HOLIDAY, 50_00, "2027-01-01", "monthly"))


def done_bank_rent_raised(world: Any) -> list[str]:
    return _only(
        world,
        ("bank", "standing order gone", "Rowan Housing"),
        ("bank", "standing order", "everyday", "DE41370400440000000001", 960_00, "2026-12-01", "monthly"),
    )


def done_bank_half_an_hour(world: Any) -> list[str]:
    return _only(world, ("bank", "idle limit", 1800))


def done_bank_ruth_tomorrow(world: Any) -> list[str]:
    return _only(world, ("bank", "paid", "savings", "DE42370400440000077777", 60_00, "2026-11-16", Says("present")))


def done_bank_sea_again(world: Any) -> list[str]:
    return _only(world, ("bank", "paid", "everyday", HOLIDAY, 120_00, TODAY, ANY))


def done_bank_library_cancelled(world: Any) -> list[str]:
    return _only(world, ("bank", "standing order gone", "Heron Library"))


# --- mail ------------------------------------------------------------------------------------------------------------


def done_mail_dora_thanked(world: Any) -> list[str]:
    return _only(world, ("mail", "sent", ("dora@nagy.example",), ANY, Says("thank", "photos")))


def done_mail_newest_answered(world: Any) -> list[str]:
    subject = Says("^Re: Offer for the garden shed$")
    return _only(world, ("mail", "sent", ("leon@fischer.example",), subject, Says("think", "call", "Friday")))


def done_mail_two_invited(world: Any) -> list[str]:
    people = ("alma@brandt.example", "hana@novak.example")
    return _only(world, ("mail", "sent", people, ANY, Says("reading group", "Thursday", "seven|19:00|7")))


def done_mail_parcel_binned(world: Any) -> list[str]:
    return _only(world, ("mail", "moved", 51, "trash"))


def done_mail_draft_sent(world: Any) -> list[str]:
    return _only(world, ("mail", "moved", 111, "sent"))


def done_mail_away(world: Any) -> list[str]:
    return _only(world, ("mail", "setting", "vacation", True))


def done_mail_starred(world: Any) -> list[str]:
    return _only(world, ("mail", "starred", 27, True))


def done_mail_two_filed(world: Any) -> list[str]:
    return _only(world, ("mail", "moved", 17, "invoices"), ("mail", "moved", 35, "invoices"))


def done_mail_filtered(world: Any) -> list[str]:
    return _only(world, ("mail", "filter", Says("^fern & field$|^letters@fernandfield.example$"), "trash"))


def done_mail_forwarded(world: Any) -> list[str]:
    text = Says("as agreed I send you the offer", r"think|opinion")
    return _only(world, ("mail", "sent", ("mia@ashford.example",), Says("^Fwd: Offer for the garden shed$"), text))


def done_mail_emil_told(world: Any) -> list[str]:
    return _only(world, ("mail", "sent", ("emil@fjordline.example",), ANY, Says("8:12", "platform (four|4)")))


def done_mail_draft_left(world: Any) -> list[str]:
    return _only(world, ("mail", "drafts", ("george@plattandsons.example",), ANY, Says("see the shed")))


def done_mail_unread_again(world: Any) -> list[str]:
    return _only(world, ("mail", "unread", 3))


# --- tracker ---------------------------------------------------------------------------------------------------------


def done_tracker_newest_bug(world: Any) -> list[str]:
    return _only(world, ("tracker", 395, "assignee", "Jonas Weber"))


def done_tracker_398_closed(world: Any) -> list[str]:
    comment = ("tracker", "comment", 398, Says(r"^released today\.?$"))
    return _only(world, ("tracker", 398, "status", "Done"), comment)


def done_tracker_urgent_to_do(world: Any) -> list[str]:
    return _only(world, ("tracker", 163, "status", "To do"), ("tracker", 198, "status", "To do"))


def done_tracker_393_told(world: Any) -> list[str]:
    return _only(world, ("tracker", "comment", 393, Says("fixed|fix", "branch", "Hugo")))


def done_tracker_392_gone(world: Any) -> list[str]:
    return _only(world, ("tracker", "issue gone", 392))


def done_tracker_391_later(world: Any) -> list[str]:
    return _only(world, ("tracker", 391, "due", "2026-12-20"))


def done_tracker_395_hugo(world: Any) -> list[str]:
    return _only(world, ("tracker", 395, "assignee", "Hugo Martin"))


def done_tracker_created(world: Any) -> list[str]:
    made = ("issue", Says("^Dark mode for the calendar$"), "Backlog", "Low", "", "2027-01-31", ("feature",), ANY)
    return _only(world, ("tracker", *made))


def done_tracker_381_renamed(world: Any) -> list[str]:
    return _only(world, ("tracker", 381, "title", "Help page for the weekly report"))


def done_tracker_handed_over(world: Any) -> list[str]:
    return _only(world, *(("tracker", number, "assignee", "Farid Rahimi") for number in (16, 17, 61, 283)))


def done_tracker_399_label(world: Any) -> list[str]:
    return _only(world, ("tracker", 399, "labels", ("accessibility", "design")))


# --- shop ------------------------------------------------------------------------------------------------------------


def done_shop_casserole(world: Any) -> list[str]:
    return _only(world, ("shop", "basket", 10226, "Ink", 1))


def done_shop_puzzle(world: Any) -> list[str]:
    return _only(world, ("shop", "basket", 12944, ANY, 1), ("shop", "wish", 12944))


def done_shop_towels(world: Any) -> list[str]:
    address = ("Anne Byron", "ada@byron.example", "Mill Lane 4", "50667", "Köln", "DE")
    return _only(world, ("shop", "order", ((12568, "Plum", 2),), "standard", address))


def done_shop_newsletter(world: Any) -> list[str]:
    return _only(world, ("shop", "newsletter", "ada@byron.example"))


def done_shop_tent(world: Any) -> list[str]:
    return _only(world, ("shop", "basket", 11386, ANY, 1), ("shop", "voucher", "SAVE10"))


def done_shop_bowls(world: Any) -> list[str]:
    return _only(world, ("shop", "basket", 10065, "Rust", 2))


def done_shop_teapots(world: Any) -> list[str]:
    return _only(world, ("shop", "wish", 10282), ("shop", "wish", 10383))


def done_shop_bell(world: Any) -> list[str]:
    address = ("Ada Byron", "ada@byron.example", "Engine Row 12", "10115", "Berlin", "DE")
    changes = [e for e in _changes(world) if e[:2] == ("shop", "order")]
    colour = changes[0][2][0][1] if changes else "?"
    return _only(world, ("shop", "order", ((11747, colour, 1),), "pickup", address))


def done_shop_mugs(world: Any) -> list[str]:
    return _only(world, ("shop", "basket", 10454, "Sky", 4))


# --- hard ------------------------------------------------------------------------------------------------------------


def done_hard_donated(world: Any) -> list[str]:
    return _only(world, ("hard", "donations", 1))
