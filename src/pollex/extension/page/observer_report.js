/** Tells what a person does to whoever records it, at once, with what is known of the element before the page reacts. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.observed) return;

  const SHORT = 4;
  const HIDDEN = "••••";
  /** Fields that held something confidential. @type {Set<WeakRef<HTMLInputElement>>} */
  const confidential = new Set();
  /** @type {WeakSet<Element>} */
  const remembered = new WeakSet();

  /** Remember a field whose text must not be told, wherever the page repeats it. @param {Element} element */
  function keepConfidential(element) {
    if (remembered.has(element)) return;
    remembered.add(element);
    confidential.add(new WeakRef(/** @type {HTMLInputElement} */ (element)));
  }

  /** Whether a field is confidential, or was while it was observed: a page may show what is in it. @param {Element} element */
  function staysConfidential(element) {
    if (pollex.isConfidential(element)) keepConfidential(element);
    return remembered.has(element);
  }

  /** What is known of an element now, and its number. @param {Element} element */
  function knownOf(element) {
    const number = pollex.numberOf(element);
    return { number, evidence: pollex.evidence(number) };
  }

  /** Tell an act. @param {string} kind @param {object} about */
  function observed(kind, about) {
    const binding = /** @type {any} */ (globalThis).pollexObserved;
    if (binding) binding(JSON.stringify({ kind, ...about, ...(globalThis.parent === globalThis.self ? { title: document.title } : {}) }, hidden));
  }

  /** Replace what must not be told in every text. @param {string} _ @param {any} value */
  function hidden(_, value) {
    if (typeof value !== "string") return value;
    let said = value;
    for (const each of confidential) {
      const field = each.deref();
      const text = field ? pollex.wholeText(field) : "";
      if (text.length < SHORT) continue;
      for (const form of [text, encodeURIComponent(text)]) said = said.replaceAll(form, HIDDEN);
    }
    return said;
  }

  Object.assign(pollex, { observed, staysConfidential, knownOf });
})();
