/** Document 002's content script: `get_state` and `execute_action`, answered for the document that it is in. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.stateHere) return;

  const MOST = { elements: 100, text: 2000, elementText: 100 };
  const PATIENCE = 5000;
  const ENGINES = {
    duckduckgo: (/** @type {string} */ query) => `https://duckduckgo.com/?q=${query}`,
    google: (/** @type {string} */ query) => `https://www.google.com/search?q=${query}`,
    bing: (/** @type {string} */ query) => `https://www.bing.com/search?q=${query}`,
  };
  /** Selectors of elements that count as controls too. @type {string[]} */
  let interactive = [];

  /** @typedef {{success: boolean, error?: string, extracted_content?: string, long_term_memory?: string}} ActionResult */

  /** @type {Record<string, (action: any) => Promise<ActionResult> | ActionResult>} */
  const ACTIONS = {
    click: ({ index }) => acted("click", index, (point) => pressed(point)),
    input_text: ({ index, text, clear = true }) => acted("input_text", index, () => typeInto(index, text, clear)),
    navigate: ({ url, new_tab = false }) => goTo("navigate", url, new_tab),
    search: ({ query, engine = "duckduckgo" }) =>
      Object.hasOwn(ENGINES, engine) ? goTo("search", ENGINES[/** @type {keyof typeof ENGINES} */ (engine)](encodeURIComponent(query)), false) : failed("search", `there is no engine '${engine}'`),
    scroll: ({ down, pages = 1 }) => {
      pollex.scroll(0, down ? pages : -pages);
      return done(`scroll: ${Math.round(scrollY)} of ${document.documentElement.scrollHeight} pixels`);
    },
    done: ({ text, success }) => (success ? done(text) : { success: false, error: text }),
  };

  /** What counts as a control too, from now on. @param {string[]} selectors */
  function learnInteractive(selectors) {
    interactive = selectors;
  }

  /** What the document shows, as document 002 has it. */
  function stateHere() {
    const { url, title, elements, text, scrollY, scrollHeight, viewportHeight } = pollex.look({ ...MOST, extra: interactive, listening: [] });
    const own = elements.filter((/** @type {object} */ each) => !("frame" in each));
    return { url, title, elements: own.slice(0, MOST.elements), textContent: text.slice(0, MOST.text), scrollY, scrollHeight, viewportHeight };
  }

  /** Do an action of document 002, and answer as it has it. @param {any} action @returns {Promise<ActionResult>} */
  async function doAction(action) {
    const kind = action?.type;
    if (!Object.hasOwn(ACTIONS, kind)) return { success: false, error: `There is no action '${kind}'.` };
    try {
      return await ACTIONS[kind](action);
    } catch (error) {
      return failed(kind, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} kind @param {number} index @param {(point: {x: number, y: number}) => Promise<string | null> | string | null} act says what went wrong @returns {Promise<ActionResult>} */
  async function acted(kind, index, act) {
    if (!pollex.elementOf(index)) return { success: false, error: `Element with index ${index} not found` };
    const { reach } = await pollex.aim(index, PATIENCE, "still", true, kind === "input_text" ? true : null, kind === "click" ? "click" : "type");
    if (!("box" in reach)) return failed(kind, "cover" in reach ? `it is covered by ${reach.cover}` : "disabled" in reach ? "it is disabled" : "it cannot be seen");
    const wrong = await act(reach);
    if (wrong !== null) return failed(kind, wrong);
    const { appeared, leaving } = await pollex.after();
    if (!leaving && !appeared.length && !pollex.isFelt()) return failed(kind, "the page did not react to it; a page can tell that it was no person");
    return done(`${kind}${appeared.length ? `: appeared ${appeared.join(", ")}` : ""}`);
  }

  /** @param {{x: number, y: number}} point */
  function pressed({ x, y }) {
    const { inside } = pollex.pressAt(x, y, "left", 1);
    return inside ? "it is in a frame, which has a content script of its own" : null;
  }

  /** @param {number} index @param {string} text @param {boolean} clear */
  async function typeInto(index, text, clear) {
    const { kind } = pollex.focus(index, clear);
    if (kind === "set") return pollex.setValue(index, text) === text ? null : "the field did not take the value";
    if (kind !== "typed") return `it takes no text (${kind})`;
    pollex.typeKeys(text);
    const kept = await pollex.keeps(index, text, clear);
    return kept?.fits === false ? `the field holds '${kept.value}'` : null;
  }

  /** @param {string} kind @param {string} url @param {boolean} inTab @returns {ActionResult} */
  function goTo(kind, url, inTab) {
    const there = URL.parse(url);
    if (!there || !/^https?:$/.test(there.protocol)) return failed(kind, `'${url}' is no address of http or https`);
    if (inTab) return failed(kind, "a content script opens no tab");
    location.assign(there.href);
    return done(`${kind}: url '${there.href}'`);
  }

  /** @param {string} action @param {string} reason @returns {ActionResult} */
  function failed(action, reason) {
    return { success: false, error: `Failed to ${action}: ${reason}` };
  }

  /** @param {string} remembered @returns {ActionResult} */
  function done(remembered) {
    return { success: true, long_term_memory: remembered };
  }

  chrome.runtime.onMessage.addListener((/** @type {any} */ asked, /** @type {any} */ sender, /** @type {(answer: unknown) => void} */ answer) => {
    if (sender.id !== chrome.runtime.id || sender.tab) return false;
    if (asked?.type === "get_state") answer(stateHere());
    else if (asked?.type === "execute_action") doAction(asked.action).then(answer);
    else return false;
    return true;
  });

  Object.assign(pollex, { stateHere, doAction, learnInteractive });
})();
