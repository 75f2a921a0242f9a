"""The guards of a run: what is refused, what needs a person's approval, and which refusals are remembered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from ...browser.evidence import Evidence
from ...browser.outgoing_request import OutgoingRequest
from ...core.call import Call
from ...core.context import Context, EffectPolicy
from ...core.fault import Fault
from ...core.json import dumps
from ...core.pipeline.guard import consent
from ...core.tool import Tool
from ...text.literal import Statements
from ..history import History
from ..presses import SENDS, SILENT, entered, filled_in, presses
from ..task import Task
from . import disclosure as things
from . import navigation as going
from . import secrets as secrecy
from . import submission as sending
from . import target as which
from .commitment import FAMILIES, unasked, unasked_in

SENT: Final = "sent"
MEANT: Final = "meant"
FITS: Final = "fits"
ALTERNATIVES: Final = frozenset({"menuitem", "menuitemradio", "option", "radio"})
"""Elements of which one is chosen among several."""

GOING: Final = frozenset({"page.navigate", "page.open_tab"})
CHOICES: Final = frozenset({"checkbox", "switch", "radio", "tab", "option"})
"""What is set and sent off by something else: its name says what it is about."""
VAGUE: Final = re.compile(
    r"(?:yes|ok|okay|confirm|continue|submit|proceed|go on|ja|oui|sí|si|weiter)\b.*", re.IGNORECASE
)
"""Buttons that say nothing: their dialog does."""
FIELDS: Final = frozenset({"input", "textarea", "select"})
BUTTONS: Final = frozenset({"submit", "image", "button", "reset"})


@dataclass
class Doing:
    """A call in progress and the element that it targets."""

    tool: Tool
    call: Call
    args: Any
    context: Context
    element: Evidence | None = None
    agreed: bool = False
    """Whether a person was asked about it already, and said yes."""

    @property
    def several(self) -> bool:
        """Whether the call presses more than once."""
        return max(int(self.args.get(name) or 1) for name in ("count", "times")) > 1

    @property
    def asked(self) -> tuple[Tool, Call, Any, Context]:
        return self.tool, self.call, self.args, self.context


class Guards:
    """Three checkpoints: `called` before a call, `aimed` when its element is found, `sent` before a request leaves."""

    def __init__(self, task: Task, history: Callable[[], History], *, literal: bool = False) -> None:
        """`literal`: the model can only do what the task says word for word, so that no page can talk it into more."""
        self._task = task
        self._literal = literal
        self._history = history
        self._refused: dict[tuple[str, str], Fault] = {}
        """A no stands for the whole run: nobody is asked twice for the same."""
        self._doing: Doing | None = None
        """The call that is being made, from which follows what a page sends."""
        self._granted: set[tuple[str, ...]] = set()
        """What somebody has said yes to for the rest of the run: a credential or a field of one, on a site."""
        self._said = Statements(task.text)
        self._login: str | None = None
        """The page on which a stored name, password or code was typed last, until something else is typed."""
        self._left: set[tuple[str, ...]] = set()
        """What has been sent."""

    async def called(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        """Check a call before it starts: where it leads and what it discloses."""
        if tool.effect != "read":
            pressed = self._doing.element if self._doing is not None and tool.name == "page.dialog" else None
            self._doing = Doing(tool, call, args, context, pressed)
        if (fault := secrecy.misplaced(tool.name, call.args)) is not None:
            return fault
        if tool.name == "page.type":
            secret = any(field in secrecy.FOR_LOGIN for _, field in secrecy.named(call.args))
            self._login = _here(context) if secret else None
        if not tool.name.startswith("page."):
            return _unwanted_change(tool) if self._task.read_only else None
        if (fault := things.foreign_file(tool.name, args, self._task)) is not None:
            return fault
        if tool.name in GOING and args.get("url"):
            full = going.target(str(args["url"]), _here(context))
            if isinstance(full, Fault):
                return full
            if (fault := going.unheard_of(str(args["url"]), full, self._task, *self._shown())) is not None:
                return fault
        if self._literal:
            return None
        asking = await self._question(context) if tool.name == "page.dialog" and args.get("accept", True) else ""
        found = self._remarkable(tool, call, args, asking, context)
        return await self._agreed(found, tool, call, args, context, MEANT)

    async def aimed(self, evidence: Evidence, context: Context) -> Fault | None:
        """Check an element before it is touched: what its name announces and where it leads."""
        call = context.current
        if self._doing is not None and self._doing.element is None:
            self._doing.element = evidence
        tool = None if call is None else context.tools.find(call.tool)
        if call is None or tool is None or tool.effect == "read":
            return None
        if (fault := secrecy.sent_elsewhere(call.args, evidence, _here(context))) is not None:
            return fault
        if self._literal:
            return None
        found = self._about(tool, call.args, evidence, context)
        return await self._agreed(found, tool, call, call.args, context, FITS)

    async def sent(self, request: OutgoingRequest) -> Fault | None:
        """Check a request before it leaves: whether it changes something that the task does not mention."""
        doing = self._doing
        if doing is None or sending.reads(request) or self._only_shows(request, doing):
            return None
        if self._logs_in(request, doing.context) or (self._literal and not self._task.read_only):
            return None
        if self._task.only_asks:
            if doing.agreed and not self._task.read_only:
                return None
            why = f"the task only asks, and this would change something ({sending.summary(request)})"
            policy: EffectPolicy = "deny" if self._task.read_only else self._task.policy
        else:
            found = list(dict.fromkeys(self._surprises(request, doing)))
            if not found:
                self._left.add(_same(request))
                return None
            why, policy = f"{'; '.join(found)}. It would send: {sending.summary(request)}", self._task.policy
        fault = self._refused.get((SENT, why))
        if fault is None and (fault := await consent(*doing.asked, policy, why)) is not None:
            self._refused[SENT, why] = fault
        return fault

    def _only_shows(self, request: OutgoingRequest, doing: Doing) -> bool:
        """Return whether the pressed control only displays something, judging by its name."""
        name = "" if doing.element is None else doing.element.name or ""
        said = f"{name} {request.path}"
        binds = any(family.button.search(said) for family in FAMILIES)
        return bool(sending.VIEWING.fullmatch(name.casefold())) and not binds

    def _logs_in(self, request: OutgoingRequest, context: Context) -> bool:
        """Return whether the request is a login: a stored or given credential was typed on this page."""
        kinds = {str(field.get("kind")) for field in request.fields}
        if "password" in kinds and secrecy.LOGIN.search(self._task.text):
            return True
        return self._login == _here(context)

    def _surprises(self, request: OutgoingRequest, doing: Doing) -> Iterator[str]:
        history = self._history()
        seen = Statements("\n".join(history.seen()))
        here = [
            turn.look
            for turn in history.turns
            if turn.look.url.partition("?")[0] == _here(doing.context).partition("?")[0]
        ]
        shown = "\n".join(dict.fromkeys(line for look in here for line in look.outline.splitlines()))
        yield from sending.surprises(request, doing.element, self._said, seen, shown, list(entered(history)))
        if (element := doing.element) is not None:
            chosen = which.other_choice if element.role in ALTERNATIVES else which.other_row
            yield from chosen(element, shown, self._said)
        said = f"{'' if element is None else element.name} {request.path}"
        commits = doing.several or any(family.button.search(said) for family in FAMILIES)
        if commits and _same(request) in self._left:
            yield "the same was sent before"

    def _is_granted(self, args: Any, what: str, context: Context) -> bool:
        return bool(grants := _grants(args, what, context)) and self._granted.issuperset(grants)

    async def _agreed(
        self, found: Iterator[str], tool: Tool, call: Call, args: Any, context: Context, what: str
    ) -> Fault | None:
        why = "; ".join(found)
        if why and (tool.name, why) not in self._refused:
            fault = await consent(tool, call, args, context, self._task.policy, why)
            if fault is None:
                self._granted |= _grants(call.args, what, context)
                if self._doing is not None:
                    self._doing.agreed = True
                return None
            if secrecy.named(call.args):
                fault.pointer = "/text"
            self._refused[tool.name, why] = fault
        return self._refused.get((tool.name, why))

    def _remarkable(self, tool: Tool, call: Call, args: Any, asking: str, context: Context) -> Iterator[str]:
        """Return what about a call needs a person's approval."""
        task = self._task
        if tool.name in GOING and args.get("url"):
            full = str(going.target(str(args["url"]), _here(context)))
            if not going.is_given(full, task):
                yield from filter(None, (going.outside(full, task), going.destroying(full, task)))
        elif tool.name == "page.search" and task.home:
            yield "a web search leads outside the task's domains"
        elif tool.effect != "read" and tool.name not in ("page.back", "page.close_tab", "page.switch_tab"):
            yield from filter(None, (going.outside(_here(context), task),))
        if asking and (does := unasked_in(asking, task.text)):
            yield f"the page asks {asking}, and yes {does}"
        stored = [] if context.secrets is None else context.secrets.names()
        if not self._is_granted(call.args, MEANT, context):
            yield from filter(None, (secrecy.unmeant(call.args, task, {name.partition(".")[0] for name in stored}),))
        yield from filter(None, (things.unasked_program(tool.name, task),))
        strange = things.strangers(tool.name, args, task)
        seen = Statements("\n".join(self._history().seen())) if strange else self._said
        for each in strange:
            if not sending.is_theirs(each, self._said, seen):
                yield f"{each!r} stands nowhere in the task"

    def _about(self, tool: Tool, args: Any, evidence: Evidence, context: Context) -> Iterator[str]:
        """Return what about an element needs a person's approval."""
        name = evidence.name or evidence.text or evidence.label or ""
        link = evidence.role == "link" and (evidence.href or "#").partition(":")[0] not in ("#", "javascript")
        if tool.name != "page.type" and not link:
            does = unasked(name, self._task.text, button=evidence.role not in CHOICES)
            yield from [f"{name!r} {does}, and the task does not ask for that"] if does else []
        if not link and self._is_repeated(evidence, context):
            yield f"{name!r} was pressed before with the same values, and sent something"
        around = " ".join(evidence.neighbours)
        if VAGUE.fullmatch(name.strip(" .!")) and (does := unasked_in(around, self._task.text)):
            yield f"{name!r} beside {around!r} {does}, and the task does not ask for that"
        option = args.get("option", []) if isinstance(args, dict) else []
        for each in option if isinstance(option, list) else [option]:
            if does := unasked(str(each), self._task.text):
                yield f"the choice {each!r} {does}, and the task does not ask for that"
        if evidence.href and tool.name in ("page.click", "page.download"):
            full = going.target(evidence.href, _here(context))
            if not isinstance(full, Fault):
                yield from filter(None, (going.outside(full, self._task), going.destroying(full, self._task)))
        if tool.name == "page.type" and secrecy.named(args) and not self._is_granted(args, FITS, context):
            yield from filter(None, (secrecy.unfit(args, evidence, _host(context)),))
        keyed = tool.name == "page.keypress" and _key(args) in SENDS
        typed = tool.name == "page.type" and (bool(secrecy.named(args)) or "\n" in str(args.get("text", "")))
        sends = evidence.type == "submit" or evidence.tag == "label" or keyed or typed
        yield from self._form(evidence, sends=sends)

    def _is_repeated(self, evidence: Evidence, context: Context) -> bool:
        """Return whether a committing control is pressed a second time with the same values."""
        history = self._history()
        said = f"{evidence.name or ''} {evidence.sends or ''}".strip()
        sends = evidence.form is not None and SILENT.fullmatch(said) is not None
        commits = sends or any(family.button.search(said) for family in FAMILIES)
        before, filled = presses(history) if commits else (), filled_in(history)
        return any(press.sent and press.is_of(evidence, _here(context), filled) for press in before)

    def _form(self, evidence: Evidence, *, sends: bool) -> Iterator[str]:
        """Return the label of the pressed button, and of a submitted form its target."""
        field = evidence.tag in FIELDS and evidence.type not in BUTTONS
        if (sends or not field) and evidence.sends and (does := unasked(evidence.sends, self._task.text)):
            yield f"{evidence.sends!r}, which that presses, {does}, and the task does not ask for that"
        if sends and evidence.form:
            yield from filter(
                None, (going.outside(evidence.form, self._task), going.binding(evidence.form, self._task))
            )

    def _shown(self) -> tuple[str, str]:
        """Return what pages have shown, and what the model wrote itself, which a page may echo."""
        history = self._history()
        written = [dumps(each.args) for each in history.asked if each.tool not in GOING]
        return "\n".join([*history.addresses(), *history.seen()]), "\n".join(written)

    async def _question(self, context: Context) -> str:
        """Return the text of the page's open dialog."""
        if context.page is None:
            return ""
        result = await context.page.call("page.state", {"elements": 0, "text": 0})
        return "" if result.fault is None else result.fault.message


