"""A rich schema in a provider's dialect, with what was lost, and the way back for what the model sends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..fault import Fault
from ..json import Object
from ..leaves import copy
from ..limits import DEFAULT_LIMITS
from ..path import pointer
from ..schema.walk import every
from .codec import IDENTITY, Codec
from .document import AT, Document, refs_in
from .loss import Loss, shortened, with_phrases
from .merge import Unmergeable
from .names import property_names
from .normal import Normalizer, about, kinds_of
from .rules import ROOT_REFUSED, Rules, rules_for
from .sizes import too_large
from .strict import StrictWalker
from .unite import others_of, united
from .walker import Walker

BOX: Final = "value"
"""The property that holds the arguments of a tool whose input is no object."""


@dataclass(frozen=True)
class Rendering:
    """A schema in a provider's dialect. `strict` is whether it keeps the strict rules, `reason` why it does not.

    `boxed` means that the input need not be an object, and is sent as the property `value` of one.
    """

    schema: Object
    losses: tuple[Loss, ...]
    strict: bool = False
    reason: str | None = None
    boxed: bool = False
    codec: Codec = field(default=IDENTITY, repr=False)

    def decode(self, args: Any) -> Any:
        """Return what the model sent as a value of the rich schema. Never raises; what does not fit is unchanged."""
        decoded = _unless_too_deep(self.codec.decode, args)
        if not self.boxed:
            return decoded
        return decoded[BOX] if isinstance(decoded, dict) and decoded.keys() == {BOX} else args

    def encode(self, args: Any) -> Any:
        """Return a value of the rich schema as a value of this dialect."""
        return _unless_too_deep(self.codec.encode, {BOX: args} if self.boxed else args)


def _unless_too_deep(convert: Callable[[Any], Any], value: Any) -> Any:
    try:
        return convert(value)
    except RecursionError:
        return value


def render(schema: Object | bool, dialect: str, *, strict: bool = False) -> Rendering:
    """Return the schema in a dialect; one that cannot be strict is rendered plain, with the reason."""
    rules = rules_for(dialect, strict=strict)
    document = Document(schema if isinstance(schema, dict) else {} if schema else {"not": {}})
    try:
        rendering = _strict(rules, document) if rules.strict else _plain(rules, document)
    except RecursionError:
        raise Fault("limit", "The schema is nested too deep, or contains itself without end.", pointer="") from None
    losses = [replace(loss, pointer=document.nearest(loss.pointer)) for loss in rendering.losses]
    return replace(rendering, losses=tuple(dict.fromkeys(losses)))


def _strict(rules: Rules, document: Document) -> Rendering:
    root, losses = _root(document)
    reason = "its input takes keys that are not declared" if root and others_of(root) is not False else None
    if reason is None:
        try:
            rendering = _rendered(rules, document, root, losses)
            reason = too_large(rendering.schema, rules)
        except RecursionError:
            reason = "it is nested too deep"
    if reason is None:
        return replace(rendering, strict=True)
    return replace(_plain(rules_for(rules.dialect), document), reason=reason)


def _plain(rules: Rules, document: Document) -> Rendering:
    as_it_is = document.root.get("type") == "object" and not document.root.keys() & ROOT_REFUSED
    root, losses = (document.root, []) if as_it_is else _root(document)
    return _fewer_items(_rendered(rules, document, root, losses), rules)


def _root(document: Document) -> tuple[Object | None, list[Loss]]:
    """Return the input as one object, without union, negation or reference; None where it need not be an object."""
    boxed = Loss("", "type", "The input need not be one object; it is sent as the property 'value'.", "reworded")
    try:
        options = Normalizer(document).options(document.root, expand=True)
    except Unmergeable:
        return None, [boxed]
    said = {key: value for key, value in about(document.root, document).items() if key != AT}
    if not options or any(kinds_of(option) != ["object"] or "enum" in option for option in options):
        return None, [boxed]
    losses: list[Loss] = []
    if any("type" not in option for option in options):
        losses.append(Loss("", "type", "No type is given; only objects can be sent.", "narrowed"))
    one = {**united([{"type": "object", **option} for option in options]), **said}
    if one.pop("not", None) is not None:
        losses.append(Loss("/not", "not", "not cannot be said at the root."))
    if len(options) > 1:
        keyword = next((key for key in ("anyOf", "oneOf", "if", "dependentSchemas") if key in document.root), "allOf")
        message = "The alternatives are united: which keys belong together is not said."
        losses.append(Loss(f"/{keyword}", keyword, message))
        needs = list(dict.fromkeys(", ".join(option.get("required", ())) or "no keys" for option in options))
        sentence = f"Give the keys of one alternative: {'; or '.join(needs)}." if len(needs) > 1 else ""
        text = shortened(f"{said.get('description', '')} {sentence}".strip(), DEFAULT_LIMITS.description)
        one |= {"description": text} if text else {}
    return one, losses


def _rendered(rules: Rules, document: Document, root: Object | None, losses: list[Loss]) -> Rendering:
    """Walk the root, and add the definitions that it uses."""
    box: Object = {
        "type": "object",
        "properties": {BOX: document.root},
        "required": [BOX],
        "additionalProperties": False,
    }
    whole = box if root is None else root
    names = property_names(rules, document.root, [*whole.get("properties", ()), *whole.get("required", ())])
    walker = StrictWalker(rules, document, names) if rules.strict else Walker(rules, document, names)
    piece = walker.root(whole)
    used: dict[str, Object] = {}
    waiting = [piece.schema]
    while waiting:
        new = {ref.rpartition("/")[2] for ref in refs_in(waiting.pop())} - used.keys()
        used |= {name: walker.definitions[name] for name in new}
        waiting += [walker.definitions[name] for name in new]
    schema = {**piece.schema, "properties": piece.schema.get("properties", {})}
    schema |= {"$defs": dict(sorted(used.items()))} if used else {}
    return Rendering(schema, (*losses, *walker.losses), boxed=root is None, codec=piece.codec)


def _fewer_items(rendering: Rendering, rules: Rules) -> Rendering:
    """Drop the largest `maxItems` until their sum is what the provider accepts."""
    schema, losses = copy(rendering.schema), list(rendering.losses)
    lists = [(path, node) for path, node in every(schema) if isinstance(node, dict) and "maxItems" in node]
    total = sum(node["maxItems"] for _, node in lists)
    for path, node in sorted(lists, key=lambda one: -one[1]["maxItems"]):
        if total > rules.most.get("items allowed in all lists", total):
            size = node.pop("maxItems")
            total -= size
            node["description"] = with_phrases(node.get("description"), [f"at most {size} items"])
            message = "The sum of all maxItems is too large for the provider."
            losses.append(Loss(pointer((*path, "maxItems")), "maxItems", message))
    return replace(rendering, schema=schema, losses=tuple(losses))
