"""Another extension, which puts a page of its own into others: Chrome takes our debugger away then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

MANIFEST: Final = {
    "manifest_version": 3, "name": "Guest", "version": "1",
    "content_scripts": [{"matches": ["http://127.0.0.1/*"], "js": ["guest.js"]}],
    "web_accessible_resources": [{"resources": ["guest.html"], "matches": ["http://127.0.0.1/*"]}],
}  # fmt: skip
SCRIPT: Final = """addEventListener("guest", () => {
  document.body.append(Object.assign(document.createElement("iframe"), { src: chrome.runtime.getURL("guest.html") }));
});"""
COMES: Final = "dispatchEvent(new Event('guest'))"
"""What brings its page into one."""


def guest(folder: Path) -> Path:
    folder.mkdir()
    for name, text in (("manifest.json", json.dumps(MANIFEST)), ("guest.js", SCRIPT), ("guest.html", "<p>Guest</p>")):
        (folder / name).write_text(text)
    return folder
