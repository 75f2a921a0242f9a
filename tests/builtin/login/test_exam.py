"""The generic login on some of the frozen login pages, in one browser; `bench/run login` plays them all."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from bench.login.exam import Variant, variants
from bench.login.generic import GenericLogin
from bench.login.sites import Sites, serving
from bench.login.sitting import sit

from pollex import App

TRIED = (
    "two-steps/right",
    "two-steps/wrong",
    "dialog/right",
    "frame/right",
    "six-boxes/right",
    "mail-code/right",
    "mail-link/right",
    "sign-up-beside/right",
    "german/right",
    "french/wrong",
    "late/right",
    "component/wrong",
    "classic/unreachable",
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home"), environ={}) as made:
        yield made


@pytest.fixture(scope="module")
def sites() -> Iterator[Sites]:
    with serving() as found:
        yield found


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("variant", [each for each in variants() if each.id in TRIED], ids=lambda each: each.id)
async def test_an_attempt_has_its_outcome_and_submits_no_more_than_once(
    app: App, sites: Sites, variant: Variant
) -> None:
    assert (await sit(GenericLogin(app), sites, variant)).wrong == []
