"""Pages of accounts, transactions and statements."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Final
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from .frame import account_of, bank_of, customers_only, show
from .ledger import Transaction
from .statement import statements_of
from .transfer import as_day

A_PAGE: Final = 25


@dataclass(frozen=True)
class TransactionFilter:
    """A filter of transactions, as the address has it."""

    text: str
    first: date | None
    last: date | None

    @classmethod
    def read(cls, given: QueryParams) -> TransactionFilter:
        return cls(given.get("text", "").strip(), as_day(given.get("from", "")), as_day(given.get("to", "")))

    def fits(self, moved: Transaction) -> bool:
        return (
            self.text.lower() in f"{moved.party} {moved.purpose}".lower()
            and (self.first is None or moved.day >= self.first)
            and (self.last is None or moved.day <= self.last)
        )

    def address(self, page: int) -> str:
        days = {"from": self.first, "to": self.last}
        given = {name: day.isoformat() for name, day in days.items() if day is not None}
        return "?" + urlencode({"text": self.text, **given, "page": page})


@customers_only
async def overview(request: Request) -> Response:
    accounts = bank_of(request).accounts.values()
    recent = bank_of(request).accounts["everyday"].newest_first()[:6]
    return show(request, "overview.html", total=sum(account.balance for account in accounts), recent=recent)


@customers_only
async def account(request: Request) -> Response:
    found = account_of(request)
    wanted = TransactionFilter.read(request.query_params)
    moved = [each for each in found.newest_first() if wanted.fits(each)]
    pages = max(1, -(-len(moved) // A_PAGE))
    given = request.query_params.get("page", "1")
    page = min(pages, max(1, int(given) if re.fullmatch("[0-9]{1,6}", given) else 1))
    shown = moved[(page - 1) * A_PAGE : page * A_PAGE]
    return show(
        request, "account.html", account=found, filter=wanted, shown=shown, count=len(moved), page=page, pages=pages,
        total=sum(each.amount for each in moved),
    )  # fmt: skip


@customers_only
async def statements(request: Request) -> Response:
    found = account_of(request)
    return show(request, "statements.html", account=found, statements=statements_of(found))


@customers_only
async def download(request: Request) -> Response:
    name, kind = request.path_params["name"], request.path_params["kind"]
    found = next((each for each in statements_of(account_of(request)) if each.name == name), None)
    if found is None or kind not in ("csv", "pdf"):
        raise HTTPException(404)
    body, media = (found.as_csv(), "text/csv") if kind == "csv" else (found.as_pdf(), "application/pdf")
    saved = f'attachment; filename="statement-{found.account.key}-{name}.{kind}"'
    return Response(body, media_type=media, headers={"content-disposition": saved})
