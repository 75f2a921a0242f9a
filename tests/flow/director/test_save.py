"""save_workflow: name, description, outputs and allowedDomains, checked; and the file."""

import json
from pathlib import Path
from typing import Any

import pytest

from pollex import App
from pollex.core.fault import Fault
from pollex.core.json import Object

Make = Any
READ: Object = {
    "position": 1,
    "type": "browser_query",
    "alias": "inbox",
    "config": {
        "method": "extract",
        "instruction": "the mails",
        "schema": {"type": "object", "properties": {"mails": {"type": "array"}}},
    },
}
MAILS: Object = {"display_name": "mails", "type": "json", "value": "{{inbox.mails}}"}
OPEN: Object = {"position": 2, "type": "iterate", "config": {"over": "inbox.mails", "variable": "mail", "body": 3}}


async def test_it_sets_and_saves(director: Make, tmp_path: Path) -> None:
    file = tmp_path / "new" / "mails.workflow.json"
    work = director(READ, file=file)
    output = {**MAILS, "schemaJson": '{"type": "array"}'}
    result = await work.call(
        "save_workflow",
        {"name": "Mails", "description": "Reads them.", "outputs": [output], "allowedDomains": ["example.org"]},
    )
    settings = {
        "name": "Mails",
        "description": "Reads them.",
        "outputs": [{**MAILS, "schema": {"type": "array"}}],
        "allowedDomains": ["example.org"],
    }
    assert result.data == {**settings, "saved": str(file), "open": []}
    assert result.files == (str(file),)
    written = json.loads(file.read_text())
    assert written == {**settings, "nodes": [READ]}
    assert list(written) == ["name", "description", "outputs", "allowedDomains", "nodes"]
    assert work.editor.document == written


async def test_what_is_left_out_stays_and_what_is_empty_is_taken_out(director: Make, tmp_path: Path) -> None:
    settings = {"description": "Old.", "outputs": [MAILS], "allowedDomains": ["example.org"]}
    work = director(READ, document=settings, file=tmp_path / "x.workflow.json")
    data = await work.do("save_workflow", name="Mails", description="", outputs=[])
    assert (data["name"], data["description"], data["outputs"], data["allowedDomains"]) == (
        "Mails",
        None,
        None,
        ["example.org"],
    )


@pytest.mark.parametrize(
    ("args", "pointer", "message", "hint"),
    [
        ({"name": ""}, "/name", "Expected at least 1 characters.", None),
        (
            {"outputs": [{**MAILS, "value": "{{inbux.mails}}"}]},
            "/outputs/0/value",
            "Nothing is named 'inbux'.",
            "Did you mean 'inbox'? A value from outside is set with manage_variable.",
        ),
        ({"outputs": [{**MAILS, "value": "{{inbox.males}}"}]}, "/outputs/0/value", "'inbox' has no 'males'.", None),
        ({"outputs": [MAILS, MAILS]}, "/outputs/1/display_name", "There are two parameters 'mails'.", None),
        ({"outputs": [{**MAILS, "schemaJson": "[1]"}]}, "/outputs/0/schemaJson", "The text holds no object.", None),
        (
            {"outputs": [{**MAILS, "schemaJson": '{"type": "lst"}'}]},
            "/outputs/0/schemaJson",
            "This is no JSON Schema: ",
            None,
        ),
        ({"allowedDomains": ["https://x.org/a"]}, "/allowedDomains/0", "'https://x.org/a' is no host.", None),
    ],
)
async def test_what_is_wrong_is_told_with_its_place_in_the_call(
    director: Make, tmp_path: Path, args: Object, pointer: str, message: str, hint: str | None
) -> None:
    file = tmp_path / "x.workflow.json"
    fault = await director(READ, file=file).refused("save_workflow", **{"name": "Mails", **args})
    assert fault.pointer == pointer
    assert fault.issues[0].message.startswith(message)
    assert hint is None or fault.hint == hint
    assert not file.exists()


async def test_a_wrong_output_is_not_excused_by_the_one_that_it_replaces(director: Make) -> None:
    wrong = {"outputs": [{**MAILS, "value": "{{old}}"}]}
    work = director(READ, document=wrong)
    fault = await work.refused("save_workflow", name="x", outputs=[{**MAILS, "value": "{{new}}"}], save=False)
    assert fault.pointer == "/outputs/0/value"
    await work.do("save_workflow", name="Mails", save=False)


async def test_a_draft_with_something_open_is_set_and_not_saved(director: Make, tmp_path: Path) -> None:
    file = tmp_path / "x.workflow.json"
    work = director(READ, OPEN, file=file)
    fault = await work.refused("save_workflow", name="Mails")
    assert fault.message == "The workflow cannot run: There is no node at position 3."
    assert "'save' false" in str(fault.hint)
    data = await work.do("save_workflow", name="Mails", save=False)
    assert (data["saved"], [each["message"] for each in data["open"]]) == (None, ["There is no node at position 3."])
    assert (work.editor.document["name"], file.exists()) == ("Mails", False)


async def test_without_a_file_it_is_named_after_the_workflow_and_never_replaces_another(
    director: Make, tmp_path: Path
) -> None:
    one, two = director(READ, folder=tmp_path), director(READ, folder=tmp_path)
    saved = [(await work.do("save_workflow", name="Open orders"))["saved"] for work in (one, two, one)]
    assert [Path(each).name for each in saved] == [
        "open_orders.workflow.json",
        "open_orders_2.workflow.json",
        "open_orders.workflow.json",
    ]


async def test_where_there_is_no_place_for_it_that_is_told(director: Make, tmp_path: Path) -> None:
    assert (await director(READ).refused("save_workflow", name="x")).code == "unavailable"
    (tmp_path / "taken").write_text("")
    fault = await director(READ, file=tmp_path / "taken" / "x.workflow.json").refused("save_workflow", name="x")
    assert "cannot be written" in fault.message


async def test_an_app_keeps_it_at_home_and_mends_what_is_in_a_file(tmp_path: Path) -> None:
    async with App(home=tmp_path) as app:
        editor = app.director()
        (await editor.call("create_node", {"type": "show", "value": "Hello"})).unwrap()
        saved = Path((await editor.call("save_workflow", {"name": "Greeting"})).unwrap()["saved"])
        assert saved == tmp_path / "workflows" / "greeting.workflow.json"
        assert app.load_workflow(saved).name == "Greeting"
        again = app.director(file=saved)
        assert again.nodes == editor.nodes
        (await again.call("update_node", {"position": 1, "config": {"value": "Good day"}})).unwrap()
        assert (await again.call("save_workflow", {"name": "Greeting"})).unwrap()["saved"] == str(saved)
        assert app.load_workflow(saved).nodes[0].config == {"value": "Good day"}


async def test_a_file_that_is_no_workflow_cannot_be_edited(tmp_path: Path) -> None:
    file = tmp_path / "x.workflow.json"
    file.write_text('{"name": "x", "nodes": [{"type": "show"}]}')
    async with App(home=tmp_path) as app:
        with pytest.raises(Fault, match="cannot be edited") as told:
            app.director(file=file)
        assert told.value.pointer == "/nodes/0/position"
