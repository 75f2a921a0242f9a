/** A JSON value as nested parts that open and close. */

import { html, type TemplateResult } from "lit";

const MOST = 200;

export function jsonView(value: unknown, depth: number): TemplateResult {
  return html`<div class="json">${part(value, depth)}</div>`;
}

function part(value: unknown, depth: number, name?: string): TemplateResult {
  const label = name === undefined ? "" : html`<span class="json-key">${name}</span>: `;
  if (value === null || typeof value !== "object") {
    const kind = value === null ? "null" : typeof value;
    return html`<div class="json-leaf">${label}<span class="json-${kind}">${JSON.stringify(value) ?? "–"}</span></div>`;
  }
  const entries = Object.entries(value);
  const brackets = Array.isArray(value) ? "[]" : "{}";
  if (entries.length === 0) return html`<div class="json-leaf">${label}${brackets}</div>`;
  const count = `${brackets[0]} ${entries.length} ${brackets[1]}`;
  const shown = entries.slice(0, MOST).map(([key, each]) => part(each, depth - 1, key));
  const rest = entries.length > MOST ? html`<div class="muted">… ${entries.length - MOST} more</div>` : "";
  return html`<details ?open=${depth > 0}><summary>${label}<span class="muted">${count}</span></summary>${shown}${rest}</details>`;
}
