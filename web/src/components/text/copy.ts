/** A button that copies a text and says that it did. */

import { html, type TemplateResult } from "lit";
import { toast } from "../../toast.ts";

export function copyButton(text: string, label = "Copy"): TemplateResult {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast("success", "Copied.");
    } catch {
      toast("warning", "The browser does not let this page copy.", "Select the text and copy it by hand.");
    }
  };
  return html`<button type="button" class="plain small" @click=${copy}>${label}</button>`;
}
