"""All component types by their names."""

from __future__ import annotations

from typing import Final

from ...core.fault import Fault
from ...core.suggest import did_you_mean, one_of
from .chart_types import CHART_TYPES
from .component_type import ComponentType
from .data_types import DATA_TYPES
from .input_types import INPUT_TYPES
from .layout_types import LAYOUT_TYPES
from .media_types import MEDIA_TYPES
from .process_types import PROCESS_TYPES
from .product_types import PRODUCT_TYPES
from .text_types import TEXT_TYPES

CATALOGUE: Final[dict[str, ComponentType]] = {
    kind.name: kind
    for family in (
        TEXT_TYPES,
        LAYOUT_TYPES,
        INPUT_TYPES,
        DATA_TYPES,
        CHART_TYPES,
        MEDIA_TYPES,
        PROCESS_TYPES,
        PRODUCT_TYPES,
    )
    for kind in family
}


def component_type(name: str) -> ComponentType:
    """Return the component type of a name, or raise a Fault."""
    if name in CATALOGUE:
        return CATALOGUE[name]
    raise Fault(
        "invalid_input",
        f"There is no component type {name!r}.",
        pointer="",
        expected=one_of(CATALOGUE, len(CATALOGUE)),
        received=repr(name),
        hint=did_you_mean(name, CATALOGUE) or "Use 'text', 'markdown' or 'json' to show anything else.",
    )
