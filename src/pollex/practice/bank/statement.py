"""The statement of one account for one month, as CSV and as PDF."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from datetime import date

from ..site import TODAY
from .iban import spaced
from .ledger import Account, Transaction
from .pdf import make_pdf


@dataclass(frozen=True)
class Statement:
    account: Account
    month: date
    transactions: list[Transaction]

    @property
    def title(self) -> str:
        return f"{self.month:%B %Y}"

    @property
    def name(self) -> str:
        return f"{self.month:%Y-%m}"

    @property
    def before(self) -> int:
        return self.transactions[0].balance - self.transactions[0].amount

    @property
    def after(self) -> int:
        return self.transactions[-1].balance

    def as_csv(self) -> bytes:
        out = io.StringIO()
        table = csv.writer(out)
        table.writerow(["Date", "Name", "Purpose", "Amount", "Balance", "Currency"])
        for each in self.transactions:
            money = (f"{amount / 100:.2f}" for amount in (each.amount, each.balance))
            table.writerow([each.day.isoformat(), each.party, each.purpose, *money, "EUR"])
        return out.getvalue().encode()

    def as_pdf(self) -> bytes:
        lines = [
            self.account.title,
            f"IBAN {spaced(self.account.iban)}",
            "",
            f"Balance before {self.before / 100:>14,.2f} €",
        ]
        lines += ["", f"{'Date':<12}{'Name':<26}{'Purpose':<32}{'Amount':>12}{'Balance':>14}", "-" * 96]
        for each in self.transactions:
            words = f"{each.day.isoformat():<12}{each.party[:25]:<26}{each.purpose[:31]:<32}"
            lines.append(f"{words}{each.amount / 100:>12,.2f}{each.balance / 100:>14,.2f}")
        lines += ["-" * 96, f"Balance after  {self.after / 100:>14,.2f} €"]
        return make_pdf(f"Meridian Bank: statement {self.title}", lines)


def statements_of(account: Account) -> list[Statement]:
    """Return one statement for each full month with transactions, newest first."""
    months: dict[date, list[Transaction]] = {}
    for each in account.transactions:
        months.setdefault(each.day.replace(day=1), []).append(each)
    return [
        Statement(account, month, moved)
        for month, moved in sorted(months.items(), reverse=True)
        if month < TODAY.replace(day=1)
    ]
