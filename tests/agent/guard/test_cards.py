"""Fields of credentials that are no passwords: typed where they belong, and elsewhere on their domains with one yes."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.call import Call
from pollex.core.fault import Fault
from pollex.core.protocols import ModelReply
from pollex.core.tool import Tool
from pollex.testing import ScriptedModel

from ...servers import serving
from ..site import Site

Says = Callable[..., ModelReply]
Asked = list[tuple[str, str]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

PAGE = """<meta charset=utf-8>
<label>Card number <input id=number></label> <label>CVC <input id=cvc type=password></label>
<label>Address <textarea id=street></textarea></label> <label>Konto <input id=konto></label>
<label>Konto 2 <input id=other></label> <label>Comment <input id=comment></label>"""
CARD = {"number": "4242 4242 4242 4242", "cvc": "123", "street": "Elm Row 1", "token": "t-9"}
PAY = "Fill in the form with my stored credential card"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def with_cards(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home"), environ={}) as running:
        running.vault.set("card", "custom", ["127.0.0.1"], CARD)
        running.vault.set("away", "custom", ["elsewhere.example"], {"number": "4000"})
        yield running


@pytest.fixture(name="app")
def with_nobody(with_cards: App) -> App:
    """Nobody is there to answer, unless the test says so."""
    with_cards.context.approve = None
    return with_cards


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site(PAGE)) as running:
        yield running


def asks(app: App, answer: bool) -> Asked:
    """Somebody who always says the same; what was asked."""
    asked: Asked = []

    async def person(tool: Tool, call: Call, args: Any, why: str) -> bool:
        asked.append((args["selector"], why))
        return answer

    app.context.approve = person
    return asked


async def typed(app: App, site: Site, says: Says, *calls: tuple[str, str], task: str = PAY) -> list[Fault | None]:
    """What came of typing secrets into fields, each in a turn of its own."""
    turns = [says(("page_type", {"selector": f"#{at}", "text": f"{{{{secret.{name}}}}}"})) for at, name in calls]
    model = ScriptedModel([*turns, says(("done", {"text": "No.", "success": False}))])
    run = await app.run(task, url=site.url, model=model, durable=False, pictures=False)
    steps = [event.data for event in await run.events() if event.kind == "step.finished"]
    results = [each["result"] for step in steps for each in step["actions"] if each["tool"] == "page.type"]
    return [None if each["fault"] is None else Fault.from_json(each["fault"]) for each in results]


async def test_what_clearly_belongs_needs_no_word(app: App, site: Site, says: Says) -> None:
    asked = asks(app, answer=False)
    found = await typed(app, site, says, ("number", "card.number"), ("cvc", "card.cvc"), ("street", "card.street"))
    assert (found, asked) == ([None, None, None], [])


async def test_a_field_that_may_be_for_it_is_asked_about_once(app: App, site: Site, says: Says) -> None:
    asked = asks(app, answer=True)
    found = await typed(
        app,
        site,
        says,
        ("konto", "card.number"),
        ("other", "card.number"),
        ("konto", "card.cvc"),
        ("konto", "card.cvc"),
    )
    assert found == [None] * 4
    assert asked == [
        ("#konto", "'Konto' on 127.0.0.1 is not clearly the field for card.number"),
        ("#konto", "'Konto' on 127.0.0.1 is not clearly the field for card.cvc"),
    ]


async def test_a_no_stands_for_the_run(app: App, site: Site, says: Says) -> None:
    asked = asks(app, answer=False)
    found = await typed(app, site, says, ("konto", "card.number"), ("konto", "card.number"))
    assert ([fault and fault.code for fault in found], len(asked)) == (["denied", "denied"], 1)


async def test_where_nobody_can_answer_the_fault_says_what_to_do(app: App, site: Site, says: Says) -> None:
    [fault] = await typed(app, site, says, ("konto", "card.number"))
    assert fault is not None
    assert (fault.code, fault.pointer) == ("denied", "/text")
    assert "'Konto' on 127.0.0.1 is not clearly the field for card.number" in fault.message
    assert fault.hint == "Run it where a person can answer, or allow it by policy."


async def test_a_card_that_the_task_does_not_name_is_asked_about_once(app: App, site: Site, says: Says) -> None:
    asked = asks(app, answer=True)
    found = await typed(app, site, says, ("number", "card.number"), ("cvc", "card.cvc"), task="Fill in the form")
    assert found == [None, None]
    assert asked == [("#number", "the task does not speak of the credential 'card'")]


async def test_a_token_is_asked_about_each_time(app: App, site: Site, says: Says) -> None:
    asked = asks(app, answer=True)
    await typed(app, site, says, ("comment", "card.token"), ("comment", "card.token"))
    assert [why for _, why in asked] == ["'Comment' is no field for token"] * 2


async def test_no_word_lets_it_out_of_its_domains(app: App, site: Site, says: Says) -> None:
    asks(app, answer=True)
    [fault] = await typed(app, site, says, ("number", "away.number"), task="Fill in the form with the credential away")
    assert fault is not None
    assert fault.code == "blocked_domain"
