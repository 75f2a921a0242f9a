"""Plain requests without a model."""

import pytest

from pollex.core.call import Call
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.protocols import Model
from pollex.core.result import Result
from pollex.testing import ScriptedModel
from pollex.workspace.batch import draw_batch, read_batch
from pollex.workspace.desk import Desk
from pollex.workspace.lint import lint
from pollex.workspace.planner import Orchestrator
from pollex.workspace.planner.local_requests import LOCAL_REQUESTS, LocalRequest, answer_locally

from .scripts import CREATE, command, said, workspace

LOCAL: Model = ScriptedModel([], name="local", provider="local")
TWO = draw_batch(Desk(), "b", read_batch([CREATE, command("window.create", id="runs", title="Runs")]), now=0).desk


def call(text: str) -> Object:
    """The params of the call that a request leads to."""
    return next(each["params"] for each in answer_locally(text, Desk()).batch if each["op"] == "api.call")


@pytest.mark.parametrize("row", LOCAL_REQUESTS, ids=lambda row: row.example)
def test_each_example_is_answered_by_its_own_row_and_can_be_applied(row: LocalRequest) -> None:
    first = next(each for each in LOCAL_REQUESTS if each.pattern.fullmatch(row.example))
    assert first is row
    answer = answer_locally(f"Please {row.example}.", TWO)
    assert answer.say
    if answer.batch:
        change = draw_batch(TWO, "b", read_batch(list(answer.batch)), now=0)
        assert lint(answer.batch, TWO, change.desk) == []


@pytest.mark.parametrize(
    ("text", "url", "body"),
    [
        ("show me the last runs", "windows.open", {"name": "runs"}),
        ("list my runs", "windows.open", {"name": "runs"}),
        ("open the libraries", "windows.open", {"name": "tools"}),
        ("open workflow 'My invoices'", "windows.open", {"name": "workflow", "about": "My invoices"}),
        (
            "run workflow Invoices with month=May and year: 2026",
            "runs.start",
            {"workflow": "Invoices", "inputs": {"month": "May", "year": 2026}, "wait": False, "show": True},
        ),
        ("ask the agent to buy milk", "runs.start", {"task": "buy milk", "wait": False, "show": True}),
        (
            'ask the agent to search for "milk" at https://shop.example/a?b=c',
            "runs.start",
            {"task": 'search for "milk"', "url": "https://shop.example/a?b=c", "wait": False, "show": True},
        ),
        ("run tool math.add with a=1, b=2.5", "math.add", {"a": 1, "b": 2.5}),
        ('run tool text.join with {"parts": ["a", "b"]}', "text.join", {"parts": ["a", "b"]}),
        ("call page.open with url=https://example.org/a?b=c", "page.open", {"url": "https://example.org/a?b=c"}),
        ('run tool greet with name="Ann Lee", loud=true', "greet", {"name": "Ann Lee", "loud": True}),
        ("run tool greet with name=Ann Lee", "greet", {"name": "Ann Lee"}),
        ("run tool now", "now", {}),
    ],
)
def test_calls_with_their_arguments(text: str, url: str, body: Object) -> None:
    params = call(text)
    assert (params["url"], params["body"]) == (f"pollex://tool/{url}", body)


def test_arguments_that_cannot_be_read_call_nothing() -> None:
    answer = answer_locally("run tool math.add with one and two", Desk())
    assert (answer.batch, answer.say.startswith("I cannot read the arguments.")) == ((), True)


def test_a_note_has_its_title_and_text() -> None:
    made, drawn, text = answer_locally("make a note titled Shopping list: milk & bread", Desk()).batch
    assert made["params"] == {"id": "note-shopping-list", "title": "Shopping list", "size": "sm"}
    assert "data-state-key='note-shopping-list'" in drawn["params"]["html"]
    assert text["params"] == {"scope": "workspace", "key": "note-shopping-list", "value": "milk & bread"}


def test_closing_by_title_and_names_that_are_not_there() -> None:
    assert answer_locally("close the notes window", TWO).batch == (command("window.close", id="notes"),)
    assert answer_locally("close Rums", TWO).say == (
        "There is no window Rums. Did you mean Runs? Open windows: Notes (notes), Runs (runs). "
        "`help` lists what I can do."
    )
    assert [each["params"]["id"] for each in answer_locally("close all windows", TWO).batch] == ["notes", "runs"]
    assert answer_locally("close all", Desk()).say == "No window is open."


@pytest.mark.parametrize("text", ["please show the runs", "Show me the runs, please.", "show the runs please"])
def test_please_is_no_part_of_a_request(text: str) -> None:
    assert call(text)["body"] == {"name": "runs"}


def test_windows_are_put_side_by_side() -> None:
    left, right = (each["params"] for each in answer_locally("arrange", TWO).batch)
    assert (left, right) == (
        {"id": "notes", "x": 16, "y": 16, "width": 616, "height": 728},
        {"id": "runs", "x": 648, "y": 16, "width": 616, "height": 728},
    )


def test_other_sentences_are_answered_with_what_can_be_asked() -> None:
    answer = answer_locally("draw me a unicorn", Desk())
    assert (answer.batch, answer.say.count("\n- ")) == ((), len(LOCAL_REQUESTS))


async def test_a_request_is_applied_as_the_person_s_own() -> None:
    called: list[Object] = []

    async def effect(call: Call) -> Result:
        called.append(call.args)
        return Result.success({"id": "pollex-runs"})

    made = await workspace(effects=effect)
    turn = await Orchestrator(made, LOCAL).send("show the last runs")
    assert (turn.status, called[0]["url"]) == ("applied", "pollex://tool/windows.open")
    assert said(made)[-1] == ("model", "Here you see the runs.")


async def test_a_window_that_is_open_already_is_used_again() -> None:
    made = await workspace()
    orchestrator = Orchestrator(made, LOCAL)
    for _ in range(2):
        assert (await orchestrator.send("make a note titled A")).status == "applied"
    assert made.windows() == [{"id": "note-a", "title": "A"}]


async def test_a_call_that_fails_is_said_instead() -> None:
    async def effect(call: Call) -> Result:
        return Result.failure(Fault("not_found", "There is no workflow 'X' here.", hint="See `workflows.list`."))

    made = await workspace(effects=effect)
    turn = await Orchestrator(made, LOCAL).send("open workflow X")
    assert (turn.status, said(made)[1:]) == (
        "failed",
        [("system", "There is no workflow 'X' here.\nSee `workflows.list`.")],
    )
