"""Scripts of a library where the system holds nothing: refused, until the person trusts this version of them."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from pollex import App, Result
from pollex.app import wiring
from pollex.scripting.trust import ScriptHome
from pollex.settings import Settings

SCRIPT = "async def run(page, inputs, credentials):\n    return {'heading': 'done'}\n"


@pytest_asyncio.fixture
async def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[App]:
    held = wiring.script_home

    def unheld(settings: Settings, library: Path) -> ScriptHome:
        return replace(held(settings, library), strength="none")

    monkeypatch.setattr(wiring, "script_home", unheld)
    async with App(home=tmp_path / "home", environ={}) as made:
        made.libraries.new_app(tmp_path / "mine", "shop")
        made.libraries.new_template(tmp_path / "mine", "tool", "read")
        yield made


def rewrite(folder: Path) -> None:
    (folder / "mine/src/apps/shop/tool/read.py").write_text(SCRIPT)


async def run(app: App, tmp_path: Path) -> Result:
    if not app.libraries.tools.has("shop.read"):
        app.add_library(tmp_path / "mine")
    return await app.run_tool("shop.read", {"path": "/"}, durable=False)


async def test_a_script_that_is_not_trusted_is_not_started(app: App, tmp_path: Path) -> None:
    rewrite(tmp_path)
    result = await run(app, tmp_path)

    assert result.fault is not None
    assert result.fault.code == "denied"
    assert "read and change your files, use the network and start programs" in result.fault.message
    assert f"pollex library trust {tmp_path}/mine/src" in (result.fault.hint or "")


@pytest.mark.document("000", "Where nothing holds a script, it needs trust, given once for each version.")
async def test_trust_counts_for_one_version(app: App, tmp_path: Path) -> None:
    rewrite(tmp_path)
    app.libraries.trust.give(tmp_path / "mine")
    trusted = await run(app, tmp_path)
    (tmp_path / "mine/src/helper.py").write_text("")
    changed = await run(app, tmp_path)

    assert (trusted.ok, trusted.data["outputs"]) == (True, {"heading": "done"}), trusted.fault
    assert trusted.notes[0].startswith("Nothing held the script 'read.py', which you trust: ")
    assert changed.fault is not None
    assert changed.fault.code == "denied"


async def test_trust_can_be_taken_back(app: App, tmp_path: Path) -> None:
    rewrite(tmp_path)
    app.libraries.trust.give(tmp_path / "mine")
    app.libraries.trust.take(tmp_path / "mine")

    assert not (await run(app, tmp_path)).ok


async def test_what_library_new_wrote_is_trusted(app: App, tmp_path: Path) -> None:
    root = tmp_path / "mine" / "src"

    assert app.libraries.trust.holds(root)
    (root / "apps/shop/tool/stranger.py").write_text(SCRIPT)
    assert not app.libraries.trust.holds(root)
