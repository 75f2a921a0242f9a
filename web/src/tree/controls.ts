/** The values of controls, as they go into the state and into commands, and back. */

import { prefixOf } from "./policy.ts";

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function isControl(target: unknown): target is Control {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

/** Return the value of a control: true or false of a checkbox, a number of a number, else text. */
export function valueOf(control: Control): unknown {
  if (control instanceof HTMLSelectElement && control.multiple) {
    return [...control.selectedOptions].map((option) => option.value);
  }
  if (control instanceof HTMLInputElement) {
    if (control.type === "checkbox") return control.checked;
    if (control.type === "file") return [...(control.files ?? [])].map((file) => file.name);
    if ((control.type === "number" || control.type === "range") && control.value !== "") return control.valueAsNumber;
  }
  return control.value;
}

/** Show a value of the state. What is shown already is left alone, and with it the caret. */
export function show(control: Control, value: unknown): void {
  if (control instanceof HTMLInputElement) {
    if (control.type === "file") return;
    if (control.type === "checkbox") {
      control.checked = value === true;
      return;
    }
    if (control.type === "radio") {
      control.checked = control.value === String(value);
      return;
    }
  }
  if (control instanceof HTMLSelectElement && control.multiple) {
    const chosen = new Set(Array.isArray(value) ? value.map(String) : []);
    for (const option of control.options) option.selected = chosen.has(option.value);
    return;
  }
  const text = value === undefined || value === null ? "" : String(value);
  if (control.value !== text) control.value = text;
}

/** Return the fields of a form by their names. */
export function formValues(form: Element, window: string): Record<string, unknown> {
  const prefix = prefixOf(window);
  const values: Record<string, unknown> = {};
  // A field may be called `elements` or `querySelectorAll`, so the form itself is not asked.
  for (const control of Element.prototype.querySelectorAll.call(form, "input,textarea,select")) {
    if (!isControl(control) || !control.name.startsWith(prefix) || control.disabled) continue;
    const name = control.name.slice(prefix.length);
    if (control instanceof HTMLInputElement && control.type === "radio") {
      if (control.checked) values[name] = control.value;
      else values[name] ??= "";
    } else if (isOneOfSeveral(form, control)) {
      values[name] = [...((values[name] as unknown[]) ?? []), ...(control.checked ? [control.value] : [])];
    } else {
      values[name] = valueOf(control);
    }
  }
  return values;
}

/** Return whether a checkbox shares its name with others: their field is the list of those that are ticked. */
function isOneOfSeveral(form: Element, control: Control): control is HTMLInputElement {
  if (!(control instanceof HTMLInputElement) || control.type !== "checkbox") return false;
  const same = `input[type=checkbox][name="${CSS.escape(control.name)}"]`;
  return Element.prototype.querySelectorAll.call(form, same).length > 1;
}
