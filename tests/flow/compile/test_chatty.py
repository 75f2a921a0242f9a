"""Tasks as people put them in a hurry, with blunders on the way: compiled, and replayed on sites of their own."""

import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pollex import App, Result
from pollex.core.json import Object
from pollex.flow.compile import Compiled
from pollex.practice.mail.message import Mailbox
from pollex.practice.server import Server

from .conftest import SEED, Call

pytestmark = pytest.mark.asyncio(loop_scope="session")

Perform = Callable[..., Awaitable[Compiled]]
Replay = Callable[..., Awaitable[Result]]
TEXT: Object = {"type": "string"}
ROWS: Object = {
    "type": "object",
    "properties": {
        "transactions": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"date": TEXT, "name": TEXT, "amount": TEXT},
                "required": ["date", "name", "amount"],
            },
        }
    },
    "required": ["transactions"],
}
ENTER: Call = ("page.keypress", {"key": "Enter"})


def put(field: str, text: str) -> Call:
    return ("page.type", {"selector": f"label={field}", "text": text})


def click(what: str) -> Call:
    return ("page.click", {"selector": what})


def signed_in() -> list[Call]:
    names = {"User name": "username", "Password": "password"}
    typed = [put(label, f"{{{{secret.bank.{field}}}}}") for label, field in names.items()]
    return [*typed, ENTER, put("Security code", "{{secret.phone.code}}"), ENTER]


def outputs(result: Result) -> Object:
    assert result.ok, result.fault
    told: Object = result.data["outputs"]
    return told


def sent(server: Server) -> list[tuple[str, str]]:
    box = server.world.parts["mail"]
    assert isinstance(box, Mailbox)
    return [(each.subject, each.html) for each in box.messages.values() if each.folder == "sent"]


def anew(app: App) -> None:
    """Store the codes anew, or a second login would wait for the next one."""
    app.vault.set("phone", "authenticator", ["127.0.0.1"], {"secret": SEED})


async def test_what_went_to_a_payee(perform: Perform, replay: Replay, app: App, credentials: None) -> None:
    def reckoned(what: str) -> Callable[[Sequence[Any]], Object]:
        where = [{"field": "name", "is": "eq", "value": "City Gym"}]
        by = {"by": "amount"} if what == "sum" else {}
        read = "{{collect_1.rows}}"
        return lambda data: {"rows": read, "what": what, "where": where, **by}

    def answered(data: Sequence[Any]) -> Object:
        values = {"visits": data[-2]["value"], "sum": data[-1]["text"]}
        return {"text": f"{values['visits']} times", "success": True, "values": values}

    compiled = await perform(
        "whats City Gym cost me so far, total + how often? login n code are saved",
        "/bank/",
        *signed_in(),
        click("text=Show all"),
        put("Name or purpose", "City Gmy"),
        click("role=button[name=Filter]"),
        put("Name or purpose", "City Gym"),
        click("role=button[name=Filter]"),
        ("page.collect", {"instruction": "the transactions", "schema": ROWS}),
        ("aggregate", reckoned("count")),
        ("aggregate", reckoned("sum")),
        ("done", answered),
    )
    [payee] = [each["display_name"] for each in compiled.document["inputs"] if each["default_value"] == "City Gym"]
    assert not any("only row" in each or "keeps “City Gym”" in each for each in compiled.unsure)
    told = []
    for name in ("City Gym", "Rail Nord"):
        anew(app)
        told.append(outputs(await replay(compiled, **{payee: name})))
    assert [each["visits"] > 0 for each in told] == [True, True]
    assert told[0] != told[1]
    anew(app)
    nobody = await replay(compiled, **{payee: "Nobody at all"})
    assert nobody.fault is not None
    assert nobody.fault.code == "not_found"


async def test_a_transfer_gives_its_reference(perform: Perform, replay: Replay, app: App, credentials: None) -> None:
    compiled = await perform(
        "put 25 euros from everyday into savings pls, and what reference do they give it",
        "/bank/",
        *signed_in(),
        click("role=link[name=Transfer]"),
        ("page.select", {"selector": "label=From account", "option": "Everyday Account"}),
        put("Payee", "Savings"),
        put("IBAN", "DE56 5001 0517 4507 6759 05"),
        put("Amount", "25.00"),
        put("Purpose", "put aside"),
        click("role=button[name=Check and continue]"),
        click("role=button[name=Confirm transfer]"),
    )
    assert not any("Nothing that the page showed" in each for each in compiled.unsure)
    anew(app)
    told = outputs(await replay(compiled, amount="31.50"))
    assert re.fullmatch(r"[0-9A-F]{8}", told["reference"]), told


async def test_a_reply_with_what_another_site_says(
    perform: Perform, replay: Replay, app: App, fresh: Server, server: Server, credentials: None
) -> None:
    compiled = await perform(
        f"fatima zahra wants her invoice paid. tell her whats on my everyday account, see {server.url}/bank/",
        "/mail/",
        ("page.navigate", {"url": f"{server.url}/bank/"}),
        *signed_in(),
        click("role=link[name^=Everyday Account]"),
        ("page.text", {}),
        ("page.navigate", {"url": f"{server.url}/mail/"}),
        put("Search mail", "Fatima Zahra"),
        ENTER,
        click('act:the first link "Fatima Zahra"'),
        click("role=button[name=Reply]"),
        put("Message text", "There are €9,311.55 on it."),
        click("role=button[name=Send]"),
    )
    anew(app)
    outputs(await replay(compiled))
    assert any("9,311.55" in text for _, text in sent(fresh))


async def test_a_mail_with_a_file(perform: Perform, replay: Replay, fresh: Server, tmp_path: Path) -> None:
    (tmp_path / "times.txt").write_text("07:40 out\n")
    compiled = await perform(
        "mail times.txt to emil@fjordline.example: here are the times. subject Ferries",
        "/mail/",
        click("role=button[name=New message]"),
        put("Subject", "Ferries"),
        put("Message text", "here are the times"),
        put("To", "emil@fjordline"),
        ENTER,
        ("page.upload", {"selector": "label=Attach files", "files": [str(tmp_path / "times.txt")]}),
        click("role=button[name=Send]"),
        click('act:button "Remove emil@fjordline"'),
        put("To", "emil@fjordline.example"),
        ENTER,
        click("role=button[name=Send]"),
        files=[tmp_path / "times.txt"],
    )
    assert "is not an e-mail address" not in str(compiled.document["nodes"])
    outputs(await replay(compiled, subject="Later ferries"))
    [(subject, text)] = [each for each in sent(fresh) if "ferries" in each[0]]
    assert (subject, "here are the times" in text) == ("Later ferries", True)
