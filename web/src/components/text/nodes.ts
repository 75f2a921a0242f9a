/** `<pollex-nodes>`: nodes that the server made of a text, such as markdown. */

import type { PageNode } from "../../generated/components.ts";
import { draw } from "../../tree/morph.ts";

class NodesElement extends HTMLElement {
  window = "";

  set nodes(nodes: readonly PageNode[]) {
    draw(this, nodes, this.window);
  }
}

customElements.define("pollex-nodes", NodesElement);
