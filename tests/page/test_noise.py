"""What an outline says once and plainly: names of rows, stars of labels, spots by their colour, what ticks."""

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
ROWS = "".join(
    f"<tr onclick='0' style='cursor: pointer'><td>{name}</td><td>Ulm</td></tr>" for name in ("Ada", "Bo", "Cy")
)
SPOT = "<span class=label-dot style='display: inline-block; width: 9px; height: 9px; background: {}'></span>"
LABELS = "".join(
    f"<div class=label><a href=#>{name}</a>{SPOT.format(colour) if colour else ''}</div>"
    for name, colour in (("Family", "red"), ("Work", "blue"), ("Gym", ""), ("Other", ""))
)
NOISE = {
    "the name of a row": (f"<table>{ROWS}</table>", ["[1] row Ada · Ulm", "[2] row Bo · Ulm", "[3] row Cy · Ulm"]),
    "stars of a label": ("<label>Qty * <b>*</b> <input></label>", ["[1] textbox Qty *"]),
    "a spot by its colour": (
        f"<div>{LABELS}</div>",
        ["[1] link Family · ‹red›", "[2] link Work · ‹blue›", "[3] link Gym", "[4] link Other"],
    ),
}


def html(body: str) -> str:
    return "data:text/html," + quote(f"<!doctype html>{body}")


@pytest.mark.parametrize(("body", "lines"), NOISE.values(), ids=NOISE)
async def test_nothing_is_said_twice(open_page: OpenPage, body: str, lines: list[str]) -> None:
    said = (await (await open_page(html(body))).call("page.state", {})).data["outline"].splitlines()
    assert [line for line in said if line.startswith("[")] == lines


async def test_a_button_without_a_name_is_told_with_its_place(open_page: OpenPage) -> None:
    rows = "".join(f"<li>{name} <button><i class=icon-trash></i></button></li>" for name in ("Ada", "Bo", "Cy"))
    page = await open_page(html(f"<ul>{rows}</ul>"))
    await page.call("page.state", {})
    assert (await page.call("page.click", {"index": 2})).data["hit"] == "button ‹trash› near 'Bo'"


TICKING = f"""<button id=lap>Lap 0</button><input id=count readonly aria-label=Count value=0><button>Press</button>
{"<p>A line of a text that is longer than what changes.</p>" * 20}<script>let at = 0
setInterval(() => {{ at++; lap.textContent = `Lap ${{at}}`; count.value = at }}, 100)</script>"""


async def test_controls_that_change_by_themselves_are_marked_among_the_changes(open_page: OpenPage) -> None:
    page = await open_page(html(TICKING))
    for _ in range(3):
        changes = (await page.call("page.state", {"changes": True})).data.get("changes") or ""
        await asyncio.sleep(0.4)
        await page.call("page.click", {"index": "Press"})
    marked = [line for line in changes.splitlines() if line.endswith("(changes by itself)")]
    assert [line.partition(" = ")[0][:11] for line in marked] == ["~ [1] butto", "~ [2] textb"]
