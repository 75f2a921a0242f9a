"""Runs that are no whole, and what is asked of a compiled workflow that it cannot do: told, refused, nothing sent."""

from collections.abc import Callable

import pytest

from pollex import App
from pollex.core.event import Event
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.flow.compile import Compiled, compile_run

Did = Callable[..., Object]
Compile = Callable[..., Compiled]
Written = Callable[..., list[Event]]
HOME = "https://example.org/"


def pressed(did: Did, name: str = "Save") -> Object:
    button = {"role": "button", "name": name, "xpath": f"//{name}"}
    return did("page.click", {"index": 2}, {"url": HOME, "sent": 1}, element=button)


def sent(status: int, url: str = HOME) -> Object:
    return {"act": "/1/1", "method": "POST", "url": url, "changes": [], "status": status}


def taken(made: Compiled) -> list[object]:
    return [node.get("taken") for node in made.document["nodes"][1:]]


def test_a_run_that_was_cut_off_is_compiled_only_in_part(did: Did, written: Written) -> None:
    events = written("Save it.", pressed(did), pressed(did, "Again"))[:2]
    with pytest.raises(Fault) as caught:
        compile_run(events)
    assert caught.value.code == "conflict"
    assert "has not finished" in caught.value.message
    assert "--partial" in str(caught.value.hint)
    made = compile_run(events, partial=True)
    assert len(made.document["nodes"]) == 2
    assert "The run was cut off after 1 step; what it still had to do is not in the workflow." in made.unsure


def test_a_takeover_by_a_person_is_told(did: Did, written: Written) -> None:
    events = written("Save it.", pressed(did))
    events[1].data["paused"] = True
    assert any("what a person did" in each for each in compile_run(events).unsure)


def test_of_two_effects_of_one_act_both_have_to_be_taken(did: Did, compiled: Compile) -> None:
    both = compiled("Save it.", pressed(did), effects=[sent(201), sent(200, f"{HOME}log")])
    assert taken(both) == [True]
    one = compiled("Save it.", pressed(did), effects=[sent(201), sent(500, f"{HOME}log")])
    assert taken(one) == [None]


async def test_an_input_of_the_wrong_type_is_refused_before_anything_is_sent(
    did: Did, compiled: Compile, app: App
) -> None:
    field = {"role": "spinbutton", "name": "Amount", "xpath": "//input"}
    typed = did("page.type", {"index": 1, "text": "25"}, element=field)
    made = compiled("Pay 25 euros.", typed, pressed(did))
    result = await app.run_workflow(made.workflow(tools=app.tools), {"amount": "a lot"}, durable=False)
    assert result.fault is not None
    assert result.fault.code == "invalid_input"
    assert "amount" in str(result.fault.to_json())
    assert not (result.data or {}).get("nodes")


@pytest.mark.parametrize(
    ("field", "value", "pointer"),
    [
        ("type", "browser_acton", "/nodes/1/type"),
        ("config", "click", "/nodes/1/config"),
        ("taken", "yes", "/nodes/1/taken"),
    ],
)
def test_a_file_that_was_edited_into_nonsense(
    did: Did, compiled: Compile, field: str, value: str, pointer: str
) -> None:
    made = compiled("Save it.", pressed(did))
    made.document["nodes"][1][field] = value
    with pytest.raises(Fault) as caught:
        made.workflow()
    assert pointer in str(caught.value.to_json())
