/** What a person's hands meet: the element under the pointer, and what is typed into. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.pointed) return;

  const UNTYPED = new Set(["button", "checkbox", "color", "file", "hidden", "image", "radio", "range", "reset", "submit"]);

  /**
   * The control at a point of the viewport, else whatever is there. `inside`: it is a frame, which begins at `x`, `y`.
   * `at` is the place on it, where the point is on it. @param {number} x @param {number} y
   */
  function pointed(x, y) {
    const top = pollex.topAt(x, y);
    if (!top) return null;
    const target = controlAround(top);
    const { left, top: above, right, bottom } = target.getBoundingClientRect();
    const on = x >= left && x <= right && y >= above && y <= bottom;
    return { number: pollex.numberOf(target), inside: target.localName === "iframe" || target.localName === "frame", at: on ? { x: x - left, y: y - above } : null };
  }

  /**
   * After a click that changed nothing that can be seen: what it landed on, and the controls in the element that it was for.
   * Nothing where nothing need change: a field that is clicked waits, and a drawing does not tell. @param {number} number
   */
  function unmoved(number) {
    const element = pollex.elementOf(number);
    const watched = pollex.watched();
    if (watched && (pollex.hasStirred() || pollex.isOtherwise())) return { changed: true };
    if (!element || !watched || element.closest(`${pollex.FILLED}, canvas, video, iframe`)) return null;
    const landed = watched.landed instanceof Element ? watched.landed : null;
    const parts = [...element.querySelectorAll("*")].filter((each) => (pollex.isControl(each) || pollex.listens(each)) && pollex.reachable(each));
    const others = parts.filter((each) => landed === null || !each.contains(landed)).slice(0, PARTS);
    return {
      under: landed && landed !== element ? pollex.describe(landed) : null,
      others: others.map((each) => ({ number: pollex.numberOf(each), says: pollex.describe(each) })),
    };
  }

  /**
   * What a click `met` in the place of its element, which was not where it was pressed any more; `over` what it ended where that
   * moved under it. Nothing where it met it, or what it met gave the focus to the element: an editor moves its field to where it
   * is clicked. @param {number} number @returns {{met: string} | {over: string} | null}
   */
  function missed(number) {
    const element = pollex.elementOf(number);
    const { pressed = null, landed = null, seen = false } = pollex.watched() ?? {};
    if (!element || !(pressed?.on instanceof Element)) return null;
    if (!element.checkVisibility()) return seen && !meets(pressed.on, element) ? { met: pollex.describe(pressed.on) } : null;
    if (getComputedStyle(element).pointerEvents === "none") return null;
    if (element.matches(pollex.FILLED) && element.matches(":focus")) return null;
    for (let at = /** @type {Element | null} */ (pressed.on); at; at = pollex.parentOf(at)) {
      if (at instanceof HTMLLabelElement && at.control === element) return null;
      if (at === element) return landed instanceof Element && !reaches(landed, element) ? { over: pollex.describe(landed) } : null;
    }
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isOn = pressed.x >= left - 1 && pressed.x <= right + 1 && pressed.y >= top - 1 && pressed.y <= bottom + 1;
    return isOn || right - left < 2 || element.contains(pressed.on) ? null : { met: pollex.describe(pressed.on) };
  }

  /** Whether a press met an element that is gone now, or what was drawn in its place. @param {Element} on @param {Element} element */
  function meets(on, element) {
    const words = (/** @type {Element} */ each) => each.textContent?.replace(/\d+/g, "");
    for (let at = /** @type {Element | null} */ (on); at; at = pollex.parentOf(at)) {
      if (at === element || (at.localName === element.localName && words(at) === words(element))) return true;
      if (at instanceof HTMLLabelElement && at.control === element) return true;
    }
    return element.contains(on);
  }

  /** Whether a click is one on the element: in it, or on the field that it labels. @param {Element} landed @param {Element} element */
  function reaches(landed, element) {
    return pollex.holds(element, landed) || (landed instanceof HTMLElement && element.closest("label")?.control === landed);
  }

  /** By what an element may be held that does not move as a whole: what shows another pointer than it. @param {number} number */
  function handles(number) {
    const element = pollex.elementOf(number);
    if (!element) return null;
    /** @type {(each: Element) => boolean} */
    const held = (each) => /grab|move|resize/.test(getComputedStyle(each).cursor) && !held(/** @type {Element} */ (each.parentElement));
    const found = [...element.querySelectorAll("*")].filter((each) => held(each) && pollex.reachable(each)).slice(0, PARTS);
    return { others: found.map((each) => ({ number: pollex.numberOf(each), says: pollex.describe(each) })) };
  }

  /** Controls of an element that are told at the most. */
  const PARTS = 5;

  /** What a click on an element is for: the control that it is in, that it labels, or that the pointer shows. @param {Element} top @returns {Element} */
  function controlAround(top) {
    let shown = null;
    let pointing = true;
    for (let at = /** @type {Element | null} */ (top); at && at !== document.body && at !== document.documentElement; at = pollex.parentOf(at)) {
      if (pollex.isControl(at)) return at;
      if (at instanceof HTMLLabelElement && at.control) return at.control;
      pointing = pointing && getComputedStyle(at).cursor === "pointer";
      if (pointing) shown = at;
    }
    return shown ?? top;
  }

  /** What is known of an element that a person acts on; a value that nobody is to read does not come. @param {number} number */
  function handled(number) {
    const element = pollex.elementOf(number);
    if (!element) return null;
    const editable = isEditable(element);
    const secret = element instanceof HTMLInputElement && (pollex.isSecret(element) || pollex.isCode(element));
    const options = element instanceof HTMLSelectElement ? [...element.options].map((option) => pollex.tidy(option.label)) : null;
    const files = element instanceof HTMLInputElement && element.type === "file";
    return { tag: element.localName, control: pollex.isControl(element), editable, files, secret, value: editable && !secret ? textIn(element) : null, options };
  }

  /** @param {Element} element */
  function isEditable(element) {
    if (element instanceof HTMLInputElement) return !UNTYPED.has(element.type) && !element.readOnly && !element.disabled;
    if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.disabled;
    return element instanceof HTMLElement && (element.isContentEditable || drawnText(element) !== null);
  }

  /** The text of an editor that draws it itself and has the keys by an edit context; nothing for others. @param {Element} element @returns {string | null} */
  function drawnText(element) {
    return /** @type {any} */ (element).editContext?.text ?? null;
  }

  /** @param {Element} element @returns {string} */
  function textIn(element) {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
    return drawnText(element) ?? /** @type {HTMLElement} */ (element).innerText;
  }

  /** What a field holds that nobody is to read, so that it can be kept out of everything. @param {number} number */
  function secretIn(number) {
    const element = pollex.elementOf(number);
    return element instanceof HTMLInputElement ? pollex.wholeText(element) : "";
  }

  /** The number of the field that has the whole of what is typed into an element. @param {number} number */
  function wholeOf(number) {
    const element = pollex.elementOf(number);
    return element ? pollex.numberOf(pollex.wholeField(element)) : number;
  }

  Object.assign(pollex, { pointed, unmoved, missed, handles, controlAround, handled, secretIn, wholeOf });
})();
