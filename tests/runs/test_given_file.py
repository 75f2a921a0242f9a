"""A file that a person gives to the page of a run: to a field for files, or to a chooser that a button opens."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pollex import App, Fault

from ..agent.site import Site
from ..servers import serving
from .test_pointer import recorded, repeated, tools

pytestmark = pytest.mark.asyncio(loop_scope="session")
PAGE = """<!doctype html><title>Apply</title>
<div id=card>Apply here <label>Letter <input type=file id=letter></label></div>
<input type=file id=picture hidden><button id=choose onclick="picture.click()">Your picture</button><script>
for (const field of document.querySelectorAll("input")) field.onchange = async () =>
  fetch("/", { method: "POST", body: `${field.id} ${field.files[0].name} ${await field.files[0].text()}` });
</script>"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving(Site(PAGE)) as made:
        yield made


async def test_it_reaches_the_field_that_was_clicked_and_becomes_an_input(tmp_path: Path, site: Site) -> None:
    async with App(home=tmp_path, environ={}) as app:
        run, person = await recorded(app, site)
        assert await person.act("click", "#letter") == {"files": True}
        await app.live.give(run.id, "letter.txt", b"Dear all")
        assert await person.act("click", "#choose") == {"files": True}
        await app.live.give(run.id, "../../face.png", b"smile")
        sent = ["letter letter.txt Dear all", "picture face.png smile"]
        assert site.bodies == sent
        assert await tools(run) == ["page.upload", "page.upload"]
        assert await repeated(app, run, site) == sent


async def test_what_asks_for_none_gets_none(tmp_path: Path, site: Site) -> None:
    async with App(home=tmp_path, environ={}) as app:
        run, person = await recorded(app, site)
        await give_in_vain(app, run.id)
        await person.act("click", "#letter")
        assert await person.act("click", "#card") is None
        await give_in_vain(app, run.id)
        assert site.bodies == []
        await app.runs.control.cancel(run.id)
    assert not [file for _, _, files in os.walk(tmp_path) for file in files if file.startswith("letter")]


async def give_in_vain(app: App, run: str) -> None:
    with pytest.raises(Fault, match="Nothing asks for a file") as raised:
        await app.live.give(run, "letter.txt", b"Dear all")
    assert raised.value.code == "conflict"
