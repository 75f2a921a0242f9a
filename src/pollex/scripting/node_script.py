"""A Node script as a process: started with its variables, ended at its time limit, and answered for."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object
from .loopback import LoopbackServer
from .needs import readable
from .node_process import MOST, NodeScriptProcess
from .node_result import crashed, flooded, overdue, read_answer
from .node_runtime import script_command, script_environment
from .supervisor import BETWEEN
from .trust import ScriptHome


async def run_script(
    file: Path,
    given: Mapping[str, str],
    context: Context,
    timeout: float,
    *,
    home: ScriptHome,
    server: LoopbackServer,
    note: Callable[[str], None] = lambda _: None,
    works_in: Callable[[Path], None] = lambda _: None,
) -> Object:
    """Return what a script answers that is run with the `given` variables; raise a Fault where it fails.

    Of the network it reaches only `server`. What holds it less is given to `note`, and its folder to `works_in`. Its
    process, and all that it started, has ended then.
    """
    with tempfile.TemporaryDirectory(prefix="pollex-node-") as folder:
        works_in(Path(folder))
        written = Path(folder, "output.json")
        environment = script_environment({**given, "ANCHOR_TOOL_OUTPUT": str(written)}, Path(folder))

        def report(printed: str) -> None:
            context.progress({"script": file.name, "printed": printed})

        node = await asyncio.to_thread(script_command, file)
        files = BETWEEN.join(readable(home.library, home.hidden, node[:1]))
        arguments = [home.strength, files, str(server.port), str(file.parent), *node]
        process = await NodeScriptProcess.start(arguments, environment, Path(folder), report)
        forget = context.cancel.listen(process.kill)
        try:
            async with asyncio.timeout(timeout):
                await begin(process, file.name, home, server, note)
                code = await process.wait()
        except Fault:
            if context.cancel.reason is None:
                raise
            code = 0
        except TimeoutError:
            raise overdue(file, timeout) from None
        finally:
            forget()
            await process.close()
        if process.flooded:
            raise flooded(file, MOST)
        if context.cancel.reason is not None:
            raise Fault("cancelled", f"{file.name} was stopped: {context.cancel.reason}.", retry=False, uncertain=True)
        if code != 0:
            raise crashed(file, code, process.output(2))
        return read_answer(file, process.output(1), written, context.limits.result_bytes)


async def begin(
    process: NodeScriptProcess, name: str, home: ScriptHome, server: LoopbackServer, note: Callable[[str], None]
) -> None:
    """Let a script begin that is held, or trusted; raise a Fault for any other."""
    walls, doors = await process.confined()
    for door in doors:
        await server.answer_at(door)
    if not walls.held:
        if not home.trusted():
            raise home.refusal(name, walls.why)
        note(home.note(name, walls.why))
    for gap in walls.gaps:
        note(gap)
    process.begin()
