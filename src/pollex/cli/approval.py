"""A question for approval at the terminal: yes, yes to this kind in this run, no, or first the details."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import typer

from ..core.call import Call
from ..core.context import Approver, Decision, Reason
from ..core.json import dumps
from ..core.tool import Tool
from .output import console, escaped
from .prompt import ask_person

SHOWN = 200
"""Characters of the arguments that are shown without the details."""


def terminal_approver(*, json: bool) -> Approver | None:
    """Return what asks the person at the terminal; None where there is none."""
    return _ask if sys.stdin is not None and sys.stdin.isatty() and not json else None


async def _ask(tool: Tool, call: Call, args: Any, why: str) -> Decision:
    first, *others = why.splitlines() or [""]
    if not isinstance(why, Reason):
        others.append(dumps(args)[:SHOWN])
    console(stderr=True).print("\n".join([f"[yellow]?[/] {escaped(tool.name)}: {escaped(first)}", *_indented(others)]))
    return await ask_person(partial(_decide, args, why))


def _decide(args: Any, why: str) -> Decision:
    kind = isinstance(why, Reason) and why.kind
    answers = ["y = yes", *(["k = yes to this kind in this run"] if kind else []), "n = no", "d = details"]
    while True:
        match str(typer.prompt(f"  Do it? ({', '.join(answers)})", err=True)).strip().lower():
            case "y" | "yes":
                return Decision(True, "terminal")
            case "k" | "kind" if kind:
                return Decision(True, "terminal", kind=True)
            case "n" | "no":
                return Decision(False, "terminal")
            case "d" | "details":
                _show_details(args, why)


def _show_details(args: Any, why: str) -> None:
    known = {"arguments": args, **({"details": why.details} if isinstance(why, Reason) else {})}
    console(stderr=True).print("\n".join(_indented(dumps(known, indent=True).splitlines())))


def _indented(lines: list[str]) -> list[str]:
    return [f"    [dim]{escaped(line)}[/]" for line in lines]
