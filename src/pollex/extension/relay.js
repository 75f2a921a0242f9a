/** The browser's debugger, passed on to Pollex: calls into the tabs that a person has allowed, and what those tabs say. */

import { allow, disallow, isAllowed, takeBack } from "./consent.js";
import { detach } from "./foreign.js";
import { isTold, withoutPrivate } from "./headers.js";
import { LIGHT, listenToTabs } from "./light.js";
import { keepMarks, mark } from "./marks.js";
import { noteOpening, openerOf } from "./openings.js";
import { say } from "./outbox.js";

/** @typedef {{ id: string, tab: number, session?: string, method: string, params: any }} Call */

const PROTOCOL = "1.3";

/** What is asked of the browser beside its debugger, by method. @type {Record<string, (tab: number, params: any) => Promise<object | void>>} */
const OWN = { "Tab.attach": attach, "Tab.release": release, "Tab.open": open, "Tab.setState": (tab, { state, hosts }) => mark(tab, state, hosts), ...LIGHT };

/** Do what Pollex asks, and answer. @param {Call} asked */
export async function call({ id, tab, session, method, params }) {
  try {
    if (!(await isAllowed(tab))) throw new Error("The person does not allow this tab.");
    if (method === "Light.act") noteOpening(tab);
    if (isMiddleClick(method, params)) noteOpening(tab, true);
    const own = Object.hasOwn(OWN, method) ? OWN[method] : undefined;
    const target = session ? { tabId: tab, sessionId: session } : { tabId: tab };
    const result = own ? await own(tab, params) : await chrome.debugger.sendCommand(target, method, params);
    say({ type: "result", id, result: result ?? {} });
  } catch (error) {
    say({ type: "error", id, message: reason(error) });
  }
}

/** What works in tabs here: the store takes the extension without the debugger only. */
export const hands = () => (chrome.debugger ? "debugger" : "light");

/** Let go of all tabs. @param {number[]} tabs */
export const releaseAll = (tabs) => Promise.all(tabs.map(release));

/** Begin to work in a tab, with nothing left of what worked there before. @param {number} tab */
async function attach(tab) {
  if (!chrome.debugger) throw new Error("This extension has no debugger.");
  await detach(tab);
  await chrome.debugger.attach({ tabId: tab }, PROTOCOL);
}

/** Let go of a tab, which shows that. @param {number} tab */
async function release(tab) {
  if (await isAllowed(tab)) await mark(tab, "allowed");
  if (chrome.debugger) await detach(tab);
}

/** Open another tab beside one that is allowed. @param {number} tab */
async function open(tab) {
  const beside = await chrome.tabs.get(tab);
  const made = await chrome.tabs.create({ windowId: beside.windowId, index: beside.index + 1, active: false, url: "about:blank" });
  if (made.id === undefined) throw new Error("Chrome opened no tab.");
  await allow(made.id, tab);
  return { tab: made.id };
}

/** Hear all tabs, from the first moment of the worker: what wakes it is told at once. */
export function listen() {
  listenToTabs(isAllowed);
  keepMarks();
  chrome.debugger?.onEvent.addListener(({ tabId: tab, sessionId: session }, method, params) => {
    if (tab === undefined || !isTold(method)) return;
    if (method === "Page.windowOpen") noteOpening(tab);
    say({ type: "event", tab, ...(session && { session }), method, params: withoutPrivate(params ?? {}) });
  });
  chrome.debugger?.onDetach.addListener(async ({ tabId: tab }, why) => {
    if (tab === undefined) return;
    say({ type: "detached", tab, reason: why });
    if (why === "canceled_by_user") await takeBack(tab);
  });
  chrome.tabs.onCreated.addListener(async (tab) => {
    const opener = openerOf(tab);
    if (tab.id !== undefined && opener !== undefined && (await isAllowed(opener))) await allow(tab.id, opener);
  });
  chrome.tabs.onRemoved.addListener(disallow);
  chrome.tabs.onReplaced.addListener((_, tab) => disallow(tab));
}

/** @param {string} method @param {any} params */
const isMiddleClick = (method, params) => method === "Input.dispatchMouseEvent" && params.type === "mouseReleased" && params.button === "middle";
/** @param {unknown} error */
const reason = (error) => {
  const said = error instanceof Error ? error.message : String(error);
  return /^\{.*\}$/.test(said) ? JSON.parse(said).message : said; // the debugger's own words, as JSON
};
