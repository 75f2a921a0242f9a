/** Everything by which an element could be found again, written down while it is there. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.evidence) return;

  const { isStable, cssOf, xpathOf, neighboursOf, Census } = pollex;

  /** What is known of an element; null where it is gone. @param {number} number */
  function evidence(number) {
    return evidenceOfAll([number])[0];
  }

  /** The same of many elements of this document, which takes a small part of the time. @param {number[]} numbers */
  function evidenceOfAll(numbers) {
    const census = new Census(numbers.length > 1);
    return numbers.map((number) => {
      const element = pollex.elementOf(number);
      return element && evidenceOf(element, census);
    });
  }

  /** @param {Element} element @param {any} census */
  function evidenceOf(element, census) {
    const role = pollex.roleOf(element);
    const name = pollex.nameOf(element, role);
    const likes = census.likes(role, name, element);
    const known = {
      tag: element.localName, test_id: pollex.testIdOf(element), role, name, label: pollex.labelOf(element),
      text: pollex.textOf(element), placeholder: element.getAttribute("placeholder"), id: isStable(element.id) ? element.id : null,
      css: cssOf(element, census), xpath: xpathOf(element, census), href: element.getAttribute("href"), frame: frameNames()[0] ?? null,
      position: Math.max(likes.indexOf(element), 0), likes: Math.max(likes.length, 1), neighbours: neighboursOf(element),
    };
    return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null && value !== ""));
  }

  /** By what a caller may name this frame. */
  function frameNames() {
    return globalThis.parent === globalThis.self ? [] : [window.name, location.href].filter(Boolean);
  }

  Object.assign(pollex, { evidence, evidenceOfAll, frameNames });
})();
