/** `<pollex-place component="ID">`: where a component is drawn. It follows the desk, and says so if it cannot draw. */

import { html, render } from "lit";
import type { Client } from "../../client.ts";
import type { Changes, Desk } from "../../desk.ts";
import type { DeskComponent } from "../../socket/messages.ts";
import { mayHold } from "./children.ts";
import type { ComponentElement, ComponentName, ComponentUse } from "../component.ts";

/** The element of each component type, by its name. */
type Registry = ReadonlyMap<string, string>;

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
      const id = this.getAttribute("component") ?? "";
      const wasDrawn = this.shown !== undefined;
      if (changes.components.has(id) || (changes.components.size > 0 && wasDrawn === this.isElsewhere(id))) this.draw();
    }

    private draw(): void {
      const id = this.getAttribute("component") ?? "";
      if (this.isElsewhere(id)) return this.clear();
      const component = this.component(id);
      const tag = component && registry.get(component.type);
      const wrong = this.isInside(id) || component?.issues?.length;
      if (component === undefined || tag === undefined || wrong) return this.explain(id, component);
      if (this.shown?.localName !== tag) {
        this.clear();
        this.shown = document.createElement(tag) as ComponentElement<ComponentName>;
        this.append(this.shown);
      }
      this.shown.component = id;
      this.shown.window = component.windowId;
      this.shown.props = component.props as unknown as ComponentElement<ComponentName>["props"];
    }

    /** Return what is drawn here; nothing where the component around this place may not draw it. */
    private component(id: string): DeskComponent | undefined {
      const found = desk.components.get(id);
      const around = this.hasAttribute("nested") && this.parentElement?.closest("pollex-place")?.getAttribute("component");
      return around && !mayHold(desk.components.get(around), found) ? undefined : found;
    }

    /** Return whether another component draws it: then this place, where it was made, stays empty. */
    private isElsewhere(id: string): boolean {
      return !this.hasAttribute("nested") && desk.claimed.has(id);
    }

    /** Return whether a component around this place is the same. */
    private isInside(id: string): boolean {
      return this.parentElement?.closest(`pollex-place[component="${CSS.escape(id)}"]`) != null;
    }

    private explain(id: string, component: DeskComponent | undefined): void {
      this.clear();
      const issues = component?.issues ?? [];
      const text = this.isInside(id)
        ? `The component ${id} contains itself.`
        : !component
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
    const { component, event: name, data, quiet, answered } = (event as CustomEvent<ComponentUse>).detail;
    void client.ask({ type: "use", component, event: name, data }, quiet).then(answered);
  }

  customElements.define("pollex-place", ComponentPlace);
}
