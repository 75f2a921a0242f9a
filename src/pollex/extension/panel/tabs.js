/** The tabs that a person lets Pollex work in, each with a button that takes it back. */

import { SOCKETS } from "../sockets.js";
import { ask, part } from "./parts.js";

/** @typedef {import("../consent.js").AllowedTab & Partial<import("../marks.js").Mark>} ShownTab */

/** What is said of a tab by its state. */
const WORDS = { allowed: "", working: "Pollex works here.", waiting: "Pollex waits for you." };

/** The tab that the panel was opened for, as its address says. */
const named = Number(new URLSearchParams(location.search).get("tab"));

/** The tab beside the panel: its number, address and title. */
export async function shownTab() {
  const [found] = named ? [await chrome.tabs.get(named)] : await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  if (found?.id === undefined) throw new Error("There is no tab to work in.");
  return { id: found.id, url: found.url ?? "", title: found.title || found.url || "" };
}

export async function showTabs() {
  /** @type {ShownTab[]} */
  const allowed = await ask({ type: "allowed_tabs" });
  part("allowed", HTMLDetailsElement).hidden = allowed.length === 0;
  part("tabs", HTMLUListElement).replaceChildren(...(await Promise.all(allowed.map(item))));
}

/** Without the debugger, ask for the site of a tab before a task begins there. @param {number} tab */
export async function askForTab(tab) {
  const { url = "" } = await chrome.tabs.get(tab);
  const origins = originsOf(url, []);
  if (!chrome.debugger && origins.length && !(await chrome.permissions.request({ origins }))) throw new Error(`Pollex has no debugger here, and may not look into ${new URL(url).host}.`);
}

/** @param {ShownTab} allowed */
async function item({ tab, title, url, state = "allowed", hosts = [] }) {
  const shown = document.createElement("li");
  const said = document.createElement("small");
  said.textContent = WORDS[state];
  shown.append(title || url, said, button("Take back", () => ask({ type: "disallow_tab", tab }).then(showTabs)));
  const origins = originsOf(url, hosts);
  if (origins.length && !(await chrome.permissions.contains({ origins }))) {
    const allowing = button("Also without the debugger", () => chrome.permissions.request({ origins }).then(showTabs));
    if (!chrome.debugger) allowing.textContent = "Let it look into these sites";
    allowing.title = `Lets Pollex read and change ${[hostOf(url), ...hosts].filter(Boolean).join(", ")} by content scripts${chrome.debugger ? ", where Chrome takes the debugger away" : ""}.`;
    shown.append(allowing);
  }
  if (!chrome.debugger && hosts.length && !(await chrome.permissions.contains(SOCKETS))) {
    const holding = button("Hold its sockets", () => chrome.permissions.request(SOCKETS).then(showTabs));
    holding.title = `Lets the sockets of this tab lead to ${hosts.join(", ")} only, while Pollex works in it.`;
    shown.append(holding);
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

/** The site of a tab, and the hosts that a run there may reach, as Chrome's permissions name them. @param {string} url @param {string[]} hosts */
const originsOf = (url, hosts) => [...new Set([...(hostOf(url) ? [`${new URL(url).protocol}//${hostOf(url)}/*`] : []), ...hosts.flatMap((host) => [`http://${host}/*`, `https://${host}/*`])])];
/** @param {string} url */
const hostOf = (url) => (/^https?:/.test(url) ? new URL(url).hostname : "");

chrome.storage.session.onChanged.addListener(({ marks }) => {
  if (marks) showTabs();
});
