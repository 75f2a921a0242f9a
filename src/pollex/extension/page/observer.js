/**
 * Observes what a person does in this document: presses, text, choices, keys; with other scripts also pointing, dragging and
 * scrolling. Listens before the page does, in a world that the page cannot see, and only to events that a person made.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.observe) return;

  const MODIFIERS = new Set(["Control", "Shift", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock", "Dead", "Unidentified", "Process"]);
  const EDITS = new Set(["a", "c", "v", "x", "z", "y"]);
  /** What a person has pressed the mouse on, as it was then. @type {{element: Element, number: number, evidence: any, plain: boolean, told: boolean, dragged?: boolean} | null} */
  let pressed = null;
  /** The field that is being filled. @type {Element | null} */
  let filling = null;
  /** What a field held when it was entered. @type {WeakMap<Element, string>} */
  const before = new WeakMap();
  /** Confidential fields of which it was told that nothing is in them. @type {WeakSet<Element>} */
  const emptied = new WeakSet();
  /** The field in which Enter was pressed, which may press the button of its form. @type {HTMLInputElement | null} */
  let entered = null;
  let lastClicked = 0;

  /** @param {PointerEvent} event */
  function pointerdown(event) {
    entered = null;
    pollex.forgetPointer();
    pollex.scrolling();
    const { element, plain } = pollex.meantBy(event);
    pressed = element && { element, ...pollex.knownOf(element), plain, told: false };
    pollex.dragBegins(event, pressed);
    if (element && !pollex.fillsBy(element)) pollex.watch(element, "click");
  }

  /** A page may take away what was pressed, so that no click comes. @param {PointerEvent} event */
  function pointerup(event) {
    const was = event.button === 0 ? pressed : null;
    if (pollex.dragEnds(event)) return;
    setTimeout(() => {
      if (was && !was.told && !was.element.isConnected && !was.plain && !pollex.fillsBy(was.element)) tellClick(was, {});
    });
  }

  /** @param {MouseEvent} event */
  function click(event) {
    if (pressed?.dragged) return; // it is let go
    const path = pollex.pathOf(event);
    const by = pressed && (path.includes(pressed.element) || !pressed.element.isConnected) ? pressed : null;
    if (isLabel(path)) return void setTimeout(() => tellLabel(event, path)); // the page has its turn first
    if (!by && entered && path[0] instanceof HTMLElement && /** @type {any} */ (path[0]).form === entered.form) return;
    const meant = by ?? fresh(event);
    if (!meant) return;
    const kind = pollex.fillsBy(meant.element);
    if (kind === "check") return tellCheck(/** @type {HTMLInputElement} */ (meant.element), meant);
    if (kind && !(kind === "text" && pollex.mayOpen(meant.element, "click"))) return;
    tellClick(meant, { ...buttonOf(event, meant.element), ...countOf(event, meant.number), ...placeOf(event, meant.element) });
  }

  /** Whether a label was pressed, whose field the browser presses next. @param {Element[]} path */
  function isLabel(path) {
    for (const at of path) {
      if (at instanceof HTMLLabelElement) return at.control !== null && !path.includes(at.control);
      if (pollex.isControl(at)) return false;
    }
    return false;
  }

  /** A page that keeps a label from pressing its field means the label. @param {MouseEvent} event @param {Element[]} path */
  function tellLabel(event, path) {
    const label = path.find((at) => at instanceof HTMLLabelElement);
    if (event.defaultPrevented && label?.isConnected) tellClick({ element: label, ...pollex.knownOf(label), plain: false, told: false }, {});
  }

  /** What was pressed without a mouse. @param {MouseEvent} event */
  function fresh(event) {
    const { element, plain } = pollex.meantBy(event);
    if (!element) return null;
    pollex.watch(element, "click");
    return { element, ...pollex.knownOf(element), plain, told: false };
  }

  /** @param {NonNullable<typeof pressed>} meant @param {object} more */
  function tellClick(meant, more) {
    filling = null;
    meant.told = true;
    pollex.tellRests(meant.element);
    lastClicked = meant.number;
    pollex.observed("click", { number: meant.number, evidence: meant.evidence, plain: meant.plain, ...more });
  }

  /** @param {HTMLInputElement} box @param {{number: number, evidence: any}} meant */
  function tellCheck(box, { number, evidence }) {
    filling = null;
    const was = box.type === "checkbox" ? { on: !box.checked } : {};
    pollex.tellRests(box);
    pollex.watch(box, "check");
    pollex.observed("check", { number, evidence: { ...evidence, ...was }, on: box.checked });
  }

  /** With a key held a link opens in another tab, as by the middle button. @param {MouseEvent} event @param {Element} element */
  function buttonOf(event, element) {
    return (event.ctrlKey || event.metaKey) && element.closest("a[href]") ? { button: "middle" } : {};
  }

  /** Every second of several quick clicks makes a double click with the one before. @param {MouseEvent} event @param {number} number */
  function countOf(event, number) {
    return event.detail > 1 && event.detail % 2 === 0 && number === lastClicked ? { count: 2 } : {};
  }

  /** On what is drawn the place matters. @param {MouseEvent} event @param {Element} element */
  function placeOf(event, element) {
    if (element.localName !== "canvas") return {};
    const box = element.getBoundingClientRect();
    return { position: { x: Math.round(event.clientX - box.left), y: Math.round(event.clientY - box.top) } };
  }

  /** A middle click opens a link in another tab; a right click means something where the page has a menu of its own. @param {MouseEvent} event */
  function auxclick(event) {
    const by = pressed;
    if (!by || by.plain) return;
    if (event.button === 1 && by.element.closest("a[href]")) tellClick(by, { button: "middle" });
  }

  /** @param {MouseEvent} event */
  function contextmenu(event) {
    const by = pressed;
    if (by) setTimeout(() => event.defaultPrevented && tellClick(by, { button: "right" }));
  }

  /** @param {Event} event */
  function focusin(event) {
    const element = fieldOf(event);
    if (element) pollex.staysConfidential(element);
    if (element && !before.has(element)) before.set(element, valueIn(element));
  }

  /** @param {Event} event @returns {HTMLElement | null} */
  function fieldOf(event) {
    const target = pollex.pathOf(event)[0];
    const element = target && pollex.editorOf(target);
    return element && pollex.fillsBy(element) ? element : null;
  }

  /** @param {Element} element */
  function valueIn(element) {
    return String(/** @type {any} */ (element).value ?? /** @type {HTMLElement} */ (element).innerText ?? "").replace(/\r\n?/g, "\n");
  }

  /** @param {Event} event */
  function input(event) {
    const element = fieldOf(event);
    const kind = element && pollex.fillsBy(element);
    if (!element || !kind || kind === "check" || kind === "file") return;
    if (kind === "select") return tellSelect(/** @type {HTMLSelectElement} */ (/** @type {unknown} */ (element)));
    tellText(element);
  }

  /** What a field holds by now. @param {HTMLElement} part */
  function tellText(part) {
    const element = pollex.wholeField(part);
    if (filling !== element) {
      pollex.tellRests(element);
      pollex.watch(element, "type");
    }
    const about = filling === element ? { number: pollex.numberOf(element) } : pollex.knownOf(element);
    filling = element;
    if (pollex.staysConfidential(element)) tellSecret(element, about);
    else pollex.observed("type", { ...about, text: valueIn(element), same: valueIn(element) === before.get(element) });
  }

  /** That something is in a field, and neither what nor how much. @param {HTMLElement} element @param {{number: number, evidence?: any}} about */
  function tellSecret(element, about) {
    const empty = pollex.wholeText(element) === "";
    if (about.evidence || empty || emptied.has(element)) pollex.observed("type", { ...about, secret: true, same: empty });
    if (empty) emptied.add(element);
    else emptied.delete(element);
  }

  /** @param {HTMLSelectElement} list */
  function tellSelect(list) {
    filling = null;
    const chosen = [...list.selectedOptions].map((option) => pollex.tidy(option.label) || option.value);
    pollex.tellRests(list);
    pollex.watch(list, "select");
    pollex.observed("select", { ...pollex.knownOf(list), option: list.multiple ? chosen : (chosen[0] ?? "") });
  }

  /** @param {Event} event */
  function change(event) {
    const element = pollex.pathOf(event)[0];
    if (!(element instanceof HTMLInputElement) || element.type !== "file") return;
    filling = null;
    pollex.observed("upload", { ...pollex.knownOf(element), files: [...(element.files ?? [])].map((file) => file.name) });
  }

  /** @param {KeyboardEvent} event */
  function keydown(event) {
    entered = pressed = null;
    pollex.forgetPointer();
    pollex.scrolling();
    const target = pollex.pathOf(event)[0];
    if (!target || event.isComposing || MODIFIERS.has(event.key)) return;
    const element = pollex.editorOf(target);
    const kind = pollex.fillsBy(element);
    if ((event.key === "Enter" || event.key === " ") && pollex.isPressed(element)) return;
    const commands = event.ctrlKey || event.metaKey;
    if (commands && EDITS.has(event.key.toLowerCase()) && kind) return;
    const anywhere = element.matches("body, html") || (event.key === "Escape" && !kind);
    const meant = anywhere ? {} : pollex.knownOf(element);
    const tell = () => {
      filling = null;
      pollex.observed("press", { ...meant, key: nameOf(event) });
    };
    const whole = !commands && !event.altKey && !event.shiftKey;
    if (whole && (event.key === "Escape" || (event.key === "Enter" && kind === "text"))) {
      pollex.watch(element, "press");
      if (event.key === "Enter" && element instanceof HTMLInputElement) entered = element;
      tell();
    } else {
      const held = kind && valueIn(element);
      setTimeout(() => {
        if (!event.defaultPrevented) return;
        if (kind && kind !== "select" && valueIn(element) !== held && event.key !== "Enter") tellText(element); // the page types
        else if (!kind || event.key.length > 1 || commands) tell();
      });
    }
  }

  /** @param {KeyboardEvent} event */
  function nameOf(event) {
    const held = [["Control", event.ctrlKey], ["Alt", event.altKey], ["Meta", event.metaKey], ["Shift", event.shiftKey && event.key.length > 1]];
    return [...held.filter(([, is]) => is).map(([name]) => name), event.key === " " ? "Space" : event.key].join("+");
  }

  /** @param {(event: any) => void} heard */
  function byPerson(heard) {
    return (/** @type {Event} */ event) => {
      if (event.isTrusted) heard(event);
    };
  }

  let observing = false;

  /** Begin to observe, once. */
  function observe() {
    if (observing) return;
    observing = true;
    const { notePrevented: mousedown, pointermove, gotpointercapture, drop, mouseover, scrolling: wheel, scrolled: scroll } = pollex;
    const own = { pointerdown, pointerup, click, auxclick, contextmenu, focusin, input, change, keydown };
    const heard = { ...own, mousedown, pointermove, gotpointercapture, drop, mouseover, wheel, scroll };
    for (const [kind, each] of Object.entries(heard)) addEventListener(kind, byPerson(each), { capture: true, passive: true });
    const focused = document.activeElement;
    if (focused && pollex.fillsBy(focused)) before.set(focused, valueIn(focused));
    pollex.lookOn();
  }

  Object.assign(pollex, { observe });
})();
