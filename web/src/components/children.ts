/** Components inside components: which they are, and their places. */

import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ModalProps, LayoutProps, TabsProps } from "../generated/components.ts";
import type { DeskComponent } from "../socket/messages.ts";

/** Return the ids of the components that a component draws inside itself. */
export function childrenOf({ type, props }: DeskComponent): string[] {
  if (type === "layout" || type === "modal") return (props as unknown as LayoutProps | ModalProps).children ?? [];
  if (type === "tabs") return ((props as unknown as TabsProps).tabs ?? []).flatMap((tab) => tab.children);
  return [];
}

export function places(ids: readonly string[]): unknown {
  return repeat(ids, (id) => id, place);
}

function place(id: string): TemplateResult {
  return html`<pollex-place nested component=${id}></pollex-place>`;
}
