"""The catalogue of components, as declarations. Documentation, prompts and TypeScript types are made from it."""

from .catalogue import CATALOGUE, component_type
from .component_type import ComponentEvent, ComponentType
from .events import check_event
from .marks import check_links, child_props, command_props
from .merge import merge
from .prompt import describe
from .props import BoundProps, check_props, for_page, resolve, update_props
from .typescript import typescript

__all__ = [
    "CATALOGUE",
    "BoundProps",
    "ComponentEvent",
    "ComponentType",
    "check_event",
    "check_links",
    "check_props",
    "child_props",
    "command_props",
    "component_type",
    "describe",
    "for_page",
    "merge",
    "resolve",
    "typescript",
    "update_props",
]
