"""The public fakes behave as their protocols say."""

import pytest

from pollex.core.fault import Fault
from pollex.core.protocols import BrowserState, Message, Model, ModelReply, ModelRequest, Page, Secrets, ToolRequest
from pollex.testing import FakePage, FakeSecrets, MemoryLog, ScriptedModel

STATE: BrowserState = {
    "url": "http://shop/", "title": "Shop", "elements": [{"index": 1, "tag": "a"}, {"index": 2, "tag": "a"}],
    "textContent": "Hello", "scrollY": 0, "scrollHeight": 10, "viewportHeight": 10, "outline": "",
}  # fmt: skip


async def test_a_scripted_model_says_its_lines() -> None:
    request = ModelRequest((Message("user", "Hello"),))
    model: Model = ScriptedModel(
        [ModelReply("two words"), ModelReply(requests=(ToolRequest("1", "add", {}),)), Fault("unavailable", "down")]
    )
    assert [piece async for piece in model.stream(request)] == ["two ", "words", ModelReply("two words")]
    assert (await model.ask(request)).requests[0].tool == "add"
    for _ in range(2):
        with pytest.raises(Fault, match=r"down|no reply left"):
            await model.ask(request)


async def test_a_fake_page_shows_and_remembers() -> None:
    fake = FakePage(
        {"http://shop/": STATE}, url="http://shop/", answers={"click Buy": "bought", "page.click": {"ok": 1}}
    )
    page: Page = fake
    assert len((await page.state(elements=1))["elements"]) == 1
    assert await page.act("click Buy") == "bought"
    assert (await page.call("page.click", {"selector": "#buy"})).data == {"ok": 1}
    await page.call("page.navigate", {"url": "http://nowhere/"})
    with pytest.raises(Fault, match="not among the states"):
        await page.state()
    assert [what for what, _ in fake.done] == ["act", "page.click", "page.navigate"]


async def test_fake_secrets() -> None:
    secrets: Secrets = FakeSecrets({"shop.password": "x"}, domains=("shop.example",))
    assert (await secrets.get("shop.password")).domains == ("shop.example",)
    with pytest.raises(Fault, match="no secret"):
        await secrets.get("shop.pasword")


async def test_a_memory_log_follows_a_run() -> None:
    log = MemoryLog()
    await log.append("r", "run.started", {})
    first = await log.append("r", "call.started", {"call": 1}, key="k")
    assert await log.append("r", "call.started", {"call": 2}, key="k") == first
    log.post("r", "run.finished", {})
    assert [event.seq async for event in log.follow("r")] == [1, 2, 3]
    assert [event.seq async for event in log.follow("r", after=2)] == [3]
    assert [event.seq async for event in log.follow("r", after=3)] == []
