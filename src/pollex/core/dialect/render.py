"""A rich schema in a provider's dialect, with what was lost, and the way back for what the model sends."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..fault import Fault
from ..json import Object
from ..limits import DEFAULT_LIMITS
from .form import BOX, SAME, Boxed, Form
from .loss import Loss
from .names import PropertyNames, property_names
from .piece import Piece
from .plain import Mender
from .pointer import depth, segments
from .refs import References
from .root import Root, root_of, with_condition
from .rules import Rules, rules_for
from .shape import Shaper
from .shape_object import object_piece
from .sizes import max_items_in, measured, too_large
from .sound import refuse_unsound
from .unite import others_of
from .walk import refs_in
from .words import described

BOXED: Final[Object] = {"type": "object", "required": [BOX], "additionalProperties": False}


@dataclass(frozen=True)
class Rendering:
    """A schema as one provider takes it. `strict` says whether it keeps the strict rules, `reason` why it does not."""

    schema: Object
    losses: tuple[Loss, ...]
    strict: bool = False
    reason: str | None = None
    form: Form = field(default=SAME, repr=False)

    def fold(self, args: Any) -> Any:
        """What the model sent, as the rich schema says it. Never raises; what does not fit is left as it is."""
        return self._travel(self.form.fold, args)

    def say(self, args: Any) -> Any:
        """A value of the rich schema, as this dialect says it."""
        return self._travel(self.form.say, args)

    def _travel(self, way: Callable[[Any], Any], args: Any) -> Any:
        if self.form == SAME or depth(args, DEFAULT_LIMITS.depth) > DEFAULT_LIMITS.depth:
            return args
        try:
            return way(args)
        except RecursionError:
            return args


def render(schema: Object | bool, dialect: str, *, strict: bool = False, flat: bool = False) -> Rendering:
    """The schema in a dialect; a schema that cannot be strict is rendered plain, with the reason."""
    rules = rules_for(dialect, strict=strict)
    document: Object = schema if isinstance(schema, dict) else ({} if schema else {"not": {}})
    refuse_unsound(document)
    try:
        refs = References(document)
        root = root_of(refs)
        rendering = _strict(rules, refs, root, flat=flat) if rules.strict else _plain(rules, refs, root, flat=flat)
        losses = [replace(loss, pointer=refs.nearest(loss.pointer)) for loss in rendering.losses]
        return replace(rendering, losses=tuple(dict.fromkeys(losses)))
    except RecursionError:
        raise Fault("limit", "The schema is nested too deep, or contains itself without end.", pointer="") from None


def _strict(rules: Rules, refs: References, root: Root, *, flat: bool) -> Rendering:
    if root.schema is not None and others_of(root.schema) is not False:
        return _left_plain(rules, refs, root, "its input takes keys that are not declared", flat=flat)
    try:
        rendering = _shaped(rules, refs, root, flat=flat)
    except RecursionError:
        return _left_plain(rules, refs, root, "it is nested too deep", flat=flat)
    reason = too_large(measured(rendering.schema), rules)
    return _left_plain(rules, refs, root, reason, flat=flat) if reason else replace(rendering, strict=True)


def _left_plain(rules: Rules, refs: References, root: Root, reason: str, *, flat: bool) -> Rendering:
    plain = rules_for(rules.dialect)
    return replace(_plain(plain, refs, root, flat=flat), reason=reason)


def _plain(rules: Rules, refs: References, root: Root, *, flat: bool) -> Rendering:
    if flat:
        return _fewer_items(_shaped(rules, refs, root, flat=True), rules)
    losses = list(root.losses)
    mender = Mender(refs, _names(rules, refs, root))
    if root.schema is None:
        piece = _unboxed(mender.piece(BOXED | {"properties": {BOX: refs.document}}, "", top=True))
    else:
        piece = mender.piece(with_condition(root.schema, losses), "", top=True)
    return _fewer_items(_rendering(piece, [*losses, *mender.losses], mender.definitions), rules)


def _shaped(rules: Rules, refs: References, root: Root, *, flat: bool) -> Rendering:
    shaper = Shaper(rules, refs, _names(rules, refs, root), flat=flat)
    if root.schema is None:
        piece = _unboxed(object_piece(shaper, BOXED | {"properties": {BOX: refs.document}}, "", top=True))
    else:
        piece = object_piece(shaper, shaper.unconditional(root.schema, ""), "", top=True)
    return _rendering(piece, [*root.losses, *shaper.losses], shaper.definitions)


def _unboxed(piece: Piece) -> Piece:
    return Piece(piece.schema, Boxed(piece.form))


def _names(rules: Rules, refs: References, root: Root) -> PropertyNames:
    top = [BOX] if root.schema is None else [*root.schema.get("properties", ()), *root.schema.get("required", ())]
    return property_names(rules, refs.document, top)


def _rendering(piece: Piece, losses: list[Loss], definitions: dict[str, Object]) -> Rendering:
    """The pieces put together, with the definitions that are used."""
    used: dict[str, Object] = {}
    waiting = [piece.schema]
    while waiting:
        names = {ref.rpartition("/")[2] for ref in refs_in(waiting.pop())} - used.keys()
        used |= {name: definitions[name] for name in names}
        waiting += [definitions[name] for name in names]
    schema = {**piece.schema, "properties": piece.schema.get("properties", {})}
    schema |= {"$defs": dict(sorted(used.items()))} if used else {}
    return Rendering(schema, tuple(dict.fromkeys(losses)), form=piece.form)


def _fewer_items(rendering: Rendering, rules: Rules) -> Rendering:
    """Without the largest `maxItems`, until their sum is what the provider takes."""
    most, found = rules.most_sum_of_max_items, max_items_in(rendering.schema)
    total = sum(size for _, size in found)
    if most is None or total <= most:
        return rendering
    schema, losses = deepcopy(rendering.schema), list(rendering.losses)
    for at, size in sorted(found, key=lambda place: -place[1]):
        if total > most:
            total -= size
            node: Any = schema
            for segment in segments(at):
                node = node[int(segment)] if isinstance(node, list) else node[segment]
            del node["maxItems"]
            node["description"] = described(node.get("description"), [f"at most {size} items"])
            losses.append(Loss(f"{at}/maxItems", "maxItems", "The sum of all maxItems is too large for the provider."))
    return replace(rendering, schema=schema, losses=tuple(losses))
