/** The labels of fields: those that a page ties to one, and those that it only writes before one. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.labelOf) return;

  const { textOf, tidy } = pollex;
  const LABELLED = new Set(["input", "select", "textarea", "meter", "output", "progress"]);

  /** The text of an element's labels. @param {Element} element */
  function labelOf(element) {
    if (!LABELLED.has(element.localName) && !element.localName.includes("-")) return "";
    const tied = /** @type {HTMLInputElement} */ (element).labels ?? ownLabels(element);
    const labels = tied.length ? tied : looseLabels(element);
    return tidy([...labels].map((label) => textOf(label)).join(" ")).replace(/(?:\s*\*){2,}$/, " *");
  }

  const FIELD = "select, textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=submit], [type=button], [type=reset], [type=image])";
  const STEPS = 3;

  /** The field that a label names: its own, or for a label that is tied to none the one field that comes next, with no words between. @param {HTMLLabelElement} label @returns {HTMLElement | null} */
  function labelled(label) {
    if (label.control) return label.control;
    for (const beside of besides(label, "nextElementSibling")) {
      if (beside.matches("label") || beside.querySelector("label")) return null;
      const fields = beside.matches(FIELD) ? [beside] : [...beside.querySelectorAll(FIELD)];
      if (fields.length) return fields.length === 1 && !/** @type {HTMLInputElement} */ (fields[0]).labels?.length ? /** @type {HTMLElement} */ (fields[0]) : null;
      if (/[\p{L}\p{N}]/u.test(beside.textContent ?? "")) return null;
    }
    return null;
  }

  /** The label before a field that is tied to no field. @param {Element} element @returns {HTMLLabelElement[]} */
  function looseLabels(element) {
    if (!element.matches(FIELD)) return [];
    for (const beside of besides(element, "previousElementSibling")) {
      const label = beside instanceof HTMLLabelElement ? beside : [...beside.querySelectorAll("label")].at(-1);
      if (label) return labelled(label) === element ? [label] : [];
      if (beside.matches(FIELD) || beside.querySelector(FIELD)) return [];
    }
    return [];
  }

  /** The few elements that come next on one side, the nearest first. @param {Element} element @param {"nextElementSibling" | "previousElementSibling"} side @returns {Generator<Element>} */
  function* besides(element, side) {
    for (let at = /** @type {Element | null} */ (element), up = 0; at && up < STEPS; at = at.parentElement, up++) {
      for (let beside = at[side], passed = 0; beside && passed < STEPS; beside = beside[side], passed++) yield beside;
    }
  }

  /** The labels of a control that a page has made. @param {Element} element @returns {HTMLLabelElement[]} */
  function ownLabels(element) {
    const named = element.id ? element.ownerDocument.querySelectorAll(`label[for="${CSS.escape(element.id)}"]`) : [];
    const labels = /** @type {(HTMLLabelElement | null)[]} */ ([element.closest("label"), ...named]);
    return labels.flatMap((label) => (label?.control === element ? [label] : []));
  }

  /** The label of the control that a page has made of an element. @param {Element} element */
  function labelAround(element) {
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? labelOf(root.host) : "";
  }

  Object.assign(pollex, { labelOf, labelled, labelAround });
})();
