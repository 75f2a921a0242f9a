"""The calls of a script as steps of its run: none that was finished is made again after a kill."""

from __future__ import annotations

import asyncio
from functools import partial
from time import perf_counter
from typing import Any

from ..agent.history import PastCall
from ..agent.resume import put_back
from ..core.call import Call
from ..core.call_step import call_once, call_record
from ..core.context import Context
from ..core.environment import RunEnvironment
from ..core.fault import Fault
from ..core.json import Object
from ..core.leaves import map_leaves
from ..core.result import Result
from ..core.secret import Secret, SecretReference, SecretText
from ..core.snapshots import SnapshotStore
from ..core.template import escape


class RecordedCalls:
    """Makes the calls of one script, one after the other, each as a step with the number of the call.

    A resumed run starts its script again from the beginning. Calls that were finished return what was kept; before the
    first one that was not, the browser is put back to where it was.
    """

    def __init__(self, environment: RunEnvironment) -> None:
        self._environment = environment
        self._snapshots = SnapshotStore.of(environment.context, environment.states, environment.turn)
        self._made: list[PastCall] = []
        self._turn = asyncio.Lock()

    async def __call__(self, call: Call, context: Context) -> Result:
        async with self._turn:
            path, args = f"/{len(self._made) + 1}", map_leaves(call.args, _written)
            try:
                kept = await self._environment.steps.step(path, partial(self._step, path, call, args, context))
            except Fault as fault:
                return Result.failure(fault)
            if (kept["tool"], kept["args"]) != (call.tool, context.redactor.value(args)):
                return Result.failure(_other_call(path, kept["tool"], call.tool))
            made = PastCall.from_record(path, call.id, call.tool, kept["args"], kept)
            self._made.append(made)
            return made.result

    async def _step(self, path: str, call: Call, args: Any, context: Context) -> Object:
        begun = perf_counter()
        if self._snapshots is not None and self._snapshots.begins() and self._made:
            await put_back(self._made, {}, self._snapshots, context)
        result, did = await call_once(path, call, context, self._environment, self._snapshots)
        record = call_record(result, (perf_counter() - begun) * 1000, did, context, self._snapshots)
        return {"tool": call.tool, "args": context.redactor.value(args), **record}


def _written(leaf: Any) -> Any:
    """Return an argument as a step keeps it: secrets by name, texts so that they are never taken for templates."""
    if isinstance(leaf, Secret | SecretReference | SecretText):
        return leaf.placeholder
    return escape(leaf) if isinstance(leaf, str) else leaf


def _other_call(path: str, kept: str, made: str) -> Fault:
    message = f"The script's call {path.strip('/')} is another one than before the interruption."
    hint = "A script that is resumed must do the same as before, up to where it was interrupted. Start a new run."
    return Fault("conflict", message, expected=kept, received=made, hint=hint, retry=False)
