"""A field for text that a site has made a list: what a node would type is chosen in it."""

from __future__ import annotations

from ...core.json import Object
from ...core.reference import references
from ...core.result import Result


def option_instead(tool: str, args: Object, result: Result) -> Object | None:
    """Return the arguments of `page.select` for a text that was not typed, as its field is a list; else None."""
    fault = result.fault
    if tool != "page.type" or fault is None or (fault.code, fault.received) != ("failed", "select"):
        return None
    if args.get("clear") is False or any(each.root == "secret" for each in references(args["text"])):
        return None
    return {**{name: value for name, value in args.items() if name not in ("text", "clear")}, "option": args["text"]}
