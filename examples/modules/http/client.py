"""A small HTTP client."""

from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen


class Client:
    """Fetches addresses under one name."""

    def __init__(self, agent: str) -> None:
        self._agent = agent

    def fetch(self, url: str, params: dict[str, Any], headers: dict[str, str]) -> dict[str, Any]:
        """Get an address."""
        address = f"{url}?{urlencode(params)}" if params else url
        request = Request(address, headers={"User-Agent": self._agent, **headers})  # noqa: S310 - the schema allows http only
        with urlopen(request, timeout=20) as answer:  # noqa: S310
            text = answer.read().decode(answer.headers.get_content_charset() or "utf-8", errors="replace")
            return {"status": answer.status, "headers": dict(answer.headers), "text": text}
