/**
 * Where a person's pointer rested. That is an act only where it brought into sight what is used afterwards, as a menu does:
 * every few moments it is looked what is in sight, and what is new soon after the pointer came onto something is its doing.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.tellRests) return;

  /** Milliseconds between two looks while nothing happens; where looking takes long, so many times that. */
  const PAUSE = 150;
  const SHARE = 10;
  /** Milliseconds in which something comes into sight by the pointer. */
  const DOING = 600;
  /** Onto what the pointer came, and when. @type {{element: Element, at: number}[]} */
  let over = [];
  /** When the next look may be, so that looking never takes much of the page's time. */
  let next = 0;

  /** Where the pointer last was on the screen. */
  let place = "";

  /** @param {MouseEvent} event */
  function mouseover(event) {
    const { element } = pollex.meantBy(event);
    const here = `${event.screenX} ${event.screenY}`;
    if (element && here !== place) over.push({ element, at: performance.now() }); // else the page moves below it
    place = here;
    if (performance.now() >= next) setTimeout(look); // the page has its turn first
  }

  /** Look what is in sight, and by which rest of the pointer what is new came there. */
  function look() {
    const begun = performance.now();
    over = over.filter(({ at }) => begun - at < DOING);
    pollex.behold((/** @type {WeakSet<Element>} */ before) => restOn(over.findLast(({ element }) => before.has(element) && element.isConnected)));
    next = performance.now() + (performance.now() - begun) * SHARE;
  }

  /** @param {{element: Element, at: number} | undefined} came */
  function restOn(came) {
    return came ? { element: came.element, ...pollex.knownOf(came.element), at: came.at, told: false } : null;
  }

  /** Something else is done, which may bring things into sight as well. */
  function forgetPointer() {
    if (over.length) look();
    over = [];
  }

  /** Tell the rests that led to what is used now, the first one first. @param {Element} used */
  function tellRests(used) {
    const way = pollex.restsTo(used);
    for (const rest of way.slice(way.findLastIndex((/** @type {any} */ each) => each.told) + 1)) {
      rest.told = true;
      if (rest.element !== used) pollex.observed("hover", { number: rest.number, evidence: rest.evidence });
    }
  }

  /** Begin to look. */
  function lookOn() {
    if (!document.hidden) look();
    setTimeout(lookOn, Math.max(PAUSE, next - performance.now()));
  }

  Object.assign(pollex, { mouseover, forgetPointer, tellRests, lookOn });
})();
