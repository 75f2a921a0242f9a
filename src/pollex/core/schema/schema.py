"""A JSON Schema (2020-12) that validates a value, or checks it with repairs, defaults and every mistake at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from ..fault import Fault, Issue
from ..json import Object, brief
from ..leaves import copy
from ..limits import DEFAULT_LIMITS, Limits
from ..path import pointer
from ..plain import SURROGATES, convert
from ..reference import Reference, Style, read
from ..result import Repair
from ..size import TOO_MUCH, is_plain, json_size
from .close import closed
from .defaults import has_defaults, with_defaults
from .explain import SentPath, explain
from .parameters import from_parameters
from .repair import Repairing
from .walk import SchemaDocument, every, rebuild

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError, Validator

DIALECT: Final = "https://json-schema.org/draft/2020-12/"


@dataclass(frozen=True, slots=True)
class Checked:
    """A value as a tool will receive it, the repairs that were made, and the remaining issues."""

    value: Any
    repairs: tuple[Repair, ...] = ()
    issues: tuple[Issue, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.issues

    def unwrap(self) -> Any:
        """Return the value, or raise a Fault with all issues."""
        if self.issues:
            raise Fault.from_issues("invalid_input", self.issues)
        return self.value


class Schema:
    """A JSON Schema. `valid` is plain validation; `check` also closes objects, repairs, fills defaults and explains."""

    def __init__(self, document: SchemaDocument, *, resources: Mapping[str, SchemaDocument] | None = None) -> None:
        """Take a document; `resources` are further schemas by their address. Nothing is ever fetched."""
        if not isinstance(document, dict | bool):
            raise Fault(
                "invalid_input",
                "This is no JSON Schema.",
                pointer="",
                expected="object or boolean",
                received=brief(document),
            )
        self.document: SchemaDocument = without_any(document)
        self._resources = dict(resources or {})
        refuse_foreign_references(self.document, self._resources)

    @classmethod
    def from_parameters(cls, parameters: list[Object]) -> Schema:
        """Return the schema of the library specification's (000) list of SchemaParameters."""
        document = from_parameters(parameters)
        own = [(at, each["display_name"]) for at, each in enumerate(parameters) if "schema" in each]
        if issues := [issue.below(at) for at, name in own for issue in own_schema_mistakes(name, document)]:
            raise Fault.from_issues("invalid_input", issues)
        return cls(document)

    def __repr__(self) -> str:
        return f"Schema({self.document!r})"

    @cached_property
    def closed(self) -> SchemaDocument:
        """The document that `check` uses: no unknown keys where properties are listed."""
        self.verify()
        return closed(self.document)

    def verify(self) -> None:
        """Raise a Fault if the document is not a JSON Schema."""
        _ = self._judge

    def valid(self, value: Any) -> bool:
        """Return whether the value is valid by JSON Schema alone."""
        return is_plain(value) and self._judge.is_valid(value)

    @cached_property
    def accepts(self) -> Callable[[Any], bool]:
        """A faster `valid`, for values that are known to be plain JSON."""
        return self._judge.is_valid

    @cached_property
    def fits(self) -> Callable[[Any], bool]:
        """Whether `check` would leave a plain value as it is: nothing to repair, nothing to fill in."""
        return self._closed_judge.is_valid if not self._has_defaults else lambda value: False

    def check(
        self, value: Any, *, authoring: Style | None = None, repair: bool = True, limits: Limits = DEFAULT_LIMITS
    ) -> Checked:
        """Close, repair, fill defaults, explain. With `authoring`, a reference of that style fits anywhere."""
        weight = json_size(value, limits.depth, limits.arguments_bytes)
        if weight == TOO_MUCH:
            most = f"more than {limits.depth} levels or {limits.arguments_bytes} bytes"
            return Checked(value, (), (loss_issue("", most),))
        if weight >= 0:
            if self._closed_judge.is_valid(value):
                return Checked(self._complete(value) if self._has_defaults else value)
            return self._check_slowly(copy(value), (), authoring, repair=repair, most=limits.issues)
        made, losses = convert(value, limits)
        replaced = [Repair(place, what) for place, what in losses if what == SURROGATES]
        if len(replaced) < len(losses):
            return Checked(value, (), tuple(loss_issue(place, what) for place, what in losses if what != SURROGATES))
        return self._check_slowly(made, tuple(replaced), authoring, repair=repair, most=limits.issues)

    def _check_slowly(
        self, value: Any, repairs: tuple[Repair, ...], authoring: Style | None, *, repair: bool, most: int
    ) -> Checked:
        try:
            work = Repairing(value, self._closed_judge, self.closed, mend=repair)
        except ValueError:
            return Checked(value, (), (too_deep_to_explain(),))
        errors = [error for error in work.errors if not (authoring and is_template_error(error, authoring))]
        if errors:
            return Checked(
                work.value, (*repairs, *work.repairs), explained_issues(errors, self.closed, work.sent, most)
            )
        return Checked(self._complete(work.value), (*repairs, *work.repairs))

    def issues(self, value: Any) -> tuple[Issue, ...]:
        """Return the issues of plain validation, for outputs, which are neither closed nor repaired."""
        if self.valid(value):
            return ()
        if not is_plain(value):
            return tuple(loss_issue(place, what) for place, what in convert(value)[1]) or (too_deep_to_explain(),)
        try:
            errors = list(islice(self._judge.iter_errors(value), DEFAULT_LIMITS.issues))
        except ValueError:
            return (too_deep_to_explain(),)
        return explained_issues(errors, self.document, lambda path: path, DEFAULT_LIMITS.issues)

    def _complete(self, value: Any) -> Any:
        return with_defaults(value, self.document, self.document)

    @cached_property
    def _has_defaults(self) -> bool:
        return has_defaults(self.document)

    @cached_property
    def _judge(self) -> Validator:
        return self._compile(self.document, formats=False)

    @cached_property
    def _closed_judge(self) -> Validator:
        return self._compile(self.closed, formats=True)

    def _compile(self, document: SchemaDocument, *, formats: bool) -> Validator:
        import jsonschema_rs

        registry = jsonschema_rs.Registry(list(self._resources.items()), retriever=refuse) if self._resources else None
        try:
            return jsonschema_rs.Draft202012Validator(
                document, validate_formats=formats, retriever=refuse, registry=registry
            )
        except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError) as error:
            raise broken_schema(error) from error


