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


@pytest.mark.document("all", "A person gives several files at once to the page of a run.")
async def test_several_are_given_together(tmp_path: Path) -> None:
    page = """<!doctype html><input type=file id=all multiple><script>
    all.onchange = () => fetch("/", { method: "POST", body: [...all.files].map((each) => each.name).join() });
    </script>"""
    with serving(Site(page)) as site:
        async with App(home=tmp_path, environ={}) as app:
            run, person = await recorded(app, site)
            await person.act("click", "#all")
            for name in ("a.txt", "b.txt"):
                await app.live.give(run.id, name, b"x", more=True)
            assert site.bodies == []
            await app.live.give(run.id, "c.txt", b"x")
            assert (site.bodies, await tools(run)) == (["a.txt,b.txt,c.txt"], ["page.upload"])
            await app.live.give(run.id, "left.txt", b"x", more=True)
            await app.runs.finish_if_open(run.id)
            await run.wait()
    assert not [file for _, _, files in os.walk(tmp_path) for file in files if file.startswith("left")]


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


@pytest.mark.document("all", "A file that is larger than a body may be is given in parts.")
async def test_a_large_one_is_given_in_parts(tmp_path: Path, site: Site) -> None:
    async with App(home=tmp_path, environ={}, limits={"given_bytes": 8}) as app:
        run, person = await recorded(app, site)
        await person.act("click", "#letter")
        for part in (b"Dear", b" "):
            await app.live.give(run.id, "letter.txt", part, part=True)
        with pytest.raises(Fault, match="too large") as raised:
            await app.live.give(run.id, "letter.txt", b"friend", part=True)
        assert (raised.value.code, list((tmp_path / "files" / run.id).glob("letter*"))) == ("limit", [])
        for part in (b"Dear", b" "):
            await app.live.give(run.id, "letter.txt", part, part=True)
        await app.live.give(run.id, "letter.txt", b"all")
        assert (site.bodies[-1], await tools(run)) == ("letter letter.txt Dear all", ["page.upload"])
