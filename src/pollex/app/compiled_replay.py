"""The replay of a compiled workflow before it is handed over, up to its first effect, with its reads compared."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..core.difference import Difference, differences
from ..core.fault import Fault
from ..core.json import Object, brief
from ..core.registry import Tools
from ..core.result import Result
from ..flow.compile import Compiled
from ..flow.show.summary import summary
from ..flow.workflow import Workflow
from ..library.publish import hosts_of
from ..text.clip import on_one_line
from .effect_stop import EffectStop

if TYPE_CHECKING:
    from ..runs.control import Runs

SECONDS: Final = 90
"""Seconds that a replay may take."""
SHOWN: Final = 3
"""Differences of one read that are told."""
NO_DATA: Final = frozenset({"index", "indices", "link", "pages", "url", "title"})
"""Fields of a read that are not what was looked for."""
FOUND_BY: Final = ", found by "
"""Before the selector by which an element is found, which tells a person little."""
PROSE: Final = "page.text"
"""The tool that reads a page as a text, which may show the time of day: it only has to find one again."""


@dataclass(frozen=True, slots=True)
class CompiledReplay:
    """How far a replay came, and what it read."""

    compiled: Compiled
    workflow: Workflow
    result: Result
    stopped: str = ""
    """Before what it ended by itself."""

    @property
    def nodes(self) -> list[Object]:
        data = self.result.data
        return data["nodes"] if isinstance(data, dict) else []

    def notes(self) -> tuple[list[str], list[str]]:
        """Return what was replayed, and what is to be looked at."""
        compared = list(self._compared())
        others = [sentence for sentence in compared if sentence]
        same = f"; {_counted(len(compared) - len(others), 'read')} as in the run" if len(compared) > len(others) else ""
        done = _counted(sum(each["ok"] for each in self.nodes), "node")
        if self.stopped:
            return [f"Replayed in a fresh window, {done}, up to {self.stopped}{same}.{self._left()}"], others
        if self.result.fault is None:
            return [f"Replayed to its end in a fresh window, {done}{same}."], others
        where = self._last()
        at = "" if where is None else f" at node {where} ({self._says(where)})"
        failed = f"Replayed at once in a fresh window, it failed{at}: {self.result.fault.message}"
        return [f"Replayed in a fresh window, {done}{same}."] if done else [], [failed, *others]

    def _last(self) -> int | None:
        """Return the position of the node at which it ended."""
        failed = [each for each in self.nodes if not each["ok"]]
        return _position(failed[0]["path"]) if failed else None

    def _left(self) -> str:
        """Return in words what was not replayed."""
        where = self._last()
        if where is None:
            return ""
        behind = len([node for node in self.workflow.nodes if node.position > where])
        more = f", and {_counted(behind, 'node')} behind it" if behind else ""
        return f" Not replayed: node {where} ({self._says(where)}){more}."

    def _says(self, position: int) -> str:
        return on_one_line(summary(self.workflow.node(position)).partition(FOUND_BY)[0], 80)

    def _compared(self) -> Iterator[str]:
        """Yield a sentence for each read that was read again: empty where it is as in the run."""
        for each in self.nodes:
            position = _position(each["path"])
            if each["ok"] and each["path"] == f"/{position}" and position in self.compiled.reads:
                node, read = self.workflow.node(position), self.compiled.reads[position]
                told = _difference(read, each["result"], prose=node.config.get("tool") == PROSE)
                about = f"Node {position} ({self._says(position)}) read something else when it was replayed"
                yield f"{about}: {told}." if told else ""


async def replay_compiled(compiled: Compiled, runs: Runs, tools: Tools) -> Compiled:
    """Return a compiled workflow with notes on its replay. Whatever happens there, it is handed over."""
    workflow = compiled.workflow(tools=tools)
    if asked := _asked(workflow.document):
        return compiled.noted([], [f"It was not replayed, since it asks for {', '.join(asked)}."])
    stop = EffectStop(hosts_of(workflow.document), compiled.idle)
    try:
        async with asyncio.timeout(SECONDS):
            result = await runs.replay_workflow(workflow, {}, **stop.checks)
    except TimeoutError:
        return compiled.noted([], [f"Its replay in a fresh window did not end within {SECONDS} seconds."])
    except Fault as fault:
        return compiled.noted([], [f"It could not be replayed: {fault.message}"])
    return compiled.noted(*CompiledReplay(compiled, workflow, result, stop.reason).notes())


def _asked(document: Object) -> list[str]:
    """Return the inputs that a workflow has no values for."""
    needed = [each for each in document.get("inputs", []) if each.get("required", True)]
    return [f"“{each['display_name']}”" for each in needed if "default_value" not in each]


def _position(path: str) -> int:
    """Return the position of the node at a path such as `/3[1]/4`."""
    return int(path.rpartition("/")[2].partition("[")[0])


def _difference(before: Any, after: Any, *, prose: bool) -> str:
    """Return in words what is not as it was; nothing where all is."""
    if prose:
        return "" if bool(before) == bool(after) else f"{brief(after)} instead of a text"
    found = differences(_plain(before), _plain(after))
    told = [_in_words(each) for each in found[:SHOWN]]
    return "; ".join([*told, *([f"{len(found) - SHOWN} more"] if len(found) > SHOWN else [])])


def _in_words(found: Difference) -> str:
    where = f"/{'/'.join(found.path)}"
    if found.kind == "changed":
        return f"{where} is {brief(found.after)}, not {brief(found.before)}"
    what = {"added": "new", "removed": "gone", "moved": "elsewhere"}[found.kind]
    return f"{where} is {what}: {brief(found.value)}"


def _plain(value: Any) -> Any:
    """Return data without the fields that belong to the page of the moment."""
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items() if name not in NO_DATA}
    return [_plain(each) for each in value] if isinstance(value, list) else value


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
