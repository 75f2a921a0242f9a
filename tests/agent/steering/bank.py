"""A mind that gives a standing order at the practice bank, by what it sees on the page."""

from __future__ import annotations

import re
from typing import Final

from .wire import Asked, Calls

TASK: Final = (
    "Log in as ada with {{secret.bank_password}} and the code of the authenticator (/bank/authenticator), and set up"
    " a monthly standing order of 12.50 for Grace Murray, DE89370400440532013000."
)
SENT: Final = {"/bank/login": 1, "/bank/code": 1, "/bank/standing": 1}
FIELDS: Final = {"Payee": "Grace Murray", "IBAN": "DE89370400440532013000", "Amount": "12.50"}
CODE: Final = re.compile(r"\b(\d{3} \d{3})\b")


def mind(asked: Asked) -> Calls:
    """What somebody would do who sees this page."""
    where = asked.url.partition("?")[0].rpartition("/bank")[2]
    base = asked.url.partition("/bank")[0]
    match where:
        case "/login":
            return [
                ("page.type", {"index": asked.index("textbox User name"), "text": "ada"}),
                ("page.type", {"index": asked.index("password Password"), "text": "{{secret.bank_password}}"}),
                ("page.click", {"index": asked.index("button Sign in")}),
            ]
        case "/code":
            return [("page.open_tab", {"url": f"{base}/bank/authenticator", "name": "codes"})]
        case "/authenticator":
            return [
                ("page.switch_tab", {"tabName": "0"}),
                ("page.type", {"selector": "#code", "text": CODE.findall(asked.text)[-1]}),
                ("page.click", {"selector": "text=Verify"}),
            ]
        case "/standing":
            return standing(asked)
    return [("page.click", {"index": asked.index("link Standing orders")})]


def standing(asked: Asked) -> Calls:
    """Fill in what is empty, send it off when all is there, and be done when the order stands in the table."""
    if "Grace Murray · " in asked.text:
        return [("done", {"text": "The standing order for Grace Murray is set up.", "success": True})]
    shown = {about: asked.line(f"textbox {about}").replace(" ", "") for about in FIELDS}
    empty = {about: text for about, text in FIELDS.items() if text.replace(" ", "") not in shown[about]}
    calls: Calls = [
        ("page.type", {"index": asked.index(f"textbox {about}"), "text": text}) for about, text in empty.items()
    ]
    if "= Every month" not in asked.line("combobox How often"):
        calls.append(("page.select", {"index": asked.index("combobox How often"), "option": "Every month"}))
    return calls or [("page.click", {"index": asked.index("button Set up")})]
