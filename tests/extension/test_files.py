"""Files in a Chrome whose person does not let the extension see files: they go by what is in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from pollex import App
from pollex.core.fault import Fault
from pollex.practice.server import Server

from .conftest import OpenPage, PairedChrome, opening

pytestmark = pytest.mark.asyncio(loop_scope="session")
HELD: Final = """Promise.all([...document.querySelectorAll("input")].map(async ({ files }) =>
  files.length ? `${files[0].name} ${files[0].type} ${await files[0].text()}` : ""))"""
PAGE: Final = """data:text/html,<input type=file aria-label=Papers><input type=file id=hidden hidden>
<button onclick="document.querySelector('%23hidden').click()">Choose</button>"""


@pytest.fixture
def pathless(paired: PairedChrome, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Chrome answers where file addresses are not allowed: an extension that a test loads always may."""
    call = paired.relay.call

    async def refusing(tab: int, method: str, params: Any, session: str | None = None) -> Any:
        if method == "DOM.setFileInputFiles":
            return {"error": "Not allowed"}
        return await call(tab, method, params, session)

    monkeypatch.setattr(paired.relay, "call", refusing)


@pytest.mark.usefixtures("pathless")
async def test_files_go_by_what_is_in_them(open_page: OpenPage, tmp_path: Path) -> None:
    live = await open_page(PAGE)
    paper = tmp_path / "paper.txt"
    paper.write_text("Kestrel")
    await live.upload("Papers", files=[str(paper)])
    await live.upload("Choose", files=[str(paper)])
    page: Any = (await live.opened()).tab
    assert await page.page.evaluate(HELD) == ["paper.txt text/plain Kestrel"] * 2


@pytest.mark.usefixtures("pathless")
async def test_files_that_are_too_large_for_that_say_so(open_page: OpenPage, tmp_path: Path) -> None:
    live = await open_page(PAGE)
    large = tmp_path / "large.bin"
    large.write_bytes(b"x" * 8_000_001)
    with pytest.raises(Fault, match="name no files by their paths") as fault:
        await live.upload("Papers", files=[str(large)])
    assert fault.value.pointer == "/files"


async def test_without_the_debugger_files_that_are_too_large_say_so(
    app: App, light: PairedChrome, server: Server, tmp_path: Path
) -> None:
    large = tmp_path / "large.bin"
    large.write_bytes(b"x" * 8_000_001)
    async with opening(app, light, server, tmp_path) as opened:
        live = await opened(PAGE)
        with pytest.raises(Fault, match="files of any size are chosen by their paths"):
            await live.upload("Papers", files=[str(large)])
