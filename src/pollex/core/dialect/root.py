"""The root of a tool's input as providers want it: one object, without union, negation or reference at the top."""

from __future__ import annotations

from dataclasses import dataclass

from ..json import Object
from .alternatives import alternatives, implied_kinds
from .joins import CONDITIONS
from .loss import Loss
from .merge import flatten
from .refs import References
from .unite import united


@dataclass(frozen=True, slots=True)
class Root:
    """`schema` is None where the input need not be an object; it then travels in an object of one property."""

    schema: Object | None
    losses: tuple[Loss, ...] = ()


def root_of(refs: References) -> Root:
    document = flatten(refs.document, refs, [], expand=True)
    dropped: list[str] = []
    options = alternatives(document, refs, dropped, expand=True)
    if not options or not isinstance(document, dict) or not all(_is_object(option) for option in options):
        return Root(
            None,
            (Loss("", "type", "The input need not be an object; it is sent as the property 'value'.", "reworded"),),
        )
    losses = [Loss("", keyword, f"Two values of {keyword} hold at once; one is left out.") for keyword in dropped]
    if any("type" not in option for option in options):
        losses.append(Loss("", "type", "No type is given; only objects can be sent.", "narrowed"))
    one = united("object", [{**option, "type": "object"} for option in options], refs)
    if "not" in one:
        losses.append(Loss("/not", "not", "not cannot be said at the root."))
    if len(options) > 1:
        keyword = "anyOf" if "anyOf" in document else "oneOf"
        losses.append(
            Loss(f"/{keyword}", keyword, "The alternatives are united: which keys belong together is not said.")
        )
        if about := _with_alternatives(document.get("description"), options):
            one = {**one, "description": about}
    kept = {key: value for key, value in document.items() if key in ("title", "default", "examples", "description")}
    return Root({**kept, **{key: value for key, value in one.items() if key != "not"}}, tuple(losses))


def with_condition(schema: Object, losses: list[Loss]) -> Object:
    """The root with its condition written as JSON Schema writes it; it can hold only one."""
    if CONDITIONS not in schema:
        return schema
    first, *others = schema[CONDITIONS]
    losses.extend(Loss("", "if", "Only one condition can be said at the root.") for _ in others)
    return {**{key: value for key, value in schema.items() if key != CONDITIONS}, **first}


def _is_object(option: Object) -> bool:
    if "enum" in option:
        return False
    return option["type"] == "object" if "type" in option else implied_kinds(option) == ["object"]


def _with_alternatives(about: str | None, options: list[Object]) -> str | None:
    """The description and, for each alternative, the keys it needs."""
    needs = list(dict.fromkeys(", ".join(option.get("required", ())) or "no keys" for option in options))
    if len(needs) == 1:
        return about
    sentence = f"Give the keys of one alternative: {'; or '.join(needs)}."
    return f"{about} {sentence}" if about else sentence
