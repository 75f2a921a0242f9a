"""The table of all pages: a name, the site that serves it, and the address on that site."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bench.pages import generated

Site = Literal["static", "admin", "practice"]
Kind = Literal["generated", "real", "practice"]

HOME = Path(".bench/page")
CORPUS = HOME / "corpus"
LISTED = HOME / "corpus.json"
PACKAGES = HOME / "node_modules"
EXAMPLES = "/usr/share/doc/libjs-jquery-ui-docs/examples"
PYTHON = "/usr/share/doc/python3.11/html"
NEWS = "/sources/newspaper4k/tests/data/html"

REAL: dict[str, tuple[Site, str]] = {
    "python-index": ("static", f"{PYTHON}/index.html"),
    "python-stdtypes": ("static", f"{PYTHON}/library/stdtypes.html"),
    "python-asyncio-task": ("static", f"{PYTHON}/library/asyncio-task.html"),
    "bash-manual": ("static", "/usr/share/doc/bash-doc/bashref.html"),
    "jquery-datepicker": ("static", f"{EXAMPLES}/datepicker/inline.html"),
    "jquery-dialog-form": ("static", f"{EXAMPLES}/dialog/modal-form.html"),
    "jquery-tabs": ("static", f"{EXAMPLES}/tabs/default.html"),
    "jquery-menu": ("static", f"{EXAMPLES}/menu/default.html"),
    "jquery-controlgroup": ("static", f"{EXAMPLES}/controlgroup/default.html"),
    "jquery-sortable": ("static", f"{EXAMPLES}/sortable/portlets.html"),
    "news-wired-front": ("static", f"{NEWS}/wired_main_site.html"),
    "news-yahoo-front": ("static", f"{NEWS}/yahoo_main_site.html"),
    "news-cnn-front": ("static", f"{NEWS}/cnn_main_site.html"),
    "news-cnn-article": ("static", f"{NEWS}/cnn_article.html"),
    "news-time-article": ("static", f"{NEWS}/time_001.html"),
    "news-spanish-article": ("static", f"{NEWS}/spanish_article.html"),
    "news-japanese-article": ("static", f"{NEWS}/japanese_article.html"),
    "mozilla-developer": ("static", "/sources/trafilatura/tests/resources/mozilla.org.firefox.developer.html"),
    "swagger-petstore": ("static", "/swagger/index.html"),
    "admin-login": ("admin", "/admin/login/"),
    "admin-index": ("admin", "/admin/"),
    "admin-users": ("admin", "/admin/auth/user/"),
    "admin-user-form": ("admin", "/admin/auth/user/2/change/"),
}
PRACTICE: dict[str, str] = {
    "practice-index": "/",
    "shop-home": "/shop/",
    "shop-search": "/shop/search?q=lamp",
    "shop-category": "/shop/c/lighting",
    "shop-item": "/shop/item/10578-studio-heron-oak-bedside-lamp-large",
    "shop-basket": "/shop/basket",
    "bank-login": "/bank/login",
    "tracker-issues": "/tracker/",
    "tracker-board": "/tracker/board",
    "tracker-issue": "/tracker/issues/1",
    "mail-inbox": "/mail/",
    "mail-message": "/mail/folder/inbox/100",
    "mail-settings": "/mail/settings",
    "hard-index": "/hard/",
    "hard-calendar": "/hard/calendar",
    "hard-click-listener": "/hard/click-listener",
    "hard-cookie-banner": "/hard/cookie-banner",
    "hard-dropdown": "/hard/dropdown-custom",
    "hard-iframe-cross": "/hard/iframe-cross",
    "hard-iframe-nested": "/hard/iframe-nested",
    "hard-list-virtual": "/hard/list-virtual",
    "hard-shadow-closed": "/hard/shadow-closed",
    "hard-shadow-open": "/hard/shadow-open",
}


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the corpus."""

    name: str
    kind: Kind
    site: Site
    path: str


def pages() -> list[Page]:
    made = [Page(name, "generated", "static", f"/generated/{name}.html") for name, _ in generated.pages()]
    real = [Page(name, "real", site, path) for name, (site, path) in REAL.items()]
    practice = [Page(name, "practice", "practice", path) for name, path in PRACTICE.items()]
    return [*made, *real, *practice]
