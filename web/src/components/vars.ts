/** `<div ${vars({"--part": "40%"})}>`: sets properties of an element's style, where an attribute would be blocked. */

import { nothing } from "lit";
import { directive, Directive, type ElementPart } from "lit/directive.js";

class VarsDirective extends Directive {
  render(_values: Readonly<Record<string, string>>): typeof nothing {
    return nothing;
  }

  override update(part: ElementPart, [values]: [Readonly<Record<string, string>>]): typeof nothing {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(values)) style.setProperty(name, value);
    return nothing;
  }
}

export const vars = directive(VarsDirective);
