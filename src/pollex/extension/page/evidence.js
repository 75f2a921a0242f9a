/**
 * Everything by which an element could be found again, written down while it is there. Selectors are made of what lasts:
 * test ids, ids that a person wrote, names, labels, classes with a meaning; places among siblings only where nothing else does.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.evidence) return;

  const MADE = [
    /\d{4,}/, /^[:«_].*[:»]$|:/, /^(ember|ext-gen|yui|gwt-uid|react-select|radix|headlessui|mui|select2|downshift|rc|jsx)[-_]?\w*\d/i,
    /[0-9a-f]{8}-[0-9a-f]{4}/i, /(^|[-_])(?=[a-z]*\d)(?=\d*[a-z])[0-9a-f]{6,}($|[-_])/i, /^(css|sc|jss|emotion|styles?|svelte|astro)-\w{4,}/,
    /(^|[-_])(?=\w*\d[A-Za-z])(?=\w*[A-Z])(?=\w*[a-z])[A-Za-z0-9]{5,}($|[-_])/,
  ];
  const STATES = /^(active|checked|closed|collapsed|current|disabled|expanded|focus(ed)?|hidden|hover|invalid|loading|open|selected|visible)$|^(is|has|ng|js)-|--(active|current|open|selected)$/;
  const CLASS = /^[A-Za-z][\w-]{2,39}$/;
  const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading]";
  const ROWS = "tr, [role=row]";
  const CARDS = "li, article, dd, [role=listitem], [role=article], [role=option], [role=treeitem]";
  const GROUPS = "fieldset, [role=group], [role=radiogroup], dialog, [role=dialog], [role=alertdialog]";
  const SEEN = { opacityProperty: true, visibilityProperty: true };
  const LARGE = 5000;

  /** Whether a person, not a program, chose an id or class. @param {string} word */
  const isStable = (word) => word.length > 0 && word.length < 60 && !/\s/.test(word) && !MADE.some((made) => made.test(word));
  /** @param {string} text */
  const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&").replace(/[\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;

  /** @param {number} number */
  function evidence(number) {
    const element = pollex.elementOf(number);
    if (!element) return null;
    const roots = pollex.allRoots();
    const role = pollex.roleOf(element);
    const name = pollex.nameOf(element, role);
    const known = {
      tag: element.localName, test_id: pollex.testIdOf(element), role, name, label: pollex.labelOf(element),
      text: pollex.textOf(element), placeholder: element.getAttribute("placeholder"), id: isStable(element.id) ? element.id : null,
      css: new Path(element, roots).css(), xpath: xpathOf(element, roots), href: element.getAttribute("href"), frame: frameName(),
      ...amongLikes(element, role, name, roots), neighbours: neighboursOf(element),
    };
    return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null && value !== ""));
  }

  /** The name or the address of this frame; nothing for the main one. */
  function frameName() {
    return frameNames()[0] ?? null;
  }

  /** By what a caller may name this frame. */
  function frameNames() {
    return globalThis.parent === globalThis.self ? [] : [window.name, location.href].filter(Boolean);
  }

  /** The place among the visible elements of the same role and name. @param {Element} element @param {string} role @param {string} name @param {any[]} roots */
  function amongLikes(element, role, name, roots) {
    let likes = 0;
    let position = 0;
    for (const other of pollex.withRole(role, roots)) {
      if (other === element) position = likes;
      else if (pollex.roleOf(other) !== role || pollex.quickName(other, role) !== name || !(other.checkVisibility(SEEN) || pollex.reachable(other))) continue;
      likes += 1;
    }
    return { position, likes };
  }

  /** A selector that fits one element only. */
  class Path {
    /** @param {Element} element @param {any[]} roots */
    constructor(element, roots) {
      this.element = element;
      this.roots = roots;
      this.tries = document.getElementsByTagName("*").length > LARGE ? 8 : 40;
    }

    /** @returns {string | null} */
    css() {
      const own = marksOf(this.element);
      const alone = own.find((mark) => this.isUnique(mark));
      if (alone) return alone;
      const parts = [...own.slice(0, 3), this.element.localName];
      for (let at = pollex.above(this.element); at && at !== document.body; at = pollex.above(at)) {
        for (const anchor of marksOf(at).slice(0, 3)) {
          for (const part of parts) if (this.tries-- > 0 && this.isUnique(`${anchor} ${part}`)) return `${anchor} ${part}`;
        }
      }
      return this.isUnique(this.element.localName) ? this.element.localName : this.chain(own[0]);
    }

    /** By places among siblings, from the nearest element that can be told by itself. @param {string | undefined} own */
    chain(own) {
      const steps = [placed(this.element)];
      let at = pollex.above(this.element);
      for (; at; at = pollex.above(at)) {
        const here = at;
        const anchor = marksOf(at).slice(0, 2).find((mark) => this.isUnique(mark, here));
        steps.unshift(anchor ?? placed(at));
        if (anchor) break;
      }
      const telling = steps.filter((step, place) => (place === 0 && at !== null) || place === steps.length - 1 || step.includes(":nth-of-type("));
      const last = own && !telling[telling.length - 1].includes(":nth") ? own : telling[telling.length - 1];
      const short = [...telling.slice(0, -1), last].join(" ");
      return [short, telling.join(" "), steps.join(" > ")].find((css) => this.isUnique(css)) ?? null;
    }

    /** @param {string} css @param {Element} [element] */
    isUnique(css, element = this.element) {
      const found = pollex.cssAll(css, this.roots);
      return found.length === 1 && found[0] === element;
    }
  }

  /** Selectors that say something about an element itself, the most lasting first. @param {Element} element @returns {string[]} */
  function marksOf(element) {
    const tag = CSS.escape(element.localName);
    const marks = [];
    for (const attribute of pollex.TEST_IDS) if (element.hasAttribute(attribute)) marks.push(`[${attribute}=${quoted(element.getAttribute(attribute) ?? "")}]`);
    if (isStable(element.id)) marks.push(`#${CSS.escape(element.id)}`);
    const name = element.getAttribute("name");
    const choice = element.matches("input[type=radio][value], input[type=checkbox][value], button[value]");
    if (name && isStable(name.replace(/\s/g, "-"))) marks.push(`${tag}[name=${quoted(name)}]${choice ? `[value=${quoted(element.getAttribute("value") ?? "")}]` : ""}`);
    for (const attribute of ["aria-label", "placeholder"]) {
      const said = element.getAttribute(attribute);
      if (said && said.length <= 60 && !/\d{4,}/.test(said)) marks.push(`${tag}[${attribute}=${quoted(said)}]`);
    }
    for (const word of [...element.classList].filter((each) => CLASS.test(each) && isStable(each) && !STATES.test(each)).slice(0, 2)) marks.push(`${tag}.${CSS.escape(word)}`);
    const address = element.localName === "a" ? element.getAttribute("href") : null;
    if (address && address.length <= 80 && address !== "#") marks.push(`a[href=${quoted(address)}]`);
    return element.localName.includes("-") ? [...marks, tag] : marks;
  }

  /** The place among siblings of the same kind, from 1, and whether there are others. @param {Element} element */
  function placeOf(element) {
    let place = 1;
    for (let side = element.previousElementSibling; side; side = side.previousElementSibling) if (side.localName === element.localName) place += 1;
    let alone = place === 1;
    for (let side = element.nextElementSibling; side && alone; side = side.nextElementSibling) alone = side.localName !== element.localName;
    return { place, alone };
  }

  /** @param {Element} element */
  function placed(element) {
    const { place, alone } = placeOf(element);
    return CSS.escape(element.localName) + (alone ? "" : `:nth-of-type(${place})`);
  }

  /** @param {Element} element @param {any[]} roots @returns {string | null} */
  function xpathOf(element, roots) {
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    let path = "";
    for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
      if (isStable(at.id) && !at.id.includes('"') && root.querySelectorAll(`#${CSS.escape(at.id)}`).length === 1) {
        path = `//*[@id="${at.id}"]${path}`;
        break;
      }
      const { place, alone } = placeOf(at);
      const plain = at.namespaceURI === "http://www.w3.org/1999/xhtml" && /^[a-z][\w.-]*$/.test(at.localName);
      path = `/${plain ? at.localName : `*[local-name()="${at.localName}"]`}${alone ? "" : `[${place}]`}${path}`;
    }
    const found = pollex.byXPath(path, path.startsWith("/html") ? [document] : roots);
    return found.length === 1 && found[0] === element ? path : null;
  }

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

  Object.assign(pollex, { evidence, neighboursOf, frameNames });
})();
