"""The aggregator of document 003, and the gate of Full Control."""

import json

import pytest

from pollex.core.json import Object
from pollex.workspace.aggregator import Aggregator, Batch, gated
from pollex.workspace.stream import Prose, WholeEnvelope

BATCH: list[Object] = [{"op": "window.create", "params": {"title": "A"}}, {"op": "window.close", "params": {"id": "b"}}]
TEXT = f"Here it is:\n```json\n{json.dumps(BATCH)}\n```"


class Taken:
    """A callback that keeps the batches it gets."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []

    async def __call__(self, batch: Batch) -> None:
        self.batches.append(batch)


def fed(aggregator: Aggregator, text: str) -> None:
    for at in range(0, len(text), 7):
        aggregator.add(text[at : at + 7])


async def test_a_batch_is_enqueued_on_flush() -> None:
    enqueued = Taken()
    aggregator = Aggregator(enqueue_batch=enqueued)
    fed(aggregator, TEXT)
    assert enqueued.batches == []
    flushed = await aggregator.flush()
    assert enqueued.batches == [BATCH]
    assert (flushed.prose, flushed.batches, flushed.faults) == ("Here it is:\n", (BATCH,), ())


async def test_a_callback_decides_instead() -> None:
    enqueued, decided = Taken(), Taken()
    aggregator = Aggregator(decided, enqueue_batch=enqueued)
    fed(aggregator, TEXT)
    await aggregator.flush()
    assert (decided.batches, enqueued.batches) == ([BATCH], [])


async def test_nothing_is_enqueued_while_suppressed() -> None:
    enqueued = Taken()
    aggregator = Aggregator(enqueue_batch=enqueued)
    aggregator.suppress_auto_apply = True
    fed(aggregator, TEXT)
    assert ((await aggregator.flush()).batches, enqueued.batches) == ((BATCH,), [])


async def test_each_flush_begins_anew() -> None:
    enqueued = Taken()
    aggregator = Aggregator(enqueue_batch=enqueued)
    fed(aggregator, TEXT)
    await aggregator.flush()
    assert (await aggregator.flush()).batches == ()
    fed(aggregator, json.dumps(BATCH[:1]))
    await aggregator.flush()
    assert enqueued.batches == [BATCH, BATCH[:1]]


@pytest.mark.parametrize(
    ("text", "pointers"),
    [
        ('[{"op": "a"}, {"op": NaN}]', ["/1"]),
        ('[{"op": "a"}, {"op": "b"', ["/1"]),
        ('```json\n[{"op": "a"}\n```\n{"batch": []}', ["/1"]),
        ('{"op": "a", "op": "b"}', ["/0"]),
        ("Only prose.", []),
        ("[]", []),
    ],
)
async def test_what_is_no_valid_batch_is_not_handed_over(text: str, pointers: list[str]) -> None:
    enqueued = Taken()
    aggregator = Aggregator(enqueue_batch=enqueued)
    fed(aggregator, text)
    flushed = await aggregator.flush()
    assert (enqueued.batches, flushed.batches) == ([], ())
    assert [fault.pointer for fault in flushed.faults] == pointers


async def test_several_batches_are_handed_over_in_order() -> None:
    enqueued = Taken()
    aggregator = Aggregator(enqueue_batch=enqueued)
    fed(aggregator, f'{TEXT} [{{"op": NaN}}] {json.dumps({"batch": BATCH[1:]})}')
    await aggregator.flush()
    assert enqueued.batches == [BATCH, BATCH[1:]]


def test_parts_are_there_before_the_flush() -> None:
    aggregator = Aggregator(enqueue_batch=Taken())
    assert aggregator.add('Now [{"op": "a"}') == [Prose("Now "), WholeEnvelope({"op": "a"}, 0)]


@pytest.mark.parametrize(
    ("full_control", "locked", "suppressed", "expected"),
    [
        (True, False, False, "applied"),
        (True, True, False, "pending"),
        (False, False, False, "pending"),
        (False, True, False, "pending"),
        (True, False, True, "suppressed"),
        (False, False, True, "suppressed"),
    ],
)
async def test_full_control_decides(full_control: bool, locked: bool, suppressed: bool, expected: str) -> None:
    applied, pending = Taken(), Taken()
    decided = await gated(
        BATCH, full_control=full_control, locked=locked, suppressed=suppressed, apply=applied, keep_pending=pending
    )
    assert decided == expected
    assert applied.batches == [BATCH] * (expected == "applied")
    assert pending.batches == [BATCH] * (expected == "pending")
