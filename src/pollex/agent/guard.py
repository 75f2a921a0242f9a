"""What stands between a model's wish and the page. It holds whatever a page has talked the model into.

Asked for are: addresses that somebody gave or a page showed, hosts of the task, files and credentials that it names,
and nothing that binds somebody which it does not mention. All else needs a person's word, or is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import unquote, urljoin, urlsplit

from ..core.call import Call
from ..core.context import Context
from ..core.domain import within
from ..core.evidence import Evidence
from ..core.fault import Fault
from ..core.json import dumps
from ..core.pipeline.guard import consent
from ..core.reference import references
from ..core.tool import Tool
from .commitment import unasked, unasked_question
from .history import History
from .task import Task

GOING: Final = frozenset({"page.navigate", "page.open_tab"})
LOGIN: Final = re.compile(
    r"\b(?:log(?:ged|ging)?[\s-]?(?:in|on)|sign(?:ed|ing)?[\s-]?in|credential|password|authenticat)", re.IGNORECASE
)
ADDRESSEE: Final = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?\b|https?://\S+"
)
"""What somebody is reached by: a mail address, an account, a page."""


class Guards:
    """The guards of one run. `aimed` sees the element, `called` everything else."""

    def __init__(self, task: Task, history: Callable[[], History]) -> None:
        self._task = task
        self._history = history

    async def called(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        """Before a call: where it goes, what it takes along."""
        if not tool.name.startswith("page."):
            return None
        if tool.name in GOING and args.get("url"):
            refused = self._unheard_of(str(args["url"]), context)
            if refused is not None:
                return refused
        if (fault := self._foreign_files(tool, args)) is not None:
            return fault
        for why in self._remarkable(tool, args, context):
            if (fault := await consent(tool, call, args, context, self._task.policy, why)) is not None:
                return fault
        return None

    async def aimed(self, evidence: Evidence, context: Context) -> Fault | None:
        """Before an element is touched: what it says that it does, and where it leads."""
        call = context.current
        tool = None if call is None else context.tools.find(call.tool)
        if call is None or tool is None or tool.effect == "read":
            return None
        for why in self._element(tool, call, evidence, context):
            if (fault := await consent(tool, call, call.args, context, self._task.policy, why)) is not None:
                return fault
        return None

    def _unheard_of(self, url: str, context: Context) -> Fault | None:
        """An address that nobody gave and no page has shown."""
        here = "" if context.page is None else context.page.url
        full = urljoin(here, url)
        parts = urlsplit(full)
        if parts.scheme not in ("http", "https") and full != "about:blank" and url not in self._task.addresses:
            hint = "Use http or https addresses."
            return Fault("denied", f"{parts.scheme}: addresses are not opened.", received=url, hint=hint, retry=False)
        if self._is_known(full, url):
            return None
        hint = "Use a link of the page, or an address that stands in the task or on a page."
        message = f"Nobody gave the address {url!r}, and no page has shown it."
        return Fault("denied", message, pointer="/url", expected="a given or seen address", received=url, hint=hint)

    def _is_known(self, full: str, url: str) -> bool:
        given = [*self._task.addresses, *self._task.home]
        parts = urlsplit(full)
        if full.rstrip("/") in {each.rstrip("/") for each in given} or (parts.path in ("", "/") and not parts.query):
            return parts.hostname in {urlsplit(each).hostname or each for each in given} or full in given
        seen = "\n".join(self._history().seen())
        whole = parts.path + (f"?{parts.query}" if parts.query else "")
        return any(_stands_in(each, seen + "\n" + self._task.text) for each in {full, url, whole, unquote(full)})

    def _foreign_files(self, tool: Tool, args: Any) -> Fault | None:
        files = args.get("files", []) if tool.name == "page.upload" else []
        for file in [files] if isinstance(files, str) else files:
            if file not in self._task.files and str(file) not in self._task.text:
                message = f"The task does not name the file {file!r}."
                hint = "Name files that may be uploaded in the task."
                return Fault("denied", message, pointer="/files", received=str(file), hint=hint, retry=False)
        return None

    def _remarkable(self, tool: Tool, args: Any, context: Context) -> list[str]:
        """What is worth a person's word about a call."""
        found = []
        if tool.name in GOING and args.get("url"):
            found += self._outside(urljoin("" if context.page is None else context.page.url, str(args["url"])))
        elif tool.name == "page.search" and self._task.home:
            found.append("a web search leads outside the task's domains")
        elif tool.effect != "read" and context.page is not None and tool.name != "page.back":
            found += self._outside(context.page.url)
        if tool.name == "page.dialog" and args.get("accept", True):
            said = self._dialog()
            does = unasked_question(said, self._task.text)
            found += [f"the page asks {said!r}, and accepting that {does}"] if does else []
        for name in {each.path[1] for each in references(args) if each.root == "secret" and len(each.path) > 1}:
            if str(name) not in self._task.text and not LOGIN.search(self._task.text):
                found.append(f"the task does not speak of the credential {str(name)!r}")
        found += [f"{each!r} stands nowhere in the task" for each in self._strangers(tool, args)]
        return found

    def _element(self, tool: Tool, call: Call, evidence: Evidence, context: Context) -> list[str]:
        found = []
        name = evidence.name or evidence.text or evidence.label or ""
        presses = tool.name in ("page.click", "page.keypress", "page.check")
        if presses and (does := unasked(name, self._task.text)):
            found.append(f"{name!r} {does}, and the task does not ask for that")
        if tool.name == "page.click" and evidence.href:
            found += self._outside(urljoin("" if context.page is None else context.page.url, evidence.href))
        if tool.name == "page.type" and "{{secret." in dumps(call.args) and evidence.tag not in (None, "input"):
            found.append(f"{name!r} is no field for a secret")
        return found

    def _outside(self, url: str) -> list[str]:
        """Why an address is not the task's: its host is another."""
        host, home = urlsplit(url).hostname or "", self._task.home
        if not host or not home or any(within(host, _host(domain)) for domain in home):
            return []
        return [f"{host} is outside the task's domains ({', '.join(home)})"]

    def _strangers(self, tool: Tool, args: Any) -> list[str]:
        if tool.name != "page.type":
            return []
        text = self._task.text.casefold()
        return [each for each in ADDRESSEE.findall(str(args.get("text", ""))) if each.casefold() not in text]

    def _dialog(self) -> str:
        """What the page asks now, as the last action told."""
        for action in reversed(self._history().actions):
            if isinstance(action.result.data, dict) and action.result.data.get("dialog"):
                return str(action.result.data["dialog"].get("message", ""))
        return ""


def _host(domain: str) -> str:
    return domain.partition(":")[0] if domain.count(":") == 1 else domain


def _stands_in(address: str, text: str) -> bool:
    """Whether an address stands in a text as a whole, not as the beginning of a longer one or with something added."""
    if len(address) < 2:
        return False
    return re.search(rf"(?<![\w/.%-]){re.escape(address)}(?![\w/?&=%#-])", text) is not None
