"""What each provider accepts in a tool definition, as one table that renderer and rule checker both read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from ..fault import Fault

Dialect = Literal["openai", "anthropic", "google", "mcp"]
Scope = Literal["none", "top", "every"]

SAFE_TOOL_NAME: Final = r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}"
"""A tool name that every provider takes; exports use no other."""

NUMBER_LIMITS: Final = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})
LENGTH_LIMITS: Final = frozenset({"minLength", "maxLength"})
STRICT_STRUCTURE: Final = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "$ref", "$defs", "description"}
)
FORMATS: Final = frozenset({"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"})
LOOK_AROUND: Final = r"\(\?(?:=|!|<=|<!)"
BACK_REFERENCE: Final = r"\\[1-9bBk]"


@dataclass(frozen=True, slots=True)
class Rules:
    """One provider's rules in one mode. `keywords` is None where any JSON Schema keyword may stand below the root."""

    dialect: Dialect
    strict: bool
    tool_name: str
    most_tools: int | None = None
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
    most_strict_tools: int | None = None
    most_optional: int | None = None
    most_unions: int | None = None


TABLE: Final[dict[tuple[Dialect, bool], Rules]] = {
    ("openai", False): Rules("openai", strict=False, tool_name=r"[a-zA-Z0-9_-]{1,64}", most_tools=128),
    ("openai", True): Rules(
        "openai",
        strict=True,
        tool_name=r"[a-zA-Z0-9_-]{1,64}",
        most_tools=128,
        keywords=STRICT_STRUCTURE | NUMBER_LIMITS | LENGTH_LIMITS | {"pattern", "format", "minItems", "maxItems"},
        pattern_refused=LOOK_AROUND,
        optional_is_nullable=True,
        most_properties=5_000,
        most_levels=10,
        most_enum_values=1_000,
        most_characters=120_000,
    ),
    ("anthropic", False): Rules(
        "anthropic",
        strict=False,
        tool_name=r"[a-zA-Z0-9_-]{1,128}",
        property_name=r"[a-zA-Z0-9_.-]{1,64}",
        property_scope="top",
    ),
    ("anthropic", True): Rules(
        "anthropic",
        strict=True,
        tool_name=r"[a-zA-Z0-9_-]{1,128}",
        property_name=r"[a-zA-Z0-9_.-]{1,64}",
        property_scope="top",
        keywords=STRICT_STRUCTURE | {"pattern", "format", "minItems"},
        formats=FORMATS | {"uri"},
        pattern_refused=f"{LOOK_AROUND}|{BACK_REFERENCE}",
        recursion=False,
        most_min_items=1,
        most_strict_tools=20,
        most_optional=24,
        most_unions=16,
    ),
    ("google", False): Rules(
        "google",
        strict=False,
        tool_name=r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}",
        most_tools=512,
        property_name=r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}",
        property_scope="every",
        most_sum_of_max_items=960,
    ),
    ("mcp", False): Rules("mcp", strict=False, tool_name=r"[A-Za-z0-9._-]{1,128}"),
}


def rules_for(dialect: str, *, strict: bool = False) -> Rules:
    """The rules of `dialect`; a provider without a strict mode gives its plain ones."""
    for known in get_args(Dialect):
        if known == dialect:
            return TABLE.get((known, strict)) or TABLE[known, False]
    names = ", ".join(get_args(Dialect))
    raise Fault("invalid_input", f"{dialect!r} is no dialect.", expected=f"one of {names}", received=repr(dialect))
