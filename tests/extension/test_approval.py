"""A person answers in the panel what a run may not do without them."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from ..agent.site import Site
from ..model_server import ModelServer
from ..serve.served import Served
from ..servers import serving
from .conftest import OwnChrome
from .test_runs import allow, pair

PAGE = """<meta charset=utf-8><p>The total is 42.50.</p><button>Delete account</button><output></output><script>
document.querySelector("button").onclick = () => fetch("/account/delete", { method: "POST", body: "account=7" })
  .then(() => { document.querySelector("output").value = "Deleted." }, () => {})
</script>"""
CLICK = ("page_click", {"selector": "text=Delete account"})
WELL = ("done", {"text": "The total is 42.50.", "success": True})


@pytest.mark.parametrize(("answer", "sent"), [("Yes", ["/account/delete"]), ("No", [])])
async def test_an_approval_is_answered_in_the_panel(
    chrome: OwnChrome, pollex: Served, answer: str, sent: list[str]
) -> None:
    with serving(Site(PAGE)) as site, serving(ModelServer([CLICK, WELL])) as model:
        panel = await pair(chrome, pollex)
        _, number = await allow(chrome, panel, site.url)
        await panel.goto(f"{panel.url}?tab={number}")
        provider, _, name = model.name.partition(":")
        await panel.get_by_label("Model").select_option(provider)
        await panel.get_by_label("Name").fill(name)
        await panel.get_by_label("Task").fill("What is the total?")
        await panel.get_by_role("button", name="Start in this tab").click()
        questions = panel.get_by_label("Questions")
        await expect(questions.get_by_role("button", name="Yes", exact=True)).to_be_visible(timeout=60_000)
        await expect(questions).to_contain_text("the task only asks, and this changes something")
        assert site.came == []
        await questions.get_by_role("button", name=answer, exact=True).click()
        await expect(panel.locator("#status")).to_have_attribute("data-status", "success", timeout=60_000)
        assert site.came == sent
        said = panel.locator("#history").get_by_text("the person said no")
        await expect(said).to_have_count(0 if sent else 1)
