// Log in with the user name on one page and the password on the next.
// The script never has the values: it says where they belong, and Pollex types them.
import { chromium } from "playwright-core";

const browser = await chromium.connectOverCDP(process.env.POLLEX_CDP_URL);
const page = browser.contexts()[0].pages()[0];

/** Have a value typed, press "Next", and wait for the page that comes. */
async function answer(selector, credential) {
  const body = JSON.stringify({ selector, credential });
  const filled = await fetch(process.env.POLLEX_FILL_URL, { method: "POST", body });
  if (!filled.ok) throw new Error((await filled.json()).message);
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Next" }).click();
  await loaded;
}

await page.goto("http://127.0.0.1:8766/logins/two-pages/");
await answer("label=Email or phone", "username_password.username");
const known = await page.getByLabel("Enter your password").isVisible();
if (known) await answer("label=Enter your password", "username_password.password");
const loggedIn = known && page.url().endsWith("/home");

await browser.close();
console.log(JSON.stringify({ loggedIn }));
