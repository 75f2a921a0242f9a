"""A workspace and a tab that shows it: what a program draws, and what a person finds."""

from __future__ import annotations

from typing import Any, Final, Protocol, Self

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, StorageState, expect

from pollex.core.json import Object

from ..serve.served import Served
from ..waits import PATIENCE

REFUSED: Final = "the server responded with a status of 4"
SIZE: Final = {"width": 1280, "height": 800}
WINDOW: Final[Object] = {"id": "w", "title": "Notes", "x": 100, "y": 80, "width": 480, "height": 360}


class OpenDesk(Protocol):
    """Opens a workspace in a browser."""

    async def __call__(self, workspace: str | None = None, **options: Any) -> DeskPage: ...


class DeskPage:
    """A workspace in a browser."""

    def __init__(self, served: Served, workspace: str, context: BrowserContext, page: Page) -> None:
        self.served = served
        self.workspace = workspace
        self.context = context
        self.page = page
        self.complaints: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, said: ConsoleMessage) -> None:
        """Take what the console says. That the server refused something is an answer, which the page shows."""
        if said.type in ("error", "warning") and REFUSED not in said.text:
            self.complaints.append(said.text)

    @classmethod
    async def open(cls, chromium: Browser, served: Served, workspace: str | None = None, **options: Any) -> Self:
        if workspace is None:
            workspace = str(served.client.post("/api/workspaces").json()["id"])
        context = await chromium.new_context(**{"viewport": SIZE, "reduced_motion": "reduce", **options})
        context.set_default_timeout(PATIENCE * 1_000)
        made = cls(served, workspace, context, await context.new_page())
        await made.page.goto(f"{served.page_url}/?workspace={workspace}")
        await expect(made.page.locator(".status")).to_have_text("Connected")
        return made

    async def close(self) -> None:
        await self.context.close()

    def apply(self, *commands: tuple[str, Object]) -> list[Object]:
        """Apply a batch as a program does."""
        batch = [{"op": op, "params": params} for op, params in commands]
        answer = self.served.client.post(f"/api/workspace/{self.workspace}/batch", json=batch)
        assert answer.status_code == 200, answer.text
        found: list[Object] = answer.json()
        return found

    def ask(self, request: str, **body: Any) -> Any:
        """Ask for something else by its name, as a program does."""
        answer = self.served.client.post(f"/api/workspace/{self.workspace}/{request}", json=body or None)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def open_window(self, html: str = "", **params: Any) -> None:
        """Make the window `w`, or one with other parameters, and draw HTML into it."""
        created = {**WINDOW, **params}
        drawn = {"windowId": created["id"], "target": "#root", "html": html}
        self.apply(("window.create", created), *([("dom.set", drawn)] if html else []))

    def draw(self, html: str, target: str = "#root", window: str = "w") -> None:
        self.apply(("dom.set", {"windowId": window, "target": target, "html": html}))

    def render(self, type: str, id: str = "c", **props: Any) -> None:  # noqa: A002 - the name in the command
        """Draw a component into the window `w`."""
        self.apply(("component.render", {"id": id, "windowId": "w", "target": "#root", "type": type, "props": props}))

    def snapshot(self) -> Object:
        found: Object = self.served.client.get(f"/api/workspace/{self.workspace}").json()
        return found

    def frame(self, window: str = "w") -> dict[str, float] | None:
        """Where the server has a window, or None where it has none."""
        found = [each for each in self.snapshot()["windows"] if each["id"] == window]
        return {name: found[0][name] for name in ("x", "y", "width", "height")} if found else None

    def state(self) -> dict[str, Any]:
        """The state, but for what mirrors the other runs of the server."""
        found = {each["key"]: each["value"] for each in self.snapshot()["state"]}
        return {key: value for key, value in found.items() if not key.startswith("pollex.")}

    def window(self, id: str = "w") -> Locator:  # noqa: A002 - the id of a window
        return self.page.locator(f'.window[data-window="{id}"]')

    @property
    def content(self) -> Locator:
        return self.window().locator(".content")


async def enter(chromium: Browser, served: Served) -> StorageState:
    """Have a server let a browser in; return its storage, with the chat closed: windows have the whole page."""
    context = await chromium.new_context()
    page = await context.new_page()
    await page.goto(served.entry())
    await page.wait_for_url(f"{served.page_url}/")
    await page.evaluate("localStorage.setItem('pollex-chat', 'closed')")
    found = await context.storage_state()
    await context.close()
    return found
