"""The address at which a Node script has a credential typed: it names an element and a credential, and Pollex types the
value. The value does not go to the script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..core.context import Context
from ..core.fault import Code, Fault
from ..core.json import brief, loads
from ..core.secret import Secret
from ..core.suggest import did_you_mean, one_of
from .loopback import HttpRequest, respond
from .script_browser import ScriptBrowser

KEYS: Final = {"selector", "credential"}
EXAMPLE: Final = '{"selector": "#password", "credential": "username_password.password"}'
STATUS: Final[dict[Code, int]] = {
    "not_found": 404, "unknown_reference": 404, "blocked_domain": 403, "denied": 403, "ambiguous": 409, "timeout": 408,
}  # fmt: skip
"""The HTTP status of a fault; 422 for all others, as for a field that takes no text."""


class FillDoor:
    """Answers POST requests of one script; `credentials` has the fields of each type, None where there is none."""

    def __init__(
        self, browser: ScriptBrowser, context: Context, credentials: Mapping[str, Sequence[str] | None]
    ) -> None:
        self._browser = browser
        self._context = context
        self._credentials = credentials

    async def serve(self, request: HttpRequest) -> None:
        try:
            selector, name = read(request)
            result = await self._browser.type(selector, await self._secret(name))
        except Fault as fault:
            known = self._context.redactor.fault(fault)
            respond(request, 400 if fault.code in ("invalid_input", "invalid_json") else status(fault), known.to_json())
            return
        if result.fault is not None:
            respond(request, status(result.fault), result.fault.to_json())
        else:
            respond(request, 200, {"ok": True})

    async def _secret(self, name: str) -> Secret:
        """Return the value of `TYPE.FIELD`, if the template names the type and there is such a credential."""
        kind, _, field = name.partition(".")
        fields = self._credentials.get(kind)
        if kind in self._credentials and fields is None:
            message, hint = f"There is no credential of the type {kind!r}.", "Store one, or go on without it."
            raise Fault("unknown_reference", message, pointer="/credential", received=name, hint=hint, retry=False)
        if fields is None or field not in fields:
            known = [f"{each}.{inner}" for each, inners in self._credentials.items() for inner in inners or ()]
            raise Fault(
                "unknown_reference",
                f"There is no {name!r} for this script.",
                pointer="/credential",
                expected=one_of(known) if known else "no credential: the template requires none",
                received=name,
                hint=did_you_mean(name, known) or "Name the type in requiredCredentials or optionalCredentials.",
            )
        if self._context.secrets is None:
            raise Fault("unknown_reference", f"{name!r} cannot be looked up here.", pointer="/credential")
        secret = await self._context.secrets.get(name)
        self._context.redactor.learn(secret)
        return secret


def read(request: HttpRequest) -> tuple[Any, str]:
    """Return the selector and the credential's name; raise a Fault for anything else."""
    if request.method != "POST":
        raise Fault("invalid_input", "Send a POST request.", expected=EXAMPLE, received=request.method)
    try:
        asked: Any = loads(request.body)
    except ValueError as error:
        raise Fault("invalid_json", f"The request is not JSON: {error}.", expected=EXAMPLE) from error
    if not isinstance(asked, dict) or asked.keys() != KEYS or not isinstance(asked["credential"], str):
        shown = brief(asked if not isinstance(asked, dict) else sorted(asked))
        raise Fault("invalid_input", "The request is not understood.", pointer="", expected=EXAMPLE, received=shown)
    return asked["selector"], asked["credential"]


def status(fault: Fault) -> int:
    return STATUS.get(fault.code, 422)
