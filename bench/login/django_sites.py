"""Login pages of real packages, one a process: `python -m bench.login.django_sites NAME` in the exam's environment.

It prints its address and ends when its standard input is closed. The database is in memory; `/exam` makes it new.
"""

from __future__ import annotations

import sys
import threading
from importlib import import_module
from socketserver import ThreadingMixIn
from typing import Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

USER: Final = "ada"
MAIL: Final = "ada@example.org"
PASSWORD: Final = "analytical-1843"
SECRET: Final = "JBSWY3DPEHPK3PXPADA2345674EXAM77"
CONTRIB: Final = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
ALLAUTH: Final[dict[str, Any]] = {
    "apps": ("allauth", "allauth.account", "allauth.mfa"),
    "middleware": ("allauth.account.middleware.AccountMiddleware",),
    "settings": {
        "AUTHENTICATION_BACKENDS": ["allauth.account.auth_backends.AuthenticationBackend"],
        "ACCOUNT_LOGIN_METHODS": {"email"},
        "ACCOUNT_SIGNUP_FIELDS": ["email*", "password1*", "password2*"],
        "ACCOUNT_EMAIL_VERIFICATION": "none",
        "LOGIN_REDIRECT_URL": "/",
    },
}
SITES: Final[dict[str, dict[str, Any]]] = {
    "django-admin": {"apps": (), "middleware": (), "settings": {}},
    "allauth-totp": ALLAUTH,
    "allauth-mail": {**ALLAUTH, "settings": {**ALLAUTH["settings"], "ACCOUNT_LOGIN_BY_CODE_REQUIRED": True}},
    "two-factor": {
        "apps": ("django_otp", "django_otp.plugins.otp_static", "django_otp.plugins.otp_totp", "two_factor"),
        "middleware": ("django_otp.middleware.OTPMiddleware",),
        "settings": {"LOGIN_URL": "two_factor:login", "LOGIN_REDIRECT_URL": "two_factor:profile"},
    },
}


def settings(name: str) -> dict[str, Any]:
    """Return Django's settings of one site."""
    site = SITES[name]
    context = ("template.context_processors.request", "contrib.auth.context_processors.auth")
    return {
        "ALLOWED_HOSTS": ["127.0.0.1"],
        "DATABASES": {
            "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"file:{name}?mode=memory&cache=shared"}
        },
        "DEBUG": True,
        "DEFAULT_AUTO_FIELD": "django.db.models.AutoField",
        "EMAIL_BACKEND": "django.core.mail.backends.locmem.EmailBackend",
        "INSTALLED_APPS": [*(f"django.contrib.{part}" for part in CONTRIB), *site["apps"]],
        "LOGGING_CONFIG": None,
        "MIDDLEWARE": [
            "bench.login.django_exam.Exam",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            *site["middleware"],
        ],
        "ROOT_URLCONF": "bench.login.django_addresses",
        "SECRET_KEY": "for a local exam only",
        "STATIC_URL": "/static/",
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        *(f"django.{each}" for each in context),
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
        "USE_TZ": True,
        **site["settings"],
    }


def fill(name: str) -> None:
    """Make the one user, with what the site's second factor needs."""
    users = import_module("django.contrib.auth").get_user_model().objects
    user = users.create_superuser(USER, MAIL, PASSWORD)
    if name.startswith("allauth"):
        addresses = import_module("allauth.account.models").EmailAddress.objects
        addresses.create(user=user, email=MAIL, verified=True, primary=True)
    if name == "allauth-totp":
        import_module("allauth.mfa.totp.internal.auth").TOTP.activate(user, SECRET)
    if name == "two-factor":
        import base64

        devices = import_module("django_otp.plugins.otp_totp.models").TOTPDevice.objects
        devices.create(user=user, name="default", key=base64.b32decode(SECRET).hex())


class Quiet(WSGIRequestHandler):
    """Answers without a line for each request."""

    def log_message(self, *_: object) -> None:
        pass


class Threaded(ThreadingMixIn, WSGIServer):
    """One thread a request: a browser opens several connections, and an answer may be kept back."""

    daemon_threads = True


def main(name: str) -> None:
    """Serve until standard input ends."""
    import_module("django.conf").settings.configure(**settings(name))
    import_module("django").setup()
    kept = import_module("django.db").connection
    kept.ensure_connection()  # the database in memory lives as long as this connection
    import_module("django.core.management").call_command("migrate", verbosity=0)
    fill(name)
    wrap = import_module("django.contrib.staticfiles.handlers").StaticFilesHandler
    application = wrap(import_module("django.core.wsgi").get_wsgi_application())
    server = make_server("127.0.0.1", 0, application, Threaded, Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
