"""What each provider accepts in a tool definition, as one table that renderer and rule checker both read."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from ..fault import Fault

Dialect = Literal["openai", "anthropic", "google", "mcp"]
Scope = Literal["none", "top", "every"]

SAFE_TOOL_NAME: Final = r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}"
"""A tool name that every provider takes; exports use no other."""

LIMITS: Final[dict[str, dict[str, str]]] = {
    "number": {
        "minimum": "at least {}",
        "maximum": "at most {}",
        "exclusiveMinimum": "more than {}",
        "exclusiveMaximum": "less than {}",
        "multipleOf": "a multiple of {}",
    },
    "string": {
        "minLength": "at least {} characters",
        "maxLength": "at most {} characters",
        "pattern": "must match {}",
        "format": "format {}",
        "contentEncoding": "encoded as {}",
        "contentMediaType": "of type {}",
        "contentSchema": "",
    },
    "array": {
        "minItems": "at least {} items",
        "maxItems": "at most {} items",
        "uniqueItems": "no item twice",
        **dict.fromkeys(("contains", "minContains", "maxContains", "unevaluatedItems"), ""),
    },
    "object": {
        "minProperties": "at least {} keys",
        "maxProperties": "at most {} keys",
        **dict.fromkeys(("propertyNames", "dependentRequired"), ""),
    },
}
"""The keywords that limit values of one type, each with the words for it where a dialect refuses it."""
PHRASES: Final = {key: words for limits in LIMITS.values() for key, words in limits.items() if words}
SHAPING: Final[dict[str, frozenset[str]]] = {
    "object": frozenset(
        {"properties", "required", "additionalProperties", "patternProperties", "unevaluatedProperties"}
    ),
    "array": frozenset({"items", "prefixItems"}),
}
"""The keywords that say what is inside a value of one type."""
STRICT_STRUCTURE: Final = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "$ref", "$defs", "description"}
)
FORMATS: Final = frozenset({"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"})
ROOT_REFUSED: Final = frozenset({"oneOf", "anyOf", "allOf", "enum", "not", "$ref", "const"})
LOOK_AROUND: Final = r"\(\?(?:=|!|<=|<!)"
BACK_REFERENCE: Final = r"\\[1-9bBk]"


@dataclass(frozen=True, slots=True)
class Rules:
    """One provider's rules in one mode. `keywords` is None where any JSON Schema keyword may stand below the root."""

    dialect: Dialect
    tool_name: str
    strict: bool = False
    property_name: str | None = None
    property_scope: Scope = "none"
    keywords: frozenset[str] | None = None
    formats: frozenset[str] = FORMATS
    pattern_refused: str | None = None
    optional_is_nullable: bool = False
    recursion: bool = True
    most_min_items: int | None = None
    most_sum_of_max_items: int | None = None
    most_properties: int | None = None
    most_levels: int | None = None
    most_enum_values: int | None = None
    most_characters: int | None = None
    most_tools: int | None = None
    most_strict_tools: int | None = None
    most_optional: int | None = None
    most_unions: int | None = None

    def takes(self, keyword: str, value: Any) -> bool:
        """Whether this constraint may stand."""
        if self.keywords is None:
            return True
        if keyword == "format":
            return value in self.formats
        if keyword == "pattern" and self.pattern_refused:
            return re.search(self.pattern_refused, value) is None
        if keyword == "minItems" and self.most_min_items is not None:
            return bool(value <= self.most_min_items)
        return keyword in self.keywords


OPENAI: Final = Rules("openai", r"[a-zA-Z0-9_-]{1,64}", most_tools=128)
OPENAI_STRICT: Final = replace(
    OPENAI,
    strict=True,
    keywords=STRICT_STRUCTURE
    | LIMITS["number"].keys()
    | {"minLength", "maxLength", "pattern", "format", "minItems", "maxItems"},
    pattern_refused=LOOK_AROUND,
    optional_is_nullable=True,
    most_properties=5_000,
    most_levels=10,
    most_enum_values=1_000,
    most_characters=120_000,
)
ANTHROPIC: Final = Rules(
    "anthropic", r"[a-zA-Z0-9_-]{1,128}", property_name=r"[a-zA-Z0-9_.-]{1,64}", property_scope="top"
)
ANTHROPIC_STRICT: Final = replace(
    ANTHROPIC,
    strict=True,
    keywords=STRICT_STRUCTURE | {"pattern", "format", "minItems"},
    formats=FORMATS | {"uri"},
    pattern_refused=f"{LOOK_AROUND}|{BACK_REFERENCE}",
    recursion=False,
    most_min_items=1,
    most_strict_tools=20,
    most_optional=24,
    most_unions=16,
)
GOOGLE: Final = Rules(
    "google",
    r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}",
    property_name=r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}",
    property_scope="every",
    most_sum_of_max_items=960,
    most_tools=512,
)
MCP: Final = Rules("mcp", r"[A-Za-z0-9._-]{1,128}")
PLAIN: Final = {"openai": OPENAI, "anthropic": ANTHROPIC, "google": GOOGLE, "mcp": MCP}
STRICT: Final = {"openai": OPENAI_STRICT, "anthropic": ANTHROPIC_STRICT}


def rules_for(dialect: str, *, strict: bool = False) -> Rules:
    """The rules of `dialect`; a provider without a strict mode gives its plain ones."""
    if dialect not in PLAIN:
        expected = f"one of {', '.join(PLAIN)}"
        raise Fault("invalid_input", f"{dialect!r} is no dialect.", expected=expected, received=repr(dialect))
    return STRICT.get(dialect, PLAIN[dialect]) if strict else PLAIN[dialect]
