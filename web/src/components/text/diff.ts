/** Two texts and what differs between them, line by line. */

import { html, nothing, type TemplateResult } from "lit";
import { ComponentElement } from "../component.ts";
import { compareLines, type Line } from "./line-diff.ts";

const SIGNS = { same: " ", added: "+", removed: "−" };

export class DiffComponent extends ComponentElement<"diff"> {
  override render(): TemplateResult {
    const { before = "", after = "", title, layout } = this.props;
    const lines = compareLines(before, after);
    const changed = lines.filter((line) => line.kind !== "same").length;
    return html`
      <div class="code diff">
        <div class="code-bar"><span class="small">${title ?? "Difference"}</span><span class="muted small">${changed ? `${changed} changed lines` : "no difference"}</span></div>
        <div class="diff-scroll" tabindex="0" role="group" aria-label=${title ?? "Difference"}>
          ${layout === "split" ? html`<div class="grid-2 gap-small"><table>${lines.filter((each) => each.kind !== "added").map(row)}</table><table>${lines.filter((each) => each.kind !== "removed").map(row)}</table></div>` : html`<table>${lines.map(row)}</table>`}
        </div>
      </div>
    `;
  }
}

function row({ kind, text }: Line): TemplateResult {
  const label = kind === "same" ? nothing : html`<span class="hidden-label">${kind}</span>`;
  return html`<tr class=${kind}><td class="diff-sign" aria-hidden="true">${SIGNS[kind]}</td><td>${label}${text || " "}</td></tr>`;
}
