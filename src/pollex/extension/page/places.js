/**
 * Places where a text occurs, and everything about one element.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.findText) return;

  const { isReadWithin, speaks, saidOf, shownText, SILENT, FIELDS, SPACES } = pollex;
  const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading]";

  /** @typedef {{text: string, nodes: {at: number, node: Node}[]}} Run words without a break between them, with the nodes they come from */

  /** Tells each run below an element. @param {Element} start @param {(run: Run) => void} tell */
  function runs(start, tell) {
    let text = "";
    /** @type {{at: number, node: Node}[]} */
    let nodes = [];
    walk(start);
    flush();

    /** @param {Element} element */
    function walk(element) {
      if (SILENT.has(element.localName)) return;
      const apart = !pollex.INLINE.has(element.localName);
      if (apart) flush();
      const said = FIELDS.has(element.localName) ? pollex.valueOf(element) : saidOf(element);
      if (said !== null && said !== undefined) add(said, element);
      else {
        for (const child of pollex.childrenOf(element)) {
          if (child.nodeType === Node.TEXT_NODE) add(/** @type {Text} */ (child).data, child);
          else if (child instanceof Element) walk(child);
        }
      }
      if (apart) flush();
    }

    /** @param {string} data @param {Node} node */
    function add(data, node) {
      let clean = data.replace(SPACES, " ");
      if (text === "" || text.endsWith(" ")) clean = clean.trimStart();
      if (!clean) return;
      nodes.push({ at: text.length, node });
      text += clean;
    }

    function flush() {
      if (text) tell({ text, nodes });
      text = "";
      nodes = [];
    }
  }

  /** Where a text occurs: as it is, or else all its words together in one run. @param {string} query @param {number} most */
  function findText(query, most = 20) {
    const wanted = query.replace(SPACES, " ").trim().toLowerCase();
    const words = wanted.split(" ");
    /** @type {any[]} */
    const exact = [];
    /** @type {any[]} */
    const loose = [];
    let total = 0;
    const start = document.body ?? document.documentElement;
    if (wanted && start) runs(start, search);
    return exact.length ? { places: exact, total, exact: true } : { places: loose, total: loose.length, exact: false };

    /** @param {Run} run */
    function search(run) {
      const folded = run.text.toLowerCase();
      let at = folded.indexOf(wanted);
      if (at < 0 && loose.length < most && words.length > 1 && words.every((word) => folded.includes(word))) loose.push(...placeOf(run, folded.indexOf(words[0]), words[0].length));
      for (; at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
        const found = placeOf(run, at, wanted.length);
        total += found.length;
        if (exact.length < most) exact.push(...found);
      }
    }
  }

  /** @param {Run} run @param {number} at @param {number} length */
  function placeOf(run, at, length) {
    const elements = run.nodes.filter((each, index) => each.at < at + length && (run.nodes[index + 1]?.at ?? Infinity) > at).map(({ node }) => (node instanceof Element ? node : pollex.hostOf(node)));
    let element = elements[0];
    while (element && !elements.every((other) => pollex.holds(element, other))) element = pollex.parentOf(element);
    if (!element || !speaks(element) || !isReadWithin(element)) return [];
    const box = element.getBoundingClientRect();
    const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    const from = Math.max(0, at - 60);
    const snippet = `${from ? "…" : ""}${run.text.slice(from, at + length + 60).trim()}${at + length + 60 < run.text.length ? "…" : ""}`;
    return [{ number: pollex.numberOf(element), snippet, inView, role: pollex.roleOf(element), heading: pollex.headingOf(element) }];
  }

  /** The element that a text node stands in, as drawn. @param {Node} node @returns {Element} */
  function hostOf(node) {
    const above = node.parentNode;
    return /** @type {Element} */ (above instanceof ShadowRoot ? above.host : above);
  }

  /** The heading that an element stands under. @param {Element} element @returns {string} */
  function headingOf(element) {
    let steps = 0;
    for (let at = element; at && at.localName !== "body"; at = pollex.parentOf(at)) {
      for (let before = at.previousElementSibling; before && steps < 400; before = before.previousElementSibling, steps++) {
        const found = before.matches(HEADINGS) ? before : before.matches("tr, li, article") ? null : [...before.querySelectorAll(HEADINGS)].at(-1);
        if (found && pollex.isDrawn(found)) return pollex.textOf(found, 120);
      }
    }
    return "";
  }

  const TELLING = ["id", "class", "type", "name", "placeholder", "title", "alt", "lang", "datetime", "pattern", "min", "max", "maxlength", "accept", "data-testid", "itemprop"];

  /** Everything about one element. @param {number} number @param {number} most characters of its text */
  function readElement(number, most = 20_000) {
    const element = pollex.elementOf(number);
    if (!element) return { gone: true };
    const role = pollex.roleOf(element);
    /** @type {Record<string, string>} */
    const attributes = {};
    for (const name of TELLING) if (element.getAttribute(name)) attributes[name] = /** @type {string} */ (element.getAttribute(name));
    for (const name of ["href", "src", "action"]) if (element.hasAttribute(name)) attributes[name] = String(/** @type {any} */ (element)[name]);
    const text = shownText(element);
    const long = element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && ["text", "search", "url", "email", "tel"].includes(element.type));
    return {
      tag: element.localName, role, name: pollex.nameOf(element, role), states: pollex.statesOf(element), attributes,
      value: long ? /** @type {HTMLInputElement} */ (element).value.slice(0, most) : pollex.valueOf(element),
      choices: pollex.choicesOf(element), text: text.slice(0, most), cut: text.length > most, visible: pollex.reachable(element) !== null,
      description: describedBy(element), heading: pollex.headingOf(element), row: pollex.rowAround(element), list: listAround(element),
    };
  }

  /** @param {Element} element */
  function describedBy(element) {
    const root = /** @type {Document} */ (element.getRootNode());
    return (element.getAttribute("aria-describedby") ?? "").split(/\s+/).filter(Boolean).map((id) => root.getElementById?.(id)).map((one) => (one ? shownText(one) : "")).join(" ").trim();
  }

  /** The place in a list. @param {Element} element */
  function listAround(element) {
    const entry = element.closest("li, [role=listitem], [role=option]");
    const all = entry?.parentElement;
    if (!entry || !all) return null;
    const alike = [...all.children].filter((one) => one.localName === entry.localName && pollex.isDrawn(one));
    const said = Number(entry.getAttribute("aria-posinset"));
    return { name: pollex.nameOf(all, "list"), position: said || alike.indexOf(entry) + 1, of: Number(entry.getAttribute("aria-setsize")) || alike.length };
  }

  Object.assign(pollex, { findText, readElement, headingOf, hostOf });
})();
