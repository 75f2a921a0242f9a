"""Figures that a run took from its pages and typed: read again, or nothing that decided them is an input."""

from collections.abc import Callable
from typing import Any

from pollex.core.json import Object
from pollex.flow.compile import Compiled, compile_run

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
HOME = "https://example.org/"
TASK = "Look what order HP-1014 cost, and pay just that to Ada."


def element(name: str, role: str = "textbox") -> Object:
    return {"role": role, "name": name, "xpath": f"//{name}"}


def typed(did: Did, name: str, text: str) -> Object:
    return did("page.type", {"index": 1, "text": text}, element=element(name))


def opened(did: Did, name: str) -> Object:
    data = {"url": f"{HOME}order", "from": HOME}
    return did("page.click", {"index": 2}, data, element=element(name, "link"))


def read(did: Did, text: str) -> Object:
    return did("page.read", {}, {"text": text, "start": 0, "next": None})


def inputs(made: Compiled) -> list[str]:
    return [each["default_value"] for each in made.document.get("inputs", [])]


def text_typed(made: Compiled, name: str) -> Any:
    configs = [node["config"] for node in made.document["nodes"]]
    return next(each["text"] for each in configs if each.get("action") == "type" and name in str(each["selector"]))


def test_an_amount_that_was_read_and_typed_is_read_again(did: Did, compiled: Compile) -> None:
    seen = read(did, "# Order HP-1014\n\n| Lamp | 1 | €61.95 |\n| Total | | €61.95 |")
    made = compiled(TASK, opened(did, "HP-1014"), seen, typed(did, "Amount", "61.95"), typed(did, "Payee", "Ada"))
    assert text_typed(made, "Amount") == "{{total.value}}"
    assert inputs(made) == ["HP-1014", "Ada"]
    excerpt = next(node["config"]["args"] for node in made.document["nodes"] if node.get("alias") == "total")
    assert excerpt["before"] == "Total | | €"


def test_an_amount_inside_a_message_is_read_again(did: Did, compiled: Compile) -> None:
    seen = read(did, "# Account\n\n12 bookings, sum €9,311.55")
    made = compiled("Tell Ada what I have.", seen, typed(did, "Message", "I have €9,311.55 now."))
    assert text_typed(made, "Message") == "I have €{{sum.value}} now."


def test_what_decided_an_amount_that_is_not_read_again_is_no_input(did: Did, compiled: Compile) -> None:
    made = compiled(TASK, opened(did, "HP-1014"), typed(did, "Payee", "Ada"), typed(did, "Amount", "61.95"))
    assert inputs(made) == ["Ada", "61.95"]
    assert "The run took “61.95” from what it had seen; the workflow types the same again." in made.unsure
    assert "No input was made of “HP-1014”: another value would need another figure." in made.unsure


def test_what_was_worked_out_of_unknown_rows_stays_as_it_was(did: Did, compiled: Compile) -> None:
    rows: list[Object] = [{"n": "€18.50"}, {"n": "2"}]
    worked_out = did(
        "aggregate", {"rows": rows, "what": "times", "by": "n"}, {"value": 37.0, "text": "€37", "rows": []}
    )
    searched, found = typed(did, "Search", "bedside lamp"), opened(did, "Go")
    made = compiled(
        "A kettle for as much as two of the cheapest bedside lamp.",
        *(searched, found, worked_out, typed(did, "Search", "kettle"), typed(did, "Most", "37")),
    )
    assert inputs(made) == ["kettle", "37"]


def test_numbers_and_days_of_the_task_are_inputs_however_they_are_written(did: Did, compiled: Compile) -> None:
    made = compiled(
        "Send three mugs to Ada on 20 December 2026, for 25 euros.",
        *(typed(did, "To", "Ada"), opened(did, "Next"), typed(did, "Quantity", "3")),
        *(typed(did, "Day", "20.12.2026"), typed(did, "Amount", "25.00")),
    )
    assert inputs(made) == ["Ada", "3", "20.12.2026", "25.00"]


def test_a_login_need_not_send_anything_where_one_is_logged_in(
    did: Callable[..., Object], written: Callable[..., Any]
) -> None:
    login = did("login", {"credential": "bank"}, {"url": "https://example.org/", "sent": 1})
    effect = {"act": "/1/1", "method": "POST", "url": "https://example.org/in", "changes": [], "status": 303}
    made = compile_run(written("Log in.", login, effects=[effect]))
    assert [node.get("taken") for node in made.document["nodes"] if node["config"].get("tool") == "login"] == [None]
