"""What a script may not ask of its browser: what leads out of its domains, or to files of this machine.

The browser is not held as the script is: it can read and write what its user can.
"""

from __future__ import annotations

import re
from typing import Final

from ..core.json import Object

FILES: Final = "the browser would read files of this machine; give what is in a file, as {name, mimeType, buffer}"
REFUSED: Final = {
    "Target.exposeDevToolsProtocol": "a page could then do what is refused here",
    "Target.sendMessageToTarget": "attach with flatten instead",
    "Target.setRemoteLocations": "the browser would connect beside its proxy",
    "Target.openDevTools": "its pages can read files",
    "Tethering.bind": "the browser would open a port",
    "Extensions.loadUnpacked": "an extension can change the proxy",
    "PWA.install": "the browser would change this machine",
    "DOM.setFileInputFiles": FILES,
    "Page.handleFileChooser": FILES,
    "Network.loadNetworkResource": "it reads files as well",
}
"""Commands that are refused whatever their parameters, and why."""
ROUTED: Final = ("proxyServer", "proxyBypassList")
"""Parameters of a new context that would give it another way to the network."""
GOING: Final = ("Page.navigate", "Target.createTarget", "Fetch.continueRequest")
"""Commands with an address to go to."""
WEB: Final = re.compile(r"(https?:|data:|blob:|about:blank|about:srcdoc|$)", re.IGNORECASE)
SAVING: Final = ("Browser.setDownloadBehavior", "Page.setDownloadBehavior")


def refusal(message: Object) -> str | None:
    """Return why a script's command is refused, or None."""
    method, given = message["method"], message.get("params")
    params: Object = given if isinstance(given, dict) else {}
    why = REFUSED.get(method)
    if why is not None:
        return f"Pollex refuses {method}: {why}."
    if method == "Target.createBrowserContext":
        for name in ROUTED:
            if params.get(name) is not None:
                return f"Pollex refuses {name!r} of a new context: the allowed domains hold for all of them."
    if method in GOING and not WEB.match(str(params.get("url") or "")):
        return f"Pollex refuses {method} to {str(params['url'])[:100]!r}: it is no page of the web."
    if method == "Input.dispatchDragEvent" and isinstance(data := params.get("data"), dict) and data.get("files"):
        return f"Pollex refuses {method} with files: {FILES}."
    if method == "Tracing.start" and params.get("perfettoConfig") is not None:
        return f"Pollex refuses 'perfettoConfig' of {method}: the browser would write files."
    return None


def saved_in(message: Object, folder: str) -> Object:
    """Return a command so that what the browser downloads goes into a folder of ours, whatever the script names."""
    params = message.get("params")
    if message["method"] not in SAVING or not isinstance(params, dict) or "downloadPath" not in params:
        return message
    return {**message, "params": {**params, "downloadPath": folder}}
