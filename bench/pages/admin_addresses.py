"""Where Django looks for the addresses of the administration."""

from importlib import import_module

urlpatterns = [import_module("django.urls").path("admin/", import_module("django.contrib.admin").site.urls)]
