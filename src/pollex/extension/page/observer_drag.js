/** Dragging: something is pressed, the pointer goes elsewhere, and it is let go there. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.dragBegins) return;

  /** Pixels that the pointer goes at least. */
  const FAR = 8;
  const GRABBING = /grab|move|resize/;
  const PRESSES = "a[href], button, summary, [role=button], [role=link]";
  /**
   * What is held. `places`: what stood where when it began to move, since much moves while something is dragged. `prevented`: whether
   * the page keeps the press from selecting text, `captured`: whether it follows the pointer.
   * @typedef {{element: Element, number: number, evidence: any, plain: boolean, dragged: boolean, x: number, y: number, hold: {x: number, y: number},
   *   places: {element: Element, box: DOMRect}[] | null, prevented: boolean, captured: boolean, grabs: boolean}} Held
   */
  /** @type {Held | null} */
  let held = null;

  /** The pointer has pressed something. @param {PointerEvent} event @param {any} pressed */
  function dragBegins(event, pressed) {
    held = null;
    if (event.button !== 0 || !pressed || pollex.fillsBy(pressed.element)) return;
    const { left, top } = pressed.element.getBoundingClientRect();
    const grabs = GRABBING.test(getComputedStyle(pressed.element).cursor);
    const hold = { x: Math.round(event.clientX - left), y: Math.round(event.clientY - top) };
    held = Object.assign(pressed, { x: event.pageX, y: event.pageY, hold, places: null, dragged: false, prevented: false, captured: false, grabs });
    notePrevented(event);
  }

  /** @param {Event} event */
  function notePrevented(event) {
    const mine = held;
    setTimeout(() => {
      if (mine) mine.prevented ||= event.defaultPrevented;
    });
  }

  /** @param {PointerEvent} event */
  function pointermove(event) {
    if (!held || held.places || !(event.buttons & 1) || distance(event, held) < 2) return;
    const { scrollX, scrollY } = globalThis;
    held.places = pollex.everywhere(":not(html, body)").map((/** @type {Element} */ element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { element, box: new DOMRect(left + scrollX, top + scrollY, width, height) };
    });
  }

  function gotpointercapture() {
    if (held) held.captured = true;
  }

  /** The browser drags it, and the page takes it here. @param {DragEvent} event */
  function drop(event) {
    const dragged = held;
    held = null;
    if (dragged?.places) tellDrag(event, dragged, false);
  }

  /** It is let go; whether that was dragging. @param {PointerEvent} event */
  function dragEnds(event) {
    const dragged = held;
    held = null;
    if (!dragged?.places || distance(event, dragged) < FAR) return false;
    const sure = dragged.captured || dragged.grabs || (dragged.prevented && !dragged.element.matches(PRESSES));
    const stays = dragged.element.isConnected && pollex.pathOf(event).includes(dragged.element);
    if (stays && !sure) return false;
    tellDrag(event, dragged, !sure);
    return true;
  }

  /** @param {MouseEvent} from @param {Held} dragged */
  function distance(from, dragged) {
    return Math.hypot(from.pageX - dragged.x, from.pageY - dragged.y);
  }

  /** @param {MouseEvent} event @param {Held} dragged @param {boolean} plain whether only what comes of it shows that it was meant */
  function tellDrag(event, dragged, plain) {
    const { number, evidence, hold } = dragged;
    dragged.dragged = true;
    pollex.tellRests(dragged.element);
    pollex.observed("drag", { number, evidence, plain, hold, ...goalOf(event, dragged) });
  }

  /** @param {Element} element @param {Element} outer */
  function isWithin(element, outer) {
    for (let at = /** @type {Element | null} */ (element); at; at = pollex.parentOf(at)) if (at === outer) return true;
    return false;
  }

  /** Onto what it was dragged and where on that; how far, where that is nothing of its own. @param {MouseEvent} event @param {Held} dragged */
  function goalOf({ pageX, pageY }, dragged) {
    const there = (dragged.places ?? []).filter(({ box }) => pageX >= box.left && pageX < box.right && pageY >= box.top && pageY < box.bottom);
    const top = there.reduce((best, each) => (each.box.width * each.box.height <= best.box.width * best.box.height ? each : best), there[0]);
    const goal = top && !isWithin(top.element, dragged.element) && top.element.isConnected ? pollex.controlAround(top.element) : null;
    const place = goal && dragged.places?.find(({ element }) => element === goal);
    if (!place) return { by: { x: Math.round(pageX - dragged.x), y: Math.round(pageY - dragged.y) } };
    const position = { x: Math.round(pageX - place.box.left), y: Math.round(pageY - place.box.top) };
    return { to: pollex.knownOf(goal).evidence, position };
  }

  Object.assign(pollex, { dragBegins, notePrevented, pointermove, gotpointercapture, drop, dragEnds });
})();
