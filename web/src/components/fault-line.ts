/** A fault in one line: what is wrong, and what to do. */

import { html, nothing, type TemplateResult } from "lit";
import type { Fault } from "../socket/messages.ts";

/** Return the line, which is read out when it appears; nothing where there is no fault. */
export function faultLine(fault: Fault | undefined): TemplateResult | typeof nothing {
  return fault ? html`<p class="panel danger" role="alert">${fault.message} ${fault.hint ?? ""}</p>` : nothing;
}
