/** The tabs that a person lets Pollex work in: until they are closed, the person says no, or the pairing ends. */

import { mark } from "./marks.js";
import { say } from "./outbox.js";

/** @typedef {{ tab: number, url: string, title: string }} AllowedTab */

/** @type {Set<number>} */
const allowed = new Set();
const read = chrome.storage.session.get("allowed").then(({ allowed: known }) => {
  for (const tab of Array.isArray(known) ? known : []) allowed.add(tab);
});

/** Whether Pollex may work in a tab. @param {number} tab */
export async function isAllowed(tab) {
  await read;
  return allowed.has(tab);
}

/** What the allowed tabs show. @returns {Promise<AllowedTab[]>} */
export async function allowedTabs() {
  await read;
  const found = await Promise.all([...allowed].map((tab) => chrome.tabs.get(tab).catch(() => null)));
  return found.flatMap((tab) => (tab ? [shown(tab)] : []));
}

/** Let Pollex work in a tab, since a person said so or an allowed tab has opened it. @param {number} tab @param {number} [opener] */
export async function allow(tab, opener) {
  await read;
  const found = await chrome.tabs.get(tab);
  allowed.add(tab);
  await keep();
  await mark(tab, "allowed");
  say({ type: "opened", ...shown(found), ...(opener !== undefined && { opener }) });
}

/** Take a tab back as its person did with Cancel in Chrome's bar; the same person may give it again. @param {number} tab */
export async function takeBack(tab) {
  await disallow(tab);
  await chrome.storage.session.set({ taken: [...(await takenTabs()), tab] });
}

/** Give back what was taken so, since the person says that Pollex shall go on. */
export async function giveAgain() {
  const taken = await takenTabs();
  await chrome.storage.session.remove("taken");
  await Promise.all(taken.map((tab) => allow(tab).catch(() => {}))); // it is closed
}

/** @returns {Promise<number[]>} */
const takenTabs = async () => /** @type {any} */ (await chrome.storage.session.get("taken")).taken ?? [];

/** Let Pollex work there no longer. @param {number} tab */
export async function disallow(tab) {
  await read;
  if (!allowed.delete(tab)) return;
  await keep();
  await mark(tab, "");
  say({ type: "closed", tab });
}

/** @param {chrome.tabs.Tab} tab @returns {AllowedTab} */
const shown = (tab) => ({ tab: tab.id ?? -1, url: tab.pendingUrl || tab.url || "", title: tab.title ?? "" });
const keep = () => chrome.storage.session.set({ allowed: [...allowed] });
