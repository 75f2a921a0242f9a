"""The bank's accounts and transactions: eighteen months made from the seed. Money is in cents."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Final

from ..site import TODAY
from .iban import make_iban

DAYS: Final = 540
SHOPS: Final = (
    ("Greenrow Market", "Card payment", 8_00, 74_00),
    ("Kaffa Works", "Card payment", 2_60, 11_00),
    ("City Transport", "Ticket", 2_90, 9_80),
    ("Harbour & Pine", "Order", 12_00, 160_00),
    ("Corner Bakery", "Card payment", 1_80, 12_40),
    ("Lantern Cinema", "Card payment", 9_00, 31_00),
    ("Pharmacy am Markt", "Card payment", 4_10, 38_00),
    ("Osteria Lume", "Card payment", 18_00, 92_00),
    ("Bookshop Heron", "Card payment", 7_00, 55_00),
    ("Rail Nord", "Journey", 14_00, 128_00),
)
MONTHLY: Final = (
    (1, "Rowan Housing", "Rent", -945_00),
    (3, "Northern Light Energy", "Electricity, customer 88213", -64_50),
    (5, "Fibrelink", "Internet", -34_99),
    (15, "City Gym", "Membership", -29_00),
    (20, "Shield Insurance", "Household policy 4471", -18_75),
    (28, "Analytical Engines Ltd", "Salary", 2_760_00),
)


@dataclass(frozen=True)
class Transaction:
    """One transaction. `balance` is the account's balance after it."""

    number: int
    day: date
    party: str
    purpose: str
    amount: int
    balance: int


@dataclass
class Account:
    key: str
    title: str
    iban: str
    transactions: list[Transaction] = field(default_factory=list)

    @property
    def balance(self) -> int:
        return self.transactions[-1].balance if self.transactions else 0

    def book(self, day: date, party: str, purpose: str, amount: int) -> Transaction:
        number = len(self.transactions) + 1
        made = Transaction(number, day, party, purpose, amount, self.balance + amount)
        self.transactions.append(made)
        return made

    def newest_first(self) -> list[Transaction]:
        return self.transactions[::-1]


def make_accounts(chance: Random) -> dict[str, Account]:
    keys = (("everyday", "Everyday Account"), ("savings", "Savings"), ("holiday", "Holiday Fund"))
    accounts = {
        key: Account(key, title, make_iban("DE", f"50010517{chance.randint(10**9, 10**10 - 1)}")) for key, title in keys
    }
    start = TODAY - timedelta(days=DAYS)
    for account, first in zip(accounts.values(), (2_310_40, 8_000_00, 450_00), strict=True):
        account.book(start, "Meridian Bank", "Opening balance", first)
    for days in range(1, DAYS + 1):
        live(accounts, start + timedelta(days=days), chance)
    return accounts


def live(accounts: dict[str, Account], day: date, chance: Random) -> None:
    """Book the transactions of one day."""
    everyday, savings, holiday = accounts.values()
    for due, party, purpose, amount in MONTHLY:
        if day.day == due:
            everyday.book(day, party, f"{purpose} {day:%B}" if purpose in ("Rent", "Salary") else purpose, amount)
    if day.day == 2:
        move(everyday, savings, day, 300_00, "Monthly saving")
        move(everyday, holiday, day, 120_00, "For the sea")
    for party, purpose, low, high in chance.sample(SHOPS, chance.choice((0, 0, 1, 1, 2))):
        everyday.book(day, party, purpose, -chance.randint(low, high))
    if (day.month, day.day) in ((3, 31), (6, 30), (9, 30), (12, 31)):
        savings.book(day, "Meridian Bank", "Interest", round(savings.balance * 0.0055))


def move(source: Account, target: Account, day: date, amount: int, purpose: str) -> Transaction:
    """Transfer money between two accounts of the bank."""
    target.book(day, source.title, purpose, amount)
    return source.book(day, target.title, purpose, -amount)
