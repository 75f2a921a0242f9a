/** What the model's answers in this workspace have cost so far, as far as the model said it. */

import { html, nothing, type TemplateResult } from "lit";
import { money } from "../components/data/amounts.ts";
import type { ModelState } from "../socket/messages.ts";

export function costSoFar({ tokensIn, tokensOut, usd }: ModelState["cost"]): TemplateResult | typeof nothing {
  const tokens = tokensIn + tokensOut;
  if (!tokens && !usd) return nothing;
  const about = `The model's answers in this workspace so far: ${tokensIn.toLocaleString()} tokens in, ${tokensOut.toLocaleString()} out`;
  return html`<p class="cost muted" title=${about}>${tokens.toLocaleString()} tokens${usd ? ` · ${money(usd)}` : ""}</p>`;
}
