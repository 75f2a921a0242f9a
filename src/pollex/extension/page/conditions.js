/** The states of a record as people see them: by ARIA, by words in class names, by words for screen readers, by bold type. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.recordStates) return;

  const WORDS = new Set([
    "active", "archived", "available", "blocked", "cancelled", "canceled", "checked", "closed", "complete", "completed", "current", "deleted",
    "disabled", "done", "draft", "error", "expanded", "expired", "failed", "favorite", "favourite", "featured", "flagged", "important", "inactive",
    "invalid", "locked", "muted", "new", "offline", "online", "open", "overdue", "paid", "pending", "pinned", "read", "resolved", "seen",
    "selected", "sold", "starred", "unavailable", "unpaid", "unread", "unseen", "urgent",
  ]);
  const PHRASES = [[/sold-?_?out/, "sold out"], [/(out-?_?of-?_?stock|no-?stock)/, "out of stock"], [/in-?_?stock/, "in stock"], [/on-?_?sale/, "on sale"]];
  const GIVEN = ["data-state", "data-status", "data-read", "data-unread", "data-selected"];
  const OPEN = /(^|\s)(a|an|and|at|by|for|from|in|instead|is|of|on|or|the|to|with|price)$|:$/i;
  const HIDDEN_WORDS = 24;
  const MOST = 8;

  /** @param {Element} row @param {boolean} bold whether it is written bold and others of its list are not */
  function recordStates(row, bold) {
    /** @type {Set<string>} */
    const found = new Set(pollex.statesOf(row).filter((/** @type {string} */ state) => state !== "focused"));
    const tick = row.querySelector("input[type=checkbox], input[type=radio], [role=checkbox], [role=radio]");
    if (tick) for (const state of pollex.statesOf(tick)) if (state === "checked" || state === "mixed") found.add(state);
    if (row.getAttribute("aria-busy") === "true") found.add("busy");
    byClass(row, found);
    if (row.childElementCount === 1 && row.firstElementChild) byClass(row.firstElementChild, found);
    for (const text of unseen(row)) found.add(text.toLowerCase());
    if (bold) found.add("bold");
    return [...found].slice(0, MOST);
  }

  /** @param {Element} element @param {Set<string>} found */
  function byClass(element, found) {
    for (const name of (element.getAttribute("class") ?? "").toLowerCase().split(/\s+/)) {
      const phrase = PHRASES.find(([shape]) => /** @type {RegExp} */ (shape).test(name));
      if (phrase) found.add(/** @type {string} */ (phrase[1]));
      else stated(name, found);
    }
    for (const given of GIVEN) {
      const value = element.getAttribute(given)?.toLowerCase();
      if (value === "true" || value === "") found.add(given.slice(5));
      else if (value && value !== "false" && value.length < HIDDEN_WORDS) found.add(value);
    }
  }

  /** `unread`, `is-unread`, `row--unread`, `row_unread`; what comes after `not` is not so. @param {string} name @param {Set<string>} found */
  function stated(name, found) {
    const parts = name.split(/[-_]+/);
    const last = parts[parts.length - 1];
    if (WORDS.has(last) && !parts.includes("not") && !parts.includes("no")) found.add(last);
  }

  /** Short texts for screen readers that tell what a drawing shows, controls apart. @param {Element} row */
  function unseen(row) {
    /** @type {string[]} */
    const texts = [];
    for (const each of row.querySelectorAll("span, small, em, i, div, abbr")) {
      if (each.firstElementChild || !each.firstChild || !isClipped(each) || !pollex.isDrawn(each)) continue;
      const text = pollex.tidy(each.textContent, HIDDEN_WORDS * 2);
      if (text && text.length <= HIDDEN_WORDS && !OPEN.test(text) && !isOfControl(each, row)) texts.push(text.replace(/[,.;·]+$/, ""));
    }
    return texts.filter(Boolean);
  }

  /** Whether a text names a control in the row; in a link that says more it tells of the row. @param {Element} each @param {Element} row */
  function isOfControl(each, row) {
    const control = each.closest("a, button, label, [role=button]");
    if (!control) return false;
    return control.localName !== "a" || !(pollex.holds(control, row) || pollex.shownText(control).length > 0);
  }

  /** @param {Element} element */
  function isClipped(element) {
    const box = element.getBoundingClientRect();
    return box.width <= 1 || box.height <= 1 || box.right + scrollX < -500;
  }

  Object.assign(pollex, { recordStates });
})();
