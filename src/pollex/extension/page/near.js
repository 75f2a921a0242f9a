/** Texts near an element, by which people tell it from others that look alike. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.neighboursOf) return;

  const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading]";
  const ROWS = "tr, [role=row]";
  const CARDS = "li, article, dd, [role=listitem], [role=article], [role=option], [role=treeitem]";
  const CONTROLS = "a[href], button, input, select, textarea, [role]";
  const CROWD = 24;
  const MOST_OTHERS = 12;
  const BOXES = new Set(["div", "section", "span"]);
  const SIBLINGS = 30;
  const GROUPS = "fieldset, [role=group], [role=radiogroup], dialog, [role=dialog], [role=alertdialog]";

  /** Texts near an element: its row's other cells, the heading above, the name of its group or dialog. @param {Element} element @returns {string[]} */
  function neighboursOf(element) {
    /** @type {Set<string>} */
    const found = new Set();
    const own = pollex.textOf(element, 60);
    const add = (/** @type {Element | null | undefined} */ one, text = one ? pollex.textOf(one, 60) : "") => {
      if (text && text !== own && found.size < 6) found.add(text);
    };
    const row = pollex.closestAbove(element, ROWS);
    if (row) for (const cell of row.children) if (found.size < 4 && !pollex.holds(cell, element)) add(cell);
    const card = row ? null : pollex.closestAbove(element, CARDS);
    if (card) for (const text of textsOf(card, element)) add(null, text);
    for (let group = pollex.closestAbove(element, GROUPS); group; group = pollex.closestAbove(group, GROUPS)) add(null, pollex.tidy(pollex.nameOf(group), 60));
    add(headingAbove(element));
    return [...found];
  }

  /** All that may be written down as a neighbour of an element, whether it is the only one of its name or not. @param {Element} element @returns {string[]} */
  function allNeighboursOf(element) {
    return [...new Set([...(rowEvidenceOf(element)?.row_texts ?? []), ...neighboursOf(element)])];
  }

  /** The innermost box around an element that has more to say than it and stands beside boxes of its kind. @param {Element} element @returns {Element | null} */
  function boxOf(element) {
    for (let at = pollex.parentOf(element); at; at = pollex.parentOf(at)) {
      if (BOXES.has(at.localName) && isOneOfSeveral(at) && textsOf(at, element).length) return at;
    }
    return null;
  }

  /** Whether a sibling of an element has its tag, its class and a text of its own. @param {Element} element */
  function isOneOfSeveral(element) {
    const [kind] = pollex.classesOf(element);
    const alike = (/** @type {Element} */ side) => side.localName === element.localName && side.classList.contains(kind) && pollex.textOf(side, 60);
    return kind !== undefined && pollex.besides(element, SIBLINGS).some(alike);
  }

  /** The box that is the row of an element for want of another: CSS for boxes of its kind, and what it says; or that it stands in none. @param {Element} element */
  function rowEvidenceOf(element) {
    if (pollex.closestAbove(element, `${ROWS}, ${CARDS}`)) return null;
    const box = boxOf(element);
    if (!box) return { rowless: true };
    return { row: `${box.localName}.${CSS.escape(pollex.classesOf(box)[0])}`, row_texts: textsOf(box, element) };
  }

  /** A card's heading, else its first texts. @param {Element} card @param {Element} element */
  function textsOf(card, element) {
    const heading = card.querySelector(HEADINGS);
    if (heading && !pollex.holds(heading, element)) return [pollex.textOf(heading, 60)];
    const texts = [];
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(), seen = 0; node && texts.length < 3 && seen < 40; node = walker.nextNode(), seen++) {
      const text = pollex.tidy(/** @type {Text} */ (node).data, 60);
      if (text.length > 1 && node.parentElement && !pollex.holds(element, node.parentElement) && node.parentElement.checkVisibility() && !pollex.drawsIcons(node.parentElement)) texts.push(text);
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

  /** Names of other controls of the same role around a control: whatever is called so later is one of them. @param {Element} element @param {string} role @param {string} name */
  function othersOf(element, role, name) {
    if (!pollex.isControl(element)) return [];
    const alike = controlsAround(element).filter((other) => pollex.roleOf(other) === role);
    const names = alike.map((other) => pollex.tidy(pollex.quickName(other, role), 40)).filter((other) => other && other !== name);
    return [...new Set(names)].slice(0, MOST_OTHERS);
  }

  /** The next controls before and after an element, from the innermost box around it outwards. @param {Element} element */
  function controlsAround(element) {
    /** @type {Element[]} */
    const found = [];
    for (let at = /** @type {Element | null} */ (element); at && found.length < CROWD; at = pollex.parentOf(at)) {
      /** @type {(Element | null)[]} */
      let sides = [at.previousElementSibling, at.nextElementSibling];
      while ((sides[0] || sides[1]) && found.length < CROWD) {
        for (const side of sides) if (side) found.push(...(side.matches(CONTROLS) ? [side] : []), ...[...side.querySelectorAll(CONTROLS)].slice(0, CROWD));
        sides = [sides[0]?.previousElementSibling ?? null, sides[1]?.nextElementSibling ?? null];
      }
    }
    return found;
  }

  Object.assign(pollex, { neighboursOf, allNeighboursOf, rowEvidenceOf, othersOf });
})();
