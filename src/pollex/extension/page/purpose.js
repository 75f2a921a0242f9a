/** What an element is for, apart from its words and looks: what its server knows it by, and in which part of the page it is. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.partOf) return;

  const VALUED = new Set(["radio", "checkbox", "submit"]);
  const LANDMARKS = new Set(["navigation", "main", "search", "dialog", "alertdialog", "banner", "contentinfo", "complementary", "toolbar", "tablist", "menu"]);

  /** The kind of a field or button. @param {Element} element @returns {string | null} */
  function typeOf(element) {
    return element instanceof HTMLInputElement || element instanceof HTMLButtonElement ? element.type : null;
  }

  /** By which name, and for boxes and buttons with which value, a server hears of it. @param {Element} element @returns {string | null} */
  function fieldOf(element) {
    const name = element.localName === "iframe" ? null : element.getAttribute("name");
    const value = name && VALUED.has(typeOf(element) ?? "") ? element.getAttribute("value") : null;
    return value ? `${name}=${value.slice(0, 60)}` : name;
  }

  /** Where its form is sent to; a dot is the page itself. @param {Element} element @returns {string | null} */
  function formOf(element) {
    const form = /** @type {HTMLInputElement} */ (element).form ?? element.closest("form");
    if (!(form instanceof HTMLFormElement)) return null;
    return (element.getAttribute("formaction") ?? form.getAttribute("action") ?? "").split(/[?#]/)[0] || ".";
  }

  /** What the button says that Enter presses in a field of its form, or that a label stands for. @param {Element} element @returns {string | null} */
  function sendsOf(element) {
    const stands = element instanceof HTMLLabelElement ? element.control : null;
    const form = /** @type {HTMLInputElement} */ (element).form;
    const first = stands ?? (form instanceof HTMLFormElement ? [...form.elements].find((each) => ["submit", "image"].includes(typeOf(each) ?? "")) : null);
    return first && first !== element ? pollex.nameOf(first) : null;
  }

  /** The landmark or dialog that it is in. @param {Element} element @returns {string | null} */
  function partOf(element) {
    for (let at = pollex.parentOf(element); at; at = pollex.parentOf(at)) {
      const role = pollex.roleOf(at);
      if (LANDMARKS.has(role) && pollex.kindOf(at, role)) return role;
    }
    return null;
  }

  Object.assign(pollex, { typeOf, fieldOf, formOf, sendsOf, partOf });
})();
