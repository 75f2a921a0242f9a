/** A link to another place: only where the address may be followed, and in a tab of its own. */

import { html, type TemplateResult } from "lit";
import { isForeign, isLink } from "../../tree/policy.ts";

export function link(href: string, label: unknown, window: string): TemplateResult {
  const inside = `#${window}--${href.slice(1)}`;
  const address = isForeign(href) ? href : inside;
  if (!isLink(address, window)) return html`<span>${label}</span>`;
  return isForeign(address)
    ? html`<a href=${address} target="_blank" rel="noopener noreferrer">${label}</a>`
    : html`<a href=${address}>${label}</a>`;
}
