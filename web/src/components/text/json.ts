/** Any JSON value, to open and copy. */

import { html, type TemplateResult } from "lit";
import { ComponentElement } from "../component.ts";
import { copyButton } from "./copy.ts";
import { jsonView } from "./json-view.ts";

export class JsonComponent extends ComponentElement<"json"> {
  override render(): TemplateResult {
    const { value, depth } = this.props;
    return html`
      <div class="code">
        <div class="code-bar"><span class="muted small">JSON</span>${copyButton(JSON.stringify(value, null, 2))}</div>
        ${jsonView(value, depth)}
      </div>
    `;
  }
}
