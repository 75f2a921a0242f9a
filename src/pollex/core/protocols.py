"""The seams to the outside. Upper layers fill them, tests fake them, the core only knows these shapes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypedDict

from .event import Event, EventLog
from .json import Object
from .result import Cost, Result
from .secret import Secrets

__all__ = [
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

    @property
    def url(self) -> str: ...

    async def state(self, *, elements: int = 100, text: int = 2_000, element_text: int = 100) -> BrowserState:
        """What the page shows now."""

    async def act(self, instruction: str) -> Any:
        """One action on one element, named in words."""

    async def extract(self, instruction: str, *, schema: Object) -> Any:
        """Data that fits `schema`; every value stands on the page."""

    async def call(self, tool: str, args: Object) -> Result:
        """Run a page tool (`page.click`, …) on this page."""

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run as a list shows it."""

    id: str
    name: str
    status: Literal["queued", "running", "paused", "done", "failed", "cancelled", "dead"]
    started: str
    finished: str | None = None


class Engine(Protocol):
    """Runs that survive a kill. A step that has finished is never run again."""

    async def start(self, plan: Object, *, run: str | None = None, queue: str | None = None, priority: int = 0) -> str:
        """Begin a run of `plan` (frozen into the run) and return its id."""

    async def step(self, path: str, work: Callable[[], Awaitable[Any]], *, attempts: int = 1) -> Any:
        """Do `work` once and keep what it returns; on replay, return what was kept."""

    async def child(self, path: str, plan: Object) -> str:
        """Begin a run that belongs to this one, with a fixed id."""

    async def sleep(self, seconds: float) -> None:
        """Wait, also across a restart."""

    def events(self, run: str, *, after: int = 0) -> AsyncIterator[Event]: ...

    async def send(self, run: str, topic: str, message: Any) -> None:
        """Bring a message in from outside: a person's answer, a webhook."""

    async def receive(self, topic: str, *, timeout: float | None = None) -> Any:
        """Wait for a message inside a run."""

    async def cancel(self, run: str) -> None: ...

    async def pause(self, run: str) -> None: ...

    async def resume(self, run: str) -> None: ...

    async def fork(self, run: str, *, at: str, changes: Object) -> str:
        """A new run seeded with what an earlier one had before the node `at`, variables changed."""

    async def schedule(self, name: str, cron: str, plan: Object) -> None: ...

    async def limit(self, queue: str, *, concurrency: int | None = None, per_worker: int | None = None) -> None: ...

    async def list(self, *, status: str | None = None, limit: int = 100) -> Sequence[RunSummary]: ...

    async def recover(self) -> Sequence[str]:
        """Take up the unfinished runs that are ours, and say which."""


class Isolator(Protocol):
    """Runs a tool where it can be killed and can kill nobody."""

    async def run(self, source: str, args: Object, *, timeout: float) -> Any:
        """The tool's plain JSON value; a Fault where the process died or was ended at the limit."""

    async def close(self) -> None: ...
