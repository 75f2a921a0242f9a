/** `<pollex-composer>`: where a person writes. Enter sends, Shift and Enter begin a line. What is not sent stays. */

import { html, LitElement, type TemplateResult } from "lit";
import { enterSends } from "../components/form/enter-sends.ts";
import { icon } from "../components/media/icons.ts";

const HIGHEST = 200;

export class Composer extends LitElement {
  /** Send a text; resolves to whether it was taken. */
  send: (text: string) => Promise<boolean> = () => Promise.resolve(false);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override render(): TemplateResult {
    return html`
      <form class="composer" @submit=${this.submit}>
        <textarea rows="1" aria-label="Message" aria-describedby="composer-keys" placeholder="Ask for something" enterkeyhint="send"
          @keydown=${enterSends} @input=${this.grow}></textarea>
        <button type="submit" class="button primary" aria-label="Send">${icon("send")}</button>
      </form>
      <p id="composer-keys" class="keys muted"><kbd>Enter</kbd> sends, <kbd>Shift Enter</kbd> begins a new line</p>
    `;
  }

  override focus(): void {
    this.field?.focus();
  }

  /** Put a text where the person can change it before it is sent. */
  fill(text: string): void {
    if (!this.field) return;
    this.field.value = text;
    this.grow();
    this.focus();
  }

  private get field(): HTMLTextAreaElement | null {
    return this.querySelector("textarea");
  }

  private grow(): void {
    if (!this.field) return;
    this.field.rows = 1;
    const line = Number.parseFloat(getComputedStyle(this.field).lineHeight);
    this.field.rows = Math.max(1, Math.floor(Math.min(this.field.scrollHeight, HIGHEST) / line));
  }

  private async submit(event: Event): Promise<void> {
    event.preventDefault();
    const { field } = this;
    const text = field?.value.trim();
    if (!field || !text) return;
    this.fill("");
    if (!(await this.send(text)) && field.value === "") this.fill(text);
  }
}

customElements.define("pollex-composer", Composer);
