"""Resume in a fresh browser from the last snapshot and the fields filled in since. Nothing is sent again.

Also as another run, which begins with what an earlier one had done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..browser.durable_selectors import exact_selectors
from ..browser.evidence import element_of
from ..core.call import Call
from ..core.context import Context
from ..core.fault import Fault
from ..core.invoke import invoke
from ..core.json import Object
from ..core.snapshots import SnapshotStore
from ..core.template import Scope
from .asking import unanswered
from .history import PastCall


async def put_back(
    actions: Sequence[PastCall], results: Mapping[str, Any], snapshots: SnapshotStore, context: Context
) -> None:
    """Restore the browser to the state after the last action, as far as possible.

    `results` are what the templates in the actions' arguments may refer to.
    """
    actions = [action for action in actions if action.tool.startswith("page.")]
    places = [place for place, action in enumerate(actions) if action.state is not None]
    if not places:
        return
    later = actions[places[-1] + 1 :]
    await snapshots.restore(str(actions[places[-1]].state))
    if any(action.moved == "sent" for action in later):
        message = "What the page had been sent to is gone with the browser, and it is not sent again."
        raise Fault("failed", message, hint="Look at the site, and start a new run.", retry=False)
    for action in later:
        tool = context.tools.find(action.tool)
        if action.result.ok and tool is not None and tool.effect != "read":
            await invoke(Call(action.tool, findable(action), scope=Scope((results,))), context)


def findable(action: PastCall) -> Object:
    """Return an action's arguments with a selector in place of the index, which is another one in a new browser."""
    args: Object = dict(action.args) if isinstance(action.args, dict) else {}
    evidence = element_of(action.result)
    if "index" not in args or evidence is None:
        return args
    del args["index"]
    return {**args, "selector": exact_selectors(evidence)}


def begun_with(kept: Mapping[str, Object], at: str | None = None) -> dict[str, Object]:
    """The steps of an earlier run that another begins with: those before the decision `at`, up to a question that
    nobody could be asked, or up to the last of which something came."""
    if at is None and (asked := unanswered(kept)) is not None:
        return {path: step for path, step in kept.items() if path != asked}
    turns = {number: [step for path, step in kept.items() if _turn(path) == number] for number in map(_turn, kept)}
    if at is None:
        useful = [number for number, steps in turns.items() if any(map(_came_to_something, steps))]
        end = max(useful, default=0) + 1
    else:
        end = _turn(at)
    if end < 1 or (at is not None and end not in turns):
        message, last = f"The run has made no decision {at!r}.", max(turns, default=0)
        raise Fault("not_found", message, pointer="/at", expected=f"/1 to /{last}", received=at, retry=False)
    return {path: step for path, step in kept.items() if _turn(path) < end}


def _turn(path: str) -> int:
    number = path.strip("/").partition("/")[0]
    return int(number) if number.isdigit() else -1


def _came_to_something(step: Object) -> bool:
    """Return whether a step is a successful call other than the final answer."""
    result = step.get("result")
    return isinstance(result, dict) and bool(result.get("ok")) and not _is_answer(result.get("data"))


def _is_answer(data: object) -> bool:
    return isinstance(data, dict) and data.keys() >= {"text", "success"}
