"""What a person does with windows, by mouse, by finger and by keyboard; the server hears where they are."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from ..waits import until, until_async
from .desk_page import DeskPage, OpenDesk

pytestmark = pytest.mark.asyncio(loop_scope="session")
Part = tuple[float, float, float, float]
LEFT: Part = (0, 0, 1 / 2, 1)
RIGHT: Part = (1 / 2, 0, 1 / 2, 1)
START = {"x": 100, "y": 80, "width": 480, "height": 360}


async def box(element: Locator) -> dict[str, float]:
    found = await element.bounding_box()
    assert found is not None
    return {name: round(value) for name, value in found.items()}  # type: ignore[call-overload]


async def lies(element: Locator, place: Mapping[str, float]) -> None:
    async def there() -> bool:
        return await box(element) == place

    await until_async(f"it lies at {place}", there)


async def drag(desk: DeskPage, element: Locator, dx: float, dy: float, *, drop: bool = True) -> None:
    at = await box(element)
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    await desk.page.mouse.move(x, y)
    await desk.page.mouse.down()
    await desk.page.mouse.move(x + dx / 2, y + dy / 2)
    await desk.page.mouse.move(x + dx, y + dy)
    if drop:
        await desk.page.mouse.up()


def moves_to(desk: DeskPage, **changed: float) -> None:
    until("the server knows the new place", lambda: desk.frame() == {**START, **changed})


async def part_of_desk(desk: DeskPage, x: float, y: float, width: float, height: float) -> dict[str, float]:
    """A rectangle, given in parts of the workspace."""
    right, down = await desk_size(desk)
    return {"x": x * right // 1, "y": y * down // 1, "width": width * right // 1, "height": height * down // 1}


async def desk_size(desk: DeskPage) -> tuple[int, int]:
    width, height = await desk.page.get_by_role("main").evaluate("main => [main.clientWidth, main.clientHeight]")
    return width, height


async def test_the_bar_moves_a_window(desk: DeskPage) -> None:
    desk.open_window()
    await drag(desk, desk.window().locator("h2"), 60, 40)
    moves_to(desk, x=160, y=120)
    await lies(desk.window(), {**START, "x": 160, "y": 120})


@pytest.mark.parametrize(
    ("edge", "changed"),
    [
        ("e", {"width": 530}),
        ("s", {"height": 390}),
        ("w", {"x": 150, "width": 430}),
        ("n", {"y": 110, "height": 330}),
        ("se", {"width": 530, "height": 390}),
        ("nw", {"x": 150, "y": 110, "width": 430, "height": 330}),
    ],
)
async def test_the_edges_resize_a_window(desk: DeskPage, edge: str, changed: dict[str, float]) -> None:
    desk.open_window()
    await drag(desk, desk.window().locator(f".handle.{edge}"), 50, 30)
    moves_to(desk, **changed)
    await lies(desk.window(), {**START, **changed})


async def test_no_window_gets_smaller_than_the_smallest(desk: DeskPage) -> None:
    desk.open_window()
    await drag(desk, desk.window().locator(".handle.se"), -450, -340)
    moves_to(desk, width=120, height=120)


async def test_escape_takes_a_movement_back(desk: DeskPage) -> None:
    desk.open_window()
    await drag(desk, desk.window().locator("h2"), 60, 40, drop=False)
    await lies(desk.window(), {**START, "x": 160, "y": 120})
    await desk.page.keyboard.press("Escape")
    await desk.page.mouse.up()
    await lies(desk.window(), START)
    assert desk.frame() == START


@pytest.mark.parametrize(
    ("to", "part"),
    [
        ((4, 350), LEFT),
        ((1276, 350), RIGHT),
        ((4, 40), (0, 0, 1 / 2, 1 / 2)),
        ((1276, 700), (1 / 2, 1 / 2, 1 / 2, 1 / 2)),
    ],
)
async def test_a_window_snaps_at_the_edges(desk: DeskPage, to: tuple[int, int], part: Part) -> None:
    desk.open_window()
    bar = await box(desk.window().locator("h2"))
    dx, dy = to[0] - bar["x"] - bar["width"] / 2, to[1] - bar["y"] - bar["height"] / 2
    await drag(desk, desk.window().locator("h2"), dx, dy)
    moves_to(desk, **await part_of_desk(desk, *part))


async def test_a_snapped_window_has_its_size_again_when_it_is_dragged_away(desk: DeskPage) -> None:
    desk.open_window()
    await drag(desk, desk.window().locator("h2"), -340, 250)
    moves_to(desk, **await part_of_desk(desk, *LEFT))
    await drag(desk, desk.window().locator("h2"), 300, 100)
    until("it has its size", lambda: (desk.frame() or {}).get("width") == 480)


async def maximise_by_button(desk: DeskPage) -> None:
    await desk.page.get_by_role("button", name="Maximise Notes").click()


async def maximise_by_double_click(desk: DeskPage) -> None:
    await desk.window().locator("h2").dblclick()


async def maximise_at_the_top(desk: DeskPage) -> None:
    await drag(desk, desk.window().locator("h2"), 300, -98)


async def maximise_by_keys(desk: DeskPage) -> None:
    await desk.page.get_by_role("button", name="Menu of Notes").press("Alt+ArrowUp")


async def maximise_by_menu(desk: DeskPage) -> None:
    await desk.page.get_by_role("button", name="Menu of Notes").press("Enter")
    await desk.page.get_by_role("menuitem", name="Maximise").press("Enter")


@pytest.mark.parametrize(
    "maximise",
    [maximise_by_button, maximise_by_double_click, maximise_at_the_top, maximise_by_keys, maximise_by_menu],
)
async def test_maximised_a_window_fills_the_workspace_and_keeps_its_place(desk: DeskPage, maximise: Any) -> None:
    desk.open_window()
    await maximise(desk)
    await expect(desk.window()).to_have_class("window active maximised")
    await lies(desk.window(), await box(desk.page.get_by_role("main")))
    await desk.page.get_by_role("button", name="Restore Notes").click()
    await lies(desk.window(), START)
    assert desk.frame() == START


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
async def test_minimised_a_window_is_in_the_list_only(desk: DeskPage, way: str) -> None:
    desk.open_window()
    listed = desk.page.get_by_role("navigation", name="Windows").get_by_role("button", name="Notes")
    if way == "mouse":
        await desk.page.get_by_role("button", name="Minimise Notes").click()
    else:
        await desk.page.get_by_role("button", name="Menu of Notes").press("Enter")
        await desk.page.get_by_role("menuitem", name="Minimise").press("Enter")
    await expect(desk.window()).to_be_hidden()
    await (listed.click() if way == "mouse" else listed.press("Enter"))
    await expect(desk.window()).to_be_visible()
    await expect(desk.window()).to_be_focused()


@pytest.mark.parametrize("way", ["button", "key", "menu"])
async def test_a_closed_window_is_gone_for_everyone(desk: DeskPage, way: str) -> None:
    desk.open_window()
    menu = desk.page.get_by_role("button", name="Menu of Notes")
    if way == "button":
        await desk.page.get_by_role("button", name="Close Notes").click()
    elif way == "key":
        await menu.press("Delete")
    else:
        await menu.click()
        await desk.page.get_by_role("menuitem", name="Close").click()
    await expect(desk.window()).to_have_count(0)
    assert desk.frame() is None
    await expect(desk.page.get_by_role("heading", name="Have things done on the web")).to_be_visible()


@pytest.mark.parametrize(
    ("keys", "changed"),
    [
        ("ArrowRight", {"x": 116}),
        ("ArrowUp", {"y": 64}),
        ("Shift+ArrowRight", {"width": 496}),
        ("Shift+ArrowUp", {"height": 344}),
    ],
)
async def test_keys_move_and_resize(desk: DeskPage, keys: str, changed: dict[str, float]) -> None:
    desk.open_window()
    await desk.page.get_by_role("button", name="Menu of Notes").press(keys)
    moves_to(desk, **changed)


@pytest.mark.parametrize(("keys", "part"), [("Alt+ArrowLeft", LEFT), ("Alt+ArrowRight", RIGHT)])
async def test_keys_snap_and_restore(desk: DeskPage, keys: str, part: Part) -> None:
    desk.open_window()
    menu = desk.page.get_by_role("button", name="Menu of Notes")
    await menu.press(keys)
    moves_to(desk, **await part_of_desk(desk, *part))
    await menu.press("Alt+ArrowDown")
    moves_to(desk)


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
async def test_tiled_windows_lie_side_by_side(desk: DeskPage, way: str) -> None:
    for number in range(3):
        desk.open_window(id=f"w{number}", title=f"Window {number}")
    await expect(desk.page.locator(".window")).to_have_count(3)
    if way == "mouse":
        await desk.page.get_by_role("button", name="Tile").click()
    else:
        await desk.page.get_by_role("button", name="Menu of Window 1").press("Enter")
        await desk.page.get_by_role("menuitem", name="Tile all windows").press("Enter")
    until("all have moved", lambda: (desk.frame("w2") or START)["x"] != START["x"])
    for number in range(3):
        await lies(desk.window(f"w{number}"), desk.frame(f"w{number}") or START)
    boxes = [await box(desk.window(f"w{number}")) for number in range(3)]
    width, height = await desk_size(desk)
    assert sum(each["width"] * each["height"] for each in boxes) > 0.9 * width * height


async def test_the_window_that_is_used_comes_to_the_front(desk: DeskPage) -> None:
    desk.open_window("<p>one</p>")
    desk.open_window("<p>two</p>", id="other", title="Other", x=140, y=100)
    await expect(desk.window("other")).to_have_class("window active")
    await desk.window().locator("h2").click(position={"x": 5, "y": 5})
    await expect(desk.window()).to_have_class("window active")
    top = "element => document.elementFromPoint(300, 200).closest('.window').dataset.window"
    assert await desk.window().evaluate(top) == "w"
    await desk.page.keyboard.press("F6")
    await expect(desk.window("other")).to_be_focused()
    assert await desk.window().evaluate(top) == "other"


async def test_arrow_keys_walk_through_the_menu_and_escape_returns(desk: DeskPage) -> None:
    desk.open_window()
    button = desk.page.get_by_role("button", name="Menu of Notes")
    await button.press("Enter")
    await expect(desk.page.get_by_role("menuitem", name="Maximise")).to_be_focused()
    await desk.page.keyboard.press("ArrowUp")
    await expect(desk.page.get_by_role("menuitem", name="Close")).to_be_focused()
    await desk.page.keyboard.press("Escape")
    await expect(button).to_be_focused()
    await expect(desk.page.get_by_role("menu")).to_be_hidden()


async def swipe(desk: DeskPage, x: float, y: float, by: int) -> None:
    """Put a finger down, move it to the right and down, and lift it."""
    session = await desk.context.new_cdp_session(desk.page)
    for kind, moved in (("touchStart", 0), ("touchMove", by // 3), ("touchMove", by), ("touchEnd", by)):
        points = [] if kind == "touchEnd" else [{"x": x + moved, "y": y + moved}]
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


async def test_a_finger_moves_and_resizes_a_window(open_desk: OpenDesk) -> None:
    desk = await open_desk(has_touch=True)
    desk.open_window()
    title = await box(desk.window().locator("h2"))
    await swipe(desk, title["x"] + 20, title["y"] + 5, 60)
    moves_to(desk, x=160, y=140)
    corner = await box(desk.window())
    await swipe(desk, corner["x"] + corner["width"] - 1, corner["y"] + corner["height"] - 1, 60)
    moves_to(desk, x=160, y=140, width=540, height=420)
    await desk.close()


@pytest.mark.parametrize("verb", ["Minimise", "Maximise", "Close"])
async def test_a_finger_presses_the_buttons_of_a_window(open_desk: OpenDesk, verb: str) -> None:
    desk = await open_desk(has_touch=True)
    desk.open_window()
    await desk.page.get_by_role("button", name=f"{verb} Notes").tap()
    if verb == "Maximise":
        await expect(desk.window()).to_have_class("window active maximised")
    else:
        await expect(desk.window()).to_be_hidden()
    await desk.close()


async def test_on_a_narrow_screen_windows_are_a_stack(open_desk: OpenDesk) -> None:
    desk = await open_desk(viewport={"width": 400, "height": 700})
    desk.open_window("<p>one</p>", id="a")
    desk.open_window("<p>two</p>", id="b")
    first, second = await box(desk.window("a")), await box(desk.window("b"))
    assert [first["x"], first["width"], second["x"], second["width"]] == [8, 384, 8, 384]
    assert second["y"] >= first["y"] + first["height"]
    assert await desk.page.evaluate("document.documentElement.scrollWidth") == 400
    await desk.close()


async def test_a_window_far_outside_can_still_be_reached(desk: DeskPage) -> None:
    desk.open_window(x=5_000, y=5_000)
    at = await box(desk.window())
    width, height = await desk_size(desk)
    assert [at["x"], at["y"]] == [width - 80, height - 44]


async def test_where_there_is_nothing_to_take_back_that_is_no_mistake(desk: DeskPage) -> None:
    await desk.page.get_by_role("button", name="Undo").click()
    await expect(desk.page.locator(".toast.info")).to_contain_text("There is nothing to take back.")
