"""Which tools of a set can be strict together: providers count strict tools, options and unions over a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .rules import Rules
from .sizes import Sizes

COUNTED: Final = {"optional": "optional parameters", "unions": "unions", "tools": "strict tools"}


def left_plain(sizes: Mapping[str, Sizes], rules: Rules) -> dict[str, str]:
    """The tools to leave plain, each with the reason; the heaviest in what there is too much of goes first."""
    strict = dict(sizes)
    left: dict[str, str] = {}
    limits = {"optional": rules.most_optional, "unions": rules.most_unions, "tools": rules.most_strict_tools}
    for measure, most in limits.items():
        while most is not None and (total := _total(strict, measure)) > most:
            name = max(reversed(strict), key=lambda one: _weight(strict[one], measure))
            left[name] = f"together the strict tools would have {total} {COUNTED[measure]}, and {most} are allowed"
            del strict[name]
    return left


def _total(sizes: Mapping[str, Sizes], measure: str) -> int:
    return len(sizes) if measure == "tools" else sum(_weight(one, measure) for one in sizes.values())


def _weight(sizes: Sizes, measure: str) -> int:
    if measure == "tools":
        return sizes.optional + sizes.unions
    return sizes.optional if measure == "optional" else sizes.unions
