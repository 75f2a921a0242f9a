/** Lines of a log, the newest last. The end stays in view unless a person has scrolled up. */

import { html, type TemplateResult } from "lit";
import { ComponentElement } from "./component.ts";
import { time } from "./times.ts";

const NEAR = 24;

export class LogComponent extends ComponentElement<"log"> {
  private atEnd = true;

  override render(): TemplateResult {
    const { lines = [] } = this.props;
    const timed = lines.some((line) => line.at);
    return html`
      <div class="log ${timed ? "timed" : ""}" role="log" tabindex="0" aria-label="Log" @scroll=${this.onScroll}>
        ${lines.map(
          ({ text, level = "info", at }) => html`
            <div class="line level-${level}">${timed ? html`<span>${at ? time(at) : ""}</span>` : ""}<span class="level">${level}</span><span>${text}</span></div>
          `,
        )}
        ${lines.length === 0 ? html`<p class="muted">Nothing has been logged yet.</p>` : ""}
      </div>
    `;
  }

  protected override updated(): void {
    const box = this.querySelector(".log");
    if (box && this.props.follow && this.atEnd) box.scrollTop = box.scrollHeight;
  }

  private onScroll(event: Event): void {
    const box = event.currentTarget as HTMLElement;
    this.atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
  }
}
