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
  /** What was acted on and cannot be any more: until it is done, or for good. */
  const LOCKED = ":disabled, [aria-disabled=true]";
  /** Places that are named where something changed. */
  const NAMED = 3;
  /** Called when something has changed. @type {(() => void) | null} */
  let stirred = null;

  /** What is watched has changed. */
  function stir() {
    if (stirred && pollex.hasChanged()) stirred();
  }

  /** Until what an action has changed stands still; where nothing has and something is bound to, until it does, which a replay leaves to its next step. */
  async function calm() {
    const first = pollex.watched();
    if (first?.patient && !pollex.hasChanged() && !moving().length) {
      if (first.replays) first.owed = LONGEST;
      else await change();
    }
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
   * @param {number} longest milliseconds @param {number} patience milliseconds, where the page says that it works on
   */
  async function rest(longest, patience) {
    const begun = performance.now();
    const dead = !pollex.hasStirred();
    for (let now = pollex.watched(); now; now = pollex.watched()) {
      const busy = pollex.isBusy(now.busy);
      if (performance.now() >= begun + (busy ? patience : longest + now.owed)) break;
      const closes = moving(new Set([...now.came, ...now.changed]), true);
      if (closes.length || isLeaving(now.changed)) now.last = Math.max(now.last, Math.min(performance.now(), begun + LONGEST));
      const locked = now.target?.isConnected && now.target.matches(LOCKED);
      const filters = now.opens && now.typed > now.last; // a list that is open already follows what was typed
      const expects = locked || filters || (now.opens && !now.shown && !pollex.hasChanged()) || (dead && now.patient && !now.touched);
      const until = busy ? Infinity : expects ? Math.max(now.last, begun) + EXPECTED + now.owed : now.last + QUIET;
      if (!closes.length && performance.now() >= until) break;
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

  /**
   * What moves since it is watched and comes to an end, but for the target's own: a button that is pressed shows that in its colours.
   * @param {Set<Node>} [concerned] what it must be, be around or be in @param {boolean} [around] whether what the target is in counts, too: a list that closes when its entry is pressed
   */
  function moving(concerned, around = false) {
    const now = pollex.watched();
    const all = /** @type {Animation[]} */ (now?.roots.flatMap((/** @type {Document | ShadowRoot} */ root) => root.getAnimations()) ?? []);
    return all.filter((each) => {
      const effect = /** @type {KeyframeEffect | null} */ (each.effect);
      if (!now || !effect?.target || now.moving.has(each) || each.playState !== "running" || now.target?.contains(effect.target)) return false;
      const isMeant = now.opens || concerns(effect.target, concerned ?? now.came) || (around && now.target !== null && effect.target.contains(now.target));
      return isMeant && Number.isFinite(effect.getComputedTiming().endTime);
    });
  }

  /** Words of classes by which something says that it is about to go. */
  const LEAVING = /(?:^|[-_])(?:closing|leav(?:e|ing)|exit(?:ing)?|removing|hiding|dismiss(?:ing)|(?:fade|animate)-?out)(?:$|[-_])/i;

  /** Whether something that has changed and can still be seen is about to go. @param {Set<Node>} changed */
  function isLeaving(changed) {
    return [...changed].some((each) => each instanceof Element && [...each.classList].some((name) => LEAVING.test(name)) && each.isConnected && pollex.isSeen(each, each.getBoundingClientRect()));
  }

  /** Whether what moves has changed, or is around or in what has. @param {Element} element @param {Set<Node>} changed */
  function concerns(element, changed) {
    return [...changed].some((node) => node.contains(element) || element.contains(node));
  }

  Object.assign(pollex, { calm, rest, stir });
})();
