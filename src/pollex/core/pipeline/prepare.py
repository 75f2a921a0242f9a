"""Preparation of arguments: parsed, filled from variables, repaired and checked."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from ..call import Call
from ..context import Context
from ..fault import Fault
from ..json import brief, loads
from ..leaves import copy, endless
from ..lenient_json import MENDED, parse_lenient
from ..limits import DEFAULT_LIMITS, Limits
from ..result import Repair
from ..template import fill
from ..tool import Tool
from .secrets import Sealed, close_secrets, holds_secret, secret_issue, swap

SHORT: Final = DEFAULT_LIMITS.depth
"""JSON text up to this length cannot be nested too deep; what was parsed from it needs no second check."""


@dataclass(slots=True)
class Prepared:
    """Checked arguments. Secrets are still closed: each is a token that no value can imitate."""

    args: Any
    repairs: tuple[Repair, ...] = ()
    tokens: dict[str, Sealed] | None = None

    def shown(self) -> Any:
        """Return the arguments as logs and people may see them."""
        if not self.tokens:
            return self.args
        return swap(self.args, {token: sealed.placeholder for token, sealed in self.tokens.items()})


def prepare(tool: Tool, call: Call, context: Context) -> Prepared:
    """Return checked arguments, or raise a Fault with every mistake."""
    args = call.args
    if (
        call.scope is None
        and type(args) is str
        and args[:1] == "{"
        and len(args) <= min(SHORT, context.limits.arguments_bytes)
    ):
        with suppress(Fault):  # what is wrong with it is told below, or mended
            read = parse(args)
            if tool.input.fits(read):
                return Prepared(read)
    args, repairs = read_arguments(args, context.limits)
    tokens: dict[str, Sealed] = {}
    if call.scope is not None:
        args, tokens = close_secrets(fill(args, call.scope, limits=context.limits))
    elif holds_secret(args):
        args, tokens = close_secrets(args)
    checked = tool.input.check(args, limits=context.limits)
    if issues := [kept for issue in checked.issues if (kept := secret_issue(issue, tokens))]:
        raise Fault.from_issues("invalid_input", issues)
    value = copy(checked.value) if checked.value is call.args else checked.value
    return Prepared(value, repairs + checked.repairs, tokens)


def read_arguments(args: Any, limits: Limits) -> tuple[Any, tuple[Repair, ...]]:
    """Parse arguments as a model writes them: JSON text, sometimes encoded twice, or nothing at all."""
    if args is None:
        return {}, ()
    if not isinstance(args, str | bytes):
        return args, ()
    if len(args) > limits.arguments_bytes:
        raise Fault(
            "limit",
            "The arguments are too large.",
            pointer="",
            expected=f"at most {limits.arguments_bytes} bytes",
            received=f"{len(args)} bytes",
            hint="Put large data into a file and pass its path.",
        )
    if not args.strip():
        return {}, (Repair("", "read the empty text as no arguments"),)
    try:
        value = parse(args)
    except Fault as fault:
        if fault.code != "invalid_json":
            raise
        return _mended(args, fault), (Repair("", MENDED),)
    if not isinstance(value, str):
        return value, ()
    try:
        return loads(value), (Repair("", "read the text as JSON a second time"),)
    except ValueError:
        return value, ()


def _mended(text: str | bytes, fault: Fault) -> Any:
    try:
        return parse_lenient(text if isinstance(text, str) else text.decode())
    except ValueError:
        raise fault from None


def parse(text: str | bytes) -> Any:
    try:
        return loads(text)
    except ValueError as error:
        if "depth limit" in str(error):
            raise endless() from error
        where = getattr(error, "pos", 0)
        shown = text if isinstance(text, str) else text.decode(errors="replace")
        raise Fault(
            "invalid_json",
            f"The arguments are not JSON: {error}.",
            pointer="",
            expected="a JSON object",
            received=brief(shown[max(0, where - 20) : where + 40]),
            hint="Write one JSON object with double quotes and no comments or trailing commas.",
        ) from error
