/** What holds other things: landmarks and the like, boxes around boxes, and boxes that act like a control themselves. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.kindOf) return;

  const LANDMARKS = new Set(["navigation", "main", "search", "dialog", "alertdialog", "banner", "contentinfo", "complementary", "toolbar", "tablist", "menu", "menubar", "table", "grid", "tree", "radiogroup", "listbox", "alert", "status"]);
  const WITH_NAME = new Set(["form", "region", "group"]);
  const BOXES = new Set(["div", "span", "section", "article", "center", "font", "b", "i", "em", "strong"]);
  const NEVER_ACTIVE = new Set(["body", "html", "label"]);
  const CONTROLS = "a, button, input, select, textarea, [tabindex], [role]";

  /** What an element is in the structure of the page; nothing for most. @param {Element} element @param {string} role */
  function kindOf(element, role) {
    if (role === "banner" || role === "contentinfo") return element.closest("article, aside, main, nav, section") && !element.hasAttribute("role") ? null : role;
    if (LANDMARKS.has(role)) return role;
    return WITH_NAME.has(role) && (element.localName === "fieldset" || element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby")) ? role : null;
  }

  /**
   * Through boxes that only hold one box: pages nest them by the thousand.
   * @param {Element} element @param {boolean} wary whether a box that acts like a control is to be told @param {boolean} pointed
   */
  function innermost(element, wary, pointed) {
    let at = element;
    for (;;) {
      const only = at.firstElementChild;
      if (!only || at.childNodes.length !== 1 || !BOXES.has(only.localName) || only.attributes.length > 2) return at;
      if (pollex.rootOf(at) || pollex.rootOf(only) || pollex.isControl(only) || only.hasAttribute("role")) return at;
      const box = only.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || pollex.mayHide(only)) return at;
      if (wary && isActive(only, box, pointed)) return at;
      at = only;
    }
  }

  /** Whether a box acts like a control, and not only for what is inside it. @param {Element} element @param {DOMRect} box @param {boolean} pointed whether one around it does */
  function isActive(element, box, pointed) {
    if (NEVER_ACTIVE.has(element.localName) || box.width * box.height === 0) return false;
    if (pollex.gripOf(element)) return true;
    if (!pollex.actsLikeControl(element, pointed)) return false;
    if (!pollex.listens(element)) return true;
    if (!holdsControls(element) && pollex.servedRows(element)) return false; // it listens for its rows
    const large = box.width * box.height > 0.5 * innerWidth * innerHeight;
    const pointer = !pointed && getComputedStyle(element).cursor === "pointer";
    return pointer || (!large && !holdsControls(element));
  }

  /** @param {Element} element */
  function holdsControls(element) {
    return element.querySelector(CONTROLS) !== null;
  }

  /** Whether a list listens for its rows, which may be reached by arrow keys and are nothing else. @param {Element} element */
  function servesRows(element) {
    return pollex.listens(element) && [...element.querySelectorAll(CONTROLS)].every((each) => each.matches("[tabindex='-1']:not(a, button, input, select, textarea, [role])"));
  }

  Object.assign(pollex, { kindOf, innermost, isActive, holdsControls, servesRows });
})();
