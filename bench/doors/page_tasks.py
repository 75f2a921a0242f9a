"""Three whole tasks on the practice sites, as decisions, and six pages to look at."""

from __future__ import annotations

from bench.doors.page_player import Player

PAGES = ("bank/login", "mail/settings", "shop/", "shop/search?q=desk+lamp", "tracker/", "mail/")


async def shop(player: Player, base: str) -> None:
    """Buy the cheapest desk lamp that is in stock: find it, put it into the basket, read the total."""
    await player.go(f"{base}/shop/")
    await player.click("button", "Only necessary")
    await player.type("searchbox", "Search the shop", "desk lamp")
    await player.press("Enter")
    await player.select("Sort by", "Price: low to high")
    await player.click("link", "Ferrante Paper Desk Lamp, medium")
    await player.click("button", "Add to basket")
    await player.click("link", "Basket")
    await player.read(r"Total[^€]*€[\d.]+", "Total")


async def tracker(player: Player, base: str) -> None:
    """Find an issue, mark it as done, and see it among those that are done."""
    await player.go(f"{base}/tracker/")
    await player.type("searchbox", "Filter by title", "help page about the price")
    await player.press("Enter")
    await player.click("button", "Actions for KES-397")
    await player.click("menuitem", "Mark as done")
    await player.click("tab", "Done")
    await player.read(r"KES-397", "KES-397")


async def mail(player: Player, base: str) -> None:
    """Write to somebody, send it, and see it among what was sent."""
    await player.go(f"{base}/mail/")
    await player.click("button", "New message")
    await player.type("combobox", "To", "leon@fischer.example")
    await player.press("Enter")
    await player.type("textbox", "Subject", "The garden shed")
    await player.type("textbox", "Message text", "Dear Leon, the offer is fine. Please begin in March.")
    await player.click("button", "Send")
    await player.click("link", "Sent")
    await player.read(r"The garden shed", "The garden shed")


TASKS = {"shop": shop, "tracker": tracker, "mail": mail}
