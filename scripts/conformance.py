"""How faithful the dialects are: over some hundred schemas, is each definition clean, can each valid value be sent?

Run it to see the table. The schemas are those of the source documents, a list of typical ones, and generated ones; the
generator has a fixed seed, so that the table is the same everywhere.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from jsonschema_rs import Draft202012Validator

from pollex.core.dialect import Loss, Rendering, render, violations
from pollex.core.json import Object
from pollex.core.schema import Schema

DATA: Final = Path(__file__).parent.parent / "tests" / "data" / "schemas"
FILES: Final = ("documents.json", "typical.json")
GENERATED: Final = 250
ROWS: Final = {
    "openai": ("openai", False),
    "openai strict": ("openai", True),
    "anthropic": ("anthropic", False),
    "anthropic strict": ("anthropic", True),
    "google": ("google", False),
    "mcp": ("mcp", False),
}
Make: TypeAlias = Callable[[random.Random], Any]


@dataclass(frozen=True)
class Case:
    """A rich schema and values that are valid under it."""

    name: str
    schema: Object | bool
    instances: tuple[Any, ...]


@dataclass
class Row:
    schemas: int = 0
    clean: int = 0
    instances: int = 0
    sendable: int = 0
    excused: int = 0
    neither: int = 0
    left_plain: int = 0


def listed() -> list[tuple[str, Any, list[Any]]]:
    """Name, schema and values of everything in the corpus."""
    entries = [entry for file in FILES for entry in json.loads((DATA / file).read_text(encoding="utf-8"))]
    written = [(entry["name"], entry["schema"], entry["instances"]) for entry in entries]
    return [*written, *generated(GENERATED)]


def cases() -> list[Case]:
    """The corpus with those of its values that are valid when objects are closed, as tool input is."""
    found: list[Case] = []
    for name, document, instances in listed():
        schema = Schema(document)
        fits = Draft202012Validator(schema.closed, validate_formats=True)
        found.append(Case(name, schema.document, tuple(value for value in instances if fits.is_valid(value))))
    return found


def table(known: list[Case] | None = None) -> str:
    """The conformance table, in Markdown."""
    known = cases() if known is None else known
    head = [
        "dialect",
        "schemas",
        "rule-clean",
        "left plain",
        "valid values",
        "can be sent",
        "excused by a named loss",
        "neither",
    ]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for name in ROWS:
        row = measure(name, known)
        numbers = [row.schemas, row.clean, row.left_plain, row.instances, row.sendable, row.excused, row.neither]
        lines.append(f"| {name} | {' | '.join(f'{number:,}' for number in numbers)} |")
    return "\n".join(lines) + "\n"


def measure(name: str, known: list[Case]) -> Row:
    """One row of the table."""
    dialect, strict = ROWS[name]
    row = Row()
    for case in known:
        rendering = render(case.schema, dialect, strict=strict)
        row.schemas += 1
        row.left_plain += strict and not rendering.strict
        row.clean += not violations(rendering.schema, dialect, strict=rendering.strict)
        fits = Draft202012Validator(rendering.schema)
        for value in case.instances:
            row.instances += 1
            verdict = judged(rendering, fits, value)
            row.sendable += verdict == "sendable"
            row.excused += verdict == "excused"
            row.neither += verdict == "neither"
    return row


def judged(rendering: Rendering, fits: Draft202012Validator, value: Any) -> str:
    """Whether a value can be sent and comes back as it was meant, or is excused by a loss that says so."""
    said = rendering.encode(value)
    back = rendering.decode(said)
    valid = fits.is_valid(said)
    null_is_default = any(loss.keyword == "default" for loss in rendering.losses)
    if valid and (same(back, value) or (null_is_default and same(without_nulls(back), without_nulls(value)))):
        return "sendable"
    return "excused" if any(excuses(loss, valid, back, value) for loss in rendering.losses) else "neither"


def excuses(loss: Loss, valid: bool, back: Any, value: Any) -> bool:
    """A loss about null excuses a value that differs in nothing but nulls; another narrowing one excuses any."""
    if loss.kind != "narrowed":
        return False
    return (valid and same(without_nulls(back), without_nulls(value))) if "null" in loss.message.lower() else True


def same(left: Any, right: Any) -> bool:
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


def generated(number: int) -> Iterator[tuple[str, Object, list[Any]]]:
    """Schemas made at random, each with values made along with it."""
    for seed in range(number):
        rng = random.Random(seed)
        definitions: dict[str, tuple[Object, Make]] = {}
        schema, make = an_object(rng, 3, definitions)
        if definitions:
            schema = {**schema, "$defs": {name: one for name, (one, _) in definitions.items()}}
        yield f"generated {seed}", schema, [make(random.Random(seed * 100 + turn)) for turn in range(6)]


Definitions: TypeAlias = dict[str, tuple[Object, Make]]
Grow: TypeAlias = Callable[[random.Random, int, Definitions], tuple[Object, Make]]
NAMES: Final = (
    "id",
    "name",
    "text",
    "count",
    "tags",
    "to",
    "first name",
    "größe",
    "x-y",
    "2nd",
    "when",
    "options",
    "value",
)


def any_schema(rng: random.Random, depth: int, definitions: Definitions) -> tuple[Object, Make]:
    scalar: list[Grow] = [a_string, a_number, a_boolean, an_enum]
    nested: list[Grow] = [
        an_object,
        an_array,
        a_tuple,
        a_map,
        a_union,
        a_nullable,
        a_composition,
        a_definition,
        anything,
    ]
    return rng.choice([*scalar, *nested, *nested] if depth > 0 else scalar)(rng, depth - 1, definitions)


def a_string(rng: random.Random, _depth: int, _definitions: Definitions) -> tuple[Object, Make]:
    extra: Object = rng.choice(
        [{}, {}, {"minLength": 1}, {"pattern": "^[a-z]*$"}, {"pattern": "^(?!x)"}, {"description": "Some text."}]
    )
    return {"type": "string", **extra}, lambda r: r.choice(["a", "true", "12", "null", "abc", '{"a":1}'])


def a_number(rng: random.Random, _depth: int, _definitions: Definitions) -> tuple[Object, Make]:
    kind = rng.choice(["integer", "number"])
    extra: Object = rng.choice(
        [{}, {"minimum": 0}, {"maximum": 9, "description": "A size."}, {"multipleOf": 1}, {"default": 3}]
    )
    return {"type": kind, **extra}, lambda r: r.randint(0, 9) if kind == "integer" else r.choice([0, 1.5, 7])


def a_boolean(_rng: random.Random, _depth: int, _definitions: Definitions) -> tuple[Object, Make]:
    return {"type": "boolean"}, lambda r: r.random() < 0.5


def an_enum(rng: random.Random, _depth: int, _definitions: Definitions) -> tuple[Object, Make]:
    values = rng.choice([["a", "b"], [1, 2, 3], ["x", "y", "z"], ["x", None], ["1", 1, True], [{"k": 1}, "l"]])
    return {"enum": values}, lambda r: r.choice(values)


def anything(rng: random.Random, _depth: int, _definitions: Definitions) -> tuple[Object, Make]:
    schema: Object = rng.choice([{}, {"description": "Anything."}, {"type": "object"}])
    values = [{"a": [1, None]}, {}] + ([] if "type" in schema else ["text", "7", 7, None, True, [1]])
    return schema, lambda r: r.choice(values)


def an_object(rng: random.Random, depth: int, definitions: Definitions) -> tuple[Object, Make]:
    names = rng.sample(NAMES, rng.randint(0, 4))
    parts = {name: any_schema(rng, depth, definitions) for name in names}
    required = [name for name in names if rng.random() < 0.5]
    schema: Object = {"type": "object", "properties": {name: part for name, (part, _) in parts.items()}}
    schema |= {"required": required} if required else {}
    schema |= rng.choice([{}, {}, {"additionalProperties": False}, {"minProperties": 0}])
    return schema, lambda r: {n: make(r) for n, (_, make) in parts.items() if n in required or r.random() < 0.5}


def an_array(rng: random.Random, depth: int, definitions: Definitions) -> tuple[Object, Make]:
    item, make = any_schema(rng, depth, definitions)
    extra: Object = rng.choice([{}, {"minItems": 1}, {"maxItems": 5}, {"minItems": 2}, {"uniqueItems": True}])
    return {"type": "array", "items": item, **extra}, lambda r: [make(r) for _ in range(r.randint(0, 3))]


def a_tuple(rng: random.Random, depth: int, definitions: Definitions) -> tuple[Object, Make]:
    parts = [any_schema(rng, depth, definitions) for _ in range(rng.randint(1, 3))]
    rest: Object = rng.choice([{"items": False}, {"items": False, "minItems": len(parts)}, {}])
    return {"type": "array", "prefixItems": [part for part, _ in parts], **rest}, lambda r: [
        make(r) for _, make in parts
    ]


def a_map(rng: random.Random, depth: int, definitions: Definitions) -> tuple[Object, Make]:
    item, make = any_schema(rng, depth, definitions)
    return {"type": "object", "additionalProperties": item}, lambda r: {
        k: make(r) for k in r.sample(["a", "b c", "d"], 2)
    }


def a_union(rng: random.Random, depth: int, definitions: Definitions) -> tuple[Object, Make]:
    parts = [any_schema(rng, depth, definitions) for _ in range(rng.randint(2, 3))]
    keyword = rng.choice(["anyOf", "oneOf"])
    return {keyword: [part for part, _ in parts]}, lambda r: r.choice(parts)[1](r)


def a_nullable(rng: random.Random, depth: int, definitions: Definitions) -> tuple[Object, Make]:
    part, make = any_schema(rng, depth, definitions)
    default: Object = {"default": None} if rng.random() < 0.9 else {}
    return {"anyOf": [part, {"type": "null"}], **default}, lambda r: None if r.random() < 0.4 else make(r)


def a_composition(rng: random.Random, depth: int, definitions: Definitions) -> tuple[Object, Make]:
    (one, make_one), (other, make_other) = an_object(rng, depth, definitions), an_object(rng, depth, definitions)
    return {"allOf": [one, other], "description": "Both."}, lambda r: {**make_one(r), **make_other(r)}


def a_definition(rng: random.Random, depth: int, definitions: Definitions) -> tuple[Object, Make]:
    """A reference to a definition: a tree that contains itself, or any schema."""
    name = f"D{len(definitions)}"
    definitions[name] = ({}, lambda _: None)
    ref: Object = {"$ref": f"#/$defs/{name}"} | rng.choice([{}, {}, {"description": "A part."}])
    if rng.random() < 0.5:
        definitions[name] = any_schema(rng, depth, definitions)
    else:
        label, make = any_schema(rng, depth, definitions)
        tree = {"label": label, "kids": {"type": "array", "items": {"$ref": f"#/$defs/{name}"}}}
        schema: Object = {"type": "object", "properties": tree, "required": ["label"]}
        definitions[name] = (
            schema,
            lambda r: {"label": make(r), "kids": [{"label": make(r)}, {"label": make(r), "kids": []}]},
        )
    return ref, definitions[name][1]


if __name__ == "__main__":
    print(table(), end="")
