/** What an element is for, apart from its words and looks: what its server knows it by, and in which part of the page it is. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.partOf) return;

  const VALUED = new Set(["radio", "checkbox", "submit"]);
  const BUTTONS = new Set(["submit", "image", "button", "reset"]);
  const MOST_OFFERED = 12;
  const MOST_COMPARED = 300;
  const LANDMARKS = new Set(["navigation", "main", "search", "dialog", "alertdialog", "banner", "contentinfo", "complementary", "toolbar", "tablist", "menu"]);

  /** The kind of a field or button. @param {Element} element @returns {string | null} */
  function typeOf(element) {
    return element instanceof HTMLInputElement || element instanceof HTMLButtonElement ? element.type : null;
  }

  /** What a list offers, as far as that is written down; the whole list where another one is compared with it. @param {Element} element @param {boolean} whole @returns {string[]} */
  function offeredBy(element, whole) {
    const options = element instanceof HTMLSelectElement ? [...element.options].slice(0, whole ? MOST_COMPARED : MOST_OFFERED) : [];
    return options.map((option) => pollex.tidy(option.label, 40)).filter(Boolean);
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

  /**
   * What the button says that is pressed with an element: by Enter in a field of its form, or by a click through its label; of
   * a button itself, what stands on it where that is not its name. @param {Element} element @returns {string | null}
   */
  function sendsOf(element) {
    if (isButton(element)) return faceOf(element) === pollex.nameOf(element) ? null : faceOf(element);
    const labelled = element.closest("label")?.control ?? null;
    if (labelled && labelled !== element && (isButton(labelled) || element instanceof HTMLLabelElement)) return faceOf(labelled);
    const form = /** @type {HTMLInputElement} */ (element).form;
    const first = form instanceof HTMLFormElement ? [...form.elements].find((each) => ["submit", "image"].includes(typeOf(each) ?? "")) : null;
    return first ? faceOf(first) : null;
  }

  /** @param {Element} element */
  function isButton(element) {
    return BUTTONS.has(typeOf(element) ?? "");
  }

  /** What stands on a button, which a label may call otherwise; the name of anything else. @param {Element} element @returns {string} */
  function faceOf(element) {
    const name = pollex.nameOf(element);
    if (!isButton(element)) return name;
    const face = element instanceof HTMLInputElement ? element.value || element.alt : pollex.textOf(element);
    return face && face !== name && !name.includes(face) ? pollex.tidy(face) : name;
  }

  /** The landmark or dialog that it is in. @param {Element} element @returns {string | null} */
  function partOf(element) {
    for (let at = pollex.parentOf(element); at; at = pollex.parentOf(at)) {
      const role = pollex.roleOf(at);
      if (LANDMARKS.has(role) && pollex.kindOf(at, role)) return role;
    }
    return null;
  }

  Object.assign(pollex, { typeOf, offeredBy, fieldOf, formOf, sendsOf, partOf });
})();
