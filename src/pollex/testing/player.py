"""A model that plays a script: it finds the named elements in the outline it is shown, and calls the offered tools."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from ..core.protocols import ModelReply, ModelRequest, ToolRequest
from .model import verdict

PIECE: Final = re.compile(r"\[(\d+)\] (.*?)(?= · |$)")
"""A control in a line of an outline: its index and its description."""
ScriptedCall = dict[str, Any]
"""A call: `tool`, and its arguments. For `index` stands `on`, the beginning of what the outline says of the element;
where several begin so, `nth` of them (from 1), or those in a line that has the words of `line`. `to` may be one too."""
ScriptedTurn = list[ScriptedCall]
"""The calls of one answer."""


class NotShown(Exception):
    """Raised when the outline does not show the named element."""


def index_of(outline: str, on: str, line: str = "", nth: int = 1) -> int:
    """Return the index of the element that an outline describes in these words."""
    pieces = [
        (int(number), said)
        for each in outline.splitlines()
        if line in each
        for number, said in PIECE.findall(each.strip())
        if said.startswith(on)
    ]
    exact = [piece for piece in pieces if piece[1] == on]
    fitting = exact if len(exact) >= nth else pieces
    if len(fitting) < nth:
        raise NotShown(f"The outline has no {on!r}{f' in a line with {line!r}' if line else ''} number {nth}.")
    return fitting[nth - 1][0]


class Player:
    """A model whose replies are the turns of a script; after the last it is done."""

    name = "player"
    provider = "openai"

    def __init__(
        self,
        turns: Sequence[ScriptedTurn],
        *,
        show: bool = False,
        stubborn: bool = False,
        judge: Callable[[ModelRequest], str | None] | None = None,
    ) -> None:
        """Take a script. A `stubborn` player skips what it cannot find, and goes on.

        `judge` answers as the judge of effects: yes, no or unsure.
        """
        self.requests = 0
        self.calls = 0
        self.largest = 0
        """Characters of the largest request."""
        self.problem = ""
        """Why the script could not be followed."""
        self._turns = list(turns)
        self._known: set[str] = set()
        self._show = show
        self._stubborn = stubborn
        self._judge = judge
        self._waited: ScriptedTurn | None = None
        """The turn for which it has waited once."""

    async def ask(self, request: ModelRequest) -> ModelReply:
        if request.extra.get("judge"):
            return verdict(None if self._judge is None else self._judge(request))
        if not _decides(request):
            raise Fault("unavailable", "The script only says what to do.", retry=False)
        self.requests += 1
        self.largest = max(self.largest, len(_text(request)))
        if self._show:
            print(_news(request, self._known, first=self.requests == 1), flush=True)
        turn = self._turns.pop(0) if self._turns and (self._stubborn or not self.problem) else []
        calls: list[ToolRequest] = []
        for place, step in enumerate(turn):
            try:
                calls.append(_call(step, request, place))
            except NotShown as error:
                if not self._stubborn and turn is not self._waited:  # as whoever looks waits for a list to load
                    self._waited = turn
                    self._turns.insert(0, turn)
                    return ModelReply("", (_wait(self.requests),), stop="tools")
                self.problem = str(error)
                if not self._stubborn:
                    calls = []
                    break
        self.calls += len(calls)
        return ModelReply("", tuple(calls) or (self._end(),), stop="tools")

    def _end(self) -> ToolRequest:
        said = {"text": self.problem or "All that was asked is done.", "success": not self.problem}
        return ToolRequest(f"end-{self.requests}", "done", said)

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        yield await self.ask(request)


def _wait(number: int) -> ToolRequest:
    return ToolRequest(f"wait-{number}", "page_wait", {"duration": 800})


def _call(step: ScriptedCall, request: ModelRequest, place: int) -> ToolRequest:
    """Return a step as a call, or raise `NotShown` if a tool or an argument is not offered to the model."""
    offered = {tool["function"]["name"]: tool["function"]["parameters"]["properties"] for tool in request.tools}
    short = str(step["tool"])
    name = next((each for each in (f"page_{short}", short) if each in offered), None)
    if name is None:
        raise NotShown(f"No tool {short!r} is offered.")
    args: Object = {key: value for key, value in step.items() if key not in ("tool", "on", "line", "nth")}
    if "on" in step:
        args["index"] = _index({key: step[key] for key in ("on", "line", "nth") if key in step}, request)
    args = {key: _index(value, request) if _is_target(key, value) else value for key, value in args.items()}
    unknown = [key for key in args if key not in offered[name]]
    if unknown:
        raise NotShown(f"{name!r} is offered without {', '.join(unknown)}.")
    return ToolRequest(f"call-{request.extra['step']}-{place}", name, args)


def _is_target(key: str, value: Any) -> bool:
    return isinstance(value, dict) and "on" in value


def _index(target: ScriptedCall, request: ModelRequest) -> int:
    return index_of(request.extra["outline"], **target)


def _decides(request: ModelRequest) -> bool:
    """Return whether the model is asked for the next action, and not to choose among elements of a page."""
    return any(each["function"]["name"] == "done" for each in request.tools)


def _text(request: ModelRequest) -> str:
    said = [str(request.tools)]
    for message in request.messages:
        said += [message.text, *map(str, message.requests), *(str(each.result.to_json()) for each in message.answers)]
    return "".join(said)


def _news(request: ModelRequest, known: set[str], *, first: bool) -> str:
    """Return what is new to the model: all of the first request; later the answers, what follows, and new tools."""
    shown = []
    for message in request.messages if first else request.messages[-2:]:
        shown += [f"--- {message.role}"] if message.text or message.answers else []
        shown += [message.text] if message.text else []
        for answer in message.answers:
            result = answer.result
            shown.append(f"{answer.tool}: {result.data if result.fault is None else f'FAULT {result.fault}'}")
    offered = [_offer(tool["function"]) for tool in request.tools]
    told = offered if first else [each for each in offered if each not in known]
    known.update(offered)
    return "\n".join([*shown, *(["--- offered", *told] if told else [])])


def _offer(tool: Object) -> str:
    return f"{tool['name']}({', '.join(tool['parameters']['properties'])}): {tool['description']}"
