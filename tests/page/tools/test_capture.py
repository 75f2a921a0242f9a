"""Pictures and files, in the folder of the run and nowhere else."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
FaultOf = Callable[..., Awaitable[Fault]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


def html(body: str) -> str:
    """A page with nothing but this in it."""
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


class TestFiles:
    @pytest.mark.parametrize(
        ("action", "ending", "begin"), [("screenshot", ".png", b"\x89PNG"), ("pdf", ".pdf", b"%PDF")]
    )
    async def test_a_file_in_the_folder_of_the_run(
        self, open_page: OpenPage, action: str, ending: str, begin: bytes
    ) -> None:
        page = await open_page("/hard/modal")
        names = []
        for name in ("shot", f"shot{ending}", "sub/shot.txt", None):
            result = await page.call(f"page.{action}", {} if name is None else {"path": name})
            file = Path(result.unwrap()["path"])
            assert result.files == (str(file),)
            assert content(file).startswith(begin)
            names.append(file.relative_to(page.options.files.resolve()).as_posix())
        assert names[:3] == [f"shot{ending}", f"shot-2{ending}", f"sub/shot.txt{ending}"]
        assert names[3].endswith(f"hard-modal{ending}")

    async def test_nothing_is_written_outside_that_folder(self, open_page: OpenPage, fault_of: FaultOf) -> None:
        page = await open_page("about:blank")
        for action in ("screenshot", "pdf"):
            for path in ("../out", "/tmp/out", "a/../../out"):
                fault = await fault_of(page, action, path=path)
                assert (fault.code, fault.pointer, fault.received) == ("denied", "/path", path)

    async def test_a_picture_of_one_element_is_as_large_as_that(self, open_page: OpenPage) -> None:
        page = await open_page(
            html("<p style='height: 3000px'>Long<div id=a style='width: 50px; height: 40px'>A</div>")
        )
        assert png_size(await page.do("screenshot", selector="#a")) == (50, 40)
        whole, view = await page.do("screenshot"), await page.do("screenshot", fullPage=False)
        assert png_size(whole)[1] > 3000
        assert png_size(view) == (1280, 800)

    async def test_a_picture_of_a_very_tall_page_ends_and_says_so(self, open_page: OpenPage) -> None:
        page = await open_page("data:text/html,<!doctype html><body style='margin: 0'><div style='height: 400000px'>")
        taken = (await page.call("page.screenshot", {"path": "tall.jpg"})).unwrap()
        assert taken["shown"] == "the first 16000 of 400000 pixels of its height"

    async def test_each_file_is_an_event_of_the_run(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/download-link")
        taken = [(await page.do(action, path="kept"))["path"] for action in ("screenshot", "pdf")]
        [sent] = (await page.do("click", selector="text=Price list (CSV)"))["files"]
        log = page.context.log
        assert log is not None
        written = [event.data for event in await log.read(page.context.run) if event.kind == "file.written"]
        assert written == [
            {"path": taken[0], "what": "screenshot"},
            {"path": taken[1], "what": "pdf"},
            {"path": sent, "what": "download"},
        ]


def content(file: Path | str) -> bytes:
    return Path(file).read_bytes()


def png_size(answer: Object) -> tuple[int, int]:
    head = content(answer["path"])[16:24]
    return int.from_bytes(head[:4], "big"), int.from_bytes(head[4:], "big")
