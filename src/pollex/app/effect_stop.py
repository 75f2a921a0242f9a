"""The end of a replay: the first request, call or question by which it would change something or ask somebody."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final
from urllib.parse import urlsplit

from ..browser.consent import ConsentWatch
from ..browser.effect import Effect
from ..core.call import Call
from ..core.context import Context
from ..core.domain import in_domain
from ..core.fault import Fault
from ..core.json import Object
from ..core.steps import MemorySteps
from ..core.tool import Tool

LOGIN: Final = "login"
FIRST_EFFECT: Final = "the first request that changes something"
QUESTION: Final = "a question to a person"


class EffectStop:
    """Lets a replay do everything up to its first effect; what belongs to the housekeeping of a site passes."""

    def __init__(
        self, hosts: Collection[str] = (), idle: Collection[tuple[str, str]] = (), *, offline: bool = False
    ) -> None:
        """`hosts` are those at which it may log in; `idle` the methods and addresses of what is known to be idle.

        `offline`, no tool is called that would reach the world by another way than the page.
        """
        self._offline = offline
        self.reason = ""
        """Before what it ended; empty while it goes on."""
        self._hosts = tuple(hosts)
        self._idle = frozenset(idle)
        self.consent = ConsentWatch()
        self._logs_in = False

    @property
    def checks(self) -> Object:
        """The checks of a run that ends here, by their names in its context."""
        return {
            "guards": (self.admits, self.consent.begins),
            "aims": (self.consent.aimed,),
            "hold": self.passes,
            "approve": self.approves,
            "steps": UnattendedSteps(self),
        }

    def stop(self, reason: str) -> Fault:
        """End the replay, unless it has ended, and return the Fault of what is not done."""
        self.reason = self.reason or reason
        return Fault("denied", f"The replay ends before {self.reason}.", retry=False)

    async def passes(self, effect: Effect) -> Fault | None:
        """Let a request leave only if it is no effect of the workflow."""
        if effect.own or (not self.reason and self._is_housekeeping(effect)):
            return None
        return self.stop(f"{FIRST_EFFECT} ({effect.request.method} {effect.request.address})")

    async def admits(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        """Let a call pass that only reads or whose requests are seen here."""
        if self.reason:
            return self.stop(self.reason)
        if context.depth == 0:
            url = args.get("url") if isinstance(args, dict) else None
            self._logs_in = tool.name == LOGIN and self._is_own(url or _here(context))
        if self._offline and tool.open_world and tool.name != LOGIN and not tool.name.startswith("page."):
            return self.stop(f"the call of {tool.name!r}, which is not in the recorded traffic")
        if tool.harmless or tool.guarded or tool.name.startswith("page."):
            return None
        return self.stop(f"the call of {tool.name!r}, which may change something")

    async def approves(self, tool: Tool, call: Call, args: Any, why: str) -> bool:
        """Approve nothing: nobody is asked."""
        self.stop(f"the call of {tool.name!r}, which a person has to approve")
        return False

    def _is_housekeeping(self, effect: Effect) -> bool:
        if effect.is_state and not effect.changes:
            return True
        if effect.habit and effect.against == "nothing":
            return True
        if (effect.request.method, effect.request.address) in self._idle:
            return True
        if self._logs_in and self._is_own(effect.request.url):
            return True
        return self.consent.answers

    def _is_own(self, url: str) -> bool:
        host = urlsplit(url).hostname or ""
        return any(in_domain(host, each) for each in self._hosts)


class UnattendedSteps(MemorySteps):
    """The steps of a replay that nobody answers."""

    def __init__(self, stop: EffectStop, run: str | None = None) -> None:
        super().__init__(run)
        self._stop = stop

    async def receive(self, topic: str, *, timeout: float | None = None) -> Any:
        self._stop.stop(QUESTION)


def _here(context: Context) -> str:
    return "" if context.page is None else context.page.url
