"""A run of a library's `.ts` or `.js` script: in Node, with a browser of its own that is logged in already.

It gets no credentials; it asks Pollex to type them (`fill_door`). Its browser is held to the allowed domains, and
its own process reaches nothing but that browser: `run_script`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.result import Result
from .fill_door import FillDoor
from .node_script import run_script
from .script_browser import Launch, ScriptBrowser
from .trust import ScriptHome

NOT_HELD: Final = "A Node script can read in its browser what was typed there."
"""What Pollex does not enforce for Node scripts."""
KEEPING: Final = 15.0
"""Seconds for the browser's state after the script."""


async def run_node(
    file: Path,
    inputs: Object,
    context: Context,
    *,
    timeout: float,
    run: str,
    domains: tuple[str, ...] | None,
    credentials: Mapping[str, Sequence[str] | None],
    snapshot: Object | None,
    launch: Launch,
    home: ScriptHome,
) -> tuple[Result, Object | None]:
    """Run a script; return its result, and the state of its browser at the end, None where that is gone.

    `credentials` has the fields of each type that the script may have typed, None for one that is missing. `snapshot`
    is restored before the script starts. The time limit counts from then on.
    """
    notes: list[str] = [NOT_HELD]
    state: Object | None = None
    browser = ScriptBrowser(context, domains, launch)
    try:
        async with browser:
            if snapshot is not None:
                notes += await browser.restore(snapshot)
            door = FillDoor(browser, context, credentials)
            given = {
                "ANCHOR_TOOL_INPUT": dumps(inputs),
                "ANCHOR_SESSION_ID": run,
                "ANCHOR_TIMEOUT_MS": str(int(timeout * 1000)),
                "POLLEX_CDP_URL": browser.cdp_url,
                "POLLEX_FILL_URL": f"http://{browser.server.add(door.serve)}",
            }
            data = await run_script(
                file,
                given,
                context,
                timeout,
                home=home,
                server=browser.server,
                note=notes.append,
                works_in=browser.works_in,
            )
            state = await _state(browser, snapshot, notes)
        result = Result.success(data, notes=tuple(notes))
    except Fault as fault:
        result = Result.failure(_blamed(fault, browser), notes=(*notes, *_refusals(browser)))
    return context.redactor.result(result), state


async def _state(browser: ScriptBrowser, snapshot: Object | None, notes: list[str]) -> Object | None:
    """Return the browser's state, or None where the script has closed it or it does not answer."""
    if not browser.alive:
        return None
    try:
        async with asyncio.timeout(KEEPING):
            return await browser.snapshot(snapshot)
    except (TimeoutError, Fault) as error:
        notes.append(f"The state of the browser could not be kept: {str(error) or 'it did not answer'}")
        return None


def _blamed(fault: Fault, browser: ScriptBrowser) -> Fault:
    """Return the fault of a script with the host that was refused to it as the hint, where it names one."""
    named = [reason for host, reason in browser.refused.items() if host in fault.message]
    if named and fault.hint is None:
        fault.hint = f"{named[0].message} {named[0].hint or ''}".strip()
    return fault


def _refusals(browser: ScriptBrowser) -> list[str]:
    return [reason.message for reason in browser.refused.values()]
