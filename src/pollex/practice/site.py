"""A practice site, the world of one server, and the rendering of a site's pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import BaseRoute

from .rewording import Rewording
from .session import VisitorSessions

State = TypeVar("State")

HERE: Final = Path(__file__).parent
TODAY: Final = date(2026, 11, 15)
"""The date of all sites, so that pages are the same every day."""
LAYOUTS: Final = {1: "the usual", 3: "renamed", 4: "reworded", 2: "redesigned"}
"""The layouts of the sites, the usual first, then by how much they differ from it."""


@dataclass
class World:
    """The state of one practice server: made from the seed, changed by visitors, discarded by a reset.

    Layout 1 is the usual one of every site, layout 2 the same site after a redesign. Layouts 3 and 4 are layout 1 with
    other names, and in 4 with other words too.
    """

    seed: int = 1
    layout: int = 1
    parts: dict[str, object] = field(default_factory=dict)
    age: int = 0
    sessions: VisitorSessions = field(init=False)

    def __post_init__(self) -> None:
        self.sessions = VisitorSessions(f"{self.seed}:{self.age}")

    @property
    def face(self) -> int:
        """The layout whose templates are rendered: 1 or 2."""
        return 2 if self.layout == 2 else 1

    @property
    def rewritten(self) -> bool:
        """Whether responses are rewritten after rendering."""
        return self.layout in (3, 4)

    @property
    def reworded(self) -> bool:
        """Whether buttons and labels have the words of the redesign."""
        return self.layout in (2, 4)

    def chance(self, name: str) -> Random:
        """Return a random generator that is the same for the same seed and name."""
        return Random(f"{self.seed}:{name}")  # noqa: S311 - it must be repeatable


@dataclass(frozen=True)
class Site:
    """One site. `start` makes its fresh state, `routes` are mounted at `/<name>/`, `access` describes the login.

    `wording` holds the other words of layout 4; addresses that match the pattern `as_is` are the same in layouts 3 and
    4 as in layout 1.
    """

    name: str
    title: str
    description: str
    start: Callable[[World], object]
    routes: Callable[[], list[BaseRoute]]
    access: tuple[tuple[str, str], ...] = ()
    wording: Rewording = field(default_factory=Rewording)
    as_is: str = ""


def world_of(request: Request) -> World:
    world = request.app.state.world
    assert isinstance(world, World)
    return world


def state_of(request: Request, name: str, kind: type[State]) -> State:
    """Return the state of the site with this name, made at the first call after a reset."""
    world = world_of(request)
    if name not in world.parts:
        site: Site = request.app.state.sites[name]
        world.parts[name] = site.start(world)
    state = world.parts[name]
    assert isinstance(state, kind)
    return state


def page(request: Request, template: str, *, status: int = 200, **values: object) -> HTMLResponse:
    """Render a template of the site that the request's path names, in the world's layout."""
    name = request.url.path.split("/")[1]
    world = world_of(request)
    shared = {"request": request, "base": f"/{name}", "layout": world.face, "seed": world.seed, "today": TODAY}
    return HTMLResponse(templates(name, world.face).get_template(template).render({**shared, **values}), status)


@cache
def templates(name: str, layout: int) -> Environment:
    """Return the templates of one site, then the shared ones; in layout 2 `item.2.html` precedes `item.html`."""
    plain = FileSystemLoader([HERE / name / "templates", HERE / "templates"])
    loader = plain if layout == 1 else ChoiceLoader([Redesigned(plain, layout), plain])
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


class Redesigned(BaseLoader):
    """A loader that prefers a template's second version, also where another template extends or includes it."""

    def __init__(self, plain: BaseLoader, layout: int) -> None:
        self.plain = plain
        self.layout = layout

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        return self.plain.get_source(environment, template.replace(".html", f".{self.layout}.html"))
