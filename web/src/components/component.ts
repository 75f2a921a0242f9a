/** What all components share: props that come from the server, and events that go to it. */

import { LitElement, type TemplateResult } from "lit";
import type { ComponentEvents, ComponentProps } from "../generated/components.ts";
import type { Answer } from "../socket/messages.ts";

export type ComponentName = keyof ComponentProps;

/** What a component did that the server should hear of. */
export interface ComponentUse {
  component: string;
  event: string;
  data: Record<string, unknown>;
  /** Whether the component itself shows a fault. */
  quiet: boolean;
  answered(answer: Answer): void;
}

/** A component without a shadow root: the page's style sheet and labels reach it. */
export abstract class ComponentElement<Name extends ComponentName> extends LitElement {
  static override properties = { props: { attribute: false } };
  declare props: ComponentProps[Name];
  /** The id of the component, and of the window that it is in. */
  component = "";
  window = "";

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  abstract override render(): TemplateResult | TemplateResult[] | string;

  /** Tell the server what a person did; a fault is in the answer, and shown unless `quiet`. */
  protected use<Event extends keyof ComponentEvents[Name] & string>(
    event: Event,
    data: ComponentEvents[Name][Event],
    quiet = false,
  ): Promise<Answer> {
    return new Promise((answered) => {
      const given = data as Record<string, unknown>;
      const detail: ComponentUse = { component: this.component, event, data: given, quiet, answered };
      this.dispatchEvent(new CustomEvent("pollex-use", { bubbles: true, detail }));
    });
  }
}
