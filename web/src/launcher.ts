/** What opens the product's own windows: a menu at the start of the bar, and tiles where nothing is open. */

import { html, render, type TemplateResult } from "lit";
import type { Client } from "./client.ts";
import { icon } from "./components/media/icons.ts";
import { WINDOWS } from "./generated/windows.ts";
import { toastFault } from "./toast.ts";
import { Menu } from "./windows/menu.ts";

export class Launcher {
  private readonly menu: Menu;

  constructor(
    place: HTMLElement,
    private readonly client: Client,
    /** Told the id of the window that was opened. */
    private readonly opened: (window: string) => void,
  ) {
    this.menu = new Menu(document.body);
    render(
      html`<button id="launch" class="bar-button" aria-haspopup="menu" @click=${(event: Event) => this.show(event.currentTarget as HTMLElement)}>
        ${icon("menu")} <span>Open</span></button>`,
      place,
    );
  }

  /** Open a window of the product, or bring it to the front. */
  async open(name: string, about?: string): Promise<void> {
    const body = about === undefined ? { name } : { name, about };
    const params = { method: "POST", url: "pollex://tool/windows.open", body };
    const answer = await this.client.apply([{ op: "api.call", params }]);
    const [result] = answer.results ?? [];
    if (result?.fault) return toastFault(result.fault);
    const data = result?.data as { id?: string } | undefined;
    if (data?.id) this.opened(data.id);
  }

  tiles(): TemplateResult {
    return html`
      <ul class="tiles">
        ${WINDOWS.map(
          (each) => html`
            <li><button type="button" @click=${() => this.open(each.name)}>
              ${icon(each.icon)}<strong>${each.title}</strong><span>${each.description}</span>
            </button></li>
          `,
        )}
      </ul>
    `;
  }

  private show(button: HTMLElement): void {
    this.menu.open(
      button,
      "Windows of Pollex",
      WINDOWS.map((each) => ({ label: each.title, choose: () => void this.open(each.name) })),
    );
  }
}
