/** Times as people read them, with the exact one at hand. */

import { html, type TemplateResult } from "lit";

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

export function time(at: string): TemplateResult {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return html`<span class="muted">${at}</span>`;
  const today = DAY.format(date) === DAY.format(new Date());
  const text = today ? CLOCK.format(date) : /T/.test(at) ? `${DAY.format(date)}, ${CLOCK.format(date)}` : DAY.format(date);
  return html`<time class="muted" datetime=${at} title=${date.toLocaleString()}>${text}</time>`;
}
