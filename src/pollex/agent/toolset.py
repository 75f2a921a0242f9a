"""What the model may call: the page's tools in compact form, a dozen of the app's own, and the rest on request."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from ..core.dialect import Export, export
from ..core.registry import Tools
from ..core.search import search
from ..core.tool import Tool
from .compact import COMPACT, SOMETIMES, compact
from .offered_tools import OfferedTools
from .own_tools import MORE, OWN, REST, done_with
from .task import Task

DEFINED: Final = {**COMPACT, **SOMETIMES}
DOZEN: Final = 12
"""Definitions of the task's further tools that are shown at once."""


class AgentToolset(OfferedTools):
    """A view of the registry: the page's tools, those that the task names, and the agent's own."""

    def __init__(self, registry: Tools, task: Task) -> None:
        super().__init__(registry, OWN if task.output is None else {**OWN, "done": done_with(task.output)})
        self._task = task
        self._exports: dict[tuple[object, ...], Export] = {}

    def offers(self, name: str) -> bool:
        return super().offers(name) or name in self._task.tools

    def shown(self, asked: Iterable[str], dialect: str, *, cut: bool = False) -> Export:
        """Return the definitions that a model gets: the compact ones, those of the task, and those that it asked for.

        `cut` says that an answer was cut, so that its rest can be asked for.
        """
        names = dict.fromkeys([*COMPACT, *self._needed, *self._at_once, *map(self.meant, asked)])
        wanted = (dialect, cut, *names)
        if wanted not in self._exports:
            tools = [found for name in names if name not in OWN and (found := self.find(name)) is not None]
            own = [self._more if tool is MORE else tool for tool in self._own.values() if tool is not REST or cut]
            self._exports[wanted] = export([*(compact(tool, DEFINED) for tool in tools), *own], dialect)
        return self._exports[wanted]

    @property
    def _needed(self) -> list[str]:
        """Tools that few tasks need, and this one from the beginning."""
        return [
            *(["page.search"] if not self._task.addresses else []),
            *(["page.upload"] if self._task.files else []),
        ]

    @cached_property
    def _at_once(self) -> list[str]:
        """The task's further tools that are shown from the beginning: all, or the dozen nearest to its words."""
        tools = [found for name in self._task.tools if (found := self.find(name)) is not None]
        near, others = search(tools, self._task.text, DOZEN)
        return [tool.name for tool in [*near, *others][:DOZEN]] if len(tools) > DOZEN else [tool.name for tool in tools]

    @property
    def _more(self) -> Tool:
        """The tool `more`, which says how many of the task's own tools are not shown."""
        hidden = len(set(self._task.tools)) - len(self._at_once)
        if hidden <= 0:
            return MORE
        also = f"{hidden} further tools of this task are not shown."
        return MORE.replace(description=f"{MORE.description} {also}")
