/** Elements by what callers say of them: CSS, words, roles, XPath, test ids, labels; in all shadow roots that are known. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.find) return;

  const { allRoots, everywhere, cssAll, wordsOf, rawText, smallest, withRole, quickName, isInteractive, labelsOf, placeholdersOf, TEST_IDS, LABELLED, PROMPTED } = pollex;
  const MOST = 50;
  /** Controls that are meant when somebody names a word inside them. */
  const WHOLE = new Set(["button", "checkbox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "tab"]);
  const BUTTONS = "input[type=submit], input[type=button], input[type=reset], input[type=image]";
  const SAID = "[aria-label], [aria-labelledby], [title], [alt]";

  /** @typedef {Document | ShadowRoot} Root */
  /** @typedef {{element: Element, whole: boolean, hidden?: boolean}} Match `whole`: all of its words were asked for, not a part */

  /** The control that a text belongs to: what it is inside of, or what it labels. @param {Element} element */
  function controlOf(element) {
    for (let at = /** @type {Element | null} */ (element); at; at = pollex.parentOf(at)) {
      if (pollex.isControl(at) && WHOLE.has(pollex.roleOf(at))) return at;
      const control = at.localName === "label" ? pollex.labelled(/** @type {HTMLLabelElement} */ (at)) : null;
      if (control) return pollex.reachable(control) ? control : element;
    }
    return element;
  }

  /** @param {string} said @param {boolean} exact @param {Root[]} within @returns {Match[]} */
  function byText(said, exact, within) {
    const words = wordsOf(said, exact);
    /** @type {Map<Element, Match>} */
    const found = new Map();
    for (const root of within) {
      /** @type {Element[]} */
      const places = [];
      const start = root instanceof Document ? (root.body ?? root.documentElement) : root;
      if (start && words.within.test(start.textContent ?? "")) smallest(start, words.within, places);
      for (const place of places) {
        const text = place.firstElementChild === null ? (place.textContent ?? "") : rawText(place, true);
        const hidden = !words.within.test(text);
        if (!hidden && !words.part.test(text)) continue;
        keep(found, { element: controlOf(place), whole: words.whole.test(text), hidden });
      }
      for (const button of root.querySelectorAll(BUTTONS)) keepNamed(found, button, words);
    }
    if (![...found.values()].some(isVisible)) for (const one of everywhere(SAID, within)) keepNamed(found, one, words);
    return [...found.values()];
  }

  /** @param {Map<Element, Match>} found @param {Match} match */
  function keep(found, match) {
    const known = found.get(match.element);
    found.set(match.element, known && !known.hidden ? { ...known, whole: known.whole || match.whole } : match);
  }

  /** @param {Map<Element, Match>} found @param {Element} element @param {ReturnType<typeof wordsOf>} words */
  function keepNamed(found, element, words) {
    const name = pollex.nameOf(element);
    if (words.part.test(name)) keep(found, { element: controlOf(element), whole: words.whole.test(name) });
  }

  /** @param {Iterable<Element>} elements @param {(element: Element) => (string | null)[]} texts @param {string} said @param {boolean} exact @returns {Match[]} */
  function worded(elements, texts, said, exact) {
    const words = wordsOf(said, exact);
    const found = [];
    for (const element of elements) {
      const fitting = texts(element).filter((text) => text && words.part.test(text));
      if (fitting.length) found.push({ element, whole: fitting.some((text) => words.whole.test(text ?? "")) });
    }
    return found;
  }

  /** @param {string} path @returns {Element[]} */
  function byXPath(path, within = allRoots()) {
    /** @type {Set<Element>} */
    const found = new Set();
    for (const root of within) {
      // A shadow root is no context for XPath, but the root of any path that begins inside it.
      const from = root instanceof Document ? root : root.firstElementChild;
      if (!from) continue;
      const here = root instanceof Document ? path : path.replace(/^(\(*)\.(?=\/)/, "$1");
      const nodes = document.evaluate(here, from, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
      for (let place = 0; place < nodes.snapshotLength; place++) {
        const node = nodes.snapshotItem(place);
        const element = node instanceof Attr ? node.ownerElement : node instanceof Element ? node : node?.parentElement;
        if (element) found.add(element);
      }
    }
    return [...found];
  }

  /** @param {string} kind @param {any} value @param {string | null} name @param {boolean} exact @param {Root[]} within @returns {Match[]} */
  function matchesOf(kind, value, name, exact, within) {
    const certain = (/** @type {Element[]} */ elements) => elements.map((element) => ({ element, whole: true }));
    switch (kind) {
      case "index": return certain([pollex.elementOf(value)].filter(Boolean));
      case "css": return certain(cssAll(value, within));
      case "xpath": return certain(byXPath(value, within));
      case "testid": return certain(everywhere(TEST_IDS.map((/** @type {string} */ attribute) => `[${attribute}="${CSS.escape(value)}"]`).join(), within));
      case "text": return byText(value, exact, within);
      case "label": return worded(everywhere(LABELLED, within), labelsOf, value, exact);
      case "placeholder": return worded(everywhere(PROMPTED, within), placeholdersOf, value, exact);
    }
    const role = value.toLowerCase();
    if (name === null) return certain(withRole(role, within));
    return worded(withRole(role, within, wordsOf(name, exact).each), (element) => [quickName(element, pollex.roleOf(element))], name, exact);
  }

  /** @param {Match} match */
  const isVisible = (match) => !match.hidden && pollex.reachable(match.element) !== null;

  /** @param {Match[]} matches */
  function visibleOf(matches) {
    const seen = [];
    for (const match of matches) {
      if (isVisible(match)) seen.push(match.element);
      if (seen.length > MOST) break;
    }
    return seen;
  }

  /** Without what is only another sight of the same control: its label, its wrapper, words in it, its picture as a second link. @param {Element[]} elements */
  function distinct(elements) {
    if (elements.length < 2) return elements;
    const words = new Map(elements.map((element) => [element, pollex.textOf(element)]));
    return elements.filter((one) => !elements.some((other) => other !== one && isSightOf(one, other, words.get(one) === words.get(other), words.get(one) === "")));
  }

  /** @param {Element} one @param {Element} control @param {boolean} alike they have the same words @param {boolean} wordless */
  function isSightOf(one, control, alike, wordless) {
    if (one.localName === "label" && /** @type {HTMLLabelElement} */ (one).control === control) return true;
    if (!pollex.isControl(control)) return false;
    if (alike && one.contains(control)) return true;
    if (alike && control.contains(one)) return !pollex.isControl(one);
    return wordless && !alike && one.localName === "a" && one.hasAttribute("href") && one.getAttribute("href") === control.getAttribute("href") && !pollex.nameOf(one);
  }

  /**
   * Up to 50 elements: the visible ones, or else hidden ones. Those that are wholly called so come first, and alone if some
   * of them can be acted on. `hosts` are elements that may have a closed root and were not asked yet.
   * @param {string} kind @param {any} value @param {string | null} [name] @param {boolean} [exact] @param {number | null} [within] number of an element
   */
  function find(kind, value, name = null, exact = false, within = null) {
    /** @type {Element[]} */
    const unasked = [];
    /** @type {Match[]} */
    let matches;
    try {
      matches = matchesOf(kind, value, name, exact, allRoots(unasked));
    } catch (error) {
      const refused = error instanceof DOMException || (kind === "xpath" && error instanceof TypeError); // no list of nodes
      if (refused) return { wrong: /** @type {Error} */ (error).message };
      throw error;
    }
    const outer = within === null ? null : pollex.elementOf(within);
    if (within !== null) matches = matches.filter((match) => outer && match.element !== outer && pollex.holds(outer, match.element));
    const whole = visibleOf(matches.filter((match) => match.whole));
    const enough = whole.length > MOST || whole.some(isInteractive);
    const seen = enough ? whole : [...whole, ...visibleOf(matches.filter((match) => !match.whole))];
    const chosen = seen.length ? distinct(seen.slice(0, MOST)) : matches.slice(0, MOST).map((match) => match.element);
    return {
      found: chosen.map((element, place) => candidate(element, { visible: seen.length > 0, whole: whole.includes(element) }, chosen.length > 1 && place < 10)),
      more: seen.length > MOST, hosts: unasked.map(pollex.numberOf),
    };
  }

  /** @param {Element} element @param {{visible: boolean, whole: boolean}} how @param {boolean} several */
  function candidate(element, how, several) {
    const role = pollex.roleOf(element);
    const active = isInteractive(element);
    const known = role !== "generic" ? role : active ? "clickable" : element.localName;
    return { number: pollex.numberOf(element), role: known, name: pollex.nameOf(element, role), active, ...how, near: several ? pollex.neighboursOf(element).slice(0, 2) : [] };
  }

  /** How many visible elements fit. @param {string} kind @param {any} value @param {string | null} name @param {boolean} exact */
  function countFitting(kind, value, name, exact) {
    return matchesOf(kind, value, name, exact, allRoots([])).filter(isVisible).length;
  }

  /** Which of these elements can be seen. @param {number[]} numbers */
  function seenAmong(numbers) {
    return numbers.filter((number) => {
      const element = pollex.elementOf(number);
      return element !== null && pollex.isSeen(element, pollex.boxOf(element));
    });
  }

  Object.assign(pollex, { countFitting, find, seenAmong, byXPath });
})();
