// Find issues by words of their titles.
import { chromium } from "playwright-core";

interface Issue {
  key: string;
  title: string;
  status: string;
}

const { words }: { words: string } = JSON.parse(process.env.ANCHOR_TOOL_INPUT ?? "{}");
const browser = await chromium.connectOverCDP(process.env.POLLEX_CDP_URL ?? "");
const page = browser.contexts()[0].pages()[0];

await page.goto("http://127.0.0.1:8766/tracker/");
const answered = page.waitForResponse((response) => response.url().includes("/api/issues?") && response.url().includes("title="));
await page.getByLabel("Filter by title").fill(words);
await answered;
const rows = page.locator("table.issues tbody tr");
await rows.filter({ hasText: new RegExp(words, "i") }).first().waitFor({ timeout: 5000 }).catch(() => undefined);
const issues: Issue[] = [];
for (const row of await rows.all()) {
  const [, key, title, status] = await row.locator("td").allInnerTexts();
  issues.push({ key, title, status });
}

await browser.close();
console.log(JSON.stringify({ issues }));
