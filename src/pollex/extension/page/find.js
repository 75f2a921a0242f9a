/**
 * Elements by what callers say of them: CSS with `:has-text()`, words, roles, XPath, test ids, labels. Everything looks
 * through all shadow roots that are known; CSS combinators lead from a host into its root, as `parent > child` does.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.find) return;

  const MOST = 50;
  const SUGGESTIONS = 500;
  const HOSTS_ASKED = 40;
  const SILENT = new Set(["script", "style", "noscript", "template", "head", "textarea"]);
  const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"];
  const CLOSING = /** @type {Record<string, string>} */ ({ "(": ")", "[": "]" });
  const NESTED = /:(has-text|not|is|where|has)$/;
  /** Roles that one asks for by the name of another. @type {Record<string, string[]>} */
  const ALIASES = {
    cell: ["cell", "gridcell"], color: ["colour"], iframe: ["frame"], image: ["image", "img"], img: ["image", "img"],
    textbox: ["textbox", "searchbox", "password"],
  };
  /** Where elements of a role are to be found, so that not every element is asked. @type {Record<string, string>} */
  const SOURCES = {
    button: "button, input, summary, [role]", checkbox: "input, [role]", combobox: "select, [role]",
    heading: "h1, h2, h3, h4, h5, h6, [role]", link: "a, area, [role]", listbox: "select, [role]", option: "option, [role]",
    password: "input, [role]", radio: "input, [role]", searchbox: "input, [role]", slider: "input, [role]",
    switch: "[role]", tab: "[role]", textbox: "input, textarea, [contenteditable], [role]", row: "tr, [role]",
  };
  /** Controls that are meant when somebody names a word inside them. */
  const WHOLE = new Set(["button", "checkbox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "tab"]);
  const NAMING = ["aria-label", "aria-labelledby", "title", "placeholder"];
  /** Roles of elements that never have labels and are named by what they hold. */
  const PLAIN = new Set(["cell", "heading", "link", "listitem", "option", "tab"]);
  const LABELLED = "input, textarea, select, button, meter, output, progress, [aria-label], [aria-labelledby]";
  const PROMPTED = "[placeholder], [aria-placeholder]";
  const BUTTONS = "input[type=submit], input[type=button], input[type=reset], input[type=image]";
  const SAID = "[aria-label], [aria-labelledby], [title], [alt]";

  /** What may have a shadow root: by far the most elements of large pages may not. */
  const HOSTS = ":not(td, tr, a, li, button, option, input, label, img, svg, svg *, b, i, em, strong, code, th, ul, ol, tbody, table, br)";
  const SILENT_CSS = [...SILENT].join();

  /** @typedef {{combinator: string, deep: boolean, native: string, words: RegExp[], nested: [string, Step[][]][]}} Step */
  /** @typedef {Document | ShadowRoot} Root */
  /** @typedef {{element: Element, whole: boolean, hidden?: boolean}} Match `whole`: all of its words were asked for, not a part */

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

  /** Where what begins at a place ends: a letter, an escape, a quoted text, a bracket with all inside. @param {string} text @param {number} at @returns {number} */
  function endOf(text, at) {
    const first = text[at];
    if (first === "\\") return at + 2;
    const quoted = first === '"' || first === "'";
    const close = quoted ? first : CLOSING[first];
    if (!close) return at + 1;
    for (at += 1; at < text.length && text[at] !== close; ) at = quoted ? at + (text[at] === "\\" ? 2 : 1) : endOf(text, at);
    return at + 1;
  }

  /** A selector as alternatives of steps. @param {string} text @param {boolean} deep there are shadow roots to look into @returns {Step[][]} */
  function read(text, deep) {
    /** @type {Step[][]} */
    const alternatives = [[]];
    let combinator = "";
    /** @type {Step | null} */
    let step = null;
    for (let at = 0, end; at < text.length; at = end) {
      end = endOf(text, at);
      const piece = text.slice(at, end);
      if (piece === ",") {
        alternatives.push([]);
        [step, combinator] = [null, ""];
      } else if (/^[\s>+~]$/.test(piece)) {
        combinator = piece.trim() || combinator || (step ? " " : "");
        step = null;
      } else {
        if (!step) alternatives[alternatives.length - 1].push((step = { combinator, deep, native: "", words: [], nested: [] }));
        combinator = "";
        add(step, piece);
      }
    }
    return alternatives;
  }

  /** @param {Step} step @param {string} piece */
  function add(step, piece) {
    const name = piece[0] === "(" ? NESTED.exec(step.native)?.[1] : undefined;
    const inner = piece.slice(1, -1).trim();
    if (name === undefined || (name !== "has-text" && !inner.includes(":has-text("))) {
      step.native += piece;
      return;
    }
    step.native = step.native.slice(0, -name.length - 1);
    if (name === "has-text") step.words.push(wordsOf(/^["']/.test(inner) ? inner.slice(1, -1).replace(/\\(.)/gs, "$1") : inner, false).part);
    else step.nested.push([name, read(inner, step.deep)]);
  }

  /** @param {Element} element @param {Step} step @returns {boolean} */
  function fits(element, step) {
    if (step.native && !element.matches(step.native)) return false;
    if (!step.words.every((words) => says(element, words, step.deep))) return false;
    return step.nested.every(([name, inner]) => {
      if (name === "has") return [...element.querySelectorAll("*")].some((below) => inner.some((steps) => leads(below, steps, steps.length - 1, element)));
      return inner.some((steps) => leads(element, steps, steps.length - 1)) === (name !== "not");
    });
  }

  /** Whether an element fits the steps up to one of them, counted from the right; the first may start at a scope. @param {Element} element @param {Step[]} steps @param {number} at @param {Element} [scope] @returns {boolean} */
  function leads(element, steps, at, scope) {
    if (at < 0) return element === scope;
    if (!steps[at] || !fits(element, steps[at])) return false;
    const { combinator } = steps[at];
    if (at === 0 && !combinator) return true;
    if (combinator === "+" || combinator === "~") {
      for (let side = element.previousElementSibling; side; side = side.previousElementSibling) {
        if (leads(side, steps, at - 1, scope)) return true;
        if (combinator === "+") return false;
      }
      return false;
    }
    for (let up = above(element); up; up = above(up)) {
      if (leads(up, steps, at - 1, scope)) return true;
      if (combinator === ">") return false;
    }
    return false;
  }

  /** @param {string} css @param {Root[]} [within] @returns {Element[]} */
  function cssAll(css, within = allRoots()) {
    const worded = css.includes(":has-text(");
    if (!worded && within.length === 1) return [...document.querySelectorAll(css)];
    if (!worded) document.querySelector(css); // throws where the selector is wrong as a whole
    /** @type {Set<Element>} */
    const found = new Set();
    for (const steps of read(css, within.length > 1)) {
      const last = steps[steps.length - 1];
      if (!last) throw new DOMException(`'${css}' is not a valid selector.`, "SyntaxError");
      for (const root of within) {
        const fitting = [...root.querySelectorAll(last.native || "*")].filter((element) => leads(element, steps, steps.length - 1));
        for (const element of last.words.length ? innermost(fitting) : fitting) found.add(element);
      }
    }
    return [...found];
  }

  /** Without those that hold another one. @param {Element[]} elements in the order of the page */
  function innermost(elements) {
    return elements.filter((element, place) => place + 1 === elements.length || !element.contains(elements[place + 1]));
  }

  /** Patterns for words as a part and as the whole of a text; spaces may be of any kind, or a new line, or none. @param {string} said @param {boolean} exact */
  function wordsOf(said, exact) {
    const words = said.replace(/(?<=\S)…\s*$/, "").split(GAPS).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
    const pattern = words.join(`${GAP}*`);
    const whole = new RegExp(`^${GAP}*${pattern}${GAP}*$`, exact ? "u" : "iu");
    return { part: exact ? whole : new RegExp(pattern, "iu"), whole, within: new RegExp(pattern, exact ? "u" : "iu") };
  }

  const GAP = "[\\s\\u00ad\\u200b\\u200e\\u200f\\u2060\\ufeff]";
  const GAPS = new RegExp(`${GAP}+`);

  /** @param {Element} element @param {RegExp} words @param {boolean} deep */
  function says(element, words, deep) {
    if (!words.test(element.textContent ?? "")) return deep && words.test(rawText(element));
    return element.firstElementChild === null || element.querySelector(SILENT_CSS) === null || words.test(rawText(element));
  }

  /** All text inside but that of scripts and styles; with `shown`, only what is drawn. @param {Element} element @param {boolean} [shown] */
  function rawText(element, shown = false) {
    if (element.firstElementChild === null && !pollex.rootOf(element)) return element.textContent ?? "";
    let text = "";
    gather(element);
    return text;

    /** @param {Element | ShadowRoot} at */
    function gather(at) {
      for (const child of (at instanceof Element && pollex.rootOf(at)?.childNodes) || at.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) text += /** @type {Text} */ (child).data;
        else if (child instanceof HTMLSlotElement) for (const given of child.assignedNodes()) text += given.textContent;
        else if (child instanceof Element && !SILENT.has(child.localName) && (!shown || pollex.isDrawn(child))) gather(child);
      }
    }
  }

  /** The smallest elements with a text; above a text that is in one of them, nothing counts. @param {Element | ShadowRoot} at @param {RegExp} words @param {Element[]} found @returns {boolean} */
  function smallest(at, words, found) {
    let inner = false;
    for (let child = at.firstElementChild; child; child = child.nextElementSibling) {
      if (SILENT.has(child.localName) || !words.test(child.textContent ?? "")) continue;
      inner = smallest(child, words, found) || inner;
    }
    if (inner || !(at instanceof Element)) return inner;
    if (at.firstElementChild !== null && !says(at, words, false)) return false;
    found.push(at);
    return true;
  }

  /** The control that a text belongs to: what it is inside of, or what it labels. @param {Element} element */
  function controlOf(element) {
    for (let at = /** @type {Element | null} */ (element); at; at = pollex.parentOf(at)) {
      if (pollex.isControl(at) && WHOLE.has(pollex.roleOf(at))) return at;
      const control = at.localName === "label" ? /** @type {HTMLLabelElement} */ (at).control : null;
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

  /** All elements of a role, in any root. @param {string} role @param {Root[]} [within] @returns {Element[]} */
  function withRole(role, within = allRoots()) {
    const roles = ALIASES[role] ?? [role];
    const source = SOURCES[role] ?? "*";
    return within.flatMap((root) => [...root.querySelectorAll(source)].filter((element) => (role === "clickable" ? isClickable(element) : roles.includes(pollex.roleOf(element)))));
  }

  /** @param {Element} element */
  function isClickable(element) {
    return pollex.roleOf(element) === "generic" && isInteractive(element);
  }

  /** The name of an element; quick for what has nothing but words. @param {Element} element @param {string} role */
  function quickName(element, role) {
    // Asking every button for its labels would be slow: for each one, the browser goes through the whole page.
    const plain = PLAIN.has(role) || (role === "button" && !element.id && element.localName === "button" && element.closest("label") === null);
    if (plain && element.firstElementChild === null && !pollex.rootOf(element) && !NAMING.some((attribute) => element.hasAttribute(attribute))) return pollex.tidy(element.textContent);
    return pollex.nameOf(element, role);
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

  /** @param {Element} element */
  const labelsOf = (element) => [pollex.labelOf(element), element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") ? pollex.nameOf(element) : null];
  /** @param {Element} element */
  const placeholdersOf = (element) => [element.getAttribute("placeholder"), element.getAttribute("aria-placeholder")];
  /** @param {string} css @param {Root[]} [within] @returns {Element[]} */
  const everywhere = (css, within = allRoots()) => within.flatMap((root) => [...root.querySelectorAll(css)]);

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
      case "testid": return certain(everywhere(TEST_IDS.map((attribute) => `[${attribute}="${CSS.escape(value)}"]`).join(), within));
      case "text": return byText(value, exact, within);
      case "label": return worded(everywhere(LABELLED, within), labelsOf, value, exact);
      case "placeholder": return worded(everywhere(PROMPTED, within), placeholdersOf, value, exact);
    }
    const elements = withRole(value.toLowerCase(), within);
    return name === null ? certain(elements) : worded(elements, (element) => [quickName(element, pollex.roleOf(element))], name, exact);
  }

  /** @param {Match} match */
  const isVisible = (match) => !match.hidden && pollex.reachable(match.element) !== null;
  /** @param {Element} element */
  function isInteractive(element) {
    const parent = pollex.parentOf(element);
    return pollex.isControl(element) || pollex.actsLikeControl(element, parent !== null && getComputedStyle(parent).cursor === "pointer");
  }

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

  /** Words by which elements of the page could be found, for a caller who missed. @param {string} kind @param {any} value @returns {string[]} */
  function wordsFor(kind, value) {
    /** @type {Set<string>} */
    const found = new Set();
    const texts = (/** @type {Iterable<Element>} */ elements, /** @type {(element: Element) => (string | null | undefined)[]} */ of) => {
      for (const element of elements) {
        if (found.size >= SUGGESTIONS) return;
        if (!pollex.reachable(element)) continue;
        for (const text of of(element)) if (text && text.trim()) found.add(pollex.tidy(text, 60));
      }
    };
    if (kind === "testid") texts(everywhere(TEST_IDS.map((attribute) => `[${attribute}]`).join()), (element) => [testIdOf(element)]);
    if (kind === "label") texts(everywhere(LABELLED), labelsOf);
    if (kind === "placeholder") texts(everywhere(PROMPTED), placeholdersOf);
    if (kind === "role") texts(withRole(value.toLowerCase()), (element) => [pollex.nameOf(element)]);
    if (kind === "text") texts(everywhere("a, button, summary, label, h1, h2, h3, h4, [role], [aria-label], input"), (element) => [pollex.nameOf(element)]);
    if (kind === "text") texts(everywhere("body *"), (element) => (SILENT.has(element.localName) || element.firstElementChild ? [] : [element.textContent]));
    return [...found];
  }

  /** @param {Element} element @returns {string | null} */
  function testIdOf(element) {
    for (const attribute of TEST_IDS) if (element.hasAttribute(attribute)) return element.getAttribute(attribute);
    return null;
  }

  /** Elements that may have a closed root and were not asked yet. */
  function closedHosts() {
    const drawn = (/** @type {Element} */ element) => pollex.mayHide(element) && element.getClientRects().length > 0;
    return everywhere(HOSTS).filter(drawn).slice(0, HOSTS_ASKED).map(pollex.numberOf);
  }

  /** Which of these elements can be seen. @param {number[]} numbers */
  function seenAmong(numbers) {
    return numbers.filter((number) => {
      const element = pollex.elementOf(number);
      return element !== null && pollex.isSeen(element, pollex.boxOf(element));
    });
  }

  Object.assign(pollex, { find, wordsFor, closedHosts, seenAmong, allRoots, above, cssAll, byXPath, withRole, quickName, testIdOf, TEST_IDS });
})();
