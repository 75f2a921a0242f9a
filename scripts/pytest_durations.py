"""A pytest plugin that keeps how long each test took, for `make quick`."""

from __future__ import annotations

from collections import defaultdict

import pytest

KEY = "pollex/durations"


class Recorder:
    """Adds up set-up, call and teardown of each test."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        cache: pytest.Cache | None = getattr(session.config, "cache", None)  # None with `-p no:cacheprovider`
        if cache is not None:
            rounded = {name: round(seconds, 3) for name, seconds in self.seconds.items()}
            cache.set(KEY, {**cache.get(KEY, {}), **rounded})


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # a worker of xdist reports to the process that started it
        config.pluginmanager.register(Recorder(), "durations-recorder")
