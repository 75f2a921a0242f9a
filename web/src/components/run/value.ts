/** What a run gave or read, by its shape: pairs, a small table, a text, or JSON. */

import { html, type TemplateResult } from "lit";
import { jsonView } from "../text/json-view.ts";

const ROWS = 50;

type Flat = Record<string, unknown>;

export function valueView(value: unknown): TemplateResult {
  if (isScalar(value)) return html`<p class="run-answer">${text(value)}</p>`;
  if (isFlat(value)) return html`<dl class="pairs">${Object.entries(value).map(([name, each]) => html`<dt>${name}</dt><dd>${text(each)}</dd>`)}</dl>`;
  if (Array.isArray(value) && value.length > 0 && value.every(isFlat)) return table(value);
  return jsonView(value, 2);
}

function table(rows: Flat[]): TemplateResult {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return html`
    <div class="table-scroll run-table" tabindex="0" role="group" aria-label="Rows"><table class="compact">
      <thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${rows.slice(0, ROWS).map((row) => html`<tr>${columns.map((name) => html`<td>${text(row[name])}</td>`)}</tr>`)}</tbody>
    </table></div>
    ${rows.length > ROWS ? html`<p class="muted small">… and ${rows.length - ROWS} more</p>` : ""}
  `;
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== "object";
}

function isFlat(value: unknown): value is Flat {
  return !Array.isArray(value) && !isScalar(value) && Object.values(value as Flat).every(isScalar) && Object.keys(value as Flat).length > 0;
}

function text(value: unknown): string {
  return value === null || value === undefined ? "–" : String(value);
}
