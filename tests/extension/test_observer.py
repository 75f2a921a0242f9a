"""A person in their own Chrome is heard through the extension as in a browser of ours."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import pytest
import pytest_asyncio
from playwright.async_api import Page

from pollex.page.observer import PageObserver
from pollex.page.observer_act import ObservedAct

from ..page import test_observer as shared
from ..page.observer_site import Site
from .conftest import HOSTS, OpenPage

pytestmark = pytest.mark.asyncio(loop_scope="session")
site = shared.site


@pytest_asyncio.fixture(loop_scope="session")
async def observe(open_page: OpenPage, site: Site) -> AsyncIterator[shared.Observe]:
    async def begin(path: str, allow: Sequence[str] | None = HOSTS) -> shared.Observed:
        live = await open_page(site.url + path)
        acts: list[ObservedAct] = []

        async def tell(act: ObservedAct) -> None:
            acts.append(act)

        observer = PageObserver(live, tell)
        await observer.start()
        assert live.tabs.current is not None
        page: Page = live.tabs.current.tab.page  # type: ignore[attr-defined]
        return shared.Observed(page, acts, observer)

    yield begin


test_form = shared.test_a_form_is_told_field_by_field_with_the_element_that_has_the_meaning
test_secrets = shared.test_what_is_typed_into_secret_fields_does_not_reach_python
test_hidden_secrets = shared.test_a_page_that_hides_what_is_secret_about_a_field_does_not_bring_it_out
test_codes = shared.test_boxes_of_a_code_are_one_secret_field
test_widgets = shared.test_widgets_keys_dialogs_and_frames
test_history = shared.test_addresses_history_and_tabs
