"""What is no JSON Schema, or is nested too deep to be walked, is refused before anything is done with it."""

from __future__ import annotations

from ..fault import Fault
from ..json import Object
from ..limits import DEFAULT_LIMITS
from .pointer import below, depth


def refuse_unsound(document: Object) -> None:
    """A Fault for a document that cannot be rendered."""
    _refuse_depth(document)
    from jsonschema_rs import ValidationError, meta

    try:
        # Without `$schema`, which could name an address, and which the validator would then fetch.
        meta.validate({key: value for key, value in document.items() if key != "$schema"})
    except ValidationError as error:
        raise Fault(
            "invalid_input",
            f"This is no JSON Schema: {error.message}.",
            pointer=below("", *error.instance_path),
            hint="Mend the schema.",
        ) from None


def _refuse_depth(schema: Object) -> None:
    limit = DEFAULT_LIMITS.depth
    if depth(schema, limit) > limit:
        raise Fault(
            "limit",
            f"The schema is nested deeper than {limit} levels.",
            pointer="",
            expected=f"at most {limit} levels",
            hint="Move the inner parts into $defs and refer to them with $ref.",
        )
