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
from .document import AT, Document, refs_in
from .form import SAME, Form
from .loss import Loss, described, shortened
from .merge import Entangled
from .names import property_names
from .normal import Reading, about, kinds_of
from .rules import ROOT_REFUSED, Rules, rules_for
from .shape import Shaper
from .sizes import too_large
from .unite import others_of, united
from .walker import Walker

BOX: Final = "value"
"""The property that holds the arguments of a tool whose input is no object."""


@dataclass(frozen=True)
class Rendering:
    """A schema as one provider takes it. `strict` says whether it keeps the strict rules, `reason` why it does not.

    `boxed` says that the input need not be an object, and travels as the property `value` of one.
    """

    schema: Object
    losses: tuple[Loss, ...]
    strict: bool = False
    reason: str | None = None
    boxed: bool = False
    form: Form = field(default=SAME, repr=False)

    def fold(self, args: Any) -> Any:
        """What the model sent, as the rich schema says it. Never raises; what does not fit is left as it is."""
        folded = _travelled(self.form.fold, args)
        if not self.boxed:
            return folded
        return folded[BOX] if isinstance(folded, dict) and folded.keys() == {BOX} else args

    def say(self, args: Any) -> Any:
        """A value of the rich schema, as this dialect says it."""
        return _travelled(self.form.say, {BOX: args} if self.boxed else args)


def _travelled(way: Callable[[Any], Any], value: Any) -> Any:
    try:
        return way(value)
    except RecursionError:
        return value


def render(schema: Object | bool, dialect: str, *, strict: bool = False) -> Rendering:
    """The schema in a dialect; a schema that cannot be strict is rendered plain, with the reason."""
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
    """The input as one object, without union, negation or reference; None where it need not be an object."""
    boxed = Loss("", "type", "The input need not be one object; it is sent as the property 'value'.", "reworded")
    try:
        options = Reading(document).options(document.root, expand=True)
    except Entangled:
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
    """The walk over the root, put together with the definitions that are used."""
    box: Object = {
        "type": "object",
        "properties": {BOX: document.root},
        "required": [BOX],
        "additionalProperties": False,
    }
    whole = box if root is None else root
    names = property_names(rules, document.root, [*whole.get("properties", ()), *whole.get("required", ())])
    walker = Shaper(rules, document, names) if rules.strict else Walker(rules, document, names)
    piece = walker.root(whole)
    used: dict[str, Object] = {}
    waiting = [piece.schema]
    while waiting:
        new = {ref.rpartition("/")[2] for ref in refs_in(waiting.pop())} - used.keys()
        used |= {name: walker.definitions[name] for name in new}
        waiting += [walker.definitions[name] for name in new]
    schema = {**piece.schema, "properties": piece.schema.get("properties", {})}
    schema |= {"$defs": dict(sorted(used.items()))} if used else {}
    return Rendering(schema, (*losses, *walker.losses), boxed=root is None, form=piece.form)


def _fewer_items(rendering: Rendering, rules: Rules) -> Rendering:
    """Without the largest `maxItems`, until their sum is what the provider takes."""
    schema, losses = copy(rendering.schema), list(rendering.losses)
    lists = [(path, node) for path, node in every(schema) if isinstance(node, dict) and "maxItems" in node]
    total = sum(node["maxItems"] for _, node in lists)
    for path, node in sorted(lists, key=lambda one: -one[1]["maxItems"]):
        if total > rules.most.get("items allowed in all lists", total):
            size = node.pop("maxItems")
            total -= size
            node["description"] = described(node.get("description"), [f"at most {size} items"])
            message = "The sum of all maxItems is too large for the provider."
            losses.append(Loss(pointer((*path, "maxItems")), "maxItems", message))
    return replace(rendering, schema=schema, losses=tuple(losses))
