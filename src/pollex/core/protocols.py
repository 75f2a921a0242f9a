"""The seams to the outside, as protocols. Upper layers implement them, tests fake them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol, TypedDict

from .cancel import CancelToken
from .event import EventLog
from .fault import Fault
from .json import Object
from .result import Cost, Result
from .secret import Secrets

__all__ = [
    "API_ERROR",
    "PARSE_ERROR",
    "BrowserState",
    "ElementInfo",
    "Engine",
    "EventLog",
    "Isolator",
    "Message",
    "Model",
    "ModelReply",
    "ModelRequest",
    "Page",
    "RunSummary",
    "ScheduleSummary",
    "Secrets",
    "Steps",
    "ToolAnswer",
    "ToolRequest",
]


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """A tool call that a model asks for; `args` is what it wrote, JSON text or an object."""

    id: str
    tool: str
    args: Any


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """A tool's result on its way back to the model that asked."""

    id: str
    tool: str
    result: Result


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. `text` that came from a page is data, and must be fenced when a prompt is written."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str = ""
    requests: tuple[ToolRequest, ...] = ()
    answers: tuple[ToolAnswer, ...] = ()
    images: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """A request to a model: the conversation, and tools in the dialect of its provider."""

    messages: tuple[Message, ...]
    tools: tuple[Object, ...] = ()
    must_call: bool = False
    max_tokens: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Structured facts for models that are functions and need no prompt: the page's state, the task."""


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A model's reply."""

    text: str = ""
    requests: tuple[ToolRequest, ...] = ()
    cost: Cost = field(default_factory=Cost)
    stop: Literal["end", "tools", "length", "refused"] = "end"


API_ERROR: Final = "LLM API Error: "
PARSE_ERROR: Final = "Failed to parse LLM response: "
"""The prefix of a model's faults, in the words of the page agent (002): no reply, or one that cannot be read."""


class Model(Protocol):
    """A language model, or a function in its place."""

    name: str
    """`provider:model`, or `local`."""
    provider: str
    """The dialect of its tool definitions."""

    async def ask(self, request: ModelRequest) -> ModelReply:
        """Return one reply, or raise a Fault if there is none. Cancelling the task aborts the request."""

    def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        """Yield pieces of text as they arrive, and the whole reply last."""


class ElementInfo(TypedDict, total=False):
    """The page-agent specification (002): an interactive element."""

    index: int
    tag: str
    type: str | None
    text: str
    placeholder: str | None
    value: str | None
    href: str | None
    ariaLabel: str | None
    className: str | None
    id: str | None


class BrowserState(TypedDict):
    """The page-agent specification (002): what a page shows, plus `outline`, a compact text for prompts."""

    url: str
    title: str
    elements: list[ElementInfo]
    textContent: str
    scrollY: float
    scrollHeight: float
    viewportHeight: float
    outline: str


