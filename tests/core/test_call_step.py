"""A call as a step: a second process neither makes it again nor stays where the browser was before it."""

from pollex.core.call import Call
from pollex.core.call_step import call_once
from pollex.core.context import Context
from pollex.core.environment import RunEnvironment
from pollex.core.json import Object, dumps, loads
from pollex.core.registry import Registry
from pollex.core.schema import Schema
from pollex.core.snapshots import SnapshotStore
from pollex.core.steps import MemorySteps
from pollex.core.tool import Tool
from pollex.testing import FakePage, MemoryLog


class Plain:
    """Snapshots that are not encrypted."""

    def seal(self, state: Object) -> str:
        return dumps(state)

    def open(self, sealed: str) -> Object:
        state = loads(sealed)
        assert isinstance(state, dict)
        return state


async def go(args: Object, context: Context) -> Object:
    assert isinstance(context.page, FakePage)
    context.page.done.append(("go", args))
    context.page.url = "https://shop.example/basket"
    return {"from": "https://shop.example/", "url": context.page.url}


GO = Tool(
    name="page.go",
    title="Go",
    description="Go to the basket.",
    input=Schema({"type": "object", "properties": {}}),
    run=go,
    effect="act",
)


async def test_a_call_of_an_earlier_process_is_not_made_again_and_the_browser_is_where_it_led() -> None:
    log, pages = MemoryLog(), [FakePage({}, url="https://shop.example/") for _ in range(2)]

    for page in pages:
        context = Context(Registry(GO), log=log, run="r", page=page)
        snapshots = SnapshotStore(page, Plain(), log, "r")
        environment = RunEnvironment(context, MemorySteps("r"))
        result, did = await call_once("/1", Call("page.go", {}), context, environment, snapshots)
        assert (result.ok, did) == (True, "went")

    assert [len(page.done) for page in pages] == [1, 0]
    assert [page.url for page in pages] == ["https://shop.example/basket"] * 2
