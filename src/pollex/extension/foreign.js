/** Pages of other extensions inside of one: with them in it, Chrome refuses even to let go of the debugger. */

const REFUSED = "Cannot access a chrome-extension://";
const ATTEMPTS = 20;
const PAUSE_MS = 50;

/** Let go of a tab. Where Chrome refuses that, what the debugger holds would be held for ever: then the pages of other extensions are taken out for that moment, and load anew. @param {number} tab */
export async function detach(tab) {
  if (!(await refused(tab))) return;
  await inPage(tab, takeOut);
  for (let left = ATTEMPTS; left > 0 && (await refused(tab)); left--) await new Promise((done) => setTimeout(done, PAUSE_MS));
  await inPage(tab, putBack);
}

/** Whether Chrome refuses to let go; it does not where nothing is attached, or the tab is gone. @param {number} tabId */
const refused = (tabId) => chrome.debugger.detach({ tabId }).then(() => false, (error) => String(error).includes(REFUSED));

/** @param {number} tabId @param {() => void} func */
const inPage = (tabId, func) => chrome.scripting.executeScript({ target: { tabId }, func, injectImmediately: true }).catch(() => {}); // the person does not let us look into it

/** In a page: take the frames of other extensions out. */
function takeOut() {
  /** @param {Document | ShadowRoot} root @returns {HTMLIFrameElement[]} */
  const framesIn = (root) => [...root.querySelectorAll("*")].flatMap((each) => {
    const inner = each instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(each) : null;
    return [...(inner ? framesIn(inner) : []), ...(each instanceof HTMLIFrameElement && each.src.startsWith("chrome-extension:") ? [each] : [])];
  });
  const out = framesIn(document).map((frame) => ({ frame, parent: frame.parentNode, next: frame.nextSibling }));
  for (const { frame } of out) frame.remove();
  Object.assign(globalThis, { pollexTakenOut: out });
}

/** In a page: put them back. */
function putBack() {
  const known = /** @type {any} */ (globalThis);
  for (const { frame, parent, next } of known.pollexTakenOut ?? []) parent?.insertBefore(frame, next?.parentNode === parent ? next : null);
  delete known.pollexTakenOut;
}
