"""The seams to the outside. Upper layers fill them, tests fake them, the core only knows these shapes."""

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
    "Secrets",
    "Steps",
    "ToolAnswer",
    "ToolRequest",
]


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """A tool that a model wants called; `args` is what it wrote, JSON text or an object."""

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
    """One turn. `text` that came from a page is data and is fenced by whoever writes the prompt."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str = ""
    requests: tuple[ToolRequest, ...] = ()
    answers: tuple[ToolAnswer, ...] = ()
    images: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """What a model is asked: the conversation, and tools in the dialect of its provider."""

    messages: tuple[Message, ...]
    tools: tuple[Object, ...] = ()
    must_call: bool = False
    max_tokens: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Structured facts that need no prompt, for models that are functions: the page's state, the task."""


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What a model said."""

    text: str = ""
    requests: tuple[ToolRequest, ...] = ()
    cost: Cost = field(default_factory=Cost)
    stop: Literal["end", "tools", "length", "refused"] = "end"


API_ERROR: Final = "LLM API Error: "
PARSE_ERROR: Final = "Failed to parse LLM response: "
"""How the faults of a model begin, in document 002's words: it did not answer, or not with what can be read."""


class Model(Protocol):
    """A language model, or a function that stands for one."""

    name: str
    """`provider:model`, or `local`."""
    provider: str
    """The dialect its tool definitions are written in."""

    async def ask(self, request: ModelRequest) -> ModelReply:
        """One answer; a Fault where there is none. Cancelling the task aborts the request."""

    def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        """Pieces of text as they come, and the whole reply last."""


class ElementInfo(TypedDict, total=False):
    """Document 002: an interactive element."""

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
    """Document 002: what a page shows, plus `outline`, a compact text for prompts."""

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
    """Where the element stood that was acted on last: left, top, width and height, where that is known."""

    @property
    def url(self) -> str: ...

    def hold(self, guard: Callable[[Any], Awaitable[Fault | None]] | None) -> None:
        """Ask a guard from now on before something leaves that an act has caused; None asks nobody."""

    async def state(
        self, *, elements: int | None = None, text: int | None = None, element_text: int | None = None
    ) -> BrowserState:
        """What the page shows now; None means as much as the limits in force allow."""

    async def act(self, instruction: str) -> Any:
        """One action on one element, named in words."""

    async def extract(self, instruction: str, *, schema: Object) -> Any:
        """Data that fits `schema`; every value stands on the page."""

    async def call(self, tool: str, args: Object) -> Result:
        """Run a page tool (`page.click`, …) on this page."""

    async def snapshot(self, *, earlier: Object | None = None) -> Object:
        """The browser's state as JSON; what `earlier` knows of closed origins is kept."""

    async def restore(self, snapshot: Object) -> list[str]:
        """Go on in a fresh window with the state of a snapshot; what could not be put back."""

    @property
    def alive(self) -> bool:
        """Whether a browser is there; one that died is opened again by whatever needs it."""

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run as a list shows it. `executor` is the process that has it; None when nobody has it now."""

    id: str
    name: str
    status: Literal["queued", "running", "paused", "done", "failed", "cancelled", "dead"]
    started: str
    finished: str | None = None
    executor: str | None = None
    reason: str | None = None
    """Why it is dead."""


class Steps(Protocol):
    """What a run may ask of the engine that it runs on. Steps follow one another; what is parallel is a child."""

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

    async def step(self, path: str, work: Callable[[], Awaitable[Object]]) -> Object:
        """Do `work` once and keep what it returns, or the Fault that it raises; on replay, what was kept.

        Waits before beginning while the run is paused. Raises Fault `cancelled` when the run was cancelled. Nothing new
        is begun once `Engine.pause` or `Engine.cancel` has returned.
        """

    def kept(self, path: str) -> bool:
        """Whether an earlier process has done the step, so that nothing needs to be opened for it."""

    async def child(self, path: str, plan: Object) -> Object:
        """A run of its own with the fixed id `{run}{path}`; its outcome. Children may run side by side."""

    async def sleep(self, path: str, seconds: float) -> None:
        """Wait, also across a restart."""

    async def receive(self, topic: str, *, timeout: float | None = None) -> Any:
        """The next message of the topic, in the order sent; None when the time is up."""

    def lease(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold a name that only one run in the whole database may hold; freed when the holder's heartbeat ends."""

    async def admit(self, site: str, per_minute: int) -> None:
        """Wait until the site may be asked again, counted over all workers."""


class Engine(Protocol):
    """Runs that survive a kill. A step that has finished is never run again."""

    async def start(
        self, plan: Object, *, run: str | None = None, queue: str | None = None, priority: int = 0, name: str = ""
    ) -> str:
        """Begin a run of `plan` (frozen into the run), here, or on a queue where higher priorities go first."""

    async def outcome(self, run: str, timeout: float | None = None) -> Object:
        """What the run returned, waiting for it; the Fault that ended it is raised."""

    async def plan(self, run: str) -> Object:
        """What the run was started with."""

    async def steps(self, run: str) -> dict[str, Object]:
        """What the steps of a run have returned so far, by path, for a new run that is seeded with them."""

    async def send(self, run: str, topic: str, message: Any) -> None:
        """Bring a message in from outside: a person's answer, a webhook."""

    async def cancel(self, run: str) -> None: ...

    async def pause(self, run: str) -> None: ...

    async def resume(self, run: str) -> None:
        """Let a paused, cancelled, dead or abandoned run go on."""

    async def schedule(self, name: str, cron: str, plan: Object, *, queue: str | None = None) -> None:
        """Start a run of `plan` whenever `cron` (UTC) says so, by any worker; one run makes up for missed ones."""

    async def unschedule(self, name: str) -> None: ...

    async def limit(self, queue: str, *, concurrency: int | None = None, per_worker: int | None = None) -> None:
        """How many runs of a queue may be going on, over all workers and on each."""

    async def list(self, *, status: str | None = None, limit: int = 100) -> Sequence[RunSummary]: ...

    async def recover(self) -> Sequence[str]:
        """Take up the unfinished runs that are ours, and say which."""

    async def dead(self) -> Sequence[RunSummary]:
        """The runs that were given up, because they brought down whoever took them up."""

    async def purge(self, older_than: float) -> int:
        """Forget runs that finished more than so many seconds ago; how many."""

    async def close(self) -> None: ...


class Isolator(Protocol):
    """Runs a tool where it can be killed and can kill nobody."""

    async def run(self, source: str, args: Object, *, timeout: float) -> Any:
        """The tool's plain JSON value; a Fault where the process died or was ended at the limit."""

    async def close(self) -> None: ...
