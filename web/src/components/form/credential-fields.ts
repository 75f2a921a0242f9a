/** The fields of a credential: what its type asks for, with controls that nothing else on the page reads. */

import { html, nothing, type TemplateResult } from "lit";
import type { CredentialProps } from "../../generated/components.ts";
import { CREDENTIAL_TYPES } from "../../generated/credentials.ts";

type CredentialType = keyof typeof CREDENTIAL_TYPES;

interface CredentialField {
  name: string;
  label: string;
  hidden: boolean;
  required: boolean;
  help?: string;
}

const LABELS: Record<string, string> = {
  username: "Username",
  password: "Password",
  secret: "Seed",
  digits: "Digits",
  period: "Seconds for each code",
  algorithm: "Algorithm",
  counter: "Counter",
};
const HELP: Record<string, string> = {
  secret: "The text beside the QR code, or its otpauth:// address.",
  digits: "6 if the site says nothing else.",
  period: "30 if the site says nothing else.",
  algorithm: "SHA1 if the site says nothing else.",
  counter: "Only for codes that go by a count.",
};

export function typeOf(props: CredentialProps): CredentialType {
  return props.type ?? (props.fields?.length ? "custom" : "username_password");
}

/** Return the fields that are always asked for, and those that few need. */
export function fieldsOf(props: CredentialProps): { asked: CredentialField[]; more: CredentialField[] } {
  const type = CREDENTIAL_TYPES[typeOf(props)];
  const plain: readonly string[] = type.plain;
  const field = (name: string, required: boolean): CredentialField => {
    const help = HELP[name];
    return { name, label: LABELS[name] ?? name, hidden: !plain.includes(name), required, ...(help ? { help } : {}) };
  };
  if (!type.open) {
    return { asked: type.required.map((name) => field(name, true)), more: type.optional.map((name) => field(name, false)) };
  }
  const asked = (props.fields ?? []).map((each) => {
    return { name: each.name, label: each.label ?? each.name, hidden: each.hidden ?? true, required: true };
  });
  return { asked, more: [] };
}

/** Draw a field. Its control has no name, so that no form around it and no command can take its value. */
export function fieldRow(field: CredentialField, id: string): TemplateResult {
  const { name, label, hidden, required, help } = field;
  return html`
    <div class="form-field">
      <label for=${id}>${label}${label.toLowerCase() === name.toLowerCase() || LABELS[name] ? nothing : html` <code>${name}</code>`}</label>
      <input id=${id} data-field=${name} type=${hidden ? "password" : "text"} autocomplete=${hidden ? "new-password" : "off"}
        spellcheck="false" autocapitalize="none" ?required=${required} aria-describedby=${help ? `${id}-help` : nothing}>
      ${help ? html`<span id="${id}-help" class="muted small">${help}</span>` : nothing}
    </div>
  `;
}

/** Draw a field of a custom credential whose name a person chooses, too. */
export function namedRow(id: string, number: number): TemplateResult {
  return html`
    <div class="named-field">
      <div class="form-field"><label for="${id}-name">Field ${number}</label>
        <input id="${id}-name" data-named autocomplete="off" spellcheck="false" autocapitalize="none" placeholder="apiKey" required></div>
      <div class="form-field"><label for="${id}-value">Value of field ${number}</label>
        <input id="${id}-value" type="password" autocomplete="new-password" spellcheck="false" required></div>
    </div>
  `;
}

/** Return what was typed, by field; fields that may be left out and are empty are left out. */
export function typedValues(form: Element): Record<string, string> {
  const values: Record<string, string> = {};
  for (const input of form.querySelectorAll<HTMLInputElement>("input[data-field]")) {
    if (input.required || input.value !== "") values[input.dataset.field ?? ""] = input.value;
  }
  for (const row of form.querySelectorAll(".named-field")) {
    const [name, value] = row.querySelectorAll("input");
    if (name && value) values[name.value.trim()] = value.value;
  }
  return values;
}
