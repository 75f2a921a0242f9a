/** What a page's fields hold: their labels, their values as a person reads them, and what they could hold instead. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.fields) return;

  const MOST = 200;
  const LONGEST = 500;
  const FIELDS = "input, select, textarea";
  /** What lies behind an open one of these has nothing to do with what is filled in before it. */
  const MODAL = "dialog:modal, [aria-modal=true]";

  /** The fields of the document, those of one name and kind as one. */
  function fields() {
    const all = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>} */ (document.querySelectorAll(FIELDS));
    const dialog = [...document.querySelectorAll(MODAL)].filter((each) => each.checkVisibility() && each.querySelector(FIELDS)).at(-1);
    const found = [...all].slice(0, 4 * MOST).flatMap((field) => told(field, [...all]).map((each) => ({ ...each, behind: Boolean(dialog) && !dialog?.contains(field) })));
    return found.slice(0, MOST);
  }

  /** @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field @param {Element[]} all */
  function told(field, all) {
    const kind = field.type;
    if (kind === "submit" || kind === "button" || kind === "file") return [];
    const shape = { name: field.name, label: kind === "hidden" ? "" : pollex.nameOf(field), kind, shown: field.checkVisibility() };
    if (kind === "password") return [{ ...shape, value: "" }];
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options];
      const chosen = options.filter((each) => each.selected);
      return [{ ...shape, value: chosen.map((each) => each.value).join(", "), chosen: chosen.map((each) => pollex.tidy(each.label)), options: options.map((each) => pollex.tidy(each.label)) }];
    }
    if (field instanceof HTMLInputElement && kind === "radio") {
      const group = /** @type {HTMLInputElement[]} */ (all.filter((each) => each instanceof HTMLInputElement && each.type === "radio" && each.name === field.name && each.form === field.form));
      if (group[0] !== field) return [];
      const on = group.find((each) => each.checked);
      const around = field.closest("fieldset, [role=radiogroup]");
      const label = around ? pollex.nameOf(around) : field.name;
      return [{ ...shape, label, value: on?.value ?? "", chosen: on ? [pollex.nameOf(on)] : [], options: group.map((each) => pollex.nameOf(each)) }];
    }
    if (field instanceof HTMLInputElement && kind === "checkbox") {
      const row = field.closest("tr, li, article, [role=row], [role=listitem], [role=option]");
      return [{ ...shape, value: field.checked ? field.value : "", row: row && field.checked ? pollex.tidy(row.textContent ?? "").slice(0, LONGEST) : "" }];
    }
    return [{ ...shape, value: field.value.slice(0, LONGEST) }];
  }

  /** The radio buttons of a group, by number and name; nothing for what is none. @param {number} number */
  function radiosOf(number) {
    const group = pollex.elementOf(number);
    if (!group?.matches("[role=radiogroup], fieldset")) return null;
    const roots = [group, pollex.rootOf(group)].filter(Boolean);
    return pollex.everywhere("[role=radio], input[type=radio]", roots).map((/** @type {Element} */ each) => [pollex.numberOf(each), pollex.nameOf(each)]);
  }

  Object.assign(pollex, { fields, radiosOf });
})();
