"""What a model of someone else's may not do in the browser: give secrets away, or upload files that nobody named."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from ..agent.guard.secrets import misplaced, sent_elsewhere, unfit
from ..browser.evidence import Evidence
from ..core.call import Call
from ..core.context import Context
from ..core.fault import Fault
from ..core.tool import Tool
from ..runs.local_files import ask_for_files_unless_allowed

HINT: Final = "Name it with --file where the server is started."


class BrowserGuards:
    """Two checkpoints: `called` before a call, `aimed` when its element is found."""

    def __init__(self, files: Collection[str] = ()) -> None:
        """`files` may be uploaded."""
        self._files = {Path(file).absolute() for file in files}

    async def called(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        """Refuse a secret anywhere but in a field, files that were not named, and to open files unasked."""
        if (fault := misplaced(tool.name, call.args) or self._unnamed_file(tool.name, args)) is not None:
            return fault
        return None if tool.name == "page.upload" else await ask_for_files_unless_allowed(tool, call, args, context)

    async def aimed(self, evidence: Evidence, context: Context) -> Fault | None:
        """Refuse a secret in a field that is not for it, or whose form goes to another host."""
        call = context.current
        if call is None or call.tool != "page.type" or context.page is None:
            return None
        here = context.page.url
        if (fault := sent_elsewhere(call.args, evidence, here)) is not None:
            return fault
        if (why := unfit(call.args, evidence, urlsplit(here).hostname or "")) is None:
            return None
        message = f"The secret is not typed: {why}."
        return Fault("denied", message, pointer="/text", expected="the field for it", retry=False)

    def _unnamed_file(self, tool: str, args: Any) -> Fault | None:
        files = args.get("files", []) if tool == "page.upload" else []
        for file in [files] if isinstance(files, str) else files:
            if Path(str(file)).absolute() not in self._files:
                message = f"The file {str(file)!r} may not be uploaded."
                return Fault("denied", message, pointer="/files", received=str(file), hint=HINT, retry=False)
        return None
