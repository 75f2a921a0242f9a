"""The sites in layouts 3 and 4, used in Chromium as a person uses them: by what is written on things.

Only in layout 4 unless `make sites` asks for both.
"""

import os
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

from pollex.page.launch import chromium_arguments, find_chromium
from pollex.practice.bank.state import SECRET
from pollex.practice.bank.totp import code_at
from pollex.practice.server import Server

from ..selection import some

pytestmark = pytest.mark.asyncio(loop_scope="session")
LAYOUTS = {3: "renamed", 4: "reworded"}


@dataclass(frozen=True)
class Visit:
    """One tab on one server. `say` gives the words of its layout; `problems` are the errors of its scripts."""

    page: Page
    server: Server
    problems: list[str]

    def say(self, usual: str, reworded: str) -> str:
        return reworded if self.server.world.layout == 4 else usual

    async def open(self, path: str) -> None:
        await self.page.goto(f"{self.server.url}{path}")

    async def press(self, usual: str, reworded: str) -> None:
        await self.page.get_by_role("button", name=self.say(usual, reworded), exact=True).first.click()

    async def follow(self, usual: str, reworded: str) -> None:
        await self.page.get_by_role("link", name=self.say(usual, reworded)).first.click()

    async def fill(self, usual: str, reworded: str, value: str) -> None:
        await self.page.get_by_label(self.say(usual, reworded), exact=True).fill(value)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        executable = find_chromium(os.environ.get("POLLEX_BROWSER"))
        browser = await playwright.chromium.launch(executable_path=executable, args=chromium_arguments(held=False))
        yield browser
        await browser.close()


@pytest.fixture(params=some([4, 3], 2), ids=LAYOUTS.get)
def server(request: pytest.FixtureRequest, running: Callable[[int], Server]) -> Server:
    return running(request.param)


@pytest_asyncio.fixture(loop_scope="session")
async def visit(chromium: Browser, server: Server) -> AsyncIterator[Visit]:
    context = await chromium.new_context(viewport={"width": 1280, "height": 800})
    page = await context.new_page()
    page.set_default_timeout(10_000)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield Visit(page, server, problems)
    await context.close()
    assert problems == []


async def test_something_is_found_and_ordered_in_the_shop(visit: Visit) -> None:
    await visit.open("/shop/")
    await visit.press("Accept all", "Fine with me")
    await visit.fill("Search the shop", "What are you looking for?", "kettle")
    await visit.press("Search", "Find")
    await visit.page.wait_for_url("**/search**")
    await visit.press("Add to basket", "Buy this")
    added = visit.say("Added to your basket", "It is in your cart")
    await expect(visit.page.get_by_text(added)).to_be_visible()
    await visit.follow("Basket 1", "Cart 1")
    await visit.page.wait_for_url("**/basket")
    await visit.fill("Voucher", "Promo code", "SAVE10")
    await visit.press("Redeem", "Apply")
    await expect(visit.page.get_by_text("Your voucher has been added")).to_be_visible()
    await visit.follow("Go to checkout", "Order now")
    await visit.fill("Full name", "Recipient", "Ada Byron")
    await visit.fill("E-mail", "E-mail", "ada@example.org")
    await visit.fill("Street and number", "Address line", "Hauptstr. 3")
    await visit.fill("Postcode", "ZIP / postcode", "80331")
    await visit.fill("Town or city", "City", "München")
    await visit.page.get_by_label(visit.say("Country", "Country or region")).select_option("Germany")
    await visit.press("Continue", "Next step")
    await visit.page.get_by_label("Express delivery").check()
    await visit.press("Continue", "Next step")
    await visit.fill("Name on the card", "Cardholder", "Ada Byron")
    await visit.fill("Card number", "Card number", "4242 4242 4242 4242")
    await visit.fill("Valid until", "Expiry date", "04/29")
    await visit.fill("Security code", "CVC", "123")
    await visit.page.get_by_label(visit.say("I accept the terms", "I agree to the conditions")).check()
    await visit.page.get_by_role("button", name=visit.say("Place order (", "Pay and finish (")).click()
    thanks = visit.say("Thank you for your order", "All done!")
    await expect(visit.page.get_by_role("heading", name=thanks)).to_be_visible()


async def test_filters_gallery_and_hearts_work_by_script(visit: Visit) -> None:
    await visit.open("/shop/c/kitchen")
    await visit.press("Accept all", "Fine with me")
    await visit.page.get_by_label(visit.say("Update without reloading", "Live results")).check()
    await visit.page.get_by_label(visit.say("Sort by", "Order"), exact=True).select_option("Name")
    await visit.page.wait_for_url("**sort=name**")
    await visit.press("Add to wish list", "Save for later")
    await expect(visit.page.get_by_role("link", name=visit.say("Wish list 1", "Saved 1"))).to_be_visible()
    await visit.page.locator("h3 a").first.click()
    await visit.page.wait_for_url("**/item/**")
    await visit.press("One more", "Increase")
    await expect(visit.page.get_by_label(visit.say("Quantity", "How many"))).to_have_value("2")


