/** Texts that change by themselves: more than once while nobody acts, between a look and the next act. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.ticks) return;

  const TWICE = 2;
  /** Changes after which nobody watches any longer: a page that draws without end would be slowed down. */
  const MOST = 2_000;
  /** Elements whose text changes by itself. @type {WeakSet<Element>} */
  const ticking = new WeakSet();
  /** Controls that are called by such a text, or whose values change by themselves. @type {WeakSet<Element>} */
  const controls = new WeakSet();
  const CALLED = "button, a, summary, [role=button], [role=link], [role=tab], [role=option]";
  const FIELDS = "input:not([type=password], [type=hidden]), progress, meter";
  const MOST_FIELDS = 200;
  /** What fields held when nobody acted any longer. @type {Map<HTMLInputElement, string>} */
  const held = new Map();
  /** In how many times that nobody acted what each held became another. @type {WeakMap<Element, number>} */
  const others = new WeakMap();
  /** How often the text of each changed since it is watched. @type {Map<Element, number>} */
  const counts = new Map();
  const observer = new MutationObserver(count);
  let seen = 0;

  /** @param {MutationRecord[]} records */
  function count(records) {
    seen += records.length;
    const texts = records.filter(({ type, addedNodes }) => type === "characterData" || [...addedNodes].some((node) => node.nodeType === Node.TEXT_NODE));
    for (const element of new Set(texts.map(({ target }) => (target instanceof Element ? target : target.parentElement)))) {
      if (element) counts.set(element, (counts.get(element) ?? 0) + 1);
    }
    if (seen > MOST) observer.disconnect();
  }

  /** Learn which texts changed since nobody acts. */
  function learnTicking() {
    count(observer.takeRecords());
    for (const [element, changes] of counts) {
      if (changes < TWICE) continue;
      ticking.add(element);
      controls.add(element.closest(CALLED) ?? element);
    }
    for (const [field, value] of held) {
      if (field.value === value) continue;
      held.set(field, field.value);
      others.set(field, (others.get(field) ?? 0) + 1);
      if ((others.get(field) ?? 0) >= TWICE) controls.add(field);
    }
  }

  /** From now on somebody acts, or `again` nobody does. @param {boolean} again */
  function watchTicking(again) {
    learnTicking();
    observer.disconnect();
    counts.clear();
    held.clear();
    seen = 0;
    if (!again) return;
    for (const field of [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(FIELDS))].slice(0, MOST_FIELDS)) held.set(field, field.value);
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  }

  /** Whether anything has changed since the last look, while nobody acted. */
  function hasMovedOn() {
    count(observer.takeRecords());
    return seen > 0;
  }

  Object.assign(pollex, { hasMovedOn, learnTicking, watchTicking, ticks: (/** @type {Node} */ element) => ticking.has(/** @type {Element} */ (element)), changesAlone: (/** @type {Element} */ control) => controls.has(control) });
})();
