/** The parts of the panel's page, and what it asks of the worker. */

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind */
export function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`There is no ${id}.`);
  return found;
}

/** @param {object} asked @returns {Promise<any>} */
export async function ask(asked) {
  const { ok, found, why } = await chrome.runtime.sendMessage(asked);
  if (!ok) throw new Error(why);
  return found;
}

/** Hear what is said in the extension; what content scripts say is a page's, if that has got into one. @param {(said: any) => void} hear */
export function onSaid(hear) {
  chrome.runtime.onMessage.addListener((said, sender) => {
    if (!sender.tab || sender.origin === location.origin) hear(said); // a worker has no tab
  });
}
