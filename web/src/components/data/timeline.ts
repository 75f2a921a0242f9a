/** What happened when. */

import { html, nothing, type TemplateResult } from "lit";
import { ComponentElement } from "../component.ts";
import { time } from "./times.ts";

export class TimelineComponent extends ComponentElement<"timeline"> {
  override render(): TemplateResult {
    const { items = [] } = this.props;
    if (items.length === 0) return html`<p class="muted empty">Nothing has happened yet.</p>`;
    return html`
      <ol class="timeline">
        ${items.map(
          (item) => html`
            <li class="tone-${item.tone ?? "neutral"}">
              <div class="row between"><span class="bold">${item.title}</span><span class="small">${time(item.at)}</span></div>
              ${item.detail ? html`<div class="muted">${item.detail}</div>` : nothing}
            </li>
          `,
        )}
      </ol>
    `;
  }
}
