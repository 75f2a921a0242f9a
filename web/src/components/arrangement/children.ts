/** Components inside components: which they are, and their places. */

import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ModalProps, LayoutProps, TabsProps } from "../../generated/components.ts";
import type { DeskComponent } from "../../socket/messages.ts";

/** Return the ids of the components that a component draws inside itself. */
export function childrenOf({ type, props }: DeskComponent): string[] {
  if (type === "layout" || type === "modal") return (props as unknown as LayoutProps | ModalProps).children ?? [];
  if (type === "tabs") return ((props as unknown as TabsProps).tabs ?? []).flatMap((tab) => tab.children);
  return [];
}

/** The types of components that ask for a person's decision, and how the ids of the product's own windows begin. */
const OWN_TYPES: readonly string[] = ["approval", "plan", "settings"];
const OWN_WINDOW = "pollex-";

/** Return whether a component may draw another inside itself: what is the product's own stays in its window. */
export function mayHold(holder: DeskComponent | undefined, child: DeskComponent | undefined): boolean {
  if (child === undefined || holder?.windowId === child.windowId) return true;
  return !OWN_TYPES.includes(child.type) && !child.windowId.startsWith(OWN_WINDOW);
}

export function places(ids: readonly string[]): unknown {
  return repeat(ids, (id) => id, place);
}

function place(id: string): TemplateResult {
  return html`<pollex-place nested component=${id}></pollex-place>`;
}
