/** What is said, in the console of whoever switches this on: `chrome.storage.local.set({ debug: true })`. */

/** Names whose values nobody is to read there. */
const PRIVATE = /key|token|password|secret|proof|code|^(text|value|values|answer|details|task)$/i;
let isOn = false;

chrome.storage.local.get("debug").then(({ debug }) => (isOn = debug === true));
chrome.storage.onChanged.addListener(({ debug }, area) => {
  if (area === "local" && debug) isOn = debug.newValue === true;
});

/** Write to the console, where that is switched on; keys and what was typed are masked. @param {...unknown} said */
export function debugLog(...said) {
  if (isOn) console.log("[Pollex]", ...said.map((each) => masked(each)));
}

/** @param {unknown} value @param {string} [name] @returns {unknown} */
export function masked(value, name = "") {
  if (Array.isArray(value)) return value.map((each) => masked(each, name));
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each, key)]));
  return PRIVATE.test(name) && value !== "" ? "•••" : value;
}
