"""One answer of a model, read as it streams: prose, envelopes as each is whole, and a stop at the end of the batch."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal

from ...core.failure import failure
from ...core.fault import Fault
from ...core.json import Object
from ...core.protocols import API_ERROR, Model, ModelReply, ModelRequest
from ...core.result import Cost
from ..aggregator import Aggregator
from ..record import STOPPED, WorkspaceRecord
from ..stream import BatchEnd, Malformed, Prose, StreamPart, WholeEnvelope
from .drawing import BatchDrawing

Role = Literal["planner", "actor"]
DELTA_CHARS: Final = 400
DELTA_SECONDS: Final = 0.05
"""Pieces are written together until they have so many characters, or so much time has passed."""
COST_SECONDS: Final = 0.3
"""How long the end of an answer is waited for behind its batch."""
CLOSING: Final = " \t\r\n`"
"""What may stand behind a batch."""
LONGEST: Final = 1_000_000
"""Characters of an answer, after which it is cut off."""


@dataclass(slots=True)
class ModelAnswer:
    """What a model said: words for the chat, a batch if there is one, and what stood around it."""

    text: str = ""
    prose: str = ""
    complete: bool = False
    around: Object | None = None
    cost: Cost = Cost()  # noqa: RUF009 - it is a tuple
    stop: str = "end"


class AnswerReader:
    """Reads an answer into a drawing. Closing the stream aborts the request."""

    def __init__(self, record: WorkspaceRecord, drawing: BatchDrawing, path: str) -> None:
        self.answer = ModelAnswer()
        self._record = record
        self._drawing = drawing
        self._path = path
        self._aggregator = Aggregator(_ignore, enqueue_batch=_ignore, limits=record.limits)
        self._texts: list[str] = []
        self._unwritten: list[str] = []
        self._written_at = 0.0
        self._size = 0
        self._ended = False

    async def read(self, model: Model, request: ModelRequest, role: Role, seconds: float) -> ModelAnswer:
        """Return the answer; raise a Fault if there is none in time. What happened is written to the log."""
        self._record.budget.refuse_full()
        asked = {"path": self._path, "role": role, "chars": sum(len(each.text) for each in request.messages)}
        await self._record.append("model.asked", {**asked, "model": model.name})
        problem: str | None = None
        try:
            async with asyncio.timeout(seconds) as limit:
                await self._consume(model.stream(request))  # type: ignore[arg-type]  # streams are generators
        except Fault as fault:
            problem = str(fault)
            raise
        except asyncio.CancelledError:
            problem = STOPPED
            raise
        except Exception as error:
            late = isinstance(error, TimeoutError) and limit.expired()
            broken = too_late(role, seconds) if late else failure(model.name, error)
            problem = str(broken)
            raise broken from error
        finally:
            self.answer.text = "".join(self._texts)
            self._write_delta(at_end=True)
            self._record.budget.write(2 * self._size)  # the pieces, and the whole
            self._record.spend(self._path, self.answer.cost)
            self._record.log.post(self._record.id, "model.answered", self._answered(problem))
        await self._flush()
        return self.answer

    def _answered(self, problem: str | None) -> Object:
        told = {"path": self._path, "text": self.answer.text, "requests": [], "stop": self.answer.stop}
        return {**told, "problem": problem, "cost": self.answer.cost.to_json()}

    async def _consume(self, pieces: AsyncGenerator[str | ModelReply]) -> None:
        try:
            async for piece in pieces:
                if isinstance(piece, ModelReply):
                    await self._end(piece)
                    return
                await self._take(piece)
                if self._ended:
                    await self._read_cost(pieces)
                if self._ended or self._size >= LONGEST:
                    return
        finally:
            if isinstance(pieces, AsyncGenerator):
                await pieces.aclose()

    async def _read_cost(self, pieces: AsyncGenerator[str | ModelReply]) -> None:
        """Take the cost of an answer that ends with its batch. One that goes on is cut off, and says no cost."""
        with suppress(TimeoutError):
            async with asyncio.timeout(COST_SECONDS):
                async for piece in pieces:
                    if isinstance(piece, ModelReply):
                        self.answer.cost, self.answer.stop = piece.cost, piece.stop
                    elif not piece.strip(CLOSING):
                        continue
                    return

    async def _end(self, reply: ModelReply) -> None:
        self.answer.cost, self.answer.stop = reply.cost, reply.stop
        if not self._texts and reply.text:
            await self._take(reply.text)
        if reply.stop == "refused":
            message = f"{API_ERROR}the model refused: {reply.text.strip() or 'it gave no reason'}"
            raise Fault("denied", message, retry=False)

    async def _take(self, piece: str) -> None:
        piece = piece[: LONGEST - self._size].encode("utf-8", "replace").decode()
        self._texts.append(piece)
        self._unwritten.append(piece)
        self._size += len(piece)
        self._write_delta()
        for part in self._aggregator.add(piece):
            await self._part(part)
            if self._ended:
                return

    async def _part(self, part: StreamPart) -> None:
        match part:
            case Prose(text=text):
                self.answer.prose += text
            case WholeEnvelope(value=value):
                await self._drawing.add(value)
            case Malformed(fault=fault):
                await self._drawing.refuse(fault)
            case BatchEnd(around=around):
                self._ended = self.answer.complete = True
                self.answer.around = around

    async def _flush(self) -> None:
        """Take what the end of the answer completes."""
        flushed = await self._aggregator.flush()
        if self._ended:
            return
        self.answer.prose = flushed.prose
        known = [id(fault) for fault in self._drawing.faults]
        for fault in flushed.faults:
            if id(fault) not in known:
                await self._drawing.refuse(fault)
        self.answer.complete = bool(self._drawing.batch or self._drawing.faults)

    def _write_delta(self, *, at_end: bool = False) -> None:
        now = asyncio.get_running_loop().time()
        size = sum(map(len, self._unwritten))
        if size and (at_end or size >= DELTA_CHARS or now - self._written_at >= DELTA_SECONDS):
            delta = {"path": self._path, "text": "".join(self._unwritten)}
            self._record.log.post(self._record.id, "model.delta", delta)
            self._record.deltas.tell(delta)
            self._unwritten, self._written_at = [], now


async def _ignore(batch: list[Object]) -> None:
    """Take a batch that was taken already, envelope by envelope."""


def too_late(role: Role, seconds: float) -> Fault:
    message = f"{API_ERROR}the {role} did not answer within {seconds:g} s."
    hint = f"Raise the limit {role}_timeout (POLLEX_{role.upper()}_TIMEOUT_MS), or ask for less at once."
    return Fault("timeout", message, expected=f"an answer within {seconds:g} s", hint=hint)
