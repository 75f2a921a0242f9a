"""A page with scripted states and answers, which records what was done to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..core.fault import Fault
from ..core.json import Object
from ..core.protocols import BrowserState
from ..core.result import Result
from ..page.methods import PageMethods


class FakePage(PageMethods):
    """A page that answers from dictionaries: `states` by URL, `answers` by instruction or tool. `done` lists the
    requests."""

    def __init__(
        self, states: Mapping[str, BrowserState], *, url: str, answers: Mapping[str, Any] | None = None
    ) -> None:
        self.url = url
        self.done: list[tuple[str, Any]] = []
        self.closed = False
        self.touched: list[float] | None = None
        self._states = states
        self._answers = dict(answers or {})

    def hold(self, guard: object) -> None:
        """Do nothing: no requests leave a fake page."""

    @property
    def effects(self) -> tuple[()]:
        return ()

    async def rest(self) -> None:
        """Do nothing: there is nothing to wait for."""

    async def late_requests(self) -> Object:
        return {}

    def late_refusals(self) -> list[str]:
        return []

    async def state(
        self,
        *,
        elements: int | None = None,
        text: int | None = None,
        element_text: int | None = None,
        extra: Sequence[str] = (),
        unfold: Sequence[int] = (),
        about: str = "",
    ) -> BrowserState:
        found = self._states.get(self.url)
        if found is None:
            raise Fault("not_found", f"The page {self.url!r} is not among the states.", received=self.url)
        return {**found, "elements": found["elements"][:elements], "textContent": found["textContent"][:text]}

    async def act(self, instruction: str) -> Any:
        return self._answer("act", instruction)

    async def extract(self, instruction: str, *, schema: Object) -> Any:
        return self._answer("extract", instruction)

    async def call(self, tool: str, args: Object) -> Result:
        self.done.append((tool, args))
        if tool == "page.navigate":
            self.url = args["url"]
        found = self._answers.get(tool)
        return Result.failure(found) if isinstance(found, Fault) else Result.success(found)

    async def snapshot(self, *, earlier: Object | None = None) -> Object:
        return {"url": self.url}

    async def restore(self, snapshot: Object) -> list[str]:
        self.url = snapshot["url"]
        return []

    async def sleep(self, *, unless: Callable[[], bool]) -> bool:
        return False

    @property
    def alive(self) -> bool:
        return not self.closed

    async def close(self) -> None:
        self.closed = True

    def _answer(self, verb: str, instruction: str) -> Any:
        self.done.append((verb, instruction))
        found = self._answers.get(instruction)
        if isinstance(found, Fault):
            raise found
        return found
