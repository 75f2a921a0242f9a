"""Recorded requests and answers without what lets somebody in: cookies, credentials, one-time codes."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qsl, urlencode

from ..browser.effect import HIDDEN
from ..core.json import Object
from ..core.pipeline.redact import Redactor

HEADERS: Final = re.compile(r"cookie|authori[sz]ation|token|api-?key|secret|session|csrf|xsrf", re.IGNORECASE)
"""Names of headers that let somebody in."""
NAMES: Final = r"passw(?:or)?d|passphrase|pass|pwd|pin|otp|totp|code|token|secret|api_?key|csrf\w*|xsrf\w*|session\w*"
NAMED: Final = re.compile(rf"(?:.*[_\-.\[])?(?:{NAMES})\]?", re.IGNORECASE)
"""Names of fields that hold a credential or a one-time code."""
IN_JSON: Final = re.compile(rf'("(?:[\w\-]*[_\-])?(?:{NAMES}|\w*[tT]oken)"\s*:\s*)"(?:[^"\\]|\\.)*"', re.IGNORECASE)
"""Such a field in JSON, also where a page carries it in a script."""
IN_HTML: Final = re.compile(
    rf"""(<input\b(?=[^>]*\bname=["']?(?:[\w\-]*[_\-])?(?:{NAMES})\b)[^>]*?\bvalue=)("[^"]*"|'[^']*'|[^\s>]+)""",
    re.IGNORECASE,
)
"""Such a field in the form of a page."""
IN_ADDRESS: Final = re.compile(rf"([?&#;](?:[\w\-]*[_\-.])?(?:{NAMES}|\w*token)=)[^&#;]+", re.IGNORECASE)
"""Such a field in an address."""
IN_PARTS: Final = re.compile(
    rf'(\bname="(?:[\w\-]*[_\-.])?(?:{NAMES})"[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n)[^\r\n]*', re.IGNORECASE
)
"""Such a field in a form that is sent in parts."""
BOUNDARY: Final = re.compile(r'boundary="?([^";]+)')


def masked(entry: Object, redactor: Redactor) -> Object:
    """Return an entry without cookies, credentials and codes: what is named so, and every secret that was opened."""
    made: Object = redactor.value(entry)
    request, response = made["request"], made["response"]
    for side in (request, response):
        side["cookies"] = []
        kept = [each for each in side.get("headers", []) if not HEADERS.search(each["name"])]
        side["headers"] = [{**each, "value": _in_address(each["value"])} for each in kept]
    request["url"] = _in_address(request["url"])
    if "redirectURL" in response:
        response["redirectURL"] = _in_address(response["redirectURL"])
    request["queryString"] = [_field(each) for each in request.get("queryString", [])]
    if (sent := request.get("postData")) is not None:
        sent["params"] = [_field(each) for each in sent.get("params", [])]
        sent["text"] = _sent(sent.get("text", ""), sent.get("mimeType", ""))
    content = response.get("content", {})
    if isinstance(content.get("text"), str) and content.get("encoding") != "base64":
        content["text"] = IN_HTML.sub(rf'\g<1>"{HIDDEN}"', _in_json(content["text"]))
    return made


def _field(each: Object) -> Object:
    return {**each, "value": HIDDEN} if NAMED.fullmatch(each["name"]) else each


def _sent(text: str, media: str) -> str:
    if "urlencoded" not in media:
        return IN_PARTS.sub(rf"\g<1>{HIDDEN}", _in_json(text))
    pairs = parse_qsl(text, keep_blank_values=True)
    return urlencode([(name, HIDDEN if NAMED.fullmatch(name) else value) for name, value in pairs])


def _in_address(text: str) -> str:
    return IN_ADDRESS.sub(rf"\g<1>{HIDDEN}", text)


def _in_json(text: str) -> str:
    return IN_JSON.sub(rf'\g<1>"{HIDDEN}"', text)


def masked_address(url: str, redactor: Redactor) -> str:
    """Return an address as a masked entry has it."""
    return _in_address(redactor.text(url))


def masked_body(text: str, media: str, redactor: Redactor) -> str:
    """Return what is sent as a masked entry has it, but for the mark between the parts of a form, which is random."""
    made, parts = _sent(redactor.text(text), media), BOUNDARY.search(media)
    return made if parts is None else made.replace(parts[1], "")
