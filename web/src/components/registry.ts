/** Which element draws which type of component: one file each, and one row each here. */

import type { Client } from "../client.ts";
import type { Desk } from "../desk.ts";
import { ButtonComponent } from "./button.ts";
import type { ComponentName } from "./component.ts";
import { definePlace } from "./place.ts";
import { TextComponent } from "./text.ts";

const COMPONENTS: Partial<Record<ComponentName, CustomElementConstructor>> = {
  button: ButtonComponent,
  text: TextComponent,
};

export function registerComponents(desk: Desk, client: Client): void {
  const tags = new Map<string, string>();
  for (const [name, element] of Object.entries(COMPONENTS)) {
    const tag = `pollex-${name.toLowerCase()}`;
    customElements.define(tag, element);
    tags.set(name, tag);
  }
  definePlace(desk, client, tags);
}
