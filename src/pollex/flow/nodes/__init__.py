"""The types of nodes, one declaration a file."""

from __future__ import annotations

from typing import Final

from ..nodetype import NodeType
from .ask import ASK
from .browser_action import BROWSER_ACTION
from .browser_query import BROWSER_QUERY
from .context import CONTEXT
from .group import GROUP
from .iterate import ITERATE
from .route import ROUTE
from .show import SHOW
from .tool import TOOL
from .workflow import WORKFLOW

TYPES: Final = (BROWSER_ACTION, BROWSER_QUERY, ITERATE, ROUTE, CONTEXT, GROUP, TOOL, ASK, SHOW, WORKFLOW)
NODE_TYPES: Final[dict[str, NodeType]] = {name: each for each in TYPES for name in (each.name, *each.aliases)}
"""Every node type by each of its names."""
