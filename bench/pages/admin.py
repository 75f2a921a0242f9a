"""Django's own administration, as a real application: 150 users, their groups, everybody is the same superuser."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any
from wsgiref.types import WSGIApplication

from bench.pages.generated import FIRST, LAST

USERS = 150
FIXED = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def as_superuser(get_response: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A middleware that logs everyone in, except on the login page, so that each page opens by its address."""
    users = import_module("django.contrib.auth").get_user_model()

    def answer(request: Any) -> Any:
        if not request.path.startswith("/admin/login"):
            request.user = users.objects.get(pk=1)
        return get_response(request)

    return answer


def settings(database: Path) -> dict[str, Any]:
    parts = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
    middle = ("sessions.middleware.SessionMiddleware", "auth.middleware.AuthenticationMiddleware")
    context = ("django.template.context_processors.request", "django.contrib.auth.context_processors.auth")
    return {
        "ALLOWED_HOSTS": ["127.0.0.1"],
        "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(database)}},
        "DEBUG": True,
        "INSTALLED_APPS": [f"django.contrib.{part}" for part in parts],
        "LOGGING_CONFIG": None,
        "MIDDLEWARE": [
            *(f"django.contrib.{each}" for each in middle),
            "django.contrib.messages.middleware.MessageMiddleware",
            f"{__name__}.as_superuser",
        ],
        "ROOT_URLCONF": "bench.pages.admin_addresses",
        "SECRET_KEY": "for a local benchmark only",
        "STATIC_URL": "/static/",
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {"context_processors": [*context, "django.contrib.messages.context_processors.messages"]},
            }
        ],
        "USE_TZ": True,
    }


def fill() -> None:
    models = import_module("django.contrib.auth.models")
    groups = [models.Group.objects.create(name=name) for name in ("Editors", "Readers", "Support")]
    for number in range(USERS):
        first, last = FIRST[number % len(FIRST)], LAST[number % len(LAST)]
        user = models.User(
            username=f"{first}.{last}.{number}".lower(),
            first_name=first,
            last_name=last,
            email=f"{first}.{number}@example.org".lower(),
            is_staff=number % 3 == 0,
            is_superuser=number == 0,
            date_joined=FIXED,
            last_login=FIXED,
            password="!unusable",
        )
        user.save()
        user.groups.add(groups[number % len(groups)])


def application(database: Path) -> WSGIApplication:
    """The administration on a fresh database."""
    database.unlink(missing_ok=True)
    import_module("django.conf").settings.configure(**settings(database))
    import_module("django").setup()
    import_module("django.core.management").call_command("migrate", verbosity=0)
    fill()
    wrap = import_module("django.contrib.staticfiles.handlers").StaticFilesHandler
    handler: WSGIApplication = wrap(import_module("django.core.wsgi").get_wsgi_application())
    return handler
