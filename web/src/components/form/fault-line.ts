/** A fault in a few lines: what is wrong, what was expected, and what to do. */

import { html, nothing, type TemplateResult } from "lit";
import type { Fault } from "../../socket/messages.ts";

/** Return the lines, which are read out when they appear; nothing where there is no fault. */
export function faultLine(fault: Fault | undefined): TemplateResult | typeof nothing {
  if (!fault) return nothing;
  if (fault.issues.length === 0) return html`<p class="panel danger" role="alert">${fault.message} ${fault.hint ?? ""}</p>`;
  return html`<div class="panel danger" role="alert">${fault.issues.map(
    ({ message, expected, hint }) => html`<p>${message} ${expected ? `Expected: ${expected}.` : nothing} ${hint ?? nothing}</p>`,
  )}</div>`;
}
