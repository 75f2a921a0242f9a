"""The context of a call: the run it belongs to, who approves it, what it may do, and the tools within reach."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, Self

from .budget import Budget
from .call import Call, new_id
from .cancel import CancelToken
from .event import EventLog
from .fault import Fault
from .held import HeldTime
from .json import Object
from .limits import DEFAULT_LIMITS, Limits
from .pipeline.once import Once
from .pipeline.redact import Redactor
from .pipeline.threads import ThreadPool
from .plain import plain
from .protocols import Engine, Isolator, Model, Page
from .registry import Tools
from .result import Result
from .secret import Secrets
from .tool import Effect, Tool

EffectPolicy = Literal["allow", "ask", "deny"]
Approver = Callable[[Tool, Call, Any, str], Awaitable["bool | Decision"]]
"""Called with the tool, the call, its checked arguments (secrets as placeholders) and the reason, which may be a
`Reason`; returns the decision."""


class Reason(str):
    """Why a person is asked; with what is behind it, and whether a yes may hold for a kind."""

    __slots__ = ("details", "kind")
    kind: bool
    """Whether a yes may hold for everything of this kind in the run."""
    details: Any
    """Everything that is known of what is asked about, as JSON, for those who want to see it."""

    def __new__(cls, text: str, *, kind: bool = False, details: Any = None) -> Self:
        made = super().__new__(cls, text)
        made.kind, made.details = kind, details
        return made


class Decision(NamedTuple):
    """A yes or no, and who said it."""

    approved: bool
    by: str | None = None
    kind: bool = False
    """Whether a yes holds for everything of this kind in the run."""


class Guard(Protocol):
    """A check of the tool, the call and its arguments (secrets still closed). None lets the call pass."""

    def __call__(self, tool: Tool, call: Call, args: Any, context: Context) -> Awaitable[Fault | None]: ...


Asker = Callable[[str, Object, float | None], Awaitable[Any]]
"""Asks the run's person a question by a form (a JSON schema) and returns the answer; None where nobody answers within
so many seconds."""

AimGuard = Callable[[Any, "Context"], Awaitable[Fault | None]]
"""A check of the element (`browser.Evidence`) that a call is about to act on. None lets the call pass."""

EffectCheck = Callable[[Any], Awaitable[Fault | None]]
"""A check of an effect (`browser.Effect`) before it leaves. None lets it pass."""

Pipeline = Callable[[Call, "Context"], Awaitable[Result]]

DEFAULT_POLICY: Mapping[Effect, EffectPolicy] = {"read": "allow", "act": "allow", "destroy": "ask"}


@dataclass
class Context:
    """The context of a call, passed to every tool that has a parameter of this type."""

    tools: Tools
    run: str = field(default_factory=new_id)
    log: EventLog | None = None
    secrets: Secrets | None = None
    model: Model | None = None
    page: Page | None = None
    engine: Engine | None = None
    isolator: Isolator | None = None
    cancel: CancelToken = field(default_factory=CancelToken)
    policy: Mapping[Effect, EffectPolicy] = field(default_factory=lambda: DEFAULT_POLICY)
    approve: Approver | None = None
    ask: Asker | None = None
    """None where there is nobody to ask."""
    budget: Budget | None = None
    guards: tuple[Guard, ...] = ()
    aims: tuple[AimGuard, ...] = ()
    """Checks made once a call has found its element, before it touches it."""
    hold: EffectCheck | None = None
    """A check of everything that a tool's own page is about to send and that changes something."""
    domains: tuple[str, ...] | None = None
    """Hosts that may be reached; None means all public ones."""
    authority: str | None = None
    """What the person said, where a model wrote the call; None means that the call is the person's own word."""
    held: HeldTime = field(default_factory=HeldTime)
    """How long others have kept its calls waiting."""
    limits: Limits = DEFAULT_LIMITS
    redactor: Redactor = field(default_factory=Redactor)
    workers: ThreadPool = field(default_factory=ThreadPool)
    once: Once = field(default_factory=Once)
    current: Call | None = None
    """The call being run."""
    depth: int = 0
    pipeline: Pipeline | None = None
    """The function through which a tool calls another tool; `invoke` sets it."""

    async def call(self, tool: str, args: Any = None, **fields: Any) -> Result:
        """Call a tool from inside a tool, through the same pipeline."""
        assert self.pipeline is not None, "a context made by hand has no pipeline; call `invoke` with it"
        return await self.pipeline(Call(tool, {} if args is None else args, **fields), self)

    def progress(self, data: Any) -> None:
        """Report progress to everyone who follows the run. May be called from any thread."""
        if self.log is not None:
            said, _ = plain(data, self.limits)
            call = self.current.id if self.current else None
            self.log.post(self.run, "call.progress", {"call": call, "data": self.redactor.value(said)})

    def within(self, call: Call, pipeline: Pipeline) -> Context:
        """Return the context that the tool of `call` runs in."""
        made = object.__new__(Context)
        made.__dict__.update(self.__dict__)  # a tenth of what dataclasses.replace takes, in every call with a context
        made.current, made.depth, made.pipeline = call, self.depth + 1, pipeline
        return made
