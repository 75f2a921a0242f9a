// Log in with user name and password, and the code of the authenticator where the page asks for one.
// The script never has the values: it says where they belong, and Pollex types them.
import { chromium } from "playwright-core";

const browser = await chromium.connectOverCDP(process.env.POLLEX_CDP_URL ?? "");
const page = browser.contexts()[0].pages()[0];

async function fill(selector: string, credential: string): Promise<boolean> {
  const body = JSON.stringify({ selector, credential });
  return (await fetch(process.env.POLLEX_FILL_URL ?? "", { method: "POST", body })).ok;
}

async function press(name: string): Promise<void> {
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name }).click();
  await loaded;
}

async function logIn(): Promise<boolean | "attempt_failed"> {
  await page.goto("http://127.0.0.1:8766/logins/code/");
  const filled = (await fill("#u", "username_password.username")) && (await fill("#p", "username_password.password"));
  if (!filled) return "attempt_failed";
  await press("Login");
  if (await page.getByLabel("Authentication code").isVisible()) {
    if (!(await fill("#otp", "authenticator.code"))) return "attempt_failed"; // there is no authenticator
    await press("Verify");
  }
  return page.getByRole("button", { name: "Sign out" }).isVisible();
}

const loggedIn = await logIn();
await browser.close();
console.log(JSON.stringify({ loggedIn }));