def _unwanted_change(tool: Tool) -> Fault | None:
    """The refusal of a tool that may change something, for a task that must not."""
    if tool.effect == "read":
        return None
    message, hint = f"{tool.name!r} may change something, and this task is read-only.", "Do without it."
    return Fault("denied", message, expected="a tool that only reads", received=tool.effect, hint=hint, retry=False)


def _grants(args: Any, what: str, context: Context) -> set[tuple[str, ...]]:
    """What a yes to a call with such arguments is a yes to, on this site: a credential at all, or a field of it in a
    field that may be for something else. Passwords and the like are asked about each time."""
    if not secrecy.is_open(args):
        return set()
    host = _host(context)
    return {(what, host, name, "" if what == MEANT else field) for name, field in secrecy.named(args)}


def _same(request: OutgoingRequest) -> tuple[str, ...]:
    """Return the key by which two requests with the same effect are equal, form fields included."""
    return request.method, request.url, request.body, *(str(field["value"]) for field in request.fields)


def _key(args: Any) -> str:
    """Return the key without its modifiers."""
    return str(args.get("key", "")).casefold().rpartition("+")[2] if isinstance(args, dict) else ""


def _host(context: Context) -> str:
    return urlsplit(_here(context)).hostname or "this page"


def _here(context: Context) -> str:
    return "about:blank" if context.page is None else context.page.url
