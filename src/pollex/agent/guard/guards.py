"""The guards of a run: checks of a call before it starts and when its element is found, and of what then leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from ...browser.evidence import Evidence
from ...core.call import Call
from ...core.context import Context
from ...core.fault import Fault
from ...core.pipeline.guard import consent
from ...core.protocols import Model
from ...core.tool import Tool
from ...text.words import mentions
from ..history import History
from ..task import Task
from . import files as things
from . import navigation as going
from . import secrets as secrecy
from .effects import EffectChecks
from .rules import IN_A_QUESTION

GOING: Final = frozenset({"page.navigate", "page.open_tab"})
MEANT: Final = "meant"
FITS: Final = "fits"


class Guards:
    """Three checkpoints: `called` before a call, `aimed` at its element, `effects` before anything leaves."""

    def __init__(self, task: Task, history: Callable[[], History], model: Model, judge: Model | None) -> None:
        """A literal `model` can only do what the task says word for word, so that no page can talk it into more."""
        self._task = task
        self._literal = bool(getattr(model, "literal", False)) and task.authority is None
        self._history = history
        self.effects = EffectChecks(task, history, judge, literal=self._literal)
        self._refused: dict[str, Fault] = {}
        """A no stands for the whole run: nobody is asked twice for the same."""
        self._granted: set[tuple[str, ...]] = set()
        """The credentials, or fields of them, that a person has agreed to on a site for the rest of the run."""

    async def called(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        """Check a call before it starts: where it leads and what it discloses."""
        if tool.effect != "read":
            await self.effects.begin(tool, call, args, context)
        if (fault := secrecy.misplaced(tool.name, call.args)) is not None:
            return fault
        if not tool.name.startswith("page."):
            return await self._unwatched(tool, call, args, context)
        if (fault := things.foreign_file(tool.name, args, self._task)) is not None:
            return fault
        if tool.name in GOING and args.get("url"):
            full = going.target(str(args["url"]), _here(context))
            if isinstance(full, Fault):
                return full
            if (fault := going.unheard_of(str(args["url"]), full, self._task, *self._known())) is not None:
                return fault
        if self._literal:
            return None
        own: set[str] = set()
        if context.secrets is not None and self._is_meant(context):
            own = await secrecy.of_site(call.args, context.secrets, _host(context))
        return await self._agreed(self._remarkable(tool, call, args, context, own), tool, call, args, context, MEANT)

    async def _unwatched(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        """Check a tool whose requests nobody can hold, in a task that asks for no change."""
        if tool.guarded or tool.effect == "read":
            return None
        if self._task.read_only:
            message, hint = f"{tool.name!r} may change something, and this task is read-only.", "Do without it."
            expected = "a tool that only reads"
            return Fault("denied", message, expected=expected, received=tool.effect, hint=hint, retry=False)
        why = iter([IN_A_QUESTION] if self._task.only_asks and not self._literal else [])
        return await self._agreed(why, tool, call, args, context, MEANT)

    async def aimed(self, evidence: Evidence, context: Context) -> Fault | None:
        """Check an element before it is touched: what may be typed into it, and where it leads."""
        call = context.current
        self.effects.aim(evidence)
        tool = None if call is None else context.tools.find(call.tool)
        if call is None or tool is None or tool.effect == "read":
            return None
        if (fault := secrecy.sent_elsewhere(call.args, evidence, _here(context))) is not None:
            return fault
        if self._literal:
            return None
        return await self._agreed(self._about(tool, call.args, evidence, context), tool, call, call.args, context, FITS)

    async def _agreed(
        self, found: Iterator[str], tool: Tool, call: Call, args: Any, context: Context, what: str
    ) -> Fault | None:
        """Ask a person about what is remarkable in a call, once for each reason."""
        why = "; ".join(found)
        key = f"{tool.name} {why}"
        if why and key not in self._refused:
            fault = await consent(tool, call, args, context, self._task.policy, why)
            if fault is None:
                self._granted |= _grants(call.args, what, context)
                return None
            if secrecy.named(call.args):
                fault.pointer = "/text"
            self._refused[key] = fault
        return self._refused.get(key) if why else None

    def _remarkable(self, tool: Tool, call: Call, args: Any, context: Context, own: set[str]) -> Iterator[str]:
        """Yield what about a call needs a person's approval."""
        task = self._task
        if tool.name in GOING and args.get("url"):
            full = str(going.target(str(args["url"]), _here(context)))
            if not going.is_given(full, task):
                yield from filter(None, (going.outside(full, task), going.destroying(full, task)))
        elif tool.name == "page.search" and task.home:
            yield "a web search leads outside the task's domains"
        elif tool.effect != "read" and tool.name not in ("page.back", "page.close_tab", "page.switch_tab"):
            yield from filter(None, (going.outside(_here(context), task),))
        stored = [] if context.secrets is None else context.secrets.names()
        if not self._is_granted(call.args, MEANT, context):
            names = {name.partition(".")[0] for name in stored}
            yield from filter(None, (secrecy.unmeant(call.args, task, names, own),))
        yield from filter(None, (things.unasked_program(tool.name, task),))

    def _about(self, tool: Tool, args: Any, evidence: Evidence, context: Context) -> Iterator[str]:
        """Yield what about an element needs a person's approval."""
        if evidence.href and tool.name in ("page.click", "page.download", "page.act"):
            full = going.target(urljoin(_here(context), evidence.href), _here(context))
            if not isinstance(full, Fault):
                yield from filter(None, (going.outside(full, self._task), going.destroying(full, self._task)))
        if evidence.form and tool.effect != "read":
            yield from filter(None, (going.outside(urljoin(_here(context), evidence.form), self._task),))
        if tool.name == "page.type" and secrecy.named(args) and not self._is_granted(args, FITS, context):
            yield from filter(None, (secrecy.unfit(args, evidence, _host(context)),))

    def _is_granted(self, args: Any, what: str, context: Context) -> bool:
        return bool(grants := _grants(args, what, context)) and self._granted.issuperset(grants)

    def _is_meant(self, context: Context) -> bool:
        """Return whether the page is of the task's domains, and the person named it where a model wrote the task."""
        said = self._task.authority
        named = said is None or mentions(said, _host(context))
        return named and bool(self._task.home) and going.outside(_here(context), self._task) is None

    def _known(self) -> tuple[list[str], str, str]:
        """Return where the run has been, what pages have shown, and what the model wrote, which a page may echo."""
        return list(self._history().addresses()), self.effects.seen(), "\n".join(self.effects.entered)


def _grants(args: Any, what: str, context: Context) -> set[tuple[str, ...]]:
    """Return what a yes to such arguments is a yes to, on this site. Passwords are asked about each time."""
    if not secrecy.is_open(args):
        return set()
    host = _host(context)
    return {(what, host, name, "" if what == MEANT else field) for name, field in secrecy.named(args)}


def _host(context: Context) -> str:
    return urlsplit(_here(context)).hostname or "this page"


def _here(context: Context) -> str:
    return "about:blank" if context.page is None else context.page.url
