/** What can be seen: boxes, hidden parts, and what lies over an element. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.boxOf) return;

  /** @param {Element} element */
  function boxOf(element) {
    return element.getBoundingClientRect();
  }

  /** Whether an element below a drawn one is drawn, or at least what is inside it. @param {Element} element */
  function isDrawn(element) {
    return element.checkVisibility({ contentVisibilityAuto: true }) || getComputedStyle(element).display === "contents";
  }

  /** Whether a drawn element can also be seen. @param {Element} element @param {DOMRect} box */
  function isSeen(element, box) {
    return box.width > 1 && box.height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  /**
   * The box by which people reach an element: its own, or that of its label or editor where it is hidden behind a drawing of itself.
   * @param {Element} element @returns {{box: DOMRect, by: Element} | null}
   */
  function reachable(element) {
    const box = boxOf(element);
    if (isSeen(element, box)) return { box, by: element };
    const face = faceOf(element);
    if (face) return { box: boxOf(face), by: face };
    if (!(element instanceof HTMLInputElement)) return null;
    for (const label of element.labels ?? []) {
      const near = boxOf(label);
      if (isSeen(label, near)) return { box: near, by: label };
    }
    const over = box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true });
    return over ? { box, by: element } : null;
  }

  /** Pixels of a side from which something is more than a caret. */
  const SIDE = 40;

  /** The editor or terminal that people see in the place of the field that takes its keys. @param {Element} element @returns {Element | null} */
  function faceOf(element) {
    const field = /** @type {HTMLTextAreaElement & { editContext?: unknown }} */ (element);
    if (element.localName !== "textarea" && !field.editContext) return null;
    if (field.readOnly || field.tabIndex < 0 || field.getAttribute("aria-hidden") === "true" || !field.checkVisibility({ visibilityProperty: true })) return null;
    for (let at = pollex.parentOf(element); at && at !== document.body; at = pollex.parentOf(at)) {
      const box = boxOf(at);
      if (Math.min(box.width, box.height) > SIDE) return isSeen(at, box) ? at : null;
    }
    return null;
  }

  /** The topmost element at a point, through shadow roots. @param {number} x @param {number} y @returns {Element | null} */
  function topAt(x, y) {
    let top = document.elementFromPoint(x, y);
    for (let root = top && pollex.rootOf(top); root; root = top && pollex.rootOf(top)) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === top) break;
      top = inner;
    }
    return top;
  }

  /** Places on a box where a click may land, the centre first. @param {DOMRect} box */
  function* pointsOf(box) {
    const left = Math.max(box.left, 0);
    const top = Math.max(box.top, 0);
    const width = Math.min(box.right, innerWidth) - left;
    const height = Math.min(box.bottom, innerHeight) - top;
    if (width <= 0 || height <= 0) return;
    for (const [across, down] of SPOTS) yield [left + width * across, top + height * down];
  }

  const SPOTS = [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8], [0.1, 0.1], [0.9, 0.9]];

  /**
   * A point where a click reaches the element; or what lies over it everywhere. Neither where it is out of view.
   * `itself`: rather where it reaches none of the smaller controls in it, such as the chips of a row.
   * @param {Element} element @param {DOMRect} box @param {boolean} [itself] @returns {{point?: number[], cover?: Element}}
   */
  function hit(element, box, itself = false) {
    /** @type {Element | undefined} */
    let cover;
    /** @type {number[] | undefined} */
    let inner;
    for (const point of pointsOf(box)) {
      const top = topAt(point[0], point[1]);
      if (!top) continue;
      if (!pollex.holds(element, top) && !leadsTo(top, element)) cover ??= top;
      else if (itself && isOnPart(top, element, box)) inner ??= point;
      else return { point };
    }
    return inner ? { point: inner } : { cover };
  }

  const PARTS = "a[href], button, [role=button], [role=link]";

  /** Whether `top` belongs to a control in another one, which takes less than half of it. @param {Element} top @param {Element} element @param {DOMRect} box */
  function isOnPart(top, element, box) {
    const own = pollex.listens(element) || element.hasAttribute("onclick");
    if (!own && !pollex.isControl(element)) return false;
    let part = /** @type {Element | null} */ (top);
    while (part && part !== element && !part.matches(PARTS) && !(own && (pollex.isControl(part) || pollex.listens(part)))) part = part.parentElement;
    if (!part || part === element || !element.contains(part)) return false;
    const { width, height } = boxOf(part);
    return 2 * width * height < box.width * box.height;
  }

  /** Whether a click on `top` reaches the element all the same: a label of it, or a parent that has no child there. */
  function leadsTo(/** @type {Element} */ top, /** @type {Element} */ element) {
    const label = top.closest("label");
    if (label && label.control === element) return true;
    return pollex.holds(top, element) && getComputedStyle(element).pointerEvents === "none";
  }

  Object.assign(pollex, { boxOf, isDrawn, isSeen, reachable, topAt, hit });
})();
