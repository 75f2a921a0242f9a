"""What the typed exports of libraries call. Installed wheels use it: its signature is a contract."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

if TYPE_CHECKING:
    from .app import App

T = TypeVar("T")


class ToolOptions(TypedDict, total=False):
    """The options of `App.run_tool`."""

    credentials: Mapping[str, str] | None
    """The names of stored credentials by type; by default the only one that fits the app."""
    auth: str | None
    """The app's login to use, where it has several."""
    run: str | None
    """The id of the run, a UUID."""
    durable: bool
    """Whether the run is kept step by step, so that it can be resumed after a kill."""
    timeout: float | None
    """Seconds for its script."""


async def call_tool(
    output: type[T],
    name: str,
    inputs: Mapping[str, Any],
    *,
    app: App | None = None,
    **options: Unpack[ToolOptions],
) -> T:
    """Run a library tool and return its outputs, which have the type `output`; raise its Fault where it fails.

    Inputs that are None are left out, dates become text. Without an app, one is opened for this call.
    """
    if app is None:
        from .app import App

        async with App() as opened:
            return await call_tool(output, name, inputs, app=opened, **options)
    given = {key: _to_json(value) for key, value in inputs.items() if value is not None}
    result = await app.run_tool(name, given, **options)
    if result.fault is not None:
        raise result.fault
    outputs: T = result.data["outputs"]
    return outputs


def _to_json(value: Any) -> Any:
    return date.isoformat(value) if isinstance(value, date) else value
