"""Going on in a fresh browser: the last state that was kept, and what was filled in since. Nothing is sent again."""

from __future__ import annotations

from ..core.call import Call
from ..core.context import Context
from ..core.fault import Fault
from ..core.findable import exact
from ..core.invoke import invoke
from ..core.json import Object
from ..core.keeper import Keeper
from ..core.template import Scope
from .history import Action, History


async def put_back(history: History, keeper: Keeper, context: Context) -> None:
    """The browser as the last action left it, as far as that can be had."""
    actions = [action for action in history.actions if action.tool.startswith("page.")]
    places = [place for place, action in enumerate(actions) if action.state is not None]
    if not places:
        return
    later = actions[places[-1] + 1 :]
    await keeper.restore(str(actions[places[-1]].state))
    if any(action.moved == "sent" for action in later):
        message = "What the page had been sent to is gone with the browser, and it is not sent again."
        raise Fault("failed", message, hint="Look at the site, and start a new run.", retry=False)
    for action in later:
        tool = context.tools.find(action.tool)
        if action.result.ok and tool is not None and tool.effect != "read":
            await invoke(Call(action.tool, findable(action), scope=Scope()), context)


def findable(action: Action) -> Object:
    """The arguments of an action for a browser in which its element has another index."""
    args: Object = dict(action.args) if isinstance(action.args, dict) else {}
    evidence = action.result.proof.get("/selector")
    if "index" not in args or evidence is None:
        return args
    del args["index"]
    return {**args, "selector": exact(evidence)}
