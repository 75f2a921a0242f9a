/** Watching what an action does: what appeared, and where a click landed. Begins before it, ends a while after it is asked. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.watch) return;

  const MOST = 6;
  /** Milliseconds that watching goes on when it was asked: an answer of the network may be on its way to the page. */
  const LATER = 20_000;
  /** What the page has begun to go to since it is watched: another page, or a file. @type {"page" | "file" | null} */
  let leaving = null;
  /** @type {{observer: MutationObserver, added: Set<Node>, landed: EventTarget | null, heard: Set<string>, end: number} | null} */
  let watching = null;
  /** Called when something is heard, or nothing more is to be waited for. @type {((kind: string | null) => void) | null} */
  let waiting = null;

  function watch() {
    watching?.observer.disconnect();
    leaving = null;
    const added = new Set();
    const observer = new MutationObserver((records) => {
      if (!watching || performance.now() > watching.end) observer.disconnect();
      else note(records, added);
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden", "open", "aria-hidden", "class", "style"] });
    watching = { observer, added, landed: null, heard: new Set(), end: Infinity };
  }

  /** @param {MutationRecord[]} records @param {Set<Node>} added */
  function note(records, added) {
    for (const record of records) {
      if (added.size > 500) return;
      if (record.type === "childList") for (const node of record.addedNodes) added.add(node);
      else added.add(record.target);
    }
  }

  /** What came since `watch`, or since this was last asked: short texts, the loudest (alerts, dialogs) first. */
  function seen() {
    if (!watching) return { appeared: [], landed: null, leaving };
    const { observer, added, landed } = watching;
    note(observer.takeRecords(), added);
    const appeared = texts(added);
    added.clear();
    watching.end = performance.now() + LATER;
    return { appeared, landed: landed instanceof Element ? pollex.numberOf(landed) : null, leaving };
  }

  /** @param {Set<Node>} nodes */
  function texts(nodes) {
    /** @type {Map<string, boolean>} */
    const found = new Map();
    for (const node of nodes) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element?.isConnected || found.size > 60) continue;
      if (!pollex.isSeen(element, element.getBoundingClientRect())) continue;
      const text = pollex.textOf(element, 80);
      if (text) found.set(text, element.closest("[role=alert], [role=status], [role=dialog], [role=alertdialog], [aria-live], dialog, output") !== null);
    }
    const loud = [...found].filter(([, says]) => says);
    const quiet = [...found].filter(([, says]) => !says);
    return [...loud, ...quiet].slice(0, MOST).map(([text]) => text);
  }

  /** @type {any} */ (globalThis).navigation?.addEventListener("navigate", (/** @type {any} */ event) => {
    if (!event.hashChange && !event.destination.sameDocument) leaving = event.downloadRequest === null ? "page" : "file";
  });

  for (const kind of ["mousedown", "click"]) {
    addEventListener(kind, (event) => {
      if (watching && event.isTrusted) watching.landed = event.composedPath()[0] ?? event.target;
    }, { capture: true, passive: true });
  }

  for (const kind of ["input", "keyup"]) {
    addEventListener(kind, (event) => {
      if (!watching || !event.isTrusted) return;
      watching.heard.add(kind);
      waiting?.(kind);
    }, { capture: true, passive: true });
  }

  /** Until an event of a person's or our hands has come since `watch`; `enough` ends it as well. @param {string} kind @returns {Promise<void>} */
  function hearing(kind) {
    if (!watching || watching.heard.has(kind)) return Promise.resolve();
    return new Promise((done) => {
      waiting = (heard) => {
        if (heard === null || heard === kind) done();
      };
    });
  }

  /** What was done has reached the page: an event that has not come until now does not come. */
  function enough() {
    waiting?.(null);
  }

  /** The page's turn: what it has put off to the next moment is done, timers of no time and what frameworks draw included. */
  function turn() {
    return new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        setTimeout(done);
      };
      port2.postMessage(null);
    });
  }

  /** One drawn frame, or a tenth of a second where nothing is drawn; whether one was. @returns {Promise<boolean>} */
  function breathe() {
    return new Promise((done) => {
      requestAnimationFrame(() => setTimeout(() => done(true)));
      setTimeout(() => done(false), 100);
    });
  }

  /**
   * Wait until something holds, looked at in every frame that is drawn; the test is told whether one was since the last time.
   * @template T @param {(drawn: boolean) => T | null | undefined | false} test @param {number} patience milliseconds @returns {Promise<T | null>}
   */
  async function until(test, patience) {
    const end = performance.now() + patience;
    for (let drawn = false; ; drawn = await breathe()) {
      const found = test(drawn);
      if (found) return found;
      if (performance.now() >= end) return null;
    }
  }

  Object.assign(pollex, { watch, seen, hearing, enough, turn, breathe, until });
})();