class Page(Protocol):
    """A page as the agent and scripts use it. Methods return data and raise `Fault`."""

    touched: list[float] | None
    """The box of the element that was acted on last, if known: left, top, width and height."""

    @property
    def url(self) -> str: ...

    def hold(self, guard: Callable[[Any], Awaitable[Fault | None]] | None) -> None:
        """Ask a guard before each request that changes something (`browser.Effect`) is sent; None removes it."""

    @property
    def effects(self) -> Sequence[Any]:
        """What was sent since a guard holds it (`browser.SentEffect`)."""

    async def rest(self) -> None:
        """Wait until it has sent what it has left to send since the last act, and has the answers."""

    async def late_requests(self) -> Object:
        """Wait until it has sent what it saves a moment after the last act; return what an act tells of requests."""

    def late_refusals(self) -> list[str]:
        """Return what was refused outside of an act, once."""

    async def state(
        self, *, elements: int | None = None, text: int | None = None, element_text: int | None = None
    ) -> BrowserState:
        """Return what the page shows now; None means as much as the limits in force allow."""

    async def act(self, instruction: str) -> Any:
        """Perform one action on one element, described in words."""

    async def extract(self, instruction: str, *, schema: Object) -> Any:
        """Return data that fits `schema`; every value is on the page."""

    async def call(self, tool: str, args: Object) -> Result:
        """Run a page tool (`page.click`, …) on this page."""

    async def snapshot(self, *, earlier: Object | None = None) -> Object:
        """Return the browser's state as JSON. What `earlier` has of closed origins is kept."""

    async def restore(self, snapshot: Object) -> list[str]:
        """Restore a snapshot in a fresh window; return what could not be restored."""

    async def sleep(self, *, unless: Callable[[], bool]) -> bool:
        """Close the window until it is used again, if nothing is lost by that; return whether it was closed."""

    @property
    def alive(self) -> bool:
        """Whether a browser is running; one that died is reopened when it is needed."""

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run in a list. `executor` is the process that runs it, or None."""

    id: str
    name: str
    status: Literal["queued", "running", "paused", "done", "failed", "cancelled", "dead"]
    started: str
    finished: str | None = None
    executor: str | None = None
    reason: str | None = None
    """Why the run was given up."""


@dataclass(frozen=True, slots=True)
class ScheduleSummary:
    """A schedule in a list, with the plan of its runs."""

    name: str
    cron: str
    due: str
    """When it runs next."""
    plan: Object


class Steps(Protocol):
    """What a run may ask of its engine. Steps are sequential; parallel work is done by children."""

    on_pause: Callable[[bool], Awaitable[None]] | None
    """Called with True when the run begins to wait because it was paused, with False when it goes on."""

    @property
    def run(self) -> str: ...

    @property
    def cancel(self) -> CancelToken:
        """Set within a second of `Engine.cancel`, whatever process that was called in."""

    @property
    def pauses(self) -> int:
        """How often a step has waited here because the run was paused."""

    @property
    def idle(self) -> bool:
        """Whether the run does nothing now but wait: for a message, or because it was paused."""

    async def step(self, path: str, work: Callable[[], Awaitable[Object]]) -> Object:
        """Do `work` once and keep what it returns, or the Fault that it raises; on replay, what was kept.

        Waits before beginning while the run is paused. Raises Fault `cancelled` when the run was cancelled. Nothing new
        is begun once `Engine.pause` or `Engine.cancel` has returned.
        """

    def kept(self, path: str) -> bool:
        """Return whether an earlier process has done the step, so that nothing needs to be opened for it."""

    async def child(self, path: str, plan: Object) -> Object:
        """Run a child with the fixed id `{run}{path}` and return its outcome. Children may run in parallel."""

    async def sleep(self, path: str, seconds: float) -> None:
        """Wait, also across a restart."""

    async def receive(self, topic: str, *, timeout: float | None = None) -> Any:
        """Return the next message of the topic, in the order sent, or None after the timeout."""

    def lease(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold a name that only one run in the whole database may hold; freed when the holder's heartbeat ends."""

    async def admit(self, site: str, per_minute: int) -> None:
        """Wait until the rate limit of the site, counted over all workers, allows another request."""


class Engine(Protocol):
    """Runs that survive a kill. A step that has finished is never run again."""

    async def start(
        self, plan: Object, *, run: str | None = None, queue: str | None = None, priority: int = 0, name: str = ""
    ) -> str:
        """Start a run of `plan` (frozen into the run), here, or on a queue where higher priorities go first."""

    async def outcome(self, run: str, timeout: float | None = None) -> Object:
        """Wait for the run and return its result, or raise the Fault that ended it."""

    async def plan(self, run: str) -> Object:
        """Return the plan that the run was started with."""

    async def steps(self, run: str) -> dict[str, Object]:
        """Return the results of a run's steps so far, by path, to seed a new run with them."""

    async def send(self, run: str, topic: str, message: Any, *, number: int | None = None) -> None:
        """Send a message into a run: a person's answer, a webhook.

        With a `number` it is the first, second, … of its topic, and a Fault `conflict` where that one was sent already.
        """

    async def cancel(self, run: str) -> None: ...

    async def pause(self, run: str) -> None: ...

    async def resume(self, run: str) -> None:
        """Continue a paused, cancelled, dead or abandoned run."""

    async def schedule(self, name: str, cron: str, plan: Object, *, queue: str | None = None) -> None:
        """Start a run of `plan` whenever `cron` (UTC) is due, on any worker; one run makes up for missed ones."""

    async def schedules(self) -> Sequence[ScheduleSummary]:
        """Return the schedules, the next due first."""

    async def unschedule(self, name: str) -> None: ...

    async def limit(self, queue: str, *, concurrency: int | None = None, per_worker: int | None = None) -> None:
        """Limit the concurrent runs of a queue, over all workers and on each."""

    async def list(
        self, *, status: str | None = None, limit: int = 100, run: str | None = None
    ) -> Sequence[RunSummary]:
        """Return runs, newest first; with `run`, only that one."""

    async def recover(self) -> Sequence[str]:
        """Continue this executor's unfinished runs, and return their ids."""

    async def dead(self) -> Sequence[RunSummary]:
        """Return the runs that were given up because they killed the processes that ran them."""

    async def purge(self, older_than: float) -> int:
        """Delete runs that finished more than so many seconds ago; return how many."""

    async def close(self) -> None: ...


class Isolator(Protocol):
    """Runs a tool where it can be killed without harm to this process."""

    async def run(self, source: str, args: Object, *, timeout: float) -> Any:
        """Return the tool's plain JSON value, or raise a Fault if the process died or was ended at the limit."""

    async def close(self) -> None: ...
