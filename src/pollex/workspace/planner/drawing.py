"""A batch that is drawn while it arrives: on the desk itself with Full Control, else on a copy of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ...core.call import new_id
from ...core.fault import Fault, Issue
from ...core.json import Object
from ..batch import WHAT, draw_batch, read_batch
from ..command_result import CommandResult
from ..desk import Desk
from ..operations.effects import EFFECT_OPERATIONS
from ..own_components import refuse_foreign
from ..workspace import Workspace

MODEL: Final = "model"
EFFECTS: Final = frozenset(operation.name for operation in EFFECT_OPERATIONS)
"""What waits until the whole batch is valid."""


class BatchDrawing:
    """Takes envelopes one by one, each checked at once. A fault takes back what was drawn; the others are checked too.

    A command with an idempotency key waits for the whole batch, as those after it do: its key counts once, and a batch
    that is taken back and sent again would be answered by the first one.
    """

    def __init__(self, workspace: Workspace, applies: Callable[[], bool]) -> None:
        """`applies` says whether Full Control is on: it may be switched off while the batch arrives."""
        self.id = new_id()
        self.batch: list[Object] = []
        self.faults: list[Fault] = []
        self.before = workspace.desk
        self._workspace = workspace
        self._applies = applies
        self._ahead: Desk | None = None if applies() else workspace.desk
        self._trial = workspace.desk
        """After a fault: a copy on which the other envelopes are tried, so that all faults are told at once."""
        self._waiting: list[int] = []
        self._results: dict[int, CommandResult] = {}
        self._begun = False

    async def add(self, envelope: Object) -> None:
        """Take the next envelope: check it, and draw it if it need not wait."""
        index = len(self.batch)
        self.batch.append(envelope)
        try:
            if self.faults:
                self._trial = self._drawn_on(self._trial, envelope)
            else:
                read_batch([envelope], self._workspace.limits)
                await self._draw(envelope, index)
        except Fault as fault:
            if fault.code == "cancelled":
                raise
            if not self.faults:
                self._trial = self.after
            elif fault.code == "not_found":  # it may be what a refused command would have made
                return
            await self.refuse(moved(fault, [index]))

    async def refuse(self, fault: Fault) -> None:
        """Take back what was drawn; the batch has a fault."""
        self.faults.append(fault)
        await self.take_back()

    async def _draw(self, envelope: Object, index: int) -> None:
        keyed = "idempotencyKey" in envelope or "idempotency_key" in envelope
        if self._ahead is None and (keyed or not self._applies()):
            self._ahead = self._workspace.desk
        if self._ahead is not None:
            self._ahead = self._drawn_on(self._ahead, envelope)
        elif envelope["op"] in EFFECTS:
            self._drawn_on(self._workspace.desk, envelope)
        else:
            self._results |= {index: (await self._apply([envelope]))[0]}
            return
        self._waiting.append(index)

    def _drawn_on(self, desk: Desk, envelope: Object) -> Desk:
        commands = read_batch([envelope], self._workspace.limits)
        refuse_foreign(desk, commands, MODEL)
        now, limits = self._workspace.now, self._workspace.limits
        return draw_batch(desk, self.id, commands, now=now, limits=limits).desk

    async def _apply(self, batch: list[Object]) -> list[CommandResult]:
        self._begun = True  # before: a piece is drawn as a whole, even if who waits for it is cancelled
        return await self._workspace.apply(batch, by=MODEL, part_of=self.id)

    @property
    def after(self) -> Desk:
        """The desk with all of the batch that could be drawn so far."""
        return self._workspace.desk if self._ahead is None else self._ahead

    def check(self) -> None:
        """Raise one Fault with all that is wrong with the batch."""
        if not self.faults:
            try:
                read_batch(self.batch, self._workspace.limits)
            except Fault as fault:
                self.faults.append(fault)
        if self.faults:
            raise joined(self.faults, self._workspace.limits.issues)

    async def finish(self) -> list[CommandResult]:
        """Apply what has waited and return all answers, in order; raise a Fault, and take everything back."""
        try:
            self.check()
            if self._waiting:
                found = await self._apply([self.batch[index] for index in self._waiting])
                self._results |= dict(zip(self._waiting, found, strict=True))
        except Fault as fault:
            await self.take_back()
            raise moved(fault, self._waiting) if not self.faults else fault from None
        return [self._results[index] for index in range(len(self.batch))]

    async def take_back(self) -> None:
        """Take back what was drawn of this batch, as one change."""
        if self._begun:
            self._begun, self._results = False, {}
            await self._workspace.take_back(self.id, by=MODEL)


def moved(fault: Fault, indices: list[int]) -> Fault:
    """Return a fault of some commands with pointers into the batch that they belong to."""

    def at(pointer: str) -> str:
        first, *rest = pointer.split("/")[1:] or [""]
        return (
            "/".join(["", str(indices[int(first)]), *rest])
            if first.isdigit() and int(first) < len(indices)
            else pointer
        )

    issues = [replace(issue, pointer=at(issue.pointer)) for issue in fault.issues]
    fields: dict[str, Any] = {**fault.to_json(), "pointer": at(fault.pointer or ""), "issues": []}
    made = Fault.from_json(fields)
    made.issues = tuple(issues)
    return made


def joined(faults: list[Fault], most: int) -> Fault:
    """Return one fault with the issues of several."""
    issues = [issue for fault in faults for issue in fault.issues or (_issue(fault),)]
    return Fault.from_issues(faults[0].code, issues[:most], what="" if issues[0].message.startswith(WHAT) else WHAT)


def _issue(fault: Fault) -> Issue:
    return Issue(fault.pointer or "", fault.message, fault.expected, fault.received, fault.hint)
