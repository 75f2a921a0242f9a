"""A small library on disk that is right in every way, and what the tests change in it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

APP = {"id": "shop", "name": "Shop", "description": "A shop.", "allowedDomains": ["shop.example"]}
TOOL: dict[str, Any] = {
    "slug": "find-price",
    "name": "Find a price",
    "description": "Find the price of a product.",
    "type": "tool",
    "file": "find-price.py",
    "app": "shop",
    "inputSchema": [
        {"display_name": "product", "type": "string", "required": True, "description": "The product's name"},
        {"display_name": "currency", "type": "string", "default_value": "EUR"},
    ],
    "outputSchema": [{"display_name": "price", "type": "number", "required": True, "description": "The price"}],
}
AUTH: dict[str, Any] = {
    "slug": "login",
    "name": "Log in",
    "type": "auth",
    "file": "login.py",
    "app": "shop",
    "requiredCredentials": ["username_password"],
    "optionalCredentials": ["authenticator"],
}
TOOL_SCRIPT = '''
async def run(page, inputs, credentials):
    """Look at https://elsewhere.example for more."""
    await page.navigate("https://www.shop.example/search")
    await page.type("label=Search", inputs["product"])
    return {"price": 1.0 if inputs.get("currency") == "EUR" else 2.0}
'''
AUTH_SCRIPT = """
async def run(page, inputs, credentials):
    await page.type("label=Password", credentials["username_password"].password)
    return {"loggedIn": await logged_in(page)}


async def logged_in(page) -> bool:
    return True
"""
WORKFLOW = {
    "name": "Find a price",
    "inputs": TOOL["inputSchema"],
    "outputs": [{"display_name": "price", "type": "number", "required": True, "value": "{{found}}"}],
    "nodes": [
        {
            "position": 1,
            "type": "browser_action",
            "config": {"action": "navigate", "url": "https://shop.example/{{product}}?in={{currency}}"},
        },
        {"position": 2, "type": "context", "config": {"operation": "set", "key": "found", "value": 3}},
    ],
}
SHOP = Path("src/apps/shop")
TOOL_FILE, AUTH_FILE = SHOP / "tool/find-price.template.json", SHOP / "auth/login.template.json"

GOOD: dict[Path, Any] = {
    SHOP / "app.json": APP,
    TOOL_FILE: TOOL,
    SHOP / "tool/find-price.py": TOOL_SCRIPT,
    AUTH_FILE: AUTH,
    SHOP / "auth/login.py": AUTH_SCRIPT,
}


def write_library(folder: Path, *changes: Mapping[Path, Any]) -> Path:
    """Write the good library with files changed: an object is JSON, a text is itself, None leaves the file out."""
    files = dict(GOOD)
    for change in changes:
        files |= change
    for name, content in files.items():
        if content is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return folder


def app(**changes: Any) -> dict[Path, Any]:
    return {SHOP / "app.json": _changed(APP, changes)}


def tool(**changes: Any) -> dict[Path, Any]:
    return {TOOL_FILE: _changed(TOOL, changes)}


def auth(**changes: Any) -> dict[Path, Any]:
    return {AUTH_FILE: _changed(AUTH, changes)}


def script(text: str) -> dict[Path, Any]:
    return {SHOP / "tool/find-price.py": text}


def workflow(**changes: Any) -> dict[Path, Any]:
    """Make the tool's script a workflow."""
    name = "find-price.workflow.json"
    return {**tool(file=name), SHOP / "tool" / name: _changed(WORKFLOW, changes)}


def _changed(document: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with keys changed; `...` leaves a key out."""
    return {name: value for name, value in {**document, **changes}.items() if value is not ...}
