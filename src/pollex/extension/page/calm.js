/** Waiting until what an action has begun is at its end: what opens by and by has come, what moves stands still. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.calm) return;

  /** Milliseconds after which it is not waited any longer: a page may never come to rest. */
  const LONGEST = 400;
  /** Milliseconds without a change after which what has changed is at rest, and after which what is bound to come does not. */
  const QUIET = 100;
  const EXPECTED = 600;
  /** Places that are named where something changed. */
  const NAMED = 3;
  /** Called when something has changed. @type {(() => void) | null} */
  let stirred = null;

  /** What is watched has changed. */
  function stir() {
    if (stirred && pollex.hasChanged()) stirred();
  }

  /** Until what an action has changed stands still; where nothing has and something is bound to, until it does. */
  async function calm() {
    const first = pollex.watched();
    if (first?.patient && !pollex.hasChanged() && !moving().length) await change();
    const end = performance.now() + LONGEST;
    for (let now = pollex.watched(); now && performance.now() < end; now = pollex.watched()) {
      const ends = moving().map((each) => each.finished);
      if (ends.length) await Promise.race([Promise.allSettled(ends), pause(end - performance.now())]);
      else if (!now.stirred) return;
      now.stirred = false;
      await pollex.breathe();
    }
  }

  /**
   * Until the page has done what was begun: at once where nothing is under way. Returns where anything has changed since it is watched, in a few words.
   * @param {number} longest milliseconds
   */
  async function rest(longest) {
    const begun = performance.now();
    for (let now = pollex.watched(); now && performance.now() < begun + longest; now = pollex.watched()) {
      const expects = now.opens && !now.shown && !pollex.hasChanged();
      if (!moving().length && performance.now() >= (expects ? Math.max(now.last, begun) + EXPECTED : now.last + QUIET)) break;
      await pollex.breathe();
    }
    return where();
  }

  /** Where anything has changed: the nearest thing with a name, or what it is. */
  function where() {
    const now = pollex.watched();
    if (!now) return [];
    const names = new Set([...pollex.redrawn(now.drawings), ...now.changed].flatMap((node) => called(node instanceof Element ? node : node.parentElement)));
    return [...names].slice(0, NAMED);
  }

  /** @param {Element | null} element */
  function called(element) {
    if (!element?.isConnected || !pollex.isSeen(element, element.getBoundingClientRect())) return [];
    const named = element.closest("[aria-label], [id], [role], canvas, svg, section, form, table, ul");
    return [named?.getAttribute("aria-label") || (named?.id && `#${named.id}`) || (named ?? element).localName];
  }

  /** The next change, or a moment without one. @returns {Promise<void>} */
  function change() {
    return new Promise((done) => {
      const end = () => {
        stirred = null;
        done();
      };
      stirred = end;
      setTimeout(end, LONGEST);
    });
  }

  /** @param {number} milliseconds @returns {Promise<void>} */
  function pause(milliseconds) {
    return new Promise((done) => setTimeout(done, milliseconds));
  }

  /** What moves since it is watched and comes to an end, but for the target's own: a button that is pressed shows that in its colours. */
  function moving() {
    const now = pollex.watched();
    const all = /** @type {Animation[]} */ (now?.roots.flatMap((/** @type {Document | ShadowRoot} */ root) => root.getAnimations()) ?? []);
    return all.filter((each) => {
      const effect = /** @type {KeyframeEffect | null} */ (each.effect);
      if (!now || !effect?.target || now.moving.has(each) || each.playState !== "running" || now.target?.contains(effect.target)) return false;
      return Number.isFinite(effect.getComputedTiming().endTime) && (now.opens || concerns(effect.target, now.came));
    });
  }

  /** Whether what moves has changed, or is around or in what has. @param {Element} element @param {Set<Node>} changed */
  function concerns(element, changed) {
    return [...changed].some((node) => node.contains(element) || element.contains(node));
  }

  Object.assign(pollex, { calm, rest, stir });
})();
