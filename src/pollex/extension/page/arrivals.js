/**
 * What is new to someone who has heard of each look: an element that was far away and came near was there before, while
 * one that has just been made was not. And of what is told no more, what only went far away.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.arrivalOf) return;

  /** Elements that were far away and have not been in view since. @type {WeakSet<Element>} */
  const untold = new WeakSet();
  /** Those of them that the last look found in view. @type {Element[]} */
  let arrived = [];
  /** The controls of the last look, and of the one before it, by number. @type {Set<number>[]} */
  let told = [new Set(), new Set()];
  /** All controls that were told and not yet told as gone, by number. @type {Set<number>} */
  const standing = new Set();
  /** Those that the last look told as gone. @type {number[]} */
  let gone = [];

  /** @param {boolean} again whether the last look does not count: nobody has heard of it */
  function beginLook(again) {
    if (again) {
      for (const element of arrived) untold.add(element);
      told = [told[1], told[1]];
    } else {
      for (const number of gone) standing.delete(number);
    }
    arrived = [];
  }

  /** @param {Element} element */
  function leaveUntold(element) {
    untold.add(element);
  }

  /**
   * 0 for what was near or is newly made, 1 for what came into range, 2 for what came into view.
   * @param {Element} element @param {DOMRect} box @param {boolean} strange whether what is around it was far away
   */
  function arrivalOf(element, box, strange) {
    if (!(untold.has(element) || (strange && !pollex.isControl(element)))) return 0;
    if (isInView(box)) {
      untold.delete(element);
      arrived.push(element);
      return 2;
    }
    untold.add(element);
    return 1;
  }

  /** @param {DOMRect} box */
  function isInView(box) {
    return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  }

  /** Which controls of the last look are not told now because they are far away. @param {number[]} now @param {(box: DOMRect) => boolean} isNear */
  function wentAway(now, isNear) {
    told = [new Set(now), told[0]];
    const away = [];
    for (const number of told[1]) {
      const element = told[0].has(number) ? null : pollex.elementOf(number);
      if (element && pollex.isDrawn(element) && !isNear(element.getBoundingClientRect())) away.push(number);
    }
    return away;
  }

  /** Which controls of any look before have left the document. @param {number[]} now */
  function wentFromDocument(now) {
    for (const number of now) standing.add(number);
    gone = [...standing].filter((number) => !pollex.elementOf(number));
    return gone;
  }

  Object.assign(pollex, { arrivalOf, beginLook, isInView, leaveUntold, wentAway, wentFromDocument });
})();
