"""The calls of a script as steps of its run: none that was finished is made again after a kill."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any

from ..agent.history import PastCall
from ..agent.resume import put_back
from ..core.call import Call
from ..core.context import Context
from ..core.environment import RunEnvironment
from ..core.fault import Fault
from ..core.invoke import invoke
from ..core.json import Object
from ..core.leaves import map_leaves
from ..core.registry import Changed
from ..core.result import Result
from ..core.secret import Secret, SecretReference, SecretText
from ..core.snapshots import SnapshotStore, moved
from ..core.template import escape
from ..core.tool import Tool


class RecordedCalls:
    """Makes the calls of one script, one after the other, each as a step with the number of the call.

    A resumed run starts its script again from the beginning. Calls that were finished return what was kept; before the
    first one that was not, the browser is put back to where it was.
    """

    def __init__(self, environment: RunEnvironment) -> None:
        self._environment = environment
        self._snapshots = SnapshotStore.of(environment.context, environment.states, environment.turn)
        self._made: list[PastCall] = []
        self._fresh = True
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
            result = Result.from_json(kept["result"])
            self._made.append(
                PastCall(path, call.id, call.tool, kept["args"], result, kept["ms"], kept["moved"], kept["state"])
            )
            return result

    async def _step(self, path: str, call: Call, args: Any, context: Context) -> Object:
        begun, key = perf_counter(), f"{self._environment.steps.run}{path}"
        await self._put_back(context)
        tool, snapshots = context.tools.find(call.tool), self._snapshots
        after = f"{key}~1"

        def keeping(each: Tool) -> Tool:
            return each if snapshots is None or each.name != call.tool else snapshots.keeping(each, after)

        keyed = replace(call, key=key if tool is not None and not tool.harmless else None)
        result = await invoke(keyed, replace(context, tools=Changed(context.tools, keeping)))
        if result.fault is not None and result.fault.code == "cancelled" and self._environment.steps.cancel.cancelled:
            raise result.fault
        did = moved(call.tool, result.data, result.fault)
        if snapshots is not None and did != "no" and after not in snapshots.witnessed and await snapshots.has(after):
            await snapshots.restore(after)  # an earlier process made the call: the browser is put where that led
        redact = context.redactor.value
        return {
            "tool": call.tool,
            "args": redact(args),
            "result": redact(result.to_json()),
            "ms": (perf_counter() - begun) * 1000,
            "moved": did,
            "state": None if snapshots is None or did == "no" else snapshots.name,
        }

    async def _put_back(self, context: Context) -> None:
        """Restore the browser where this process has not used it yet, or it died."""
        if self._snapshots is None:
            return
        fresh, self._fresh = self._fresh or not self._snapshots.page.alive, False
        if fresh and self._made:
            await put_back(self._made, {}, self._snapshots, context)


def _written(leaf: Any) -> Any:
    """Return an argument as a step keeps it: secrets by name, texts so that they are never taken for templates."""
    if isinstance(leaf, Secret | SecretReference | SecretText):
        return leaf.placeholder
    return escape(leaf) if isinstance(leaf, str) else leaf


def _other_call(path: str, kept: str, made: str) -> Fault:
    message = f"The script's call {path.strip('/')} is another one than before the interruption."
    hint = "A script that is resumed must do the same as before, up to where it was interrupted. Start a new run."
    return Fault("conflict", message, expected=kept, received=made, hint=hint, retry=False)
