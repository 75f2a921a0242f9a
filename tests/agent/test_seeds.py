"""Document 002's blocks against the agent: it starts, looks, asks, acts, stops, and says what went wrong."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pollex import App, Context, tool
from pollex.agent.ask_model import wanted
from pollex.core.dialect import Export
from pollex.core.fault import Fault
from pollex.core.protocols import ModelReply, ModelRequest
from pollex.core.schema import Schema
from pollex.practice.server import Server
from pollex.testing import ScriptedModel

SEEDS = Path(__file__).parents[1] / "seeds" / "002"
DONE = {"text": "The basket is empty.", "success": False}
pytestmark = pytest.mark.asyncio(loop_scope="session")

Do = Callable[..., Awaitable[Any]]
Says = Callable[..., ModelReply]


def written(action: Any) -> ModelReply:
    """An action as the document has a model write it: as text."""
    return ModelReply(text=json.dumps(action))


def calls(response: str) -> list[tuple[str, Any]]:
    read = wanted(ModelReply(text=response), Export((), {}, {}, ()))
    return [(call["tool"], call["args"]) for call in read]


def told(request: ModelRequest) -> str:
    """All that a model was told: the messages, and the faults among the answers."""
    faults = [answer.result.fault for message in request.messages for answer in message.answers]
    return "\n".join([*(message.text for message in request.messages), *(each.message for each in faults if each)])


async def test_start(app: App, server: Server, says: Says) -> None:
    """A task is started with its text, its tab and its settings, and leaves the tab where it is."""
    async with app.page() as tab:
        await tab.navigate(f"{server.url}/shop/basket")
        model = ScriptedModel([says(("done", DONE))])
        run = await app.run("What is in the basket?", page=tab, model=model, max_steps=7, durable=False, pictures=False)
        assert run.result is not None
        assert run.result.data["answer"] == DONE["text"]
        assert (await tab.state())["url"] == f"{server.url}/shop/basket"
    assert "What is in the basket?" in model.requests[0].messages[1].text


async def test_stop(app: App, server: Server) -> None:
    """A running task is stopped: the request is aborted, and the run says so."""
    asked = asyncio.Event()

    class Slow(ScriptedModel):
        async def ask(self, request: ModelRequest) -> ModelReply:
            asked.set()
            await asyncio.Event().wait()
            return await super().ask(request)

    running = asyncio.create_task(
        app.run("Wait", url=f"{server.url}/shop/", model=Slow([]), durable=False, pictures=False)
    )
    await asked.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_loop(do: Do, says: Says) -> None:
    """The loop goes on until the task is done, or the steps are used up."""
    scrolls = [says(("page_scroll", {"down": at % 2 == 0})) for at in range(4)]
    done = await do("Scroll twice", *scrolls[:2], says(("done", DONE)))
    assert (done.result.fault.code, done.result.data["steps"]) == ("failed", 3)
    used_up = await do("Scroll for ever", *scrolls, max_steps=3)
    assert (used_up.result.fault.code, used_up.result.data["steps"]) == ("limit", 3)


async def test_state(do: Do, says: Says) -> None:
    """The page's state is read before every decision."""
    done = await do("Go to the basket", says(("page_click", {"index": 6})), says(("done", DONE)))
    first, second = (request.extra for request in done.requests)
    assert (first["url"].endswith("/shop/"), second["url"].endswith("/shop/basket")) == (True, True)
    assert ("Your basket is empty" in first["outline"], "Your basket is empty" in second["outline"]) == (False, True)


async def test_action(do: Do) -> None:
    """An action that a model wrote as text is run, and its result is told to it."""
    actions = [{"type": "click", "index": 6}, {"type": "click", "index": 9_000}, {"type": "done", **DONE}]
    done = await do("Go to the basket", *map(written, actions))
    assert done.actions() == [("page.navigate", True), ("page.click", True), ("page.click", False), ("done", True)]
    assert "Element with index 9000 not found" in told(done.requests[2])


@pytest.mark.document("002", "A model may write the name of an own action as `type`.")
async def test_own_action(tmp_path: Path, server: Server) -> None:
    """An action that the document does not have is a tool of the app, with the page that the task is about."""
    titles: list[str] = []

    @tool(effect="read", examples=[{"upper": True}])
    async def tell_title(upper: bool, context: Context) -> str:
        """Tell the title of the page."""
        assert context.page is not None
        titles.append((await context.page.state())["title"])
        return titles[-1].upper() if upper else titles[-1]

    model = ScriptedModel([written({"type": "tell_title", "upper": True}), written({"type": "done", **DONE})])
    async with App(home=tmp_path, tools=[tell_title]) as own:
        await own.run("What is it called?", url=f"{server.url}/shop/", model=model, durable=False, pictures=False)
    [answer] = [each for message in model.requests[1].messages for each in message.answers]
    assert (len(titles), titles[0].upper() in answer.result.data) == (1, True)


async def test_next_action(do: Do, says: Says) -> None:
    """What a model decides on is the task, the state of the page and what was done before."""
    done = await do("Go to the basket", says(("page_click", {"index": 6})), says(("done", DONE)))
    text = told(done.requests[1])
    assert text.index("Task: Go to the basket") < text.index("page_click") < text.rindex("/shop/basket")


async def test_parse() -> None:
    """A response is read into actions, also from a block of Markdown; anything else is a parse fault."""
    click = ("page.click", {"index": 3})
    assert calls('{"type": "click", "index": 3}') == [click]
    assert calls('So I click.\n```json\n{"actions": [{"type": "click", "index": 3}]}\n```') == [click]
    for response in ("I click.", "", "[3]", '{"type": "clik", "index": 3}'):
        with pytest.raises(Fault, match="Failed to parse LLM response: ") as raised:
            calls(response)
        assert (raised.value.code, raised.value.retry) == ("invalid_output", True)


async def test_done(do: Do) -> None:
    """`done` ends the task as the document writes it: with its summary, well or not."""
    accepted = {"type": "done", "text": "Your basket is empty.", "success": True}
    assert Schema(json.loads((SEEDS / "37-done.schema.json").read_text())).valid(accepted)
    well = await do("What is in the basket?", written(accepted), at="/shop/basket")
    assert (well.result.ok, well.result.data["answer"]) == (True, accepted["text"])
    badly = await do("Buy a unicorn", written({**accepted, "text": "There is none.", "success": False}))
    assert (badly.result.ok, badly.result.fault.message) == (False, "There is none.")


async def test_messages(do: Do, says: Says) -> None:
    """Faults of the four kinds read as the document has them."""
    given = json.loads((SEEDS / "49-error-messages.json").read_text())
    not_found, _, api, parse = (message.split("<")[0].split(" N ")[0] for message in given)
    done = await do(
        "Go",
        says(("page_click", {"index": 9_000})),
        ModelReply(text="Hm."),
        says(("page_scroll", {})),
        *[Fault("unavailable", "overloaded", retry=True)] * 3,
    )
    assert not_found in told(done.requests[1])
    assert parse in told(done.requests[2])
    assert done.result.fault.message.endswith(f"{api}overloaded")
