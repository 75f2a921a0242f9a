"""The calls that a script makes: taken from the channel, sent through the one pipeline, and answered.

A reference to a secret comes as a name behind the session's mark. It becomes a `SecretReference`, which the pipeline
opens where a tool runs; any other text is passed on as it is, whatever it looks like.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any, Final

from ..core.call import Call, new_id
from ..core.context import Context, Pipeline
from ..core.fault import Fault
from ..core.invoke import invoke
from ..core.json import Object
from ..core.leaves import map_leaves
from ..core.result import NO_COST, Result
from ..core.secret import SecretReference
from .channel import ScriptChannel
from .uploads import ScriptUploads

ALSO: Final = frozenset({"login"})
"""Tools that a script may call beside those of its page."""
IN_FLIGHT: Final = 32
"""Calls at a time; further ones wait in the channel."""


class ScriptCalls:
    """The calls of one script, and what they have cost."""

    def __init__(
        self, context: Context, secrets: Collection[str], uploads: ScriptUploads, call: Pipeline = invoke
    ) -> None:
        """`secrets` are the names of the secrets that may be used; calls are made by `call`."""
        self._invoke = call
        self.mark = f"secret:{new_id()}:"
        """Stands before the name of a secret; the script cannot come upon it by chance."""
        self.acted = False
        """Whether a call was made that may have changed something."""
        self.files: dict[str, None] = {}
        self.cost = NO_COST
        self._context = context
        self._secrets = secrets
        self._uploads = uploads
        self._running: set[asyncio.Task[None]] = set()
        self._full = False

    @property
    def url(self) -> str:
        """The address of the page, without the secrets that a form may have put into it."""
        return self._context.redactor.text(str(getattr(self._context.page, "url", "about:blank")))

    def start(self, request: Object, channel: ScriptChannel) -> None:
        """Make a call, and answer it when its result is there."""
        task = asyncio.get_running_loop().create_task(self._answer(request, channel))
        self._running.add(task)
        task.add_done_callback(lambda done: self._ended(done, channel))
        if len(self._running) >= IN_FLIGHT and not self._full:
            self._full = True
            channel.pause(True)

    async def end(self) -> None:
        """Cancel what is still running."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _answer(self, request: Object, channel: ScriptChannel) -> None:
        result = await self._call(request["tool"], request["args"], secret=request["secret"])
        self.cost = self.cost.plus(result.cost)
        self.files.update(dict.fromkeys(result.files))
        channel.send({"id": request["id"], "result": result.to_json(), "url": self.url})

    def _ended(self, task: asyncio.Task[None], channel: ScriptChannel) -> None:
        self._running.discard(task)
        if self._full and len(self._running) < IN_FLIGHT:
            self._full = False
            channel.pause(False)

    async def _call(self, name: str, args: Object, *, secret: bool) -> Result:
        if not name.startswith("page.") and name not in ALSO:
            message = f"A script cannot call the tool {name!r}."
            expected = f"a tool of the page (page.*), or {', '.join(sorted(ALSO))}"
            return Result.failure(Fault("denied", message, expected=expected, received=name, retry=False))
        try:
            args = map_leaves(args, self._reference) if secret else args
        except Fault as fault:
            return Result.failure(fault)
        tool = self._context.tools.find(name)
        self.acted = self.acted or (tool is not None and not tool.harmless)
        args = await asyncio.to_thread(self._uploads.given, name, args) if "files" in args else args
        return await self._invoke(Call(name, args), self._context)

    def _reference(self, leaf: Any) -> Any:
        if not isinstance(leaf, str) or not leaf.startswith(self.mark):
            return leaf
        name = leaf.removeprefix(self.mark)
        if name not in self._secrets:
            raise Fault("denied", f"The script was not given the secret {name!r}.", received=name, retry=False)
        return SecretReference(name)


def is_call(message: Object) -> bool:
    """Return whether a message is a call. A script can write what it likes into its channel."""
    kinds = {"id": int, "tool": str, "args": dict, "secret": bool}
    return all(type(message.get(name)) is kind for name, kind in kinds.items())
