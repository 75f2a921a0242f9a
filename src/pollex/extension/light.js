/** Pages without the debugger: our scripts in them, and what the browser's tabs do by themselves. */

import { debugLog } from "./debug.js";
import { say } from "./outbox.js";

/** @typedef {{ frame: number, document: string, token: string, path: number[], ready: boolean, url: string }} Found */

/** What a frame answers that is just loading: nothing, which is no answer. */
const NOTHING = "The frame gave no answer.";

/** What is asked of a tab without the debugger, by method. @type {Record<string, (tab: number, params: any) => Promise<object | void>>} */
export const LIGHT = {
  "Light.getFrames": frames,
  "Light.run": run,
  "Light.act": run,
  "Light.go": async (tab, { url }) => void (await chrome.tabs.update(tab, { url })),
  "Light.back": (tab) => chrome.tabs.goBack(tab),
  "Light.forward": (tab) => chrome.tabs.goForward(tab),
  "Light.reload": (tab) => chrome.tabs.reload(tab),
  "Light.getTab": async (tab) => shown(await chrome.tabs.get(tab)),
  "Light.front": async (tab) => void (await chrome.tabs.update(tab, { active: true })),
  "Light.close": (tab) => chrome.tabs.remove(tab),
  "Light.picture": picture,
  "Light.say": tell,
};

/** The frames of a tab that we may look into, with our scripts in each. Pollex has their list: a worker that imports JSON does not come back. @param {number} tab @param {{ scripts: string[] }} asked */
async function frames(tab, { scripts }) {
  const target = { tabId: tab, allFrames: true };
  const found = await chrome.scripting.executeScript({ target, func: hasScripts, injectImmediately: true });
  const lacking = found.filter(({ result }) => result !== true).map(({ documentId }) => documentId);
  if (lacking.length) await chrome.scripting.executeScript({ target: { tabId: tab, documentIds: lacking }, files: scripts.map((name) => `page/${name}`), injectImmediately: true });
  const told = await chrome.scripting.executeScript({ target, func: frameHere, injectImmediately: true });
  /** @type {Found[]} */
  const known = told.flatMap(({ frameId, documentId, result }) => (result ? [{ frame: frameId, document: documentId, ...result }] : []));
  return { frames: known };
}

/** What one of our functions gives in a document. @param {number} tab @param {{ document: string, name: string, args: unknown[] }} asked */
async function run(tab, { document, name, args }) {
  const target = { tabId: tab, documentIds: [document] };
  const [answer] = await chrome.scripting.executeScript({ target, func: called, args: [name, args], injectImmediately: true });
  if (!answer?.result) throw new Error(NOTHING);
  return answer.result;
}

/** Say a message of document 002 to the content script of a tab. @param {number} tab @param {{ message: any, interactive: string[], scripts: string[] }} said */
async function tell(tab, { message, interactive, scripts }) {
  const { frames: known } = await frames(tab, { scripts });
  const main = known.find(({ frame }) => frame === 0);
  if (!main) throw new Error(NOTHING);
  await run(tab, { document: main.document, name: "learnInteractive", args: [interactive] });
  const answer = await chrome.tabs.sendMessage(tab, message, { documentId: main.document });
  debugLog("content", message, answer);
  return { answer };
}

/** A picture of what a tab shows, which has to be the one in front. @param {number} tab @param {{ jpeg: boolean, box: number[] | null, width: number }} how */
async function picture(tab, { jpeg, box, width }) {
  const { windowId, active } = await chrome.tabs.get(tab);
  if (!active) throw new Error("The tab is in the background.");
  const address = await chrome.tabs.captureVisibleTab(windowId, { format: jpeg ? "jpeg" : "png" });
  return { data: box ? await part(address, jpeg, box, width) : afterComma(address) };
}

/** @param {string} address @param {boolean} jpeg @param {number[]} box @param {number} width of the viewport @returns {Promise<string>} */
async function part(address, jpeg, [left = 0, top = 0, wide = 1, high = 1], width) {
  const bytes = Uint8Array.from(atob(afterComma(address)), (each) => each.charCodeAt(0));
  const whole = await createImageBitmap(new Blob([bytes]));
  const scale = whole.width / width;
  const [w, h] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))];
  const canvas = new OffscreenCanvas(w, h);
  canvas.getContext("2d")?.drawImage(whole, left * scale, top * scale, w, h, 0, 0, w, h);
  const cut = new Uint8Array(await (await canvas.convertToBlob({ type: jpeg ? "image/jpeg" : "image/png" })).arrayBuffer());
  return btoa(cut.reduce((text, each) => text + String.fromCharCode(each), ""));
}

/** Hear what tabs do by themselves. @param {(tab: number) => Promise<boolean>} isAllowed */
export function listenToTabs(isAllowed) {
  chrome.tabs.onUpdated.addListener(async (tab, { status, url }, now) => {
    if ((status || url) && (await isAllowed(tab))) say({ type: "event", tab, method: "Light.updated", params: shown(now) });
  });
}

/** @param {chrome.tabs.Tab} tab */
const shown = ({ url, pendingUrl, title, status, active }) => ({ url: url ?? "", going: pendingUrl ?? "", title: title ?? "", loading: status === "loading", active });
/** @param {string} address */
const afterComma = (address) => address.slice(address.indexOf(",") + 1);

/** In a page: whether our scripts are there. */
function hasScripts() {
  return Boolean(/** @type {any} */ (globalThis).pollex?.doAction);
}

/** In a page: which frame it is. @returns {{ token: string, path: number[], ready: boolean, url: string } | null} */
function frameHere() {
  return /** @type {any} */ (globalThis).pollex?.frameHere?.() ?? null;
}

/** In a page: what one of our functions gives. @param {string} name @param {unknown[]} args */
async function called(name, args) {
  const known = /** @type {any} */ (globalThis).pollex;
  if (!known?.[name]) return { missing: true };
  try {
    return { value: (await known[name](...args)) ?? null };
  } catch (error) {
    return { failed: String(error) };
  }
}
