"""A path leads to the first app that it fits."""

from collections.abc import Mapping

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from pollex.serve.routes import Routes

PATHS = ("/", "/api/runs", "/api/runs/{id}", "/api/runs/{id}/events", "/api/tools/{name}")


async def met(path: str, kind: str = "http") -> tuple[str, Mapping[str, str]]:
    found: list[tuple[str, Mapping[str, str]]] = []

    def app(called: str) -> ASGIApp:
        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            found.append((called, scope.get("path_params", {})))

        return answer

    async def nothing() -> dict[str, str]:
        return {}

    async def ignored(message: object) -> None: ...

    routes = Routes({each: app(each) for each in PATHS}, app("nothing"))
    await routes({"type": kind, "path": path}, nothing, ignored)
    [only] = found
    return only


@pytest.mark.parametrize(
    ("path", "called", "parameters"),
    [
        ("/", "/", {}),
        ("/api/runs", "/api/runs", {}),
        ("/api/runs/7", "/api/runs/{id}", {"id": "7"}),
        ("/api/runs/7/events", "/api/runs/{id}/events", {"id": "7"}),
        ("/api/runs/7/more", "nothing", {}),
        ("/api/runs/", "nothing", {}),
        ("/api/tools/bank/pay", "/api/tools/{name}", {"name": "bank/pay"}),
        ("/api/tools/a\nb", "/api/tools/{name}", {"name": "a\nb"}),
        ("/api.runs", "nothing", {}),
    ],
)
async def test_a_path_and_its_parameters(path: str, called: str, parameters: Mapping[str, str]) -> None:
    assert await met(path) == (called, parameters)


async def test_a_socket_has_no_route() -> None:
    assert await met("/api/runs", "websocket") == ("nothing", {})
