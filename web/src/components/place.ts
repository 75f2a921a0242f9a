/** `<pollex-place component="ID">`: where a component is drawn. It follows the desk, and says so if it cannot draw. */

import { html, render } from "lit";
import type { Client } from "../client.ts";
import type { Changes, Desk } from "../desk.ts";
import type { DeskComponent } from "../socket/messages.ts";
import type { ComponentElement, ComponentName, ComponentUse } from "./component.ts";

/** The element of each component type, by its name. */
export type Registry = ReadonlyMap<string, string>;

export function definePlace(desk: Desk, client: Client, registry: Registry): void {
  class ComponentPlace extends HTMLElement {
    static observedAttributes = ["component"];
    private shown: ComponentElement<ComponentName> | undefined;
    private leave: (() => void) | undefined;

    connectedCallback(): void {
      this.leave = desk.onChange((changes) => this.follow(changes));
      this.addEventListener("pollex-use", onUse);
      this.draw();
    }

    disconnectedCallback(): void {
      this.leave?.();
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.draw();
    }

    private follow(changes: Changes): void {
      if (changes.components.has(this.getAttribute("component") ?? "")) this.draw();
    }

    private draw(): void {
      const id = this.getAttribute("component") ?? "";
      const component = desk.components.get(id);
      const tag = component && registry.get(component.type);
      if (component === undefined || tag === undefined || component.issues?.length) return this.explain(id, component);
      if (this.shown?.localName !== tag) {
        this.clear();
        this.shown = document.createElement(tag) as ComponentElement<ComponentName>;
        this.append(this.shown);
      }
      this.shown.component = id;
      this.shown.window = component.windowId;
      this.shown.props = component.props as unknown as ComponentElement<ComponentName>["props"];
    }

    private explain(id: string, component: DeskComponent | undefined): void {
      this.clear();
      const issues = component?.issues ?? [];
      const text = !component
        ? `The component ${id} is not there any more.`
        : issues.length > 0
          ? issues.map((issue) => `${issue.pointer || "The props"}: ${issue.message}`).join("\n")
          : `This page cannot show a component of type ${component.type} yet.`;
      const note = document.createElement("div");
      note.className = "placeholder";
      this.append(note);
      render(html`<strong>${component?.type ?? "Component"}</strong><span>${text}</span>`, note);
    }

    private clear(): void {
      this.shown = undefined;
      this.replaceChildren();
    }
  }

  function onUse(event: Event): void {
    event.stopPropagation();
    void client.ask({ type: "use", ...(event as CustomEvent<ComponentUse>).detail });
  }

  customElements.define("pollex-place", ComponentPlace);
}