def own_schema_mistakes(name: str, document: Object) -> tuple[Issue, ...]:
    """Return what is wrong with the schema that a parameter brings: it is none, or the default does not fit it."""
    brought = document["properties"][name]
    try:
        schema = Schema({"properties": {name: brought}})
        schema.verify()
    except Fault as fault:
        place = (fault.pointer or "").removeprefix(pointer(("properties", name)))
        expected, received = fault.expected or "a JSON Schema", fault.received or brief(brought)
        return (Issue(f"/schema{place}", fault.message, expected, received, fault.hint),)
    unfit = schema.issues({name: brought["default"]}) if "default" in brought else ()
    return tuple(
        Issue("/default_value", f"The default does not fit: {each.message}", each.expected, each.received, each.hint)
        for each in unfit
    )


def without_any(schema: SchemaDocument) -> SchemaDocument:
    """Return the schema with `"type": "any"` read as no constraint."""
    if isinstance(schema, bool):
        return schema
    made = rebuild(schema, lambda path, child: without_any(child))
    types = made.get("type")
    if types == "any" or (isinstance(types, list) and "any" in types):
        del made["type"]
    return made


def refuse_foreign_references(document: SchemaDocument, resources: Mapping[str, SchemaDocument]) -> None:
    """Raise a Fault for references to other documents than those given: nothing is ever fetched."""
    schemas = [(path, schema) for path, schema in every(document) if isinstance(schema, dict)]
    if not any("$ref" in schema or "$dynamicRef" in schema for _, schema in schemas):
        return
    bases = [schema["$id"].rsplit("/", 1)[0] for _, schema in schemas if isinstance(schema.get("$id"), str)]
    for path, schema in schemas:
        for keyword in ("$ref", "$dynamicRef"):
            target = schema.get(keyword)
            if not isinstance(target, str) or target.startswith(("#", DIALECT)) or bases or resources:
                continue
            raise Fault(
                "invalid_input",
                f"The schema refers to {target!r}, which lies outside it; nothing is ever fetched.",
                pointer=pointer((*path, keyword)),
                expected="a reference into the same schema, such as '#/$defs/name'",
                received=target,
                hint="Copy what is referred to into '$defs' and refer to it there.",
            )


def refuse(uri: str) -> Any:
    raise ValueError(f"The schema refers to {uri!r}; nothing is ever fetched.")


def broken_schema(error: Exception) -> Fault:
    from jsonschema_rs import ValidationError

    if isinstance(error, ValidationError):
        where = pointer(tuple(error.instance_path))
        return Fault(
            "invalid_input", f"This is no JSON Schema: {error.message[:300]}", pointer=where, hint="Mend the schema."
        )
    return Fault("invalid_input", f"The schema cannot be used: {str(error)[:300]}", pointer="", hint="Mend the schema.")


def explained_issues(
    errors: Iterable[ValidationError], root: SchemaDocument, sent: SentPath, most: int
) -> tuple[Issue, ...]:
    """Return the first mistakes, explained and sorted by place."""
    first = islice(explain(errors, root, sent), max(most, 1))
    return tuple(sorted(first, key=lambda issue: issue.pointer))


def loss_issue(place: str, what: str) -> Issue:
    """Return the issue for a value that JSON cannot express or that is too large: nothing is cut silently."""
    why = what.removesuffix("; cut")
    return Issue(place, f"This cannot be taken: {why}.", "JSON within the limits", why, "Send less, or plainer JSON.")


def too_deep_to_explain() -> Issue:
    """Return the issue for a value of more than 250 levels, which the validator checks but cannot explain."""
    message = "The value does not fit, and is nested too deep to say where."
    return Issue("", message, "at most 250 levels", "more than 250 levels", "Make it flatter to see what is wrong.")


def is_template_error(error: ValidationError, style: Style) -> bool:
    """Return whether the error is only that a template is in the place of its value.

    A lone reference may become anything; with text around it, it will at least be text.
    """
    if isinstance(error.instance, str):
        parts = read(error.instance, style).parts
        if any(isinstance(part, Reference) for part in parts):
            return len(parts) == 1 or error.kind.name != "type"
    if error.kind.name in ("anyOf", "oneOf"):
        return any(
            branch and all(is_template_error(inner, style) for inner in branch) for branch in error.kind.value or []
        )
    return False
