/** Texts near an element, by which people tell it from others that look alike. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.neighboursOf) return;

  const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading]";
  const ROWS = "tr, [role=row]";
  const CARDS = "li, article, dd, [role=listitem], [role=article], [role=option], [role=treeitem]";
  const GROUPS = "fieldset, [role=group], [role=radiogroup], dialog, [role=dialog], [role=alertdialog]";

  /** Texts near an element: its row's other cells, the heading above, the name of its group or dialog. @param {Element} element @returns {string[]} */
  function neighboursOf(element) {
    /** @type {Set<string>} */
    const found = new Set();
    const own = pollex.textOf(element, 60);
    const add = (/** @type {Element | null | undefined} */ one, text = one ? pollex.textOf(one, 60) : "") => {
      if (text && text !== own && found.size < 6) found.add(text);
    };
    const row = closest(element, ROWS);
    if (row) for (const cell of row.children) if (found.size < 4 && !pollex.holds(cell, element)) add(cell);
    const card = row ? null : closest(element, CARDS);
    if (card) for (const text of textsOf(card, element)) add(null, text);
    for (let group = closest(element, GROUPS); group; group = closest(group, GROUPS)) add(null, pollex.tidy(pollex.nameOf(group), 60));
    add(headingAbove(element));
    return [...found];
  }

  /** The nearest element above that fits, across shadow roots. @param {Element} element @param {string} css @returns {Element | null} */
  function closest(element, css) {
    let at = pollex.parentOf(element);
    while (at && !at.matches(css)) at = pollex.parentOf(at);
    return at;
  }

  /** A card's heading, else its first texts. @param {Element} card @param {Element} element */
  function textsOf(card, element) {
    const heading = card.querySelector(HEADINGS);
    if (heading && !pollex.holds(heading, element)) return [pollex.textOf(heading, 60)];
    const texts = [];
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(), seen = 0; node && texts.length < 3 && seen < 40; node = walker.nextNode(), seen++) {
      const text = pollex.tidy(/** @type {Text} */ (node).data, 60);
      if (text.length > 1 && node.parentElement && !pollex.holds(element, node.parentElement) && node.parentElement.checkVisibility()) texts.push(text);
    }
    return texts;
  }

  /** The heading under which an element stands. @param {Element} element @returns {Element | null} */
  function headingAbove(element) {
    for (let at = /** @type {Element | null} */ (element); at; at = pollex.parentOf(at)) {
      let seen = 0;
      for (let side = at.previousElementSibling; side && seen < 30; side = side.previousElementSibling, seen++) {
        if (side.matches(HEADINGS)) return side;
        const heading = side.matches("header, hgroup") ? side.querySelector(HEADINGS) : null;
        if (heading) return heading;
      }
    }
    return null;
  }

  Object.assign(pollex, { neighboursOf });
})();
