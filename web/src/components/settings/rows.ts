/** One setting: a control where it can be changed here, and a row of the table of all. */

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";

export interface Setting {
  name: string;
  about: string;
  variable: string;
  value: unknown;
  source: string;
  default: string;
  options: string[];
  changeable: "at once" | "after a restart" | null;
  /** What counts after a restart. */
  chosen?: unknown;
}

interface SettingPlace {
  id: string;
  /** The id of a list of suggestions. */
  list: string;
  label: string;
  placeholder: string;
  busy: boolean;
}

const CHOICES: Record<string, string> = { ask: "Ask me", allow: "Allow it", deny: "Refuse it" };

/** Draw a setting that can be changed, unless its value comes from something that counts more than the file. */
export function settingControl(setting: Setting, place: SettingPlace, change: (value: unknown) => void): TemplateResult {
  const { id, label, busy } = place;
  const fixed = setting.source !== "default" && !setting.source.includes("config.toml");
  const value = setting.chosen ?? setting.value;
  const disabled = fixed || busy;
  const help = html`<span id="${id}-help" class="muted small">${setting.about}
    ${fixed ? html`It comes from ${setting.source}: take it out there to choose here.` : nothing}
    ${setting.chosen !== undefined ? html`<strong>Start the server again, and it counts.</strong>` : nothing}</span>`;
  if (typeof value === "boolean") {
    return html`<div class="form-field"><label class="check"><input id=${id} type="checkbox" .checked=${live(value)} ?disabled=${disabled}
      aria-describedby="${id}-help" @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}> ${label}</label>${help}</div>`;
  }
  if (setting.options.length > 0) {
    return html`<div class="form-field"><label for=${id}>${label}</label>
      <select id=${id} ?disabled=${disabled} aria-describedby="${id}-help" .value=${live(String(value))}
        @change=${(event: Event) => change((event.target as HTMLSelectElement).value)}>
        ${setting.options.map((each) => html`<option value=${each} ?selected=${each === value}>${CHOICES[each] ?? each}</option>`)}
      </select>${help}</div>`;
  }
  const typed = (event: Event) => change((event.target as HTMLInputElement).value.trim() || null);
  return html`<div class="form-field"><label for=${id}>${label}</label>
    <input id=${id} list=${place.list} autocomplete="off" spellcheck="false" placeholder=${place.placeholder} ?disabled=${disabled}
      aria-describedby="${id}-help" .value=${String(value ?? "")} @change=${typed}>${help}</div>`;
}

export function settingsTable(settings: readonly Setting[]): TemplateResult {
  return html`
    <div class="table-scroll settings-table" tabindex="0" role="group" aria-label="Settings">
      <table>
        <thead><tr><th scope="col">Setting</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead>
        <tbody>
          ${settings.map(
            (each) => html`<tr>
              <td>${each.name}</td>
              <td>${shown(each)}${each.source === "default" ? nothing : html`<br><span class="muted small">from ${each.source}</span>`}</td>
              <td>${each.about}<br><span class="muted small">${each.variable}</span></td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

function shown({ value, default: usual }: Setting): TemplateResult | string {
  if (value === "" || value === null || (Array.isArray(value) && value.length === 0)) return html`<span class="muted">${usual}</span>`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(", ") : typeof value === "number" ? value.toLocaleString() : String(value);
}
