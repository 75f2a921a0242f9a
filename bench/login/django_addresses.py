"""The addresses of the Django sites: what is installed decides."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_urls = import_module("django.urls")
_apps = import_module("django.apps").apps
_required = import_module("django.contrib.auth.decorators").login_required


def home(request: Any) -> Any:
    """The first page inside, where a package has none of its own."""
    text = f"<h1>Hello {request.user}</h1><p>Three letters are waiting.</p>"
    return import_module("django.http").HttpResponse(f"<!doctype html><html lang=en><title>Home</title>{text}")


urlpatterns = [_urls.path("admin/", import_module("django.contrib.admin").site.urls), _urls.path("", _required(home))]
if _apps.is_installed("allauth"):
    urlpatterns.append(_urls.path("accounts/", _urls.include("allauth.urls")))
if _apps.is_installed("two_factor"):
    urlpatterns.append(_urls.path("", _urls.include(import_module("two_factor.urls").urlpatterns)))
