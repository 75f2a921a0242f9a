/** Components on tabs, of which one is shown. Arrow keys go from tab to tab. */

import { html, type PropertyValues, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { places } from "./children.ts";
import { ComponentElement } from "../component.ts";

export class TabsComponent extends ComponentElement<"tabs"> {
  @state() private selected = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("props");
    if (changed.has("props") && before?.selected !== this.props.selected) this.selected = this.props.selected;
  }

  override render(): TemplateResult {
    const { tabs = [] } = this.props;
    const selected = Math.min(this.selected, tabs.length - 1);
    const name = (index: number) => `tab-${this.component}-${index}`;
    return html`
      <div role="tablist" class="tablist" @keydown=${this.onKey}>
        ${tabs.map(
          (tab, index) => html`
            <button type="button" role="tab" id=${name(index)} aria-selected=${index === selected ? "true" : "false"}
              tabindex=${index === selected ? 0 : -1} @click=${() => this.select(index)}>${tab.label}</button>
          `,
        )}
      </div>
      <div role="tabpanel" class="tabpanel" aria-labelledby=${name(selected)} tabindex="0">
        ${places(tabs[selected]?.children ?? [])}
      </div>
    `;
  }

  private select(index: number): void {
    this.selected = index;
    this.use("select", { value: index });
  }

  private async onKey(event: KeyboardEvent): Promise<void> {
    const last = this.props.tabs.length - 1;
    const to = { ArrowRight: this.selected + 1, ArrowLeft: this.selected - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.select((to + last + 1) % (last + 1));
    await this.updateComplete;
    this.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
  }
}
