/** Which model answers: one of those that can be asked at once, or any by its name. */

import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Talk } from "./talk.ts";

export function modelChoice(talk: Talk): TemplateResult {
  const { name, choices, busy } = talk.model;
  const choose = async (event: Event) => {
    const field = event.currentTarget as HTMLInputElement;
    const chosen = field.value.trim();
    if (chosen === name) return;
    const answer = await talk.ask({ type: "model", ...(chosen ? { name: chosen } : {}) });
    if (answer.fault) field.value = talk.model.name;
  };
  const everything = (event: Event) => (event.currentTarget as HTMLInputElement).select();
  return html`
    <label class="model-choice">
      <span class="muted">Model</span>
      <input list="models" spellcheck="false" autocomplete="off" .value=${live(name)} title=${name} ?disabled=${busy} placeholder="provider:model"
        @change=${choose} @focus=${everything} @keydown=${(event: KeyboardEvent) => event.key === "Escape" && event.stopPropagation()}>
      <datalist id="models">${choices.map((each) => html`<option value=${each}></option>`)}</datalist>
    </label>
  `;
}
