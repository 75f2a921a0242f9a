"""A workspace: a run of its own kind, whose events are the commands that drew its windows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, Self

from ..core.call import new_id
from ..core.event import EventLog, tracing
from ..core.fault import Fault
from ..core.json import Object
from ..core.path import MISSING
from ..text.disguise import MARK, undisguised
from .acting import pressing
from .batch import read_batch
from .bound_command import TokenValues, fill_tokens
from .bound_lookup import find_command, label_of, unseen_fields
from .chat import ChatMessage, Speaker
from .command_result import CommandResult, error_text
from .component_events import ComponentUse, component_use
from .document import WorkspaceDocument, saved
from .effectful_desk import EffectfulDesk
from .envelope import ReadCommand
from .listeners import Listeners
from .live_desk import Decide
from .state import StateChange, StateKey
from .typed_text import TypedText
from .update import WindowEvent


class Workspace(EffectfulDesk):
    """Windows, components and state that commands draw and change. Use `open`, which reads what was kept."""

    def __init__(self, id: str, log: EventLog, **options: Any) -> None:  # noqa: A002 - it is the id of the workspace
        """`options` are those of `EffectfulDesk` and `LiveDesk`: effects, user, limits, clock."""
        super().__init__(id, log, **options)
        self.messages: Listeners[ChatMessage] = Listeners()
        self.uses: Listeners[ComponentUse] = Listeners()
        self._typed = TypedText(self._record_typed)

    async def open(self) -> Self:
        """Read what was kept, and return this workspace."""
        await self.load()
        await self.end_lost_calls()
        self._expiry.set_for(self.desk)
        return self

    @property
    def chat(self) -> Sequence[ChatMessage]:
        return self.record.chat

    def windows(self) -> list[Object]:
        """Return the ids and titles of the open windows."""
        return [{"id": window.id, "title": window.title} for window in self.desk.windows.values()]

    def snapshot(self) -> Object:
        """Return everything that a page needs to draw this workspace."""
        return {
            "id": self.id,
            "seq": self.record.seq,
            **self.desk.to_page(self._clock()),
            "chat": [message.to_json() for message in self.chat],
            "trace": self.record.trace,
            "undo": len(self.record.history.done),
            "redo": len(self.record.history.undone),
            "gate": self.record.gate,
        }

    async def apply(
        self, batch: Any, *, by: str = "program", part_of: str | None = None, decide: Decide | None = None
    ) -> list[CommandResult]:
        """Apply a batch as a whole and carry out its effects; raise a Fault with all mistakes, and change nothing.

        With `part_of` it is a piece of a larger one, which is taken back as a whole, and its faults are the caller's.
        What `decide` returns is a decision at the gate that is written with it, or not at all.
        """
        commands: list[ReadCommand] = []
        async with self._reported(commands, silent=part_of is not None):
            commands += read_batch(batch, self.limits)
            await self._typed.flush()
            return await self.in_turn(commands, by, part_of, decide)

    @asynccontextmanager
    async def _reported(self, commands: Sequence[ReadCommand] = (), *, silent: bool = False) -> AsyncIterator[None]:
        """Make a fault inside the block a message of the chat, too."""
        try:
            yield
        except Fault as fault:
            if fault.code != "cancelled" and not silent:
                trace = next((command.call.trace for command in commands if command.call.trace is not None), None)
                self.record.trace = trace or self.record.trace
                with tracing(trace):
                    await self.say("system", error_text(fault))
            raise

    async def press(
        self,
        window: str,
        command: str,
        *,
        value: Any = MISSING,
        form: Mapping[str, Any] | None = None,
        component: str | None = None,
    ) -> list[CommandResult]:
        """Apply the command behind an element or a component, as a person does by a click or a submit."""
        async with self._reported():
            await self._typed.flush()
            found, within = find_command(self.desk, window, command)
            values = TokenValues(window, value, form or {}, within or component or MISSING)
            batch = fill_tokens(list(found.batch), values, self.limits)
        unseen = unseen_fields(self.desk, window)
        entered = [each for name, each in (form or {}).items() if name not in unseen]
        entered += [] if value is MISSING else [value]
        with pressing(window, "\n".join([label_of(self.desk, window, command), *map(str, entered)])):
            return await self._pressed(batch)

    async def _pressed(self, batch: list[Object]) -> list[CommandResult]:
        """Apply what stands behind a button. What of it fails is said in the chat: nobody else sees the answer."""
        answers = await self.apply(batch, by="person")
        for fault in [answer.fault for answer in answers if answer.fault is not None]:
            if fault.code != "cancelled":
                await self.say("system", error_text(fault))
        return answers

    async def use(self, component: str, event: str, payload: Any) -> list[CommandResult]:
        """Take what a person did with a component: change the state that it writes, apply its command, tell others."""
        await self._typed.flush()
        use = component_use(self.desk, component, event, payload, self._clock())
        if (at := use.state()) is not None:
            await self._record_typed({at: use.payload["value"]})
        answers: list[CommandResult] = []
        if (batch := use.batch()) is not None:
            label = undisguised(str(use.component.props.get("label", "")), MARK)
            entered = use.payload.get("form", {}).values()
            with pressing(use.component.window, "\n".join([label, *map(str, entered)])):
                answers = await self._pressed(batch)
        self.uses.tell(use)
        return answers

    def type_into(self, scope: str, key: str, value: Any, window: str | None = None) -> None:
        """Take what a person types into a control that is bound to the state. It is recorded after a pause."""
        self._typed.put(StateKey(scope, window if scope == "window" else None, key), value)

    async def _record_typed(self, typed: Mapping[StateKey, Any]) -> None:
        """Record what was typed. What cannot be kept is said in the chat, and does not hold up anything else."""
        commands: list[ReadCommand] = []
        for at, value in typed.items():
            if at.window is None or at.window in self.desk.windows:
                with suppress(Fault):
                    async with self._reported():
                        params = {**at.to_json(), "value": value}
                        [command] = read_batch([{"op": "state.set", "params": params}], self.limits)
                        commands.append(command._replace(typed=True))
        for start in range(0, len(commands), self.limits.batch_ops):
            with suppress(Fault):
                async with self._reported():
                    await self.in_turn(commands[start : start + self.limits.batch_ops], "person")

    async def undo(self, *, by: str = "person") -> Object:
        """Take the last batch back. Effects outside the workspace stay."""
        await self._typed.flush()
        return await self.step(by, redo=False)

    async def redo(self, *, by: str = "person") -> Object:
        """Do the batch again that was taken back last."""
        await self._typed.flush()
        return await self.step(by, redo=True)

    async def close_window(self, id: str) -> None:  # noqa: A002 - it is the id of the window
        """Close a window."""
        await self.apply([{"op": "window.close", "params": {"id": id}}])

    def on_window(self, listener: Callable[[WindowEvent], object]) -> Callable[[], None]:
        """Have a listener called for windows that are created, updated or destroyed; call the answer to stop."""
        return self.updates.add(lambda update: [listener(each) for each in update.lifecycle])

    def on_state(self, listener: Callable[[StateChange], object]) -> Callable[[], None]:
        """Have a listener called with the old and the new value of state that changes; call the answer to stop."""
        return self.updates.add(lambda update: [listener(each) for each in update.state])

    async def say(
        self,
        role: Speaker,
        text: str,
        *,
        request: str | None = None,
        answers: Object | None = None,
        file: Object | None = None,
    ) -> ChatMessage:
        """Add a message to the chat; `request` is what the person asked for first, where the text adds to it,
        `answers` what was entered into a form, and `file` a kept file that comes with it."""
        message = ChatMessage(new_id(), role, text, request=request, answers=answers, file=file)
        event = await self.record.log.append(self.id, "workspace.chat", message.to_event())
        message = replace(message, seq=event.seq, at=event.at)
        self.record.budget.write(len(text))
        self.record.remember(message)
        self.record.wrote(event.seq)
        self.messages.tell(message)
        return message

    async def save(self) -> WorkspaceDocument:
        """Return the workspace as a document for one file."""
        await self._typed.flush()
        return saved(await self.record.log.read(self.id), self.limits)

    async def close(self) -> None:
        """Record what was typed, and end what is under way."""
        await self._typed.flush()
        self._expiry.stop()
        self.pending.cancel()
        self._forget_user()
