"""A Node script as a process: started with its variables, ended at its time limit, and answered for."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object
from .node_process import MOST, NodeScriptProcess
from .node_result import crashed, flooded, overdue, read_answer
from .node_runtime import script_command, script_environment


async def run_script(file: Path, given: Mapping[str, str], context: Context, timeout: float) -> Object:
    """Return what a script answers that is run with the `given` variables; raise a Fault where it fails.

    Its process, and all that it started, has ended then.
    """
    with tempfile.TemporaryDirectory(prefix="pollex-node-") as folder:
        written = Path(folder, "output.json")
        environment = script_environment({**given, "ANCHOR_TOOL_OUTPUT": str(written)}, Path(folder))

        def report(printed: str) -> None:
            context.progress({"script": file.name, "printed": printed})

        command = await asyncio.to_thread(script_command, file)
        process = await NodeScriptProcess.start(command, environment, file.parent, report)
        forget = context.cancel.listen(process.kill)
        try:
            async with asyncio.timeout(timeout):
                code = await process.wait()
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
