/** Lines of a log, the newest last. The end stays in view unless a person has scrolled up. */

import { html, type TemplateResult } from "lit";
import { ComponentElement } from "../component.ts";
import { Newest } from "../newest.ts";
import { time } from "../data/times.ts";

export class LogComponent extends ComponentElement<"log"> {
  private readonly newest = new Newest(true);

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
    if (box && this.props.follow && this.newest.followed) box.scrollTop = box.scrollHeight;
  }

  private onScroll(event: Event): void {
    this.newest.scrolled(event.currentTarget as HTMLElement);
  }
}
