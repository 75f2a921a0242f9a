/** What a person means by acting on a part of the page: the control that the part belongs to, and what kind it is. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.meantBy) return;

  const PRESSED = new Set(["button", "submit", "reset", "image"]);
  const PRESSES = "button, a[href], summary, [role=button], [role=link], [role=menuitem], [role=tab], [role=option], [role=switch], [role=checkbox], [role=radio]";

  /** The elements that an event went through, the innermost first. @param {Event} event @returns {Element[]} */
  function pathOf(event) {
    return /** @type {Element[]} */ (event.composedPath().filter((each) => each instanceof Element));
  }

  /** The element that has the meaning of a press; `plain` where nothing says that it can be pressed. @param {Event} event @returns {{element: Element | null, plain: boolean}} */
  function meantBy(event) {
    const path = pathOf(event);
    /** The outermost element below a control over which the pointer still shows that one can press. @type {Element | null} */
    let pointed = null;
    for (const at of path) {
      if (at.localName === "body" || at.localName === "html") break;
      const control = at instanceof HTMLLabelElement ? at.control : at instanceof HTMLOptionElement ? at.closest("select") : null;
      if (control) return { element: control, plain: false };
      const points = getComputedStyle(at).cursor === "pointer";
      if (pollex.isControl(at)) return { element: points || !pointed || at.matches(PRESSES) ? at : pointed, plain: false };
      if (points) pointed = at;
    }
    return pointed ? { element: pointed, plain: false } : { element: path[0] && !isBackground(path[0]) ? path[0] : null, plain: true };
  }

  /** Whether it is what everything else stands on. @param {Element} element */
  function isBackground(element) {
    const box = element.getBoundingClientRect();
    return element.matches("html, body, main") || box.width * box.height > (innerWidth * innerHeight) / 2;
  }

  /** How a person puts something in. @param {Element} element @returns {"text" | "lines" | "value" | "check" | "select" | "file" | null} */
  function fillsBy(element) {
    if (element instanceof HTMLSelectElement) return "select";
    if (element instanceof HTMLTextAreaElement) return element.readOnly ? null : "lines";
    if (element instanceof HTMLInputElement) {
      if (element.type === "checkbox" || element.type === "radio") return "check";
      if (element.type === "file") return "file";
      if (PRESSED.has(element.type) || element.readOnly) return null;
      return element.type === "range" || element.type === "color" ? "value" : "text";
    }
    return /** @type {HTMLElement} */ (element).isContentEditable ? "lines" : null;
  }

  /** The whole of what is written into. @param {Element} element */
  function editorOf(element) {
    let at = element;
    while (/** @type {HTMLElement} */ (at).isContentEditable && /** @type {HTMLElement | null} */ (at.parentElement)?.isContentEditable) at = /** @type {Element} */ (at.parentElement);
    return at;
  }

  /** Whether nobody is to know what is typed here: passwords, and codes that are sent to a person. @param {Element} element */
  function isConfidential(element) {
    return pollex.isSecret(element) || pollex.isMasked(element) || pollex.isCode(element);
  }

  /** Whether Enter or the space bar presses it, which makes a click. @param {Element} element */
  function isPressed(element) {
    if (element instanceof HTMLInputElement) return PRESSED.has(element.type) || ["checkbox", "radio", "file", "color"].includes(element.type);
    return element.matches("button, a[href], area[href], summary");
  }

  Object.assign(pollex, { pathOf, meantBy, fillsBy, editorOf, isConfidential, isPressed });
})();
