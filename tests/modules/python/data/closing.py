"""Instances that hold something, and write down when they are closed."""

from collections.abc import Callable

CLOSED: list[str] = []


class Plain:
    def close(self) -> None:
        CLOSED.append(type(self).__name__)


class Waiting:
    async def close(self) -> None:
        CLOSED.append(type(self).__name__)


class Broken(Plain):
    def close(self) -> None:
        super().close()
        raise RuntimeError("the line is cut")


class Obliging:
    """Has every method that one asks for, as a proxy of another machine's object does."""

    def __getattr__(self, name: str) -> Callable[[], None]:
        return lambda: CLOSED.append(name)
