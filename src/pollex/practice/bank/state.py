"""The bank's state: one customer with accounts, payments, standing orders and messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from hashlib import sha256
from typing import Final

from ..site import TODAY, World
from .iban import make_iban
from .ledger import Account, make_accounts, move
from .transfer import Payment, StandingOrder

USER: Final = "ada"
PASSWORD: Final = "lovelace-1843"  # noqa: S105 - everybody may know it
SECRET: Final = "PRACTICEPOLLEXADA234567ABCDEFGHI"  # noqa: S105 - everybody may know it
PHONE: Final = "+44 7700 900417"


@dataclass
class Letter:
    number: int
    day: date
    title: str
    text: str
    unread: bool


@dataclass
class Bank:
    accounts: dict[str, Account]
    letters: list[Letter]
    standing: list[StandingOrder]
    salt: str
    idle_limit: int = 600
    drafts: dict[str, Payment] = field(default_factory=dict)
    done: dict[str, Payment] = field(default_factory=dict)
    orders_made: int = 2

    @property
    def unread(self) -> int:
        return sum(letter.unread for letter in self.letters)

    @property
    def scheduled(self) -> list[Payment]:
        waiting = (payment for payment in self.done.values() if payment.day > TODAY)
        return sorted(waiting, key=lambda payment: payment.day)

    def draft(self, payment: Payment) -> str:
        """Keep a payment until it is confirmed; the token makes sure that it happens once."""
        token = sha256(f"{self.salt}:{len(self.drafts)}".encode()).hexdigest()[:20]
        self.drafts[token] = payment
        return token

    def confirm(self, token: str) -> Payment:
        """Execute a payment once: a second call changes nothing."""
        payment = self.drafts[token]
        if token not in self.done:
            self.done[token] = payment
            if payment.day == TODAY:
                self.pay(payment)
        return payment

    def pay(self, payment: Payment) -> None:
        source = self.accounts[payment.source]
        own = next((account for account in self.accounts.values() if account.iban == payment.iban), None)
        if own is None:
            source.book(payment.day, payment.name, payment.purpose or "Transfer", -payment.amount)
        else:
            move(source, own, payment.day, payment.amount, payment.purpose or "Transfer")

    def order(self, payment: Payment, rhythm: str) -> None:
        self.orders_made += 1
        self.standing.append(StandingOrder(self.orders_made, payment, rhythm))


LETTERS: Final = (
    (2, "Your October statement is ready", "You find it under Statements as PDF and as CSV, for each account.", True),
    (6, "New terms from January", "Our terms change on 1 January. Nothing changes in what you pay.", True),
    (9, "Sign-in from a new device", "Somebody signed in with your name on 6 November. Was it not you? Call us.", True),
    (31, "Interest on your savings", "Interest for the third quarter has been booked.", False),
    (64, "How to spot false messages", "We never ask for your password or a code by e-mail or phone.", False),
    (120, "Welcome to online banking", "Good to have you here. This is the place for our letters to you.", False),
)  # fmt: skip


def open_bank(world: World) -> Bank:
    chance = world.chance("bank")
    letters = [
        Letter(number, TODAY - timedelta(days=days), title, text, unread)
        for number, (days, title, text, unread) in enumerate(LETTERS, 1)
    ]
    accounts = make_accounts(chance)
    standing = [
        StandingOrder(
            1, Payment("everyday", "Rowan Housing", some_iban(1), 945_00, date(2026, 12, 1), "Rent"), "monthly"
        ),
        StandingOrder(
            2,
            Payment("everyday", "Heron Library", some_iban(2), 40_00, date(2027, 3, 1), "Friends of the library"),
            "yearly",
        ),
    ]
    return Bank(accounts, letters, standing, f"bank:{world.seed}:{world.age}")


def some_iban(number: int) -> str:
    return make_iban("DE", f"37040044{number:010}")
