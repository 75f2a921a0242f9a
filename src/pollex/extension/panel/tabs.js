/** The tabs that a person lets Pollex work in, each with a button that takes it back. */

import { ask, part } from "./parts.js";

/** The tab that the panel was opened for, as its address says. */
const named = Number(new URLSearchParams(location.search).get("tab"));

/** The tab beside the panel: its number, address and title. */
export async function shownTab() {
  const [found] = named ? [await chrome.tabs.get(named)] : await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  if (found?.id === undefined) throw new Error("There is no tab to work in.");
  return { id: found.id, url: found.url ?? "", title: found.title || found.url || "" };
}

export async function showTabs() {
  /** @type {import("../consent.js").AllowedTab[]} */
  const allowed = await ask({ type: "allowed_tabs" });
  part("allowed", HTMLDetailsElement).hidden = allowed.length === 0;
  part("tabs", HTMLUListElement).replaceChildren(...(await Promise.all(allowed.map(item))));
}

/** Ask the person, in place, whether content scripts may look into the site of a tab. @param {string} url */
export async function askForSite(url) {
  const site = siteOf(url);
  if (site && !(await chrome.permissions.request({ origins: [site] }))) throw new Error(`Pollex has no debugger here, and may not look into ${new URL(url).host}.`);
}

/** Without the debugger, ask for the site of a tab before a task begins there. @param {number} tab */
export async function askForTab(tab) {
  if (!chrome.debugger) await askForSite((await chrome.tabs.get(tab)).url ?? "");
}

/** @param {import("../consent.js").AllowedTab} allowed */
async function item({ tab, title, url }) {
  const shown = document.createElement("li");
  shown.append(title || url, button("Take back", () => ask({ type: "disallow_tab", tab }).then(showTabs)));
  const site = siteOf(url);
  if (site && !(await chrome.permissions.contains({ origins: [site] }))) {
    const allowing = button("Also without the debugger", () => askForSite(url).then(showTabs, () => {}));
    allowing.title = "Lets Pollex read and change this site by content scripts, where Chrome takes the debugger away.";
    shown.append(allowing);
  }
  return shown;
}

/** @param {string} label @param {() => void} done */
function button(label, done) {
  const made = document.createElement("button");
  made.textContent = label;
  made.addEventListener("click", done);
  return made;
}

/** @param {string} url */
const siteOf = (url) => (/^https?:/.test(url) ? `${new URL(url).protocol}//${new URL(url).hostname}/*` : "");
