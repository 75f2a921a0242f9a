"""A scripted model whose requests are weighed as they go over the wire, and that names only what they have shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from bench.agent_form import Action, Script, Server, called

from pollex.core.protocols import Model, ModelReply, ModelRequest, ToolRequest
from pollex.testing.player import NotShown, Player, ScriptedCall, ScriptedTurn, index_of

DONE: Final[ScriptedCall] = {"tool": "done", "text": "All that was asked is done.", "success": True}
NAMING: Final = ("index", "to")
"""Arguments of calls that may name an element."""
FOLD: Final = re.compile(r"page_unfold (\d+)")
UNFOLDED: Final = "unfold_"
"""In the answer of a call that showed folded rows."""
ASKS: Final = re.compile(r'(?<=\] )(\w+) [^·\n]*?asks "([^"]*)"\)')
"""A field that asks for something, after its index: `textbox Name (required, asks "e.g. Ada")`."""
STEM: Final = 5
"""Letters that a word must have to be known by the beginning of another: Intramuscular, by intramuscularly."""
WORD: Final = re.compile(r"[^\W_]+")
SELECTOR: Final = re.compile(r'^(?:text=|role=\w+\[name="(.*)"\]$)')


class Scale(Script):
    """The far end of the wire: it keeps how many bytes each request has."""

    def answer(self, body: bytes) -> Action:
        self.sizes.append(len(body))
        return called([("done", {"text": "", "success": True})])


class WeighedPlayer(Player):
    """A player that ends its last answer with `done`, and may name in a batch what an earlier call of it brings up.

    A name has only words that a request has shown, the task's among them; any other ends the run as not solved.
    """

    def __init__(self, turns: Sequence[ScriptedTurn], wire: Model, server: Server, *, show: bool = False) -> None:
        super().__init__(ended(turns), show=show)
        self._wire = wire
        self._scale = server.script = Scale()
        self._seen: set[str] = set()

    @property
    def sizes(self) -> list[int]:
        """The bytes of each request."""
        return self._scale.sizes

    async def ask(self, request: ModelRequest) -> ModelReply:
        if (
            request.extra.get("judge") or "outline" not in request.extra
        ):  # it decides nothing, as where words are grounded
            return await super().ask(request)
        await self._wire.ask(request)
        told = said(request)
        self._seen |= words(told)
        unfolded = "\n".join(each for each in answers(request) if UNFOLDED in each)
        outline = f"{request.extra['outline']}\n{unfolded}"
        request = replace(request, extra={**request.extra, "outline": outline, "unfolded": unfolded})
        if self._turns:
            waited = self._turns[0] is self._waited
            self._turns[0] = [self._named(step, request, place) for place, step in enumerate(self._turns[0])]
            self._waited = self._turns[0] if waited else None
        reply = await super().ask(request)
        unseen = [name for call in reply.requests for name in self._unseen(call)]
        if unseen:
            self.problem = f"No request has shown {', '.join(map(repr, unseen))}."
            self._turns = []
            return replace(reply, requests=(self._end(),))
        return reply

    def _named(self, step: ScriptedCall, request: ModelRequest, place: int) -> ScriptedCall:
        """Name an element that is not there yet by its words, in the calls after the first."""
        if step["tool"] == "unfold" and "nth" in step:
            folds = FOLD.findall(request.extra["outline"])
            return {"tool": "unfold", "index": int(folds[min(step["nth"], len(folds)) - 1])} if folds else step
        if "on" not in step:
            return step
        target: ScriptedCall = {key: step[key] for key in ("on", "line", "nth") if key in step}
        rest = {key: value for key, value in step.items() if key not in target}
        outline, news = request.extra["outline"], request.messages[-1].text
        for text in ([request.extra["unfolded"]] if "line" in step else []) + [outline, news]:
            if (index := _found(text, target)) is not None:
                return {**rest, "index": index}
        name = step["on"].partition(" ")[2]
        if place and len(target) == 1 and name and self._shown(name):
            return {**rest, "index": name}
        return step

    def _unseen(self, call: ToolRequest) -> list[str]:
        args: Any = call.args
        names = [args[key] for key in NAMING if isinstance(args.get(key), str)]
        return [name for name in names if not self._shown(SELECTOR.sub(r"\1", name))]

    def _shown(self, name: str) -> bool:
        """Return whether each word of a name was shown, or begins one that was."""
        return all(
            word in self._seen or (len(word) >= STEM and any(each.startswith(word) for each in self._seen))
            for word in words([name])
        )


def _found(text: str, target: ScriptedCall) -> int | None:
    """Return the index of an element that is called so, or asks so."""
    for shown in (text, ASKS.sub(r"\1 \2", text)):
        try:
            return index_of(shown, **target)
        except NotShown:
            continue
    return None


def ended(turns: Sequence[ScriptedTurn]) -> list[ScriptedTurn]:
    """Return the turns with `done` at the end of the last, as the rules of the agent allow it."""
    if not turns or any(step["tool"] == "done" for step in turns[-1]):
        return list(turns)
    return [*turns[:-1], [*turns[-1], DONE]]


def words(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(text)}


def said(request: ModelRequest) -> list[str]:
    """Return what a request tells: its messages and the answers to calls."""
    return [message.text for message in request.messages] + answers(request)


def answers(request: ModelRequest) -> list[str]:
    found = [answer.result for message in request.messages for answer in message.answers]
    return [str(result.data if result.fault is None else result.fault) for result in found]
