"""What each provider accepts in a tool definition, as one table that renderer and rule checker both read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from ..fault import Fault

Dialect = Literal["openai", "anthropic", "google", "mcp"]

SAFE_TOOL_NAME: Final = r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}"
"""A tool name that every provider accepts; exports use no other."""
LIMITS: Final[dict[str, dict[str, str]]] = {
    "number": {
        "minimum": "at least {}", "maximum": "at most {}", "exclusiveMinimum": "more than {}",
        "exclusiveMaximum": "less than {}", "multipleOf": "a multiple of {}",
    },
    "string": {
        "minLength": "at least {} characters", "maxLength": "at most {} characters", "pattern": "must match {}",
        "format": "format {}", "contentEncoding": "encoded as {}", "contentMediaType": "of type {}",
        "contentSchema": "",
    },
    "array": {
        "minItems": "at least {} items", "maxItems": "at most {} items", "uniqueItems": "no item twice",
        "contains": "", "minContains": "", "maxContains": "", "unevaluatedItems": "",
    },
    "object": {
        "minProperties": "at least {} keys", "maxProperties": "at most {} keys", "propertyNames": "",
        "dependentRequired": "",
    },
}  # fmt: skip
"""The keywords that limit values of one type, each with the words for it, if there are any, where it is refused."""
SHAPING: Final = {
    "object": {"properties", "required", "additionalProperties", "patternProperties", "unevaluatedProperties"},
    "array": {"items", "prefixItems"},
}
"""The keywords that describe the inside of a value of one type."""
STRICT_STRUCTURE: Final = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "$ref", "$defs", "description"}
)
ROOT_REFUSED: Final = frozenset({"oneOf", "anyOf", "allOf", "enum", "not", "$ref", "const"})
FORMATS: Final = frozenset({"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"})
LOOK_AROUND: Final = r"\(\?(?:=|!|<=|<!)"
BACK_REFERENCE: Final = r"\\[1-9bBk]"


@dataclass(frozen=True, slots=True)
class Rules:
    """One provider's rules in one mode. `keywords` is None where any JSON Schema keyword may stand below the root.

    `most` says how large a schema, or all strict ones of a request, may be, by the measures in `sizes`.
    """

    dialect: Dialect
    tool_name: str
    most: Mapping[str, int] = field(default_factory=dict)
    strict: bool = False
    property_name: str = ".*"
    property_scope: Literal["top", "every"] = "top"
    keywords: frozenset[str] | None = None
    formats: frozenset[str] = FORMATS
    pattern_refused: str = "(?!)"
    most_min_items: int | None = None
    optional_is_nullable: bool = False
    recursion: bool = True

    def takes(self, keyword: str, value: Any) -> bool:
        """Return whether the constraint is accepted."""
        if self.keywords is None or keyword not in self.keywords:
            return self.keywords is None
        if keyword == "format":
            return value in self.formats
        if keyword == "pattern":
            return re.search(self.pattern_refused, value) is None
        return keyword != "minItems" or self.most_min_items is None or value <= self.most_min_items


OPENAI: Final = Rules("openai", r"[a-zA-Z0-9_-]{1,64}", {"tools": 128})
ANTHROPIC: Final = Rules("anthropic", r"[a-zA-Z0-9_-]{1,128}", property_name=r"[a-zA-Z0-9_.-]{1,64}")
GOOGLE: Final = Rules(
    "google",
    r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}",
    {"tools": 512, "items allowed in all lists": 960},
    property_name=r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}",
    property_scope="every",
)
MCP: Final = Rules("mcp", r"[A-Za-z0-9._-]{1,128}")
OPENAI_STRICT: Final = replace(
    OPENAI,
    strict=True,
    most={"tools": 128, "properties": 5_000, "levels": 10, "enum values": 1_000, "characters": 120_000},
    keywords=STRICT_STRUCTURE.union(
        LIMITS["number"], {"minLength", "maxLength", "pattern", "format", "minItems", "maxItems"}
    ),
    pattern_refused=LOOK_AROUND,
    optional_is_nullable=True,
)
ANTHROPIC_STRICT: Final = replace(
    ANTHROPIC,
    strict=True,
    most={"strict tools": 20, "optional parameters": 24, "unions": 16},
    keywords=STRICT_STRUCTURE | {"pattern", "format", "minItems"},
    formats=FORMATS | {"uri"},
    pattern_refused=f"{LOOK_AROUND}|{BACK_REFERENCE}",
    most_min_items=1,
    recursion=False,
)
PLAIN: Final = {"openai": OPENAI, "anthropic": ANTHROPIC, "google": GOOGLE, "mcp": MCP}
STRICT: Final = {"openai": OPENAI_STRICT, "anthropic": ANTHROPIC_STRICT}


def rules_for(dialect: str, *, strict: bool = False) -> Rules:
    """Return the rules of `dialect`; plain ones where the provider has no strict mode."""
    if dialect not in PLAIN:
        expected = f"one of {', '.join(PLAIN)}"
        raise Fault("invalid_input", f"{dialect!r} is no dialect.", expected=expected, received=repr(dialect))
    return STRICT.get(dialect, PLAIN[dialect]) if strict else PLAIN[dialect]
