"""What the windows about tools do: search tools, and try one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from ...core.call import new_id
from ...core.context import Context
from ...core.declare import from_function
from ...core.event import Event
from ...core.fault import Fault, placed
from ...core.json import Object
from ...core.result import Result
from ...core.tool import Tool
from ...workspace.envelope import without_references
from ...workspace.state import StateKey
from ...workspace.workspace import Workspace
from .tool_form import tool_form, without_defaults
from .tool_list import list_tools
from .tool_progress import progress_of
from .tool_result import ResultPart, fault_text, result_parts
from .tool_window import TOOL, copies_of
from .tools_window import ABOUT, FOUND, TOOLS
from .window import mirrored, render

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

PATIENCE: Final = 0.4
"""Seconds after which it is shown that a tool is at work."""


class ToolWindowTools:
    """Searches and tries the tools of an app in one workspace."""

    def __init__(self, workspace: Workspace, parts: AppParts) -> None:
        self._workspace = workspace
        self._parts = parts

    def tools(self) -> list[Tool]:
        return [
            from_function(self.search, name="tools.search", effect="read", examples=[{"about": "add numbers"}]),
            from_function(
                self.try_tool, name="tools.try", timeout=86_400.0, examples=[{"name": "doctor"}], open_world=True
            ),
        ]

    async def search(self, about: str | None = None) -> Object:
        """Show the tools that fit some words in the window Library and tools, best first.

        Args:
            about: The words; those that stand in the window if there are none.
        """
        window, desk = TOOLS.id(""), self._workspace.desk
        if about is None:
            entry = desk.state.get(StateKey("window", window, ABOUT))
            about = "" if entry is None else str(entry.value or "")
        found = list_tools(self._parts, about)
        if window in desk.windows:
            params: Object = {"scope": "window", "key": FOUND, "windowId": window, "value": found}
            await self._workspace.apply([{"op": "state.set", "params": params}], by="workspace")
        return {"found": [row["name"] for row in found["rows"]]}

    async def try_tool(self, name: str, context: Context, input: dict[str, Any] | None = None) -> Object:  # noqa: A002
        """Try a tool with some arguments, and show its result in its window.

        Args:
            name: The name of the tool.
            input: Its arguments.
        """
        tool = self._parts.context.tools.get(name)
        args = self._checked(tool, input or {})
        window = TOOL.id(tool.name)
        if window not in self._workspace.desk.windows:
            (await context.call("windows.open", {"name": TOOL.name, "about": tool.name})).unwrap()
        await self._copy(window, tool, args)
        began = perf_counter()
        work = asyncio.ensure_future(self._work(tool, args, context))
        try:
            done, _ = await asyncio.wait({work}, timeout=PATIENCE)
            if not done:
                await self._show(window, _at_work(tool.name))
            result = await work
        except asyncio.CancelledError:
            await self._stopped(window, work)
            raise
        finally:
            self._workspace.mirror(_key(tool.name), None)
        if result.fault is None:
            await self._show(window, result_parts(result, perf_counter() - began))
            return {"window": window}
        await self._show(window, _failed(tool, result.fault))
        raise placed(result.fault, "/input")

    def _checked(self, tool: Tool, args: Object) -> Any:
        checked = tool.input.check(args)
        if checked.issues:
            raise placed(Fault.from_issues("invalid_input", checked.issues), "/input")
        return checked.value

    async def _work(self, tool: Tool, args: Object, context: Context) -> Result:
        """Run a tool of a library as a run, which can be seen and stopped; call any other."""
        if self._parts.libraries().tools.has(tool.name):
            return await self._run(tool, args, context)
        id_ = new_id()
        async with self._telling(tool.name, context, context.run, id_):
            return await context.call(tool.name, args, given_id=id_)

    async def _run(self, tool: Tool, args: Object, context: Context) -> Result:
        started = await context.call("runs.start", {"tool": tool.name, "inputs": args, "wait": False, "tell": False})
        run = started.unwrap()["run"]
        assert context.log is not None
        try:
            async for event in context.log.follow(run):
                self._tell(tool.name, event)
        except asyncio.CancelledError:
            await context.call("runs.stop", {"id": run})
            raise
        shown = (await context.call("runs.show", {"id": run})).unwrap()
        ended, notes = shown["result"], (f"This was the run {run}.",)
        if ended.get("fault"):
            return Result.failure(Fault.from_json(ended["fault"]), notes=notes)
        data = ended.get("data")
        return Result.success(data["outputs"] if isinstance(data, dict) and "outputs" in data else data, notes=notes)

    @asynccontextmanager
    async def _telling(self, tool: str, context: Context, run: str, call: str) -> AsyncIterator[None]:
        """Show what a call says on its way, as long as the block lasts."""
        log = context.log
        assert log is not None
        after = self._workspace.record.seq

        async def follow() -> None:
            async for event in log.follow(run, after=after):
                if event.kind == "call.progress" and event.data.get("call") == call:
                    self._tell(tool, event)

        following = asyncio.ensure_future(follow())
        try:
            yield
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    def _tell(self, tool: str, event: Event) -> None:
        if (said := progress_of(event)) is not None:
            self._workspace.mirror(_key(tool), without_references(said))

    async def _copy(self, window: str, tool: Tool, args: Object) -> None:
        """Have the texts to copy call the tool as it is tried."""
        copies = copies_of(self._parts, tool, without_defaults(tool, args))._asdict()
        drawn = [
            {"op": "component.update", "params": {"id": id_, "props": {"text": without_references(text)}}}
            for name, text in copies.items()
            if (id_ := f"{window}-copy-{name}") in self._workspace.desk.components
        ]
        if drawn:
            await self._workspace.apply(drawn, by="workspace")

    async def _stopped(self, window: str, work: asyncio.Future[Result]) -> None:
        work.cancel()
        await asyncio.wait({work})
        await self._show(window, {"value": ResultPart("text", {"text": "It was stopped.", "tone": "warning"})})

    async def _show(self, window: str, parts: dict[str, ResultPart]) -> None:
        """Show parts as the result, in place of those before."""
        desk = self._workspace.desk
        if window not in desk.windows:
            return
        ids = {f"{window}-result-{name}": part for name, part in parts.items()}
        before = [each for each in desk.components if each.startswith(f"{window}-result-") and each not in ids]
        drawn = [render(window, part.type, part.props, id_=f"result-{name}") for name, part in parts.items()]
        drawn.append(render(window, "layout", {"kind": "column", "children": list(ids)}, id_="result"))
        drawn += [{"op": "component.destroy", "params": {"id": each}} for each in before]
        await self._workspace.apply(drawn, by="workspace")


def _key(tool: str) -> str:
    return f"tried.{tool}"


def _failed(tool: Tool, fault: Fault) -> dict[str, ResultPart]:
    """Return what is shown where a tool failed: a form says by itself what is wrong, and with which field."""
    if tool_form(tool).schema is not None:
        return {"value": ResultPart("text", {"text": "There is no result: see above.", "variant": "caption"})}
    return {"value": ResultPart("text", {"text": fault_text(fault), "tone": "danger"})}


def _at_work(tool: str) -> dict[str, ResultPart]:
    """Return what is shown while a tool is at work: how far it is, and a button that stops it."""
    bind = {name: {**mirrored(_key(tool)), "path": f"/{name}"} for name in ("label", "value", "maximum")}
    stop = [{"op": "txn.cancel", "params": {"id": f"try-{tool}"}}]
    return {
        "value": ResultPart("progress", {"label": "At work …", "bind": bind}),
        "stop": ResultPart("button", {"label": "Stop", "icon": "stop", "variant": "danger", "command": stop}),
    }
