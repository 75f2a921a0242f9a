// Read name, price and stock of a product.
import { chromium } from "playwright-core";

const { product } = JSON.parse(process.env.ANCHOR_TOOL_INPUT);
const browser = await chromium.connectOverCDP(process.env.POLLEX_CDP_URL);
const page = browser.contexts()[0].pages()[0];

await page.goto(`http://127.0.0.1:8766/shop/item/${product}`);
const item = page.locator(".item");
const price = await item.locator(".price").evaluate((shown) => shown.firstChild.textContent);
const answer = {
  name: await item.getByRole("heading", { level: 1 }).innerText(),
  price: Number(price.replace(/[^0-9.]/g, "")),
  inStock: await item.getByText("In stock").isVisible(),
};

await browser.close();
console.log(JSON.stringify(answer));
