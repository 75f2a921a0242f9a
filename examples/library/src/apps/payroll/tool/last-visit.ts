// Read when somebody was here last, and whose account it is.
import { chromium } from "playwright-core";

const browser = await chromium.connectOverCDP(process.env.POLLEX_CDP_URL ?? "");
const page = browser.contexts()[0].pages()[0]; // it is logged in already

await page.goto("http://127.0.0.1:8766/logins/code/home");
const tile = (title: string): Promise<string> =>
  page.locator(".tile", { has: page.getByRole("heading", { name: title }) }).locator("p").innerText();
const answer = { date: await tile("Recently"), name: await tile("Account") };

await browser.close();
console.log(JSON.stringify(answer));
