/** A mouse without the browser's debugger: its events are ours, which a page can tell from a person's. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.pressAt) return;

  const BUTTONS = ["left", "middle", "right"];
  const PRIMARY = 0;
  const SECONDARY = 2;
  const FOCUSABLE = "a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]:not([contenteditable=false])";
  /** @typedef {{x: number, y: number}} Place */
  /** What the mouse is over. @type {Element | null} */
  let over = null;
  /** What it holds: what is dragged with its data, or the place from which text is selected. @type {{dragged: Element | null, data: DataTransfer, from: Range | null} | null} */
  let held = null;

  /** Press what is at a point of the viewport. `inside`: that is a frame. @param {number} x @param {number} y @param {string} button @param {number} count */
  function pressAt(x, y, button, count) {
    const target = pollex.topAt(x, y);
    if (!target || isFrame(target)) return inFrame(target);
    pollex.lookBefore();
    for (let nth = 1; nth <= count; nth++) pressOnce({ x, y }, BUTTONS.indexOf(button), nth);
    return {};
  }

  /** @param {Place} place @param {number} button @param {number} nth */
  function pressOnce(place, button, nth) {
    const target = pointOn(place);
    if (!target) return;
    pollex.land(target, place.x, place.y);
    if (fire(target, "pointerdown", place, button) && fire(target, "mousedown", place, button, nth)) focusOn(target);
    fire(target, "pointerup", place, button);
    fire(target, "mouseup", place, button, nth);
    if (!target.isConnected) return;
    if (button === PRIMARY) fire(target, "click", place, button, nth);
    else if (button === SECONDARY) fire(target, "contextmenu", place, button);
    else fire(target, "auxclick", place, button, nth);
    if (button === PRIMARY && nth === 2) fire(target, "dblclick", place, button, nth);
  }

  /** Move the mouse to a point of the viewport. @param {number} x @param {number} y */
  function pointAt(x, y) {
    const target = pollex.topAt(x, y);
    if (!target || isFrame(target)) return inFrame(target);
    if (!held) pollex.lookBefore();
    hover(target, { x, y });
    if (held) dragOver(held, target, { x, y });
    return {};
  }

  /** Hold what is at a point. @param {number} x @param {number} y */
  function holdAt(x, y) {
    const target = pollex.topAt(x, y);
    if (!target || isFrame(target)) return inFrame(target);
    const place = { x, y };
    pollex.lookBefore();
    const isFree = take(pointOn(place) ?? target, place);
    const dragged = target.closest("[draggable=true], img, a[href]");
    held = { dragged, data: new DataTransfer(), from: isFree && !dragged ? caretAt(target, place) : null };
    if (dragged) drag(dragged, "dragstart", place);
    return {};
  }

  /** Press and hold an element; whether the page lets the browser do what that does. @param {Element} target @param {Place} place */
  function take(target, place) {
    pollex.land(target, place.x, place.y);
    const isFree = fire(target, "pointerdown", place) && fire(target, "mousedown", place, PRIMARY, 1);
    if (isFree) focusOn(target);
    return isFree;
  }

  /** What the mouse is over at a place once the page has heard of it. @param {Place} place */
  function pointOn(place) {
    const target = pollex.topAt(place.x, place.y);
    if (target) hover(target, place);
    return pollex.topAt(place.x, place.y);
  }

  /** Where between letters a place is, of text that can be selected. @param {Element} target @param {Place} place */
  function caretAt(target, { x, y }) {
    return getComputedStyle(target).userSelect === "none" ? null : document.caretRangeFromPoint(x, y);
  }

  /** Let go of what is held. @param {number} x @param {number} y */
  function dropAt(x, y) {
    const target = pollex.topAt(x, y) ?? document.body;
    const place = { x, y };
    if (held?.dragged) {
      drag(target, "drop", place);
      drag(held.dragged, "dragend", place);
    }
    fire(target, "pointerup", place, PRIMARY);
    fire(target, "mouseup", place, PRIMARY, 1);
    held = null;
    return {};
  }

  /** Turn the wheel where the mouse is. @param {number} dx @param {number} dy */
  function turnWheel(dx, dy) {
    const target = over?.isConnected ? over : document.body;
    if (!target.dispatchEvent(new WheelEvent("wheel", { deltaX: dx, deltaY: dy, bubbles: true, cancelable: true, composed: true }))) return {};
    for (let at = /** @type {Element | null} */ (target); at; at = pollex.parentOf(at)) {
      const before = pollex.scrolledTo(at);
      at.scrollBy({ left: dx, top: dy, behavior: "instant" });
      if (pollex.scrolledTo(at) !== before) return {};
    }
    document.scrollingElement?.scrollBy({ left: dx, top: dy, behavior: "instant" });
    return {};
  }

  /** @param {Element} target @param {Place} place */
  function hover(target, place) {
    if (over !== target) {
      if (over?.isConnected) for (const kind of ["pointerout", "mouseout"]) fire(over, kind, place);
      if (over?.isConnected && !over.contains(target)) for (const kind of ["pointerleave", "mouseleave"]) fire(over, kind, place);
      for (const kind of ["pointerover", "mouseover"]) fire(target, kind, place);
      for (let at = /** @type {Element | null} */ (target); at && !at.contains(over); at = pollex.parentOf(at)) for (const kind of ["pointerenter", "mouseenter"]) fire(at, kind, place);
      over = target;
    }
    for (const kind of ["pointermove", "mousemove"]) fire(target, kind, place);
  }

  /** @param {{dragged: Element | null, from: Range | null}} held @param {Element} target @param {Place} place */
  function dragOver({ dragged, from }, target, place) {
    const to = from && caretAt(target, place);
    if (from && to) getSelection()?.setBaseAndExtent(from.startContainer, from.startOffset, to.startContainer, to.startOffset);
    if (dragged) for (const kind of ["drag", "dragenter", "dragover"]) drag(kind === "drag" ? dragged : target, kind, place);
  }

  /** @param {Element} target @param {string} kind @param {Place} place */
  function drag(target, kind, { x, y }) {
    target.dispatchEvent(new DragEvent(kind, { dataTransfer: held?.data ?? null, clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true }));
  }

  /** Whether the page let an event pass. @param {Element} target @param {string} kind @param {Place} place @param {number} [button] @param {number} [detail] */
  function fire(target, kind, { x, y }, button = PRIMARY, detail = 0) {
    const inner = kind.endsWith("enter") || kind.endsWith("leave");
    const buttons = /down$/.test(kind) || (held !== null && /move$/.test(kind)) ? 1 << [0, 2, 1].indexOf(button) : 0;
    const about = { bubbles: !inner, cancelable: !inner, composed: true, view: globalThis.window, detail, button, buttons, clientX: x, clientY: y, screenX: x + screenX, screenY: y + screenY };
    const event = kind.startsWith("pointer") ? new PointerEvent(kind, { ...about, pointerId: 1, pointerType: "mouse", isPrimary: true }) : kind === "click" || kind === "auxclick" || kind === "contextmenu" ? new PointerEvent(kind, about) : new MouseEvent(kind, about);
    return target.dispatchEvent(event);
  }

  /** What a press puts the focus on. @param {Element} target */
  function focusOn(target) {
    let at = /** @type {Element | null} */ (target);
    while (at && !at.matches(FOCUSABLE)) at = at instanceof HTMLLabelElement && at.control ? at.control : pollex.parentOf(at);
    if (at) /** @type {HTMLElement} */ (at).focus({ preventScroll: true });
    else /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  }

  /** @param {Element} element */
  function isFrame(element) {
    return element.localName === "iframe" || element.localName === "frame";
  }

  /** @param {Element | null} frame */
  function inFrame(frame) {
    return { inside: frame && pollex.numberOf(frame) };
  }

  Object.assign(pollex, { pressAt, pointAt, holdAt, dropAt, turnWheel });
})();
