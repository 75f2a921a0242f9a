"""Runs a function of a Python script in a process of its own, which has no browser, no secret, no network and no files
but its library's."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

from ..core.context import Context, Pipeline
from ..core.failure import well_formed_fault
from ..core.fault import Code, Fault
from ..core.invoke import invoke
from ..core.json import Object
from ..core.plain import plain
from ..core.result import Result
from .calls import ScriptCalls, is_call
from .channel import ScriptChannel
from .ending import RETURNS
from .folder import WorkFolder
from .needs import readable
from .output import Output
from .process import ScriptProcess
from .trust import ScriptHome
from .uploads import ScriptUploads

Fields: TypeAlias = Mapping[str, Sequence[str] | None]
"""The fields of each credential by its type; None for one that is optional and absent."""


async def run_python(
    file: Path,
    function: str,
    inputs: Object,
    credentials: Fields,
    context: Context,
    *,
    timeout: float,
    home: ScriptHome,
    call: Pipeline = invoke,
) -> Result:
    """Return what `run(page, inputs, credentials)` or `logged_in(page)` of a script returns. Raises nothing unless the
    caller is cancelled. The process has then ended, with all that it started.

    `timeout` counts from the start of the process. Its calls are made by `call`.
    """
    begun = perf_counter()
    files = readable(home.library, home.hidden)
    folder, output = WorkFolder(), Output(file.name, context)
    uploads = ScriptUploads(inputs, home.library, files, folder.path)
    context = replace(context, guards=(*context.guards, uploads.guard))
    session = ScriptSession(file, function, inputs, credentials, context, home, call, uploads)
    try:
        result = await session.run(folder, files, output, timeout=timeout)
    except Fault as fault:
        result = Result.failure(fault)
    finally:
        output.close()
        uploads.close()
        await folder.remove()
    result.notes = (*session.gaps, *result.notes, *output.notes)
    result.files = tuple(session.calls.files)
    result.cost = session.calls.cost._replace(ms=(perf_counter() - begun) * 1000)
    return context.redactor.result(result)


class ScriptSession:
    """The conversation with the process of one script."""

    def __init__(
        self,
        file: Path,
        function: str,
        inputs: Object,
        credentials: Fields,
        context: Context,
        home: ScriptHome,
        call: Pipeline,
        uploads: ScriptUploads,
    ) -> None:
        self.gaps: tuple[str, ...] = ()
        """What does not confine the process, as notes."""
        names = {f"{kind}.{field}" for kind, fields in credentials.items() for field in fields or ()}
        self.calls = ScriptCalls(context, names, uploads, call)
        self._job = {"file": str(file.absolute()), "function": function, "credentials": dict(credentials)}
        self._job |= {"inputs": inputs, "mark": self.calls.mark, "url": self.calls.url}
        self._begun = False
        self._home = home
        self._name = file.name
        self._function = function
        self._context = context
        self._channel = ScriptChannel(self._receive, self._lost)
        self._end: asyncio.Future[Object | Fault | None] = asyncio.get_running_loop().create_future()
        """The message that the script ended with, the fault that ended it, or None when its process is gone."""

    async def run(self, folder: WorkFolder, files: Sequence[str], output: Output, *, timeout: float) -> Result:
        """Start the process, and return the Result when the script has ended, one way or another."""
        loop = asyncio.get_running_loop()
        process = ScriptProcess(folder.path, output.theirs, files, self._home.strength)
        output.started()
        timer = loop.call_later(timeout, self._over, timeout)
        unlisten = self._context.cancel.listen(lambda: _soon(loop, self._stopped))
        watch = loop.create_task(self._watch(folder))
        try:
            await loop.create_connection(lambda: self._channel, sock=process.channel)
            ended = await self._end
            if ended is None:
                raise self._fault("failed", f"The process of the script {self._name!r} {await process.ending()}.")
            return self._result(ended)
        finally:
            timer.cancel()
            unlisten()
            watch.cancel()
            self._channel.abort()  # which is also how the process learns that this is the end
            await self.calls.end()
            await process.stopped()

    def _begin(self, walls: Object) -> None:
        """Let the script begin, whose process has said what holds it; not if that is nothing and nobody trusts it."""
        self._begun = True
        if not walls["held"] and not self._home.trusted():
            self._finish(self._home.refusal(self._name, walls["why"]))
            return
        unheld = () if walls["held"] else (self._home.note(self._name, walls["why"]),)
        self.gaps = (*unheld, *walls["gaps"])
        try:
            self._channel.send(self._job)
        except (TypeError, ValueError) as error:
            message = f"The inputs cannot be sent to the script {self._name!r}: {error}."
            self._finish(Fault("invalid_input", message, expected="plain JSON"))

    def _receive(self, message: Object) -> None:
        if is_call(message):
            self.calls.start(message, self._channel)
        elif "end" in message and isinstance(message["end"], dict):
            self._finish(message["end"])
        elif "walls" in message and not self._begun:  # comes before any code of the script
            self._begin(message["walls"])
        else:
            self._lost("it sent a line that is no message")

    def _lost(self, why: str | None) -> None:
        message = f"The script {self._name!r} wrote into the channel of its process: {why}."
        hint = "Print to stdout, and open files by their names."
        self._finish(None if why is None else self._fault("failed", message, hint=hint))

    def _over(self, seconds: float) -> None:
        message = f"The script {self._name!r} did not end within {seconds:g} s, and its process was killed."
        hint = "Look whether it happened before you try again." if self.calls.acted else "Does it wait or loop forever?"
        expected = f"an end within {seconds:g} s"
        self._finish(self._fault("timeout", message, expected=expected, received="none", hint=hint))

    def _stopped(self) -> None:
        message = f"The script {self._name!r} was stopped: {self._context.cancel.reason}."
        self._finish(self._fault("cancelled", message))

    async def _watch(self, folder: WorkFolder) -> None:
        found = await folder.overfull()
        message = f"The script {self._name!r} wrote {found} into its folder, and its process was killed."
        self._finish(self._fault("limit", message, hint="Keep results in the value that it returns."))

    def _finish(self, ended: Object | Fault | None) -> None:
        if not self._end.done():
            self._end.set_result(ended)

    def _fault(self, code: Code, message: str, **more: Any) -> Fault:
        """Return a fault for a script that was ended: what it had begun on the page is uncertain."""
        return Fault(code, message, retry=False, uncertain=self.calls.acted, **more)

    def _result(self, ended: Object | Fault) -> Result:
        """Return the Result that the script's last message means, which may be of any shape."""
        if isinstance(ended, Fault):
            return Result.failure(ended)
        if "fault" in ended:
            return Result.failure(self._read_fault(ended["fault"]))
        data, notes = plain(ended.get("data"), self._context.limits)
        if not isinstance(data, RETURNS[self._function][0]):
            raise self._fault("invalid_output", f"The script {self._name!r} reported its end in a wrong form.")
        return Result.success(data, notes=(*map(str, ended.get("notes") or ()), *notes))

    def _read_fault(self, shape: Any) -> Fault:
        fault = Fault("failed", f"The script {self._name!r} failed with a malformed fault.", retry=False)
        with suppress(KeyError, TypeError, AttributeError):
            fault = well_formed_fault(self._name, Fault.from_json(shape))
        fault.retry = fault.retry and not self.calls.acted
        return fault


def _soon(loop: asyncio.AbstractEventLoop, work: Any) -> None:
    """Do something in an event loop, called from any thread."""
    with suppress(RuntimeError):  # the loop is closed: nobody waits any more
        loop.call_soon_threadsafe(work)
