"""Pages of payments: a transfer in three pages, and standing orders."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..site import TODAY
from .frame import bank_of, customers_only, show
from .transfer import FIELDS, RHYTHMS, check, read_payment


@customers_only
async def transfer(request: Request) -> Response:
    given = dict.fromkeys(FIELDS, "") | {"source": request.query_params.get("from", ""), "day": TODAY.isoformat()}
    errors: dict[str, str] = {}
    bank = bank_of(request)
    if request.method == "POST":
        form = await request.form()
        given = {field: str(form.get(field, "")).strip() for field in FIELDS}
        errors = check(given, bank.accounts)
        if not errors:
            return RedirectResponse(f"/bank/transfer/{bank.draft(read_payment(given))}", 303)
    return show(request, "transfer.html", given=given, errors=errors)


@customers_only
async def confirm(request: Request) -> Response:
    """Show the payment once more; sending it twice pays once."""
    bank, token = bank_of(request), request.path_params["token"]
    if token not in bank.drafts:
        raise HTTPException(404)
    payment = bank.drafts[token]
    if request.method == "POST":
        bank.confirm(token)
        return RedirectResponse(f"/bank/transfer/{token}", 303)
    template = "done.html" if token in bank.done else "confirm.html"
    return show(request, template, payment=payment, account=bank.accounts[payment.source], token=token)


@customers_only
async def standing(request: Request) -> Response:
    bank = bank_of(request)
    given = dict.fromkeys((*FIELDS, "rhythm"), "") | {"day": "2026-12-01", "source": "everyday"}
    errors: dict[str, str] = {}
    if request.method == "POST":
        form = await request.form()
        given = {field: str(form.get(field, "")).strip() for field in (*FIELDS, "rhythm")}
        errors = check(given, bank.accounts)
        if given["rhythm"] not in RHYTHMS:
            errors["rhythm"] = "Choose how often."
        if not errors:
            bank.order(read_payment(given), given["rhythm"])
            return RedirectResponse("/bank/standing", 303)
    return show(request, "standing.html", given=given, errors=errors, rhythms=RHYTHMS)


@customers_only
async def cancel(request: Request) -> Response:
    """End a standing order."""
    bank, number = bank_of(request), request.path_params["number"]
    bank.standing = [order for order in bank.standing if order.number != number]
    return RedirectResponse("/bank/standing", 303)
