"""The aggregator of document 003: it collects a model's text and hands over each batch that it finds.

Without a callback a batch is enqueued; a callback decides itself, for example by `gated`: Full Control applies a batch,
else it waits as a pending plan.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..core.fault import Fault
from ..core.json import Object
from ..core.limits import DEFAULT_LIMITS, Limits
from .stream import BatchEnd, EnvelopeStream, Malformed, Prose, StreamPart, WholeEnvelope

Batch: TypeAlias = list[Object]
OnBatch: TypeAlias = Callable[[Batch], Awaitable[None]]
Gating: TypeAlias = Literal["suppressed", "applied", "pending"]


@dataclass(frozen=True, slots=True)
class Flushed:
    """What a flush found: prose, the valid batches, and the faults of the others."""

    prose: str
    batches: tuple[Batch, ...]
    faults: tuple[Fault, ...]


class Aggregator:
    """Collects the deltas of a model's answer; `flush` reads them. With `suppress_auto_apply` nothing is enqueued."""

    def __init__(
        self, on_batch: OnBatch | None = None, *, enqueue_batch: OnBatch, limits: Limits = DEFAULT_LIMITS
    ) -> None:
        self.suppress_auto_apply = False
        self._on_batch = on_batch
        self._enqueue_batch = enqueue_batch
        self._limits = limits
        self._stream = EnvelopeStream(limits)
        self._parts: list[StreamPart] = []

    def add(self, delta: str) -> list[StreamPart]:
        """Take the next piece of the answer; return what it completed, for those who show it early."""
        parts = self._stream.feed(delta)
        self._parts += parts
        return parts

    async def flush(self) -> Flushed:
        """End the answer and hand over its batches in order. A batch with a fault, or cut off, is not handed over."""
        parts = [*self._parts, *self._stream.close()]
        self._stream, self._parts = EnvelopeStream(self._limits), []
        batches = valid_batches(parts)
        for batch in batches:
            if self._on_batch is not None:
                await self._on_batch(batch)
            elif not self.suppress_auto_apply:
                await self._enqueue_batch(batch)
        prose = "".join(part.text for part in parts if isinstance(part, Prose))
        return Flushed(prose, tuple(batches), tuple(part.fault for part in parts if isinstance(part, Malformed)))


def valid_batches(parts: list[StreamPart]) -> list[Batch]:
    """Return the batches that have an end, at least one envelope and no fault."""
    batches: list[Batch] = []
    batch: Batch = []
    for part in parts:
        match part:
            case WholeEnvelope(value=value, index=index):
                if index == 0:  # one that was cut off has no end
                    batch = []
                batch.append(value)
            case BatchEnd(count=count, faults=0) if batch and len(batch) == count:
                batches.append(batch)
                batch = []
            case BatchEnd():
                batch = []
    return batches


async def gated(
    batch: Batch, *, full_control: bool, locked: bool, suppressed: bool, apply: OnBatch, keep_pending: OnBatch
) -> Gating:
    """Apply a batch if Full Control is on and not locked, else keep it as a pending plan; suppressed, do neither."""
    if suppressed:
        return "suppressed"
    if full_control and not locked:
        await apply(batch)
        return "applied"
    await keep_pending(batch)
    return "pending"
