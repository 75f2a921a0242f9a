"""A package with a class of its own name, for the tests of the Python runtime."""

from typing import Any, ClassVar


class Account:
    only: ClassVar["Account | None"] = None

    def __init__(self, api_key: str, level: int = 1) -> None:
        if api_key == "wrong-key-123":
            raise PermissionError(f"the key {api_key} is not known")
        self.api_key = api_key
        self.level = level

    def describe(self) -> list[Any]:
        return [self.api_key, self.level]

    @classmethod
    def kinds(cls) -> list[str]:
        return ["free", "paid"]

    @classmethod
    def get_instance(cls) -> "Account":
        cls.only = cls.only or cls("the-only-one")
        return cls.only


class Ledger:
    pass


def create(options: dict[str, Any]) -> Account:
    return Account(options["key"])


async def create_later(api_key: str) -> Account:
    return Account(api_key)


def leave() -> None:
    raise SystemExit(4)
