"""A person types one-time codes in a run's browser: they are in no step, and the workflow asks for each once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from pollex import App

from ..agent.site import Site
from ..page.observer_site import CODES
from ..servers import serving
from .test_takeover import at_wheel, click, is_here, person_steps

pytestmark = pytest.mark.asyncio(loop_scope="session")
SHOWN, SENT = "271828", "314159"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving(Site(CODES)) as made:
        yield made


async def test_codes_are_in_no_step_and_typed_again(tmp_path: Path, site: Site) -> None:
    async with App(home=tmp_path, environ={}) as app:
        run = await app.start(record={"url": site.url, "name": "Codes"})
        await is_here(app, run)
        await at_wheel(app, run)
        await click(app, run, "[name=d1]")
        for digit in SHOWN:
            await app.live.act(run.id, {"kind": "type", "text": digit})
        await click(app, run, "[name=sent]")
        await app.live.act(run.id, {"kind": "type", "text": SENT})
        await click(app, run, "button")
        await app.runs.finish(run.id)
        assert (await app.runs.outcome(run.id)).ok
        events = await run.events()
        typed = ("page.type", "{{secret.typed.text}}")
        _opened, *steps = person_steps(events)
        assert steps == [typed, typed, ("page.click", None)]
        told = json.dumps([event.to_json() for event in events])
        assert SHOWN not in told
        assert SENT not in told
        workflow = await app.find_run(run.id).compile()
        assert isinstance(workflow.inputs.document, dict)
        boxes, sent = workflow.inputs.document["required"]
        (await app.run_workflow(workflow, {boxes: SHOWN, sent: SENT})).unwrap()
    for body in site.bodies:
        assert [value for _, value in parse_qsl(body)] == [*SHOWN, SENT]
    assert len(site.bodies) == 2
