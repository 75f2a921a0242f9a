"""All windows of the product, in the order in which the launcher shows them."""

from __future__ import annotations

from typing import Final

from .credentials_window import CREDENTIAL, CREDENTIALS
from .live_window import LIVE, RECORD
from .module_window import MODULE
from .modules_window import MODULES
from .runs_window import RUN, RUNS, questions
from .schedules_window import SCHEDULES
from .settings_window import SETTINGS
from .tool_window import TOOL
from .tools_window import TOOLS
from .window import Feed, ProductWindow
from .workflow_window import WORKFLOW

PRODUCT_WINDOWS: Final[tuple[ProductWindow, ...]] = (
    RUNS,
    RUN,
    LIVE,
    RECORD,
    WORKFLOW,
    TOOLS,
    TOOL,
    MODULES,
    MODULE,
    CREDENTIALS,
    CREDENTIAL,
    SCHEDULES,
    SETTINGS,
)
STANDING: Final[dict[str, Feed]] = {"questions": questions}
"""What is read as long as a page shows the workspace, whatever windows are open."""
