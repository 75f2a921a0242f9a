"""The windows about tools and modules: searched, tried, copied, added, removed, all by commands."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pollex import App, Context, Fault, tool
from pollex.app.product.tool_copy import tool_copies
from pollex.app.product.tool_form import tool_form
from pollex.app.product.tool_origin import ToolOrigin
from pollex.app.workspaces import WorkspaceHandle
from pollex.core.json import Object
from pollex.core.schema import Schema
from pollex.core.tool import Tool
from pollex.workspace.command_result import CommandResult

from ...waits import until_async

EXAMPLES = Path(__file__).parents[3] / "examples"


@tool(effect="read", examples=[{"a": 1, "b": 2}])
def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


@tool(effect="read", examples=[{}])
def people() -> list[dict[str, Any]]:
    """List people."""
    return [{"name": "Ada", "born": 1815}, {"name": "Alan {{secret.x}}", "born": 1912}]


def calling(tool_name: str, /, **body: Any) -> list[Object]:
    return [{"op": "api.call", "params": {"method": "POST", "url": f"pollex://tool/{tool_name}", "body": body}}]


async def called(workspace: WorkspaceHandle, tool_name: str, /, **body: Any) -> CommandResult:
    (answer,) = await workspace.apply(calling(tool_name, **body), by="person")
    return answer


def shown(workspace: WorkspaceHandle, id: str) -> Any:  # noqa: A002 - the id of a component
    """The type and props of a component, as the page gets them."""
    [found] = [each for each in workspace.snapshot()["components"] if each["id"] == id]
    return found["type"], found["props"]


def result(workspace: WorkspaceHandle, name: str) -> Any:
    """What the window of a tool shows as its result."""
    return shown(workspace, f"pollex-tool-{name}-result-value")


async def test_tools_are_found_by_words_with_where_they_come_from(tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}, tools=[add]) as app:
        app.add_module(EXAMPLES / "modules" / "statistics")
        app.add_library(EXAMPLES / "library")
        workspace = await app.workspace()
        await called(workspace, "windows.open", name="tools")
        rows = {row["name"]: row["from"] for row in shown(workspace, "pollex-tools-table")[1]["rows"]}
        assert rows["doctor"] == "built in"
        assert rows["add"] == "function add"
        assert {each.partition(" ")[0] for each in rows.values()} == {"built", "function", "library", "module"}
        answer = await called(workspace, "tools.search", about="add two numbers")
        assert answer.data["found"][0] == "add"
        assert shown(workspace, "pollex-tools-table")[1]["rows"][0]["name"] == "add"
        await called(workspace, "tools.search", about="xyzzy")
        assert "No tool fits 'xyzzy'" in shown(workspace, "pollex-tools-said")[1]["text"]
        [library] = shown(workspace, "pollex-tools-libraries")[1]["rows"]
        assert library["name"] == "library"
        await called(workspace, "libraries.check", library=library["id"])
        assert shown(workspace, "pollex-tools-checked")[1]["items"][0]["title"] == "library has no mistakes."


async def test_a_tool_is_tried_and_its_answer_shown_as_fits(tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}, tools=[add, people]) as app:
        workspace = await app.workspace()
        for name in ("add", "people"):
            assert (await called(workspace, "windows.open", name="tool", about=name)).fault is None
        assert shown(workspace, "pollex-tool-people-form")[0] == "button"
        assert shown(workspace, "pollex-tool-add-form")[1]["values"] == {"a": 1, "b": 2}
        answers = await workspace.workspace.use("pollex-tool-add-form", "submit", {"form": {"a": 2, "b": 40}})
        assert [answer.fault for answer in answers] == [None]
        assert result(workspace, "add") == ("json", {"value": 42, "depth": 2})
        assert '"a":2,"b":40' in shown(workspace, "pollex-tool-add-copy-curl")[1]["text"]
        await called(workspace, "tools.try", name="people")
        kind, props = result(workspace, "people")
        assert (kind, [row["name"] for row in props["rows"]]) == ("table", ["Ada", "Alan \\{{secret.x}}"])
        refused = await called(workspace, "tools.try", name="add", input={"a": "one"})
        assert refused.fault is not None
        assert {issue.pointer for issue in refused.fault.issues} == {"/body/input/a", "/body/input/b"}


async def test_a_tool_of_any_name_has_a_window(tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}, tools=[add.replace(name="team/add:v2")]) as app:
        workspace = await app.workspace()
        assert (await called(workspace, "windows.open", name="tool", about="team/add:v2")).fault is None
        form = "pollex-tool-team:2fadd:3av2-form"
        [answer] = await workspace.workspace.use(form, "submit", {"form": {"a": 2, "b": 40}})
        assert answer.fault is None
        assert result(workspace, "team:2fadd:3av2") == ("json", {"value": 42, "depth": 2})


async def test_a_tool_says_how_far_it_is_and_can_be_stopped(tmp_path: Path) -> None:
    went_on = asyncio.Event()

    @tool(effect="read", examples=[{}])
    async def slow(context: Context) -> str:
        """Take its time."""
        context.progress({"progress": 1, "total": 4, "message": "Reading"})
        await went_on.wait()
        return "done"

    async with App(home=tmp_path, environ={}, tools=[slow]) as app:
        workspace = await app.workspace()
        await called(workspace, "windows.open", name="tool", about="slow")
        trying = asyncio.ensure_future(workspace.workspace.use("pollex-tool-slow-form", "press", {}))
        await until_async("it says how far it is", lambda: result(workspace, "slow")[1].get("value") == 1)
        kind, props = result(workspace, "slow")
        assert (kind, props["label"], props["maximum"]) == ("progress", "Reading", 4)
        await workspace.workspace.use("pollex-tool-slow-result-stop", "press", {})
        [answer] = await trying
        assert answer.fault is not None
        assert answer.fault.code == "cancelled"
        assert result(workspace, "slow")[1]["text"] == "It was stopped."
        assert not any(each["id"].endswith("result-stop") for each in workspace.snapshot()["components"])


def write_library(app: App, folder: Path) -> None:
    """Write a library with one tool, `shop.greet`."""
    app.libraries.new_app(folder, "shop", ["example.org"])
    script = Path(app.libraries.new_template(folder, "tool", "greet", app="shop").data["files"][1])
    script.write_text(
        "import pollex\n\n\n"
        "async def run(page: pollex.Page, inputs: dict, credentials: dict) -> dict:\n"
        "    return {'heading': 'Hello ' + inputs['path']}\n"
    )


async def test_a_tool_of_a_library_is_tried_as_a_run(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    async with App(home=tmp_path / "home", environ={}) as app:
        write_library(app, folder)
        workspace = await app.workspace()
        added = await answered(workspace, "libraries.add", folder=str(folder))
        assert added.data == {"tools": ["shop.greet"]}
        await called(workspace, "windows.open", name="tool", about="shop.greet")
        [tried] = await workspace.workspace.use("pollex-tool-shop.greet-form", "submit", {"form": {"path": "Ada"}})
        assert tried.fault is None
        assert result(workspace, "shop.greet")[1]["value"] == {"heading": "Hello Ada"}
        [run] = await app.runs.control.list()
        assert run.id in shown(workspace, "pollex-tool-shop.greet-result-outcome")[1]["text"]
        assert workspace.workspace.chat == []


@pytest.mark.document("003", "The end of a library's tool that was started without waiting is told.")
async def test_the_end_of_a_tool_of_a_library_that_nobody_waits_for_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    async with App(home=tmp_path / "home", environ={}) as app:
        write_library(app, folder)
        workspace = await app.workspace()
        await answered(workspace, "libraries.add", folder=str(folder))
        await called(workspace, "runs.start", tool="shop.greet", inputs={"path": "Ada"}, wait=False)
        chat = await until_async("it is told", lambda: workspace.workspace.chat)
        assert [message.text for message in chat] == ["“shop.greet” is done. The window Runs shows what came of it."]


@pytest.mark.parametrize(
    ("document", "arguments"),
    [
        ({"type": "object", "properties": {"a": {"type": "string"}}}, "{{form}}"),
        ({"type": "object", "properties": {}}, {}),
        ({"type": "object"}, "{{form.input}}"),
        (True, "{{form.input}}"),
    ],
)
def test_each_schema_has_a_form(document: Any, arguments: Any) -> None:
    made = Tool(name="t", description="T.", input=Schema(document), run=lambda args, context: None)
    assert tool_form(made).arguments == arguments


def test_a_copied_call_works_in_python_wherever_the_tool_comes_from(tmp_path: Path) -> None:
    module = EXAMPLES / "modules" / "statistics" / "module.json"
    wanted: list[tuple[ToolOrigin, str, Object, str]] = [
        (ToolOrigin("module", "statistics", str(module)), "mean", {"data": [1, 2, 6]}, "3.0"),
        (ToolOrigin("function", "dedent", "textwrap:dedent"), "dedent", {"text": "  deep"}, "deep"),
    ]
    for origin, name, args, said in wanted:
        copies = tool_copies(name, args, origin, tmp_path / "home", default_home=False)
        done = subprocess.run([sys.executable, "-c", copies.python], capture_output=True, text=True, timeout=60)
        assert done.stdout.strip() == said, done.stderr
        server = json.loads(copies.mcp)["mcpServers"]["pollex"]
        assert server["env"] == {"POLLEX_HOME": str(tmp_path / "home")}
        assert ("--from" in server["args"]) == (origin.kind != "function")


async def test_a_module_is_added_checked_and_removed(tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}) as app:
        workspace = await app.workspace()
        await called(workspace, "windows.open", name="modules")
        path = str(EXAMPLES / "modules" / "statistics" / "module.json")
        added = await answered(workspace, "modules.add", path=path)
        assert added.fault is None
        assert [row["name"] for row in await rows_of(workspace, "modules")] == ["statistics"]
        assert shown(workspace, "pollex-module-statistics-tools")[1]["rows"]
        await called(workspace, "modules.check", name="statistics")
        assert "no mistakes" in shown(workspace, "pollex-module-statistics-checked")[1]["items"][0]["title"]
        again = await answered(workspace, "modules.add", path=str(tmp_path / "none.json"))
        assert again.fault is not None
        assert again.fault.pointer == "/body/path"
        assert (await answered(workspace, "modules.remove", name="statistics")).fault is None
        assert "mean" not in app.tools
        assert "pollex-module-statistics" not in {each["id"] for each in workspace.windows()}


async def test_a_module_is_drafted_from_a_package(tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}) as app:
        workspace = await app.workspace()
        drafted = await answered(workspace, "modules.draft", package="colorsys")
        assert drafted.fault is None
        assert Path(drafted.data["file"]) == tmp_path / "modules" / "colorsys" / "module.json"
        assert "colorsys_rgb_to_hsv" in app.tools
        with pytest.raises(Fault):
            app.modules.find("colorsy")


async def answered(workspace: WorkspaceHandle, tool_name: str, /, **body: Any) -> CommandResult:
    """The answer to a call that asks first, once the question was answered with yes."""
    calls = asyncio.ensure_future(called(workspace, tool_name, **body))

    def questions() -> list[str]:
        assert not calls.done(), f"{tool_name} was called without a question: {calls.result()}"
        return [each["id"] for each in workspace.snapshot()["components"] if each["type"] == "approval"]

    [question] = await until_async("it asks", questions)
    await workspace.workspace.use(question, "answer", {"value": True})
    return await calls


async def rows_of(workspace: WorkspaceHandle, name: str) -> list[Object]:
    """The rows of a window's table, once it has some."""
    found: list[Object] = await until_async(
        f"{name} are listed", lambda: shown(workspace, f"pollex-{name}-table")[1].get("rows")
    )
    return found
