/** Everything by which an element could be found again, written down while it is there. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.evidence) return;

  const SWITCHES = new Set(["checkbox", "switch", "menuitemcheckbox"]);
  const { isStable, cssOf, xpathOf, neighboursOf, allNeighboursOf, rowEvidenceOf, othersOf, typeOf, offeredBy, fieldOf, formOf, sendsOf, partOf, Census } = pollex;

  /** What is known of an element; null where it is gone. @param {number} number */
  function evidence(number) {
    return evidenceOfAll([number])[0];
  }

  /** The same of many elements of this document, which takes a small part of the time. @param {number[]} numbers @param {boolean} [brief] without what only a look at the whole page tells */
  function evidenceOfAll(numbers, brief = false) {
    const census = new Census(numbers.length > 1);
    return numbers.map((number) => {
      const element = pollex.elementOf(number);
      return element && evidenceOf(element, census, brief);
    });
  }

  /** @param {Element} element @param {any} census @param {boolean} brief */
  function evidenceOf(element, census, brief) {
    const role = pollex.roleOf(element);
    const name = pollex.nameOf(element, role);
    const likes = brief ? null : census.likes(role, name, element);
    const known = {
      tag: element.localName, test_id: pollex.testIdOf(element), role, name, label: pollex.labelOf(element),
      text: pollex.textOf(element), placeholder: element.getAttribute("placeholder"), id: isStable(element.id) ? element.id : null,
      css: cssOf(element, census), xpath: brief ? null : xpathOf(element, census), href: element.getAttribute("href"), frame: frameNames()[0] ?? null,
      type: typeOf(element), field: fieldOf(element), form: formOf(element), sends: sendsOf(element), part: partOf(element),
      position: likes && Math.max(likes.indexOf(element), 0), likes: likes && Math.max(likes.length, 1),
      looks: likes && !name ? pollex.looksOf(element) : null, ...(likes && (likes.length > 1 || !name) ? rowEvidenceOf(element) : null), neighbours: brief ? allNeighboursOf(element) : neighboursOf(element),
      others: othersOf(element, role, name), options: offeredBy(element, brief), on: isSwitchedOn(element, role),
    };
    return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && !value.length)));
  }

  /** Whether what is turned on and off by a click is on; null for anything else. @param {Element} element @param {string} role */
  function isSwitchedOn(element, role) {
    if (element instanceof HTMLInputElement && element.type === "checkbox") return element.checked;
    const said = element.getAttribute("aria-pressed") ?? (SWITCHES.has(role) ? element.getAttribute("aria-checked") : null);
    return said === null ? null : said === "true";
  }

  /** By what a caller may name this frame. */
  function frameNames() {
    return globalThis.parent === globalThis.self ? [] : [window.name, location.href].filter(Boolean);
  }

  Object.assign(pollex, { evidence, evidenceOfAll, frameNames });
})();
