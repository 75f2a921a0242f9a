/** The smallest page around A2UI's renderer: messages from a socket go to its processor, surfaces into the page. */

import "@a2ui/lit/v0_9";
import { basicCatalog } from "@a2ui/lit/v0_9";
import { MessageProcessor } from "@a2ui/web_core/v0_9";

const processor = new MessageProcessor([basicCatalog]);
processor.onSurfaceCreated((surface) => {
  const element = document.createElement("a2ui-surface");
  element.surface = surface;
  document.getElementById("surfaces").append(element);
});
const socket = new WebSocket(`ws://${location.host}/socket`);
socket.onmessage = (event) => processor.processMessages(JSON.parse(event.data));
