/** Getting at one element: scroll to it, wait until it stands still and is free, and say where a click reaches it. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.reach) return;

  const FIGURES = /\s+(\([^()]*\d[^()]*\)|[€$£]\s?\d[\d.,]*|\d[\d.,]*\s?[€%])$/;

  /**
   * @typedef {{x: number, y: number, box: number[]}} Point
   * @typedef {{gone: true} | {hidden: true} | {disabled: true} | {cover: string} | Point} Reach
   */

  /**
   * Where a click reaches an element now, after scrolling to it if need be; or what stands in the way. What is dropped also
   * reaches one that lets the pointer through. @param {number} number @param {boolean} [drops] @returns {Reach}
   */
  function reach(number, drops = false) {
    const element = pollex.elementOf(number);
    if (!element) return { gone: true };
    let way = wayTo(element);
    if (!way) return { hidden: true };
    let found = pollex.hit(way.by, way.box, true);
    if (!found.point) {
      way.by.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      way = wayTo(element);
      if (!way) return { hidden: true };
      found = pollex.hit(way.by, way.box, true);
    }
    if (drops && getComputedStyle(element).pointerEvents === "none") return overIt(element, Infinity);
    if (!found.point && found.cover && isFace(found.cover, element)) return overIt(found.cover);
    const free = found.point || !found.cover ? null : besideChips(element, found.cover);
    if (free) return free;
    if (!found.point) return found.cover ? { cover: pollex.describe(found.cover) } : { hidden: true };
    const { left, top, width, height } = way.box;
    return { x: found.point[0], y: found.point[1], box: [left, top, width, height] };
  }

  /** The box by which the pointer reaches an element, which may be shown only then. @param {Element} element @returns {{box: DOMRect, by: Element} | null} */
  function wayTo(element) {
    return pollex.reachable(element) ?? pollex.hoverable(element);
  }

  /** Whether what lies over a field is the editor that it serves: such a field is tiny, and people only see what is drawn over it. @param {Element} cover @param {Element} field */
  function isFace(cover, field) {
    const { width, height } = field.getBoundingClientRect();
    const draws = Boolean(/** @type {any} */ (field).editContext);
    if (!draws && (!field.matches("input, textarea") || Math.min(width, height) > TINY)) return false;
    return field.parentElement?.parentElement?.contains(cover) ?? false;
  }

  /** Where a field that opens a list is pressed beside what was chosen, which its own box shows over it. @param {Element} field @param {Element} cover @returns {Point | null} */
  function besideChips(field, cover) {
    const around = field.parentElement;
    if (!around || !field.matches("[role=combobox], [aria-haspopup=listbox]") || !pollex.holds(around, cover)) return null;
    const { left, top, width, height } = around.getBoundingClientRect();
    for (const across of ACROSS) {
      const [x, y] = [left + width * across, top + height / 2];
      const met = pollex.topAt(x, y);
      if (met && pollex.holds(around, met) && !isInPressed(met, around)) return { x, y, box: [left, top, width, height] };
    }
    return null;
  }

  const ACROSS = [0.98, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.02];

  /** Whether an element is a control inside another one, or in one. @param {Element} met @param {Element} around */
  function isInPressed(met, around) {
    for (let at = /** @type {Element | null} */ (met); at && at !== around; at = pollex.parentOf(at)) {
      if (at.matches("button, a[href], [role=button], [role=link]")) return true;
    }
    return false;
  }

  /** @param {Element} face @param {number} [most] pixels from its left side @returns {Point} */
  function overIt(face, most = 40) {
    const { left, top, width, height } = face.getBoundingClientRect();
    return { x: left + Math.min(width / 2, most), y: top + height / 2, box: [left, top, width, height] };
  }

  /** Pixels of a side of a field that nobody is meant to see. */
  const TINY = 24;

  /**
   * The same, when the element has stood still for one drawn frame, and waiting as long for a cover to go, a button to be
   * enabled or the element to be shown. What stood in the way at the end is told.
   * @param {number} number @param {number} patience milliseconds @param {boolean} enabled whether it must be usable @param {boolean} drops
   */
  async function reachSoon(number, patience, enabled, drops) {
    /** @type {Reach} */
    let last = { hidden: true };
    let before = "";
    await pollex.until((/** @type {boolean} */ drawn) => {
      last = enabled && isDisabled(number) ? { disabled: true } : reach(number, drops);
      if ("gone" in last) return true;
      const now = "box" in last ? last.box.join() : "";
      const still = now !== "" && now === before && (drawn || document.hidden);
      before = now;
      return still;
    }, patience);
    return last;
  }

  /**
   * Everything before an action in one go: the element's evidence, and where it is reached once that is possible. Watching
   * begins. `how`: "still" waits until it stands still, "there" until it can be reached, "seen" asks for nothing.
   * `clear` puts the focus on a field for typing, on all its text or at its end.
   * @param {number} number @param {number} patience milliseconds @param {"still" | "there" | "seen"} how @param {boolean} enabled
   * @param {boolean | null} [clear] @param {string} [act] what is to be done @param {boolean} [replays]
   */
  async function aim(number, patience, how, enabled, clear = null, act = "", replays = false) {
    /** @type {Reach | null} */
    let reached = null;
    if (how === "still") reached = await reachSoon(number, patience, enabled, act === "drop");
    else if (how === "there") {
      await pollex.until(() => {
        reached = enabled && isDisabled(number) ? { disabled: true } : reach(number);
        return "box" in reached || "gone" in reached;
      }, patience);
    }
    const evidence = pollex.evidence(number);
    const field = clear !== null && reached !== null && "box" in reached ? focus(number, clear) : null;
    if (evidence) pollex.watch(pollex.elementOf(number), act, replays);
    return { reach: reached, evidence, field, stood: whereIs(number) };
  }

  /**
   * Finding and aiming in one go, where just one element fits and can be seen.
   * @param {string} kind @param {any} value @param {string | null} name @param {boolean} exact
   * @param {[number, "still" | "there" | "seen", boolean, (boolean | null)?, string?, boolean?]} how as for `aim`
   */
  async function take(kind, value, name, exact, ...how) {
    const answer = pollex.find(kind, value, name, exact);
    const [only, ...others] = answer.found ?? [];
    const sure = only?.visible && !others.length && !answer.hosts?.length;
    return { ...answer, aimed: sure ? await aim(only.number, ...how) : null };
  }

  /**
   * Everything after an action in one go: what appeared, when the page has had its turn.
   * Where the action is still on its way, `kind` is the event by which it reaches the page.
   * @param {string | null} [kind]
   */
  async function after(kind) {
    if (kind) await pollex.hearing(kind);
    await pollex.turn();
    await pollex.calm();
    return pollex.seen();
  }

  /** The same for a text that is typed, with what its field holds then. @param {string | null} kind @param {number} number @param {string} text @param {boolean} all */
  async function typed(kind, number, text, all) {
    const seen = await after(kind);
    return { ...seen, kept: await keeps(number, text, all) };
  }

  /** Watch, and then the same: for an action that is on its way to whatever has the focus. @param {string} kind */
  function next(kind) {
    pollex.watch(document.activeElement);
    return after(kind);
  }

  /** Where an element stands in the page; null in a frame, which does not know how far the page is scrolled. @param {number} number */
  function whereIs(number) {
    const box = window === window.top ? pollex.elementOf(number)?.getBoundingClientRect() : null;
    return box ? [box.left + scrollX, box.top + scrollY, box.width, box.height] : null;
  }

  /** @param {number} number */
  function isDisabled(number) {
    return pollex.elementOf(number)?.matches(":disabled") ?? false;
  }

  /** Where a frame's own page begins, scrolled into view. @param {number} number */
  function frameAt(number) {
    const element = pollex.elementOf(number);
    if (!element) return { gone: true };
    const box = element.getBoundingClientRect();
    if (box.bottom < 0 || box.top > innerHeight) element.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const inset = (/** @type {string} */ side) => Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) + Number.parseFloat(style.getPropertyValue(`padding-${side}`));
    return { x: left + inset("left"), y: top + inset("top") };
  }

  /** What has the focus, through all shadow roots; null where nothing has. `inside`: it is a frame, and what has it is in there. */
  function focused() {
    let at = document.activeElement;
    for (let inner = at; inner; inner = pollex.rootOf(inner)?.activeElement ?? null) at = inner;
    if (!at || at === document.body || at === document.documentElement) return null;
    return { number: pollex.numberOf(at), inside: at.localName === "iframe" || at.localName === "frame" };
  }

  /** Put the focus on an element and choose its text, so that what is typed replaces it; or go to its end. @param {number} number @param {boolean} all */
  function focus(number, all) {
    const named = /** @type {HTMLElement | null} */ (pollex.elementOf(number));
    if (!named) return { gone: true };
    const element = hiddenField(named) ?? named;
    named.scrollIntoView({ block: "nearest", behavior: "instant" });
    element.focus({ preventScroll: true });
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      if (all) element.select();
      else if (SELECTABLE.has(element.type)) element.setSelectionRange(element.value.length, element.value.length);
    } else if (element.isContentEditable) {
      const selection = getSelection();
      selection?.selectAllChildren(element);
      if (!all) selection?.collapseToEnd();
    }
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    return { focused: root.activeElement === element || element.contains(root.activeElement), kind: kindOf(element), type: /** @type {HTMLInputElement} */ (element).type ?? null, empty: textIn(element) === "", place: placeOf(pollex.numberOf(element)), boxes: boxesFrom(element) };
  }

  /** The field by which an element takes keys that takes no text itself, as a terminal does: it has one that nobody is meant to see. @param {HTMLElement} element */
  function hiddenField(element) {
    const [only, ...others] = kindOf(element) === "none" ? element.querySelectorAll("textarea") : [];
    return only && !others.length && !pollex.isSeen(only, only.getBoundingClientRect()) ? only : null;
  }

  /** The boxes of one character each from this one on, as codes are entered in; nothing where it is none of several. @param {Element} element */
  function boxesFrom(element) {
    const boxes = pollex.boxesOf(element);
    return boxes.slice(boxes.indexOf(/** @type {HTMLInputElement} */ (element))).map(pollex.numberOf);
  }

  const SELECTABLE = new Set(["text", "search", "url", "tel", "password", "textarea"]);

  /** How text gets into an element: typed, set at once, or not at all. @param {HTMLElement} element */
  function kindOf(element) {
    if (element instanceof HTMLInputElement) {
      if (SET.has(element.type)) return "set";
      return UNTYPED.has(element.type) ? element.type : element.readOnly ? "readonly" : "typed";
    }
    if (element instanceof HTMLTextAreaElement) return element.readOnly ? "readonly" : "typed";
    if (element instanceof HTMLSelectElement) return "select";
    return element.isContentEditable ? "typed" : element.tabIndex >= 0 ? "keys" : "none";
  }

  const SET = new Set(["date", "datetime-local", "month", "time", "week", "range", "color"]);
  const UNTYPED = new Set(["button", "checkbox", "file", "image", "radio", "reset", "submit"]);

  /** @param {Element} element */
  function textIn(element) {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
    return /** @type {HTMLElement} */ (element).innerText ?? "";
  }

  /**
   * What a field holds of a text that was typed: whether that is it, but for how the field writes it, and its value as it may be told.
   * `prevented`: an empty field got nothing because the page took the keys itself, with or without a visible change.
   * Nothing for what holds no text. @param {number} number @param {string} text @param {boolean} all whether it was to replace what was there
   */
  async function keeps(number, text, all) {
    const element = pollex.elementOf(number);
    if (!element || kindOf(/** @type {HTMLElement} */ (element)) !== "typed") return null;
    const [value, wanted] = [plain(textIn(element)), plain(text)];
    const alike = value === wanted || (wanted !== "" && (value.startsWith(wanted) || amount(textIn(element)) === amount(text)));
    const within = !all || !("value" in element);
    const empty = value === "";
    const prevented = empty && wanted && pollex.prevented() ? ((await pollex.until(pollex.hasStirred, ECHOED)) ? "changed" : "unchanged") : null;
    return { fits: alike || (within && value.includes(wanted)), empty, prevented, value: pollex.valueOf(element) };
  }

  /** Milliseconds in which a page shows what it did with the keys that it took. */
  const ECHOED = 600;

  /** @param {string} text */
  function amount(text) {
    return Number(text.replace(",", "."));
  }

  /** A text by its letters and digits, as far as it has any. @param {string} text */
  function plain(text) {
    return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "") || text.trim();
  }

  /** Set what is not typed by key: a date, a range. The value that it has then comes back. @param {number} number @param {string} value */
  function setValue(number, value) {
    const element = /** @type {HTMLInputElement} */ (pollex.elementOf(number));
    element.focus({ preventScroll: true });
    element.value = value;
    for (const kind of ["input", "change"]) element.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
    return element.value;
  }

  /**
   * Choose options of a list by label, value or place. What could not be found comes back with what there is.
   * @param {number} number @param {(string | number)[]} wanted
   */
  function choose(number, wanted) {
    const element = pollex.elementOf(number);
    if (!(element instanceof HTMLSelectElement)) return { wrong: element ? pollex.roleOf(element) : "nothing" };
    const options = [...element.options];
    const found = wanted.map((one) => optionOf(options, one));
    const missing = wanted.filter((_, place) => !found[place]);
    const labels = options.map((option) => pollex.tidy(option.label));
    if (missing.length) return { missing, labels };
    if (found.length > 1 && !element.multiple) return { single: true };
    const disabled = found.find((option) => option?.disabled);
    if (disabled) return { disabled: pollex.tidy(disabled.label) };
    for (const option of options) option.selected = found.includes(option);
    for (const kind of ["input", "change"]) element.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
    return { chosen: [...element.selectedOptions].map((option) => pollex.tidy(option.label)) };
  }

  /** What the options of a list are called that would be chosen. @param {number} number @param {(string | number)[]} wanted @returns {string[]} */
  function calledOptions(number, wanted) {
    const element = pollex.elementOf(number);
    const options = element instanceof HTMLSelectElement ? [...element.options] : [];
    return wanted.map((one) => optionOf(options, one)).flatMap((option) => (option ? [pollex.tidy(option.label)] : []));
  }

  /** An option by its label, its value, or its label without the figures at the end: a balance or a count is another next time. @param {HTMLOptionElement[]} options @param {string | number} one */
  function optionOf(options, one) {
    if (typeof one === "number") return options[one];
    const same = one.trim().toLowerCase();
    const called = options.find((option) => option.label.trim() === one.trim()) ?? options.find((option) => option.value === one) ?? options.find((option) => option.label.trim().toLowerCase() === same);
    if (called || !same) return called;
    const alike = options.filter((option) => option.label.trim().toLowerCase().replace(FIGURES, "") === same);
    return alike.length === 1 ? alike[0] : undefined;
  }

  /** Whether a checkbox, radio button or switch is on; null for anything else. @param {number} number */
  function isOn(number) {
    const element = pollex.elementOf(number);
    if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) return element.checked;
    const said = element?.getAttribute("aria-checked") ?? element?.getAttribute("aria-pressed") ?? element?.getAttribute("aria-selected");
    if (said !== undefined && said !== null) return said === "true";
    const box = element && boxWithin(element);
    return box ? box.checked : null;
  }

  /** Whether a box is in the head of a table in which there is no other: it is for all rows, and there are none. @param {number} number */
  function isForNoRow(number) {
    const element = pollex.elementOf(number);
    const table = element?.closest("thead, th, [role=columnheader]")?.closest("table, [role=table], [role=grid], [role=treegrid]");
    return Boolean(table) && [...(table?.querySelectorAll("input[type=checkbox], [role=checkbox]") ?? [])].every((each) => each === element || each.closest("thead, th, [role=columnheader]"));
  }

  /** The one box or radio that an element draws itself around, also in shadow roots. @param {Element} element @returns {HTMLInputElement | null} */
  function boxWithin(element) {
    const roots = pollex.allRoots().filter((/** @type {Document | ShadowRoot} */ root) => root instanceof ShadowRoot && pollex.holds(element, root.host));
    const [box, ...others] = [element, ...roots].flatMap((root) => [...root.querySelectorAll("input[type=checkbox], input[type=radio]")]);
    return others.length ? null : (box ?? null);
  }

  const ON = new Set(["checked", "selected", "active", "on", "chosen", "pressed", "toggled", "current"]);
  const TURNED = "[class*=check], [class*=switch], [class*=toggle], [class*=radio]";

  /** Whether something that says no state looks on; null where nothing shows that it can be. @param {number} number */
  function looksOn(number) {
    const element = pollex.elementOf(number);
    if (!element) return null;
    const on = pollex.signsOf(element, pollex.statesOf(element)).some((/** @type {string} */ sign) => ON.has(sign));
    return on || element.matches(TURNED) ? on : drawnOn(element);
  }

  /** Whether the one switch that an element is, or is the label of, shows in its shadow that it is on; null where there is none. @param {Element} element */
  function drawnOn(element) {
    const hosts = [element, ...element.querySelectorAll("*")].filter((each) => /-.*(?:radio|check|switch|toggle)|(?:radio|check|switch|toggle).*-/.test(each.localName));
    const root = hosts.length === 1 ? pollex.rootOf(hosts[0]) : null;
    return root ? [...root.querySelectorAll("*")].some((each) => [...each.classList].some((name) => ON.has(name))) : null;
  }

  /** An element's place among all of the document; null inside a shadow root. @param {number} number */
  function placeOf(number) {
    const element = pollex.elementOf(number);
    const place = element ? Array.prototype.indexOf.call(document.getElementsByTagName("*"), element) : -1;
    return place < 0 ? null : place;
  }

  /** The file input that an element is, belongs to or holds. @param {number} number */
  function fileInputOf(number) {
    const element = pollex.elementOf(number);
    const found = element instanceof HTMLLabelElement ? element.control : element?.matches("input[type=file]") ? element : element?.querySelector("input[type=file]");
    return found instanceof HTMLInputElement && found.type === "file" ? pollex.numberOf(found) : null;
  }

  Object.assign(pollex, { aim, take, after, typed, next, fileInputOf, reach, frameAt, focus, focused, calledOptions, keeps, setValue, choose, isOn, isForNoRow, looksOn, placeOf });
})();
