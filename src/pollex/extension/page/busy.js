/** What a page shows while it works on: a spinner, "Saving …". */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.isBusy) return;

  const BUSY = "[aria-busy=true], [role=progressbar], progress, [class*=spinner], [class*=loading]";
  /** A short text that goes on. */
  const GOES_ON = /^[^.…]{3,40}(?:…|\.\.\.)$/;
  const MOST = 20;

  /** Keep what a change brought that says so. @param {Set<Node>} busy @param {MutationRecord} record */
  function noteBusy(busy, record) {
    const came = record.type === "childList" ? record.addedNodes : [record.target];
    for (const node of came) {
      if (busy.size >= MOST) return;
      if (says(node)) busy.add(node);
      else if (node instanceof Element && record.type === "childList") for (const inner of [...node.querySelectorAll(BUSY)].slice(0, MOST)) busy.add(inner);
    }
  }

  /** @param {Node} node */
  function says(node) {
    if (node instanceof Element) return node.matches(BUSY) || (!node.firstElementChild && GOES_ON.test(node.textContent?.trim() ?? ""));
    return GOES_ON.test(node.nodeValue?.trim() ?? "");
  }

  /** Whether what came can be seen and still says so. @param {Set<Node>} busy */
  function isBusy(busy) {
    return [...busy].some((node) => {
      const element = node instanceof Element ? node : node.parentElement;
      return element?.isConnected === true && says(node) && pollex.isSeen(element, element.getBoundingClientRect());
    });
  }

  Object.assign(pollex, { noteBusy, isBusy });
})();
