/** The document and all shadow roots that are known, searched as one. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.allRoots) return;

  const HOSTS_ASKED = 40;
  /** What may have a shadow root: by far the most elements of large pages may not. */
  const HOSTS = ":not(td, tr, a, li, button, option, input, label, img, svg, svg *, b, i, em, strong, code, th, ul, ol, tbody, table, br)";

  /** @typedef {Document | ShadowRoot} Root */

  /** The document and every shadow root that we can look into; `unasked` gets elements that may have a closed one. @param {Element[]} [unasked] @returns {Root[]} */
  function allRoots(unasked) {
    /** @type {Root[]} */
    const found = [document];
    for (const root of found) {
      for (const element of root.querySelectorAll(HOSTS)) {
        const inner = pollex.rootOf(element);
        if (inner) found.push(inner);
        else if (unasked && unasked.length < HOSTS_ASKED && element.localName.includes("-") && pollex.mayHide(element)) unasked.push(element);
      }
    }
    return found;
  }

  /** The element above; from the top of a shadow root, its host. @param {Element} element @returns {Element | null} */
  function above(element) {
    const parent = element.parentNode;
    return parent instanceof ShadowRoot ? parent.host : element.parentElement;
  }

  /** All elements that fit, in any root. @param {string} css @param {Root[]} [within] @returns {Element[]} */
  function everywhere(css, within = allRoots()) {
    return within.length === 1 ? [...within[0].querySelectorAll(css)] : within.flatMap((root) => [...root.querySelectorAll(css)]);
  }

  /** Elements that may have a closed root and were not asked yet. */
  function closedHosts() {
    const drawn = (/** @type {Element} */ element) => pollex.mayHide(element) && element.getClientRects().length > 0;
    return everywhere(HOSTS).filter(drawn).slice(0, HOSTS_ASKED).map(pollex.numberOf);
  }

  Object.assign(pollex, { allRoots, above, everywhere, closedHosts });
})();
