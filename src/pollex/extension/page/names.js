/** What an element is and is called: role, accessible name, value and states, as assistive technology would say it. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.roleOf) return;

  /** @type {Record<string, string>} */
  const BY_TAG = {
    a: "link", area: "link", article: "article", aside: "complementary", button: "button", details: "group",
    dialog: "dialog", fieldset: "group", figure: "figure", footer: "contentinfo", form: "form", header: "banner",
    iframe: "frame", img: "image", li: "listitem", main: "main", menu: "list", meter: "meter", nav: "navigation",
    ol: "list", option: "option", progress: "progressbar", search: "search", section: "region", select: "combobox",
    summary: "button", table: "table", td: "cell", textarea: "textbox", th: "columnheader", tr: "row", ul: "list",
    canvas: "canvas", video: "video", audio: "audio", embed: "embed", object: "embed",
  };
  /** @type {Record<string, string>} */
  const BY_TYPE = {
    button: "button", checkbox: "checkbox", color: "colour", date: "date", "datetime-local": "datetime", email: "textbox",
    file: "file", image: "button", month: "month", number: "spinbutton", password: "password", radio: "radio",
    range: "slider", reset: "button", search: "searchbox", submit: "button", tel: "textbox", text: "textbox",
    time: "time", url: "textbox", week: "week",
  };
  /** Roles whose name may come from what is inside. */
  const NAMED_BY_CONTENT = new Set([
    "button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "listitem", "menuitem", "menuitemcheckbox",
    "menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab", "tooltip", "treeitem",
  ]);
  const HEADING = /^h[1-6]$/;

  /** @param {Element} element */
  function roleOf(element) {
    const given = element.getAttribute("role")?.trim().split(/\s+/)[0];
    if (given && given !== "presentation" && given !== "none") return given.toLowerCase();
    const tag = element.localName;
    if (tag === "input") return BY_TYPE[/** @type {HTMLInputElement} */ (element).type] ?? "textbox";
    if (HEADING.test(tag)) return "heading";
    if (tag === "select" && (/** @type {HTMLSelectElement} */ (element).multiple || /** @type {HTMLSelectElement} */ (element).size > 1)) return "listbox";
    if (/** @type {HTMLElement} */ (element).isContentEditable) return "textbox";
    return BY_TAG[tag] ?? "generic";
  }

  /** @param {string | null | undefined} text @param {number} [most] */
  function tidy(text, most = 100) {
    if (!text) return "";
    const short = text.length > most * 8 ? text.slice(0, most * 8) : text;
    const clean = short.replace(/[\s\u00ad\u200b\u200e\u200f\u2060\ufeff]+/g, " ").trim();
    return clean.length > most ? `${clean.slice(0, most - 1).trimEnd()}…` : clean;
  }

  /** The text that can be read inside, pictures by their description; words in drawings where there are no others. @param {Element} element @param {number} [most] @returns {string} */
  function textOf(element, most = 100) {
    /** @type {string[]} */
    const parts = [];
    /** @type {string[]} */
    const drawn = [];
    let room = most * 2;
    gather(element);
    return tidy(parts.join(""), most) || tidy(drawn.join(" "), most);

    /** @param {Element} at */
    function gather(at) {
      for (const child of pollex.childrenOf(at)) {
        if (room <= 0) return;
        if (child.nodeType === Node.TEXT_NODE) {
          const text = /** @type {Text} */ (child).data;
          parts.push(text);
          room -= text.trim().length;
        } else if (child instanceof Element && !SILENT.has(child.localName) && child.getAttribute("aria-hidden") !== "true") {
          if (!pollex.isDrawn(child)) continue;
          const said = child.getAttribute("aria-label") || (child.localName === "img" ? child.getAttribute("alt") : null);
          if (said) parts.push(` ${said} `);
          else if (child.localName === "svg") {
            parts.push(` ${child.querySelector("title")?.textContent ?? ""} `);
            drawn.push(pollex.wordsDrawn(child));
          } else {
            const apart = !INLINE.has(child.localName) || getComputedStyle(child).display !== "inline";
            if (apart) parts.push(" ");
            gather(child);
            if (apart) parts.push(" ");
          }
        }
      }
    }
  }

  const SILENT = new Set(["script", "style", "noscript", "template", "head", "select", "textarea", "datalist", "iframe", "object"]);
  const INLINE = new Set(["a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr"]);

  /** Texts of the elements that an attribute names. @param {Element} element @param {string} attribute */
  function named(element, attribute) {
    const ids = element.getAttribute(attribute)?.trim();
    if (!ids) return "";
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    return tidy(ids.split(/\s+/).map((id) => root.getElementById?.(id)).map((one) => (one ? one.getAttribute("aria-label") || one.textContent : "")).join(" "));
  }

  /** The accessible name. @param {Element} element @param {string} [role] */
  function nameOf(element, role = roleOf(element)) {
    const said = named(element, "aria-labelledby") || tidy(element.getAttribute("aria-label")) || pollex.labelOf(element);
    if (said) return said;
    if (element instanceof HTMLInputElement) {
      if (element.type === "submit" || element.type === "reset") return tidy(element.value) || (element.type === "submit" ? "Submit" : "Reset");
      if (element.type === "button") return tidy(element.value);
      if (element.type === "image") return tidy(element.alt) || tidy(element.title) || "Submit";
    }
    if (element.localName === "img" || element.localName === "area") return tidy(element.getAttribute("alt")) || tidy(element.getAttribute("title"));
    if (element.localName === "fieldset") return textOf(element.querySelector("legend") ?? document.createElement("i"));
    if (element.localName === "table") return textOf(element.querySelector("caption") ?? document.createElement("i"));
    if (element.localName === "iframe") return tidy(element.getAttribute("title")) || tidy(element.getAttribute("name"));
    const fromContent = NAMED_BY_CONTENT.has(role) || role === "generic";
    const words = (fromContent && textOf(element)) || tidy(element.getAttribute("title")) || tidy(element.getAttribute("placeholder")) || tidy(element.getAttribute("aria-placeholder"));
    return words || (fromContent ? pictureIn(element) : "") || pollex.labelAround(element);
  }

  /** What a control without words shows. @param {Element} element */
  function pictureIn(element) {
    const picture = element.querySelector("img[alt], [aria-label], svg title, [title]");
    return picture ? tidy(picture.getAttribute("alt") || picture.getAttribute("aria-label") || picture.getAttribute("title") || picture.textContent) : "";
  }

  /** What a control holds; of a password only whether there is one. @param {Element} element @returns {string | null} */
  function valueOf(element) {
    if (element instanceof HTMLInputElement) {
      if (element.type === "password" || pollex.isSecret(element)) return element.value ? "••••" : "";
      if (element.type === "file") return [...(element.files ?? [])].map((file) => file.name).join(", ");
      if (WORDLESS.has(element.type)) return null;
      return tidy(element.value);
    }
    if (element instanceof HTMLTextAreaElement) return tidy(element.value);
    if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map((option) => tidy(option.label, 60)).join(", ");
    if (/** @type {HTMLElement} */ (element).isContentEditable) return textOf(element);
    return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow");
  }

  const WORDLESS = new Set(["button", "checkbox", "hidden", "image", "radio", "reset", "submit"]);
  const STATES = ["expanded", "pressed", "selected", "checked", "current", "sort"];

  /** States worth a word: `checked`, `disabled`, `expanded`, … @param {Element} element @returns {string[]} */
  function statesOf(element) {
    const found = [];
    const control = /** @type {HTMLInputElement} */ (element);
    if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) {
      if (element.indeterminate) found.push("mixed");
      else if (element.checked) found.push("checked");
    }
    if (element.localName === "summary" && /** @type {HTMLDetailsElement} */ (element.parentElement)?.open) found.push("expanded");
    for (const state of STATES) {
      const value = element.getAttribute(`aria-${state}`);
      if (value === null || value === "" || (value === "false" && state !== "expanded") || (value === "none" && state === "sort")) continue;
      const word = value === "true" ? state : value === "false" ? "collapsed" : value === "mixed" ? "mixed" : state === "sort" ? value : state;
      if (!found.includes(word)) found.push(word);
    }
    if (isOff(element)) found.push("disabled");
    if (control.readOnly || element.getAttribute("aria-readonly") === "true") found.push("readonly");
    if (control.required || element.getAttribute("aria-required") === "true") found.push("required");
    if (element.getAttribute("aria-invalid") === "true") found.push("invalid");
    if (element === document.activeElement) found.push("focused");
    return found;
  }

  const OFF = /(?:^|[\s_-])disabled(?:$|[\s_-])/;

  /** Whether it cannot be used, by what it is or says, or by the look of it or of the entry that it is. @param {Element} element */
  function isOff(element) {
    if (element.matches(":disabled, [aria-disabled=true]")) return true;
    const entry = element.matches(":only-child") || element.parentElement?.localName === "li" ? element.parentElement : null;
    return [element, entry].some((each) => each?.getAttribute("aria-disabled") === "true" || OFF.test(each?.getAttribute("class") ?? ""));
  }

  /** How a date must be written into an input. @type {Record<string, string>} */
  const FORMATS = { date: "YYYY-MM-DD", "datetime-local": "YYYY-MM-DDTHH:MM", month: "YYYY-MM", time: "HH:MM", week: "YYYY-Www" };

  /** What may be put in: options of a list, the format of a date, the kinds of files. @param {Element} element @returns {string[] | string | null} */
  function choicesOf(element) {
    if (element instanceof HTMLSelectElement) return optionsOf([...element.options]);
    if (element instanceof HTMLCanvasElement) return `${element.clientWidth}×${element.clientHeight}, only a picture shows it`;
    if (!(element instanceof HTMLInputElement)) return element.matches(MEASURED) ? rangeOf(element, "aria-valuemin", "aria-valuemax") : null;
    if (FORMATS[element.type]) return FORMATS[element.type];
    if (element.type === "range") return rangeOf(element, "min", "max", "0", "100");
    if (element.type === "number") return rangeOf(element, "min", "max");
    if (element.type === "file") return [element.accept, element.multiple ? "several" : ""].filter(Boolean).join(", ") || null;
    return element.list ? optionsOf([...element.list.options]) : null;
  }

  const MEASURED = "[role=slider], [role=spinbutton]";

  /** From where to where a number may go, and in which steps. @param {Element} element @param {string} lowest @param {string} highest @param {string} [least] what goes without saying @param {string} [most] */
  function rangeOf(element, lowest, highest, least = "", most = "") {
    const [from, to, step] = [element.getAttribute(lowest) || least, element.getAttribute(highest) || most, element.getAttribute("step") ?? ""];
    const by = Number(step) > 0 && Number(step) !== 1 ? `by ${step}` : "";
    return [(from || to) && `${from || "…"} to ${to || "…"}`, by].filter(Boolean).join(" ") || null;
  }

  /** @param {HTMLOptionElement[]} options */
  function optionsOf(options) {
    const shown = options.slice(0, 500).map((option) => tidy(option.label || option.value, 60));
    return shown;
  }

  Object.assign(pollex, { roleOf, nameOf, textOf, valueOf, statesOf, choicesOf, tidy, INLINE });
})();