async def test_money_is_sent_after_signing_in_with_a_code(visit: Visit) -> None:
    await visit.open("/bank/transfer")
    await visit.fill("User name", "Access name", "ada")
    await visit.fill("Password", "Passphrase", "lovelace-1843")
    await visit.press("Sign in", "Log in")
    await visit.fill("Security code", "One-time code", code_at(SECRET, time.time()))
    await visit.press("Verify", "Go on")
    await visit.page.wait_for_url("**/bank/transfer")
    await visit.page.get_by_label(visit.say("From account", "Pay from")).select_option("everyday")
    await visit.fill("Payee", "Recipient", "Charles Babbage")
    await visit.fill("IBAN", "Account number (IBAN)", "de89370400440532013000")
    await visit.fill("Amount", "How much", "25.00")
    await expect(visit.page.locator("[name=iban]")).to_have_value("DE89 3704 0044 0532 0130 00")
    await visit.press("Check and continue", "Review")
    await visit.press("Confirm transfer", "Send now")
    await expect(visit.page.get_by_text("Your transfer is on its way.")).to_be_visible()
    await visit.follow("Profile", "Settings")
    await visit.page.wait_for_url("**/profile")
    await visit.press("Show", "Reveal")
    await expect(visit.page.get_by_text("•••")).to_have_count(0)


async def test_a_new_issue_is_made_changed_and_taken_back(visit: Visit) -> None:
    await visit.open("/tracker/")
    await visit.press("New issue", "Create ticket")
    dialog = visit.page.get_by_role("dialog")
    await dialog.get_by_label(visit.say("Title", "Summary")).fill("Ring the bell")
    await dialog.get_by_label("High").check()
    await dialog.get_by_label(visit.say("Assignee", "Owner")).press_sequentially("hug")
    await dialog.get_by_role("option", name="Hugo Martin").click()
    await dialog.get_by_role("combobox", name=visit.say("Labels", "Tags")).press_sequentially("doc")
    await dialog.get_by_role("option", name="docs").click()
    await visit.press("Create issue", "Save ticket")
    row = visit.page.get_by_role("row", name="Ring the bell")
    await expect(row).to_contain_text("Hugo Martin")
    await row.get_by_role("button", name=visit.say("Actions for KES-401", "More for KES-401")).click()
    await visit.page.get_by_role("menuitem", name=visit.say("Mark as done", "Finish")).click()
    await expect(row).to_contain_text("Done")
    await visit.page.get_by_role("status").get_by_role("button", name=visit.say("Undo", "Take back")).last.click()
    await expect(row).to_contain_text("Backlog")


async def test_a_browser_that_knows_the_usual_layout_is_not_confused(visit: Visit) -> None:
    layout = visit.server.world.layout
    for each in (1, layout, 1):
        await visit.page.request.post(f"{visit.server.url}/reset", data={"layout": each})
        await visit.open("/tracker/")
        await expect(visit.page.get_by_role("row", name="KES-399")).to_be_visible()


async def test_rows_are_filtered_and_changed_together(visit: Visit) -> None:
    await visit.open("/tracker/")
    await visit.fill("Filter by title", "Narrow by title", "KES-400")
    await expect(visit.page.get_by_text("1 issue", exact=True)).to_be_visible()
    await visit.page.get_by_label(visit.say("Select KES-400", "Pick KES-400")).check()
    bulk = visit.page.get_by_role("region", name=visit.say("Bulk actions", "With all picked"))
    await bulk.get_by_role("combobox", name=visit.say("Status", "State")).select_option("In review")
    await expect(visit.page.get_by_role("row", name="KES-400").last).to_contain_text("In review")


async def test_a_card_moves_by_keyboard(visit: Visit) -> None:
    await visit.open("/tracker/board")
    card = visit.page.get_by_role("listitem").filter(has_text="KES-397")
    for key in ("Space", "ArrowRight", "Space"):
        await card.press(key)
    await expect(visit.page.get_by_role("status")).to_contain_text("KES-397 moved to To do")
    assert await visit.page.get_by_label("To do").get_by_text("KES-397").count() == 1


