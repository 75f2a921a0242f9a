/** A button that opens a dialog of components. It lies over its own window alone: what models draw never covers STOP,
 *  the chat or an approval. */

import { html, type PropertyValues, type TemplateResult } from "lit";
import { places } from "./children.ts";
import { ComponentElement } from "../component.ts";

export class ModalComponent extends ComponentElement<"modal"> {
  override render(): TemplateResult {
    const { label, title, children = [] } = this.props;
    return html`
      <button type="button" aria-haspopup="dialog" @click=${() => this.toggle(true)}>${label}</button>
      <dialog class="modal" aria-label=${title ?? label} @keydown=${(event: KeyboardEvent) => event.key === "Escape" && this.toggle(false)}
        @close=${() => this.props.open && this.use("toggle", { value: false })}>
        <header><h3>${title ?? label}</h3>
          <button type="button" class="icon-button" aria-label="Close" @click=${() => this.toggle(false)}>✕</button></header>
        ${places(children)}
      </dialog>
    `;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("props")) this.show(this.props.open);
  }

  private toggle(open: boolean): void {
    this.show(open);
    if (open) this.use("toggle", { value: true });
  }

  private show(open: boolean): void {
    const dialog = this.querySelector("dialog");
    if (open && !dialog?.open) dialog?.show();
    else if (!open && dialog?.open) dialog.close();
  }
}
