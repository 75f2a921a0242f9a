/** The controls of a document as forms have them: what each is for, what it belongs to, and whether it can be used. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.controls) return;

  const FIELDS = new Set(["input", "textarea", "select"]);
  const PRESSED = new Set(["submit", "button", "image", "reset"]);
  const PRESSABLE = "button, summary, a[href], [role=button], [role=link], [role=menuitem], [role=tab], [role=option]";
  const ALERTS = "[role=alert], [role=status], [aria-live]:not([aria-live=off]), [id*=error i], [class*=error i], [class*=alert i], [class*=invalid i], [class*=danger i], output";
  const SKIPPED = new Set(["script", "style", "noscript", "template", "head", "svg", "option", "datalist"]);
  const MOST = 400;
  const ANCESTORS = 12;
  const LONGEST = 20_000;
  /** Characters of a name up to which something that only looks pressable counts. */
  const SHORT = 60;

  /** The controls in the order of the page, what it announces, its text, and the frames that it shows. */
  function controls() {
    /** @type {any[]} */
    const found = [];
    /** @type {string[]} */
    const alerts = [];
    /** @type {number[]} */
    const frames = [];
    visit(document.body ?? document.documentElement, false);
    return { controls: found, alerts, frames, text: document.body ? pollex.textOf(document.body, LONGEST) : "" };

    /** @param {Element} element @param {boolean} pointed */
    function visit(element, pointed) {
      if (SKIPPED.has(element.localName) || found.length >= MOST) return;
      if (element.localName === "iframe" || element.localName === "frame") {
        if (pollex.isSeen(element, pollex.boxOf(element))) frames.push(pollex.numberOf(element));
        return;
      }
      const control = kindOf(element, pointed);
      if (control) found.push(told(element, control));
      else if (element.matches(ALERTS) && pollex.isDrawn(element)) alerts.push(pollex.textOf(element, 300));
      if (control) return;
      const points = pointed || getComputedStyle(element).cursor === "pointer";
      for (const child of pollex.childrenOf(element)) if (child instanceof Element) visit(child, points);
    }
  }

  /** @param {Element} element @param {boolean} pointed whether something above it looks pressable already @returns {"field" | "press" | null} */
  function kindOf(element, pointed) {
    if (FIELDS.has(element.localName)) {
      const type = /** @type {HTMLInputElement} */ (element).type;
      return type === "hidden" ? null : PRESSED.has(type) ? "press" : "field";
    }
    if (element.matches(PRESSABLE)) return "press";
    if (element.localName === "label" || pollex.rootOf(element) || element.querySelector("input, textarea, select, button, a[href]")) return null;
    const acts = pollex.isControl(element) || pollex.actsLikeControl(element, pointed);
    return acts && pollex.textOf(element, SHORT + 1).length <= SHORT ? "press" : null;
  }

  /** @param {Element} element @param {"field" | "press"} kind */
  function told(element, kind) {
    const input = /** @type {HTMLInputElement} */ (element);
    const name = pollex.nameOf(element);
    const form = input.form instanceof HTMLFormElement ? input.form : closest(element, "form");
    const dialog = closest(element, "dialog, [role=dialog], [role=alertdialog], [aria-modal=true]");
    return {
      number: pollex.numberOf(element), kind, tag: element.localName, type: input.type ?? "", name, field: element.getAttribute("name") ?? "",
      id: element.id, placeholder: element.getAttribute("placeholder") ?? "", autocomplete: (element.getAttribute("autocomplete") ?? "").toLowerCase(),
      length: kind === "field" && input.maxLength > 0 ? input.maxLength : 0, required: Boolean(input.required) || element.getAttribute("aria-required") === "true",
      disabled: element.matches(":disabled") || element.getAttribute("aria-disabled") === "true", readonly: kind === "field" && Boolean(input.readOnly),
      filled: kind === "field" && Boolean(input.value), invalid: element.getAttribute("aria-invalid") === "true", href: element.getAttribute("href") ?? "",
      shown: isShown(element, true), reached: isShown(element, false), form: form ? pollex.numberOf(form) : 0, dialog: dialog ? pollex.numberOf(dialog) : 0,
      above: above(element), heading: pollex.headingOf(element), near: kind === "field" && !name ? pollex.neighboursOf(element).slice(0, 2).join(" ") : "",
    };
  }

  /** Whether people can see an element, or at least reach it. @param {Element} element @param {boolean} seen */
  function isShown(element, seen) {
    const box = pollex.boxOf(element);
    if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0 || closest(element, "[aria-hidden=true], [inert]")) return false;
    return seen ? pollex.isSeen(element, box) : pollex.reachable(element) !== null;
  }

  /** The element itself or one above it in the drawn tree. @param {Element} element @param {string} css @returns {Element | null} */
  function closest(element, css) {
    return element.matches(css) ? element : pollex.closestAbove(element, css);
  }

  /** The numbers of the elements above, the nearest first. @param {Element} element */
  function above(element) {
    const numbers = [];
    for (let at = pollex.parentOf(element); at && numbers.length < ANCESTORS; at = pollex.parentOf(at)) numbers.push(pollex.numberOf(at));
    return numbers;
  }

  Object.assign(pollex, { controls });
})();