async def test_a_comment_is_written(visit: Visit) -> None:
    await visit.open("/tracker/issues/7")
    await visit.page.get_by_role("textbox", name=visit.say("Add a comment", "Reply")).fill("I saw it too.")
    await visit.press("Comment", "Send reply")
    await expect(visit.page.get_by_role("tab", name=visit.say("Comments (4)", "Replies (4)"))).to_be_visible()
    await expect(visit.page.get_by_text("I saw it too.")).to_be_visible()


async def test_a_mail_is_written_with_an_attachment_and_sent(visit: Visit) -> None:
    await visit.open("/mail/")
    await visit.press("New message", "Compose")
    await visit.page.wait_for_url("**/compose/**")
    await visit.page.get_by_role("combobox", name=visit.say("To", "Recipients")).press_sequentially("alma")
    await visit.page.get_by_role("option", name="Alma Brandt").click()
    await visit.fill("Subject", "About", "The boat")
    writing = visit.page.get_by_role("textbox", name=visit.say("Message text", "Text"))
    await writing.click()
    await visit.press("Bold", "Bold")
    await writing.press_sequentially("Tomorrow")
    files = visit.page.get_by_label(visit.say("Attach files", "Add files"))
    await files.set_input_files({"name": "map.txt", "mimeType": "text/plain", "buffer": b"north"})
    await expect(visit.page.get_by_role("link", name="map.txt")).to_be_visible()
    await visit.press("Send", "Send now")
    await expect(visit.page.get_by_text("Message sent")).to_be_visible()
    await visit.follow("Sent", "Sent")
    await visit.follow("The boat", "The boat")
    await expect(visit.page.locator("article b")).to_have_text("Tomorrow")


async def test_messages_are_starred_picked_and_moved(visit: Visit) -> None:
    await visit.open("/mail/")
    await visit.press("Star", "Favourite")
    await expect(visit.page.get_by_text("Starred", exact=True).last).to_be_visible()
    await visit.page.get_by_label(visit.say("Select message from", "Pick message from")).first.check()
    await visit.page.get_by_label(visit.say("Move to folder", "Put into")).first.select_option("Travel")
    await expect(visit.page.get_by_text("1 message moved")).to_be_visible()


async def test_a_switch_of_the_mail_box_stays(visit: Visit) -> None:
    await visit.open("/mail/settings")
    switch = visit.page.get_by_role("switch", name=visit.say("Vacation reply", "Away message"))
    await switch.click()
    await expect(visit.page.get_by_text("Saved")).to_be_visible()
    await visit.page.reload()
    await expect(switch).to_be_checked()


async def expect_done(visit: Visit) -> None:
    await expect(visit.page.locator("#outcome[data-state=done]")).to_be_visible()


async def test_mistakes_are_told_and_then_accepted_on_a_hard_page(visit: Visit) -> None:
    await visit.open("/hard/validation-client")
    await visit.fill("E-mail", "E-mail", "a@example.org")
    await visit.fill("Age", "Age", "3")
    await visit.fill("Postcode", "Postal code", "12345")
    await visit.press("Register", "Sign up")
    await expect(visit.page.get_by_text("18")).to_be_visible()
    await visit.fill("Age", "Age", "30")
    await visit.press("Register", "Sign up")
    await expect_done(visit)


async def test_tabs_of_a_hard_page_show_their_panels(visit: Visit) -> None:
    await visit.open("/hard/tabs")
    await visit.page.get_by_role("tab", name="Returns").click()
    await visit.press("Print return label", "Return label")
    await expect_done(visit)


async def test_a_row_of_a_hard_page_has_its_actions(visit: Visit) -> None:
    await visit.open("/hard/table-actions")
    row = visit.page.get_by_role("row", name="Tomasz Wolski")
    await row.get_by_role("button", name=visit.say("Remove", "Take out")).click()
    await expect_done(visit)


async def test_a_frame_of_a_hard_page_is_rewritten_too(visit: Visit) -> None:
    await visit.open("/hard/iframe")
    frame = visit.page.frame_locator("iframe")
    await frame.get_by_label("Full name").fill("Ada")
    await frame.get_by_role("button", name=visit.say("Send", "Submit form")).click()
    await expect_done(visit)


async def test_a_page_with_a_policy_gets_its_script(visit: Visit) -> None:
    await visit.open("/hard/csp-self")
    await visit.press("Vote", "Cast vote")
    await expect_done(visit)


async def test_a_renamed_page_looks_as_the_usual_one(visit: Visit, running: Callable[[int], Server]) -> None:
    where = "() => [...document.querySelectorAll('h1, h2, select, img')].map((e) => e.getBoundingClientRect().toJSON())"
    await visit.open("/shop/c/kitchen")
    places = await visit.page.evaluate(where)
    await visit.page.goto(f"{running(1).url}/shop/c/kitchen")
    assert await visit.page.evaluate(where) == places
