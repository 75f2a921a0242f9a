/** What came into sight where a person's pointer rested, and by which rests one comes to what is used afterwards. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.behold) return;

  /** @typedef {{element: Element, number: number, at: number}} Rest */

  /** What was in sight when it was last looked. */
  let sight = new WeakSet();
  /** What brought an element into sight. @type {WeakMap<Element, Rest>} */
  let revealed = new WeakMap();
  /** Where the pointer rests that we move for a person. @type {Rest | null} */
  let resting = null;

  /** All elements that can be seen. @returns {Element[]} */
  function inSight() {
    return pollex.everywhere("*").filter((/** @type {Element} */ element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  }

  /**
   * Look what is in sight; whether a rest brought what is new there. `by` finds that rest, knowing what was in sight before.
   * @param {(before: WeakSet<Element>) => Rest | null} by
   */
  function behold(by) {
    const now = inSight();
    const fresh = now.filter((element) => !sight.has(element));
    const rest = fresh.length ? by(sight) : null;
    for (const element of fresh) {
      if (rest) revealed.set(element, rest);
      else revealed.delete(element);
    }
    sight = new WeakSet(now);
    return rest !== null;
  }

  /** The rests that led to an element, the first one first. @param {Element} used @returns {Rest[]} */
  function restsTo(used) {
    /** @type {Rest[]} */
    const way = [];
    for (let rest = revealerOf(used); rest && rest.at < (way[0]?.at ?? Infinity); rest = revealerOf(rest.element)) way.unshift(rest);
    return way;
  }

  /** @param {Element} element @returns {Rest | undefined} */
  function revealerOf(element) {
    for (let at = /** @type {Element | null} */ (element); at; at = pollex.parentOf(at)) {
      const rest = revealed.get(at);
      if (rest) return rest;
    }
    return undefined;
  }

  /** Before our pointer comes to rest for a person: what came since it did so last is that rest's doing. @param {boolean} anew */
  function beforeRest(anew) {
    if (anew) [resting, revealed] = [null, new WeakMap()];
    behold(() => resting);
  }

  /** After it came to rest on an element: whether that brought anything into sight. @param {number} number */
  function afterRest(number) {
    const element = pollex.elementOf(number);
    resting = element ? { element, number, at: performance.now() } : null;
    return behold(() => resting);
  }

  /** The numbers of the elements on which our pointer rested to come to this one, the first one first. @param {number} number */
  function restsBefore(number) {
    const element = pollex.elementOf(number);
    behold(() => resting);
    return element ? restsTo(element).map((rest) => rest.number) : [];
  }

  Object.assign(pollex, { inSight, behold, restsTo, beforeRest, afterRest, restsBefore });
})();
