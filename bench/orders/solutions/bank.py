"""Solutions of the tasks on the practice bank."""

from __future__ import annotations

from bench.orders.solutions.table import accept, button, field, go, link, solves, sum_of, wrong
from playwright.async_api import Page


async def log_in(page: Page) -> None:
    """Sign in as Ada; the code is read from her authenticator."""
    await field(page, "User name").fill("ada")
    await field(page, "Password").fill("lovelace-1843")
    await button(page, "Sign in").click()
    await page.get_by_role("heading", name="Enter your code").wait_for()
    phone = await page.context.new_page()
    await phone.goto(page.url.split("/bank/")[0] + "/bank/authenticator")
    code = (await phone.get_by_role("timer").inner_text()).replace(" ", "")
    await phone.close()
    await field(page, "Security code").fill(code)
    await button(page, "Verify").click()
    await button(page, "Sign out").wait_for()


@solves("b-total")
async def total(page: Page) -> str:
    await log_in(page)
    return await page.get_by_text("Total", exact=True).locator("..").inner_text()


@solves("b-interest")
async def interest(page: Page) -> str:
    await log_in(page)
    await go(page, "/bank/account/savings")
    return await sum_of(page.locator("tbody tr").filter(has_text="Interest").locator("td:nth-child(4)"))


@solves("b-october-rail")
async def october_rail(page: Page) -> str:
    await log_in(page)
    await go(page, "/bank/account/everyday")
    await field(page, "Name or purpose").fill("Rail Nord")
    await field(page, "From").fill("2026-07-01")
    await field(page, "To").fill("2026-10-31")
    await button(page, "Filter").click()
    await page.wait_for_url("**text=Rail**")
    return await sum_of(page.locator("tbody tr td:nth-child(4)"))


@solves("b-kaffa-count")
async def kaffa_count(page: Page) -> str:
    await log_in(page)
    await go(page, "/bank/account/everyday")
    await field(page, "Name or purpose").fill("Kaffa Works")
    await field(page, "Name or purpose").press("Enter")
    await page.wait_for_url("**text=Kaffa**")
    return await page.get_by_role("status").first.inner_text()


@solves("b-transfer")
async def transfer(page: Page) -> str:
    await log_in(page)
    await go(page, "/bank/transfer")
    await field(page, "From account").select_option("Savings (€13,752.49)")
    for label, value in {"Payee": "Rowan Housing", "Amount": "25.00", "Purpose": "Deposit, second part"}.items():
        await field(page, label).fill(value)
    await page.get_by_role("textbox", name="IBAN").fill("DE89 3704 0044 0532 0130 00")
    await button(page, "Check and continue").click()
    await button(page, "Confirm transfer").click()
    return "Done."


async def cancel(page: Page, payee: str) -> None:
    await log_in(page)
    await go(page, "/bank/standing")
    accept(page)
    row = page.locator("tbody tr").filter(has_text=payee)
    await button(row, "Cancel").click()
    await row.wait_for(state="detached")


@solves("b-standing-cancel")
async def standing_cancel(page: Page) -> str:
    await cancel(page, "Heron Library")
    return f"{await page.locator('tbody tr').count()} row"


@wrong("b-standing-unanswered")
async def standing_accepted(page: Page) -> str:
    await cancel(page, "Rowan Housing")
    return "1 row"


@solves("b-statement")
async def statement(page: Page) -> str:
    await log_in(page)
    await link(page, "Statements").click()
    row = page.locator("tbody tr").filter(has_text="September 2026")
    async with page.expect_download():
        await link(row, "CSV").click()
    return await row.locator("td").nth(1).inner_text()


@solves("b-mark-read")
async def mark_read(page: Page) -> str:
    await log_in(page)
    await go(page, "/bank/messages")
    new = page.locator("tbody tr").filter(has=page.get_by_text("New", exact=True))
    before = await new.count()
    await button(page, "Mark all as read").click()
    await new.first.wait_for(state="detached")
    return f"before {before}, after {await new.count()}"


@solves("b-profile")
async def profile(page: Page) -> str:
    await log_in(page)
    await go(page, "/bank/profile")
    await button(page, "Show").click()
    await button(page, "Show").wait_for(state="detached")
    said = await page.locator("dl").first.inner_text()
    await field(page, "Sign me out when idle for").select_option("30 minutes")
    await button(page, "Save").click()
    return said


@solves("b-each-new")
async def each_new(page: Page) -> str:
    await log_in(page)
    said = []
    for subject in ("Your October statement is ready", "New terms from January", "Sign-in from a new device"):
        await go(page, "/bank/messages")
        await link(page, subject).click()
        said.append(await page.get_by_role("heading", name=subject).inner_text())
    return ", ".join(said)


@wrong("r-transfer")
async def only_logged_in(page: Page) -> str:
    await log_in(page)
    return "Done."
