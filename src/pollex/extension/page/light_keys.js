/** A keyboard without the browser's debugger: the keys are ours, and what the browser does at them is done here. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.pressKey) return;

  const MODIFIERS = /** @type {const} */ (["Control", "Shift", "Alt", "Meta"]);
  const TABBABLE = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]:not([contenteditable=false])";
  /** What a key does that the page lets pass. @type {Record<string, (at: HTMLElement, back: boolean) => void>} */
  const DOES = {
    Enter: (at) => enter(at), Tab: (at, back) => move(at, back), " ": (at) => space(at), Backspace: () => edit("delete"), Delete: () => edit("forwardDelete"),
    Escape: (at) => at.closest("dialog[open]")?.dispatchEvent(new Event("cancel", { cancelable: true })) && /** @type {HTMLDialogElement} */ (at.closest("dialog[open]")).close(),
    ArrowUp: (at) => step(at, 1), ArrowDown: (at) => step(at, -1), ArrowLeft: (at) => step(at, -1), ArrowRight: (at) => step(at, 1),
    PageDown: (at) => scrollBy(0, innerHeight * 0.9), PageUp: () => scrollBy(0, -innerHeight * 0.9), Home: () => scrollTo(scrollX, 0), End: () => scrollTo(scrollX, document.documentElement.scrollHeight),
  };

  /** What has the focus, in all shadow roots. `inside`: it is a frame, and what has it is in there. */
  function focusedHere() {
    const found = pollex.focused();
    return found?.inside ? { inside: found.number } : {};
  }

  /** Press a key, or a combination, where the focus is. @param {string} combination */
  function pressKey(combination) {
    const parts = combination === "+" ? ["+"] : combination.replace(/\+\+$/, "+Plus").split("+").map((part) => (part === "Plus" ? "+" : part));
    const key = named(parts.at(-1) ?? "");
    const held = parts.slice(0, -1).map((part) => (part === "ControlOrMeta" ? "Control" : part));
    const inside = focusedHere();
    if (inside.inside) return inside;
    const at = active();
    const about = Object.fromEntries(MODIFIERS.map((each) => [`${each === "Control" ? "ctrl" : each.toLowerCase()}Key`, held.includes(each)]));
    if (send(at, "keydown", key, about)) {
      const commands = held.includes("Control") || held.includes("Meta");
      if (commands) command(at, key);
      else if (key.length > 1 || key === " ") perform(at, key, held.includes("Shift"), about);
      else if (send(at, "keypress", key, about)) edit("insertText", key);
    }
    send(active(), "keyup", key, about);
    return {};
  }

  /** @param {HTMLElement} at @param {string} key @param {boolean} back @param {object} about */
  function perform(at, key, back, about) {
    if ((key === "Enter" || key === " ") && !send(at, "keypress", key, about)) return;
    DOES[key]?.(at, back);
  }

  /** Type a text key by key. @param {string} text */
  function typeKeys(text) {
    for (const letter of text.replace(/\r\n?/g, "\n")) {
      const found = pressKey(letter === "\n" ? "Enter" : letter === "\t" ? "Tab" : letter === " " ? "Space" : letter);
      if (found.inside) return found;
    }
    return {};
  }

  /** Put a text in at once, as pasted. @param {string} text */
  function insertText(text) {
    const inside = focusedHere();
    if (!inside.inside) edit("insertText", text);
    return inside;
  }

  /** @param {HTMLElement} at @param {string} key */
  function command(at, key) {
    const found = { a: "selectAll", z: "undo", y: "redo", c: "copy", x: "cut" }[key.toLowerCase()];
    if (found && !(found === "selectAll" && at instanceof HTMLInputElement && (at.select(), true))) edit(found);
  }

  /** @param {HTMLElement} at */
  function enter(at) {
    if (at instanceof HTMLTextAreaElement) return edit("insertLineBreak");
    if (at.isContentEditable) return edit("insertParagraph");
    if (at instanceof HTMLInputElement && !["button", "submit", "reset", "image", "checkbox", "radio", "file"].includes(at.type)) return submit(at);
    if (at.matches("a[href], button, input, summary")) at.click();
  }

  /** Send the form of a field as Enter does: by its first button, without one only where it has a single field. @param {HTMLInputElement} field */
  function submit(field) {
    if (field.value !== field.defaultValue) field.dispatchEvent(new Event("change", { bubbles: true }));
    if (!field.form) return;
    const controls = [...field.form.elements];
    const button = /** @type {HTMLButtonElement | undefined} */ (controls.find((each) => each.matches("button:not([type]), [type=submit], [type=image]")));
    if (button) return button.disabled ? undefined : button.click();
    const fields = controls.filter((each) => each instanceof HTMLInputElement && !["hidden", "checkbox", "radio", "button", "reset", "file"].includes(each.type));
    if (fields.length === 1) field.form.requestSubmit();
  }

  /** @param {HTMLElement} at */
  function space(at) {
    if (pollex.isTyped(at)) edit("insertText", " ");
    else if (at.matches("button, summary, input")) at.click();
    else scrollBy(0, innerHeight * 0.9);
  }

  /** Put the focus on what comes next. @param {HTMLElement} at @param {boolean} back */
  function move(at, back) {
    const all = pollex.everywhere(TABBABLE).filter((/** @type {HTMLElement} */ each) => each.tabIndex >= 0 && !each.matches(":disabled") && each.checkVisibility());
    const next = all[all.indexOf(at) + (back ? -1 : 1)];
    if (next) next.focus();
    else at.blur();
    if (next instanceof HTMLInputElement && pollex.isTyped(next)) next.select();
  }

  /** Change what arrows change. @param {HTMLElement} at @param {number} by */
  function step(at, by) {
    if (at instanceof HTMLSelectElement) {
      const place = at.selectedIndex - by;
      if (place < 0 || place >= at.options.length) return;
      at.selectedIndex = place;
    } else if (at instanceof HTMLInputElement && (at.type === "number" || at.type === "range")) at.stepUp(by);
    else if (at instanceof HTMLInputElement && at.type === "radio") return nextRadio(at, by);
    else return;
    for (const kind of ["input", "change"]) at.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
  }

  /** @param {HTMLInputElement} at @param {number} by */
  function nextRadio(at, by) {
    const group = /** @type {HTMLInputElement[]} */ (pollex.everywhere("input[type=radio]")).filter((each) => each.name === at.name && each.form === at.form && !each.disabled);
    const next = group[(group.indexOf(at) - by + group.length) % group.length];
    next?.focus();
    next?.click();
  }

  /** Let the browser edit what has the focus, whose events are its own then. @param {string} what @param {string} [text] */
  function edit(what, text) {
    document.execCommand(what, false, text);
  }

  function active() {
    let at = document.activeElement;
    for (let inner = at; inner; inner = pollex.rootOf(inner)?.activeElement ?? null) at = inner;
    return /** @type {HTMLElement} */ (at ?? document.body);
  }

  /** @param {string} key */
  function named(key) {
    return key === "Space" ? " " : key;
  }

  /** Whether the page let a key pass. @param {HTMLElement} at @param {string} kind @param {string} key @param {object} about */
  function send(at, kind, key, about) {
    const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key === " " ? "Space" : key;
    return at.dispatchEvent(new KeyboardEvent(kind, { key, code, bubbles: true, cancelable: true, composed: true, view: globalThis.window, ...about }));
  }

  /** Whether letters go into an element. @param {Element} at */
  function isTyped(at) {
    return at instanceof HTMLTextAreaElement || /** @type {HTMLElement} */ (at).isContentEditable || (at instanceof HTMLInputElement && /^(text|search|url|tel|email|password|number)$/.test(at.type));
  }

  Object.assign(pollex, { pressKey, typeKeys, insertText, isTyped });
})();
