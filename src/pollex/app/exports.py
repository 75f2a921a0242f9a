"""What the typed exports of libraries call. Installed wheels use it: its signature is a contract."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from .app import App

T = TypeVar("T")


async def call_tool(
    output: type[T],
    name: str,
    inputs: Mapping[str, Any],
    *,
    app: App | None = None,
    credentials: Mapping[str, str] | None = None,
) -> T:
    """Run a library tool and return its outputs, which have the type `output`; raise its Fault where it fails.

    Inputs that are None are left out, dates become text. Without an app, one is opened for this call.
    """
    if app is None:
        from .app import App

        async with App() as opened:
            return await call_tool(output, name, inputs, app=opened, credentials=credentials)
    given = {key: _to_json(value) for key, value in inputs.items() if value is not None}
    result = await app.run_tool(name, given, credentials=credentials)
    if result.fault is not None:
        raise result.fault
    outputs: T = result.data["outputs"]
    return outputs


def _to_json(value: Any) -> Any:
    return date.isoformat(value) if isinstance(value, date) else value
