/** Source code, with line numbers and a copy button. */

import { html, type TemplateResult } from "lit";
import { ComponentElement } from "../component.ts";
import { copyButton } from "./copy.ts";
import { coloured } from "./syntax.ts";

export class CodeComponent extends ComponentElement<"code"> {
  override render(): TemplateResult {
    const { text = "", language, lineNumbers, wrap } = this.props;
    const lines = lineNumbers ? text.split("\n").map((_, index) => index + 1).join("\n") : "";
    return html`
      <div class="code ${wrap ? "wraps" : ""}">
        <div class="code-bar"><span class="muted small">${language ?? "text"}</span>${copyButton(text)}</div>
        <pre tabindex="0" aria-label="Code">${lineNumbers && !wrap ? html`<span class="lines" aria-hidden="true">${lines}</span>` : ""}<code>${coloured(text, language)}</code></pre>
      </div>
    `;
  }
}
