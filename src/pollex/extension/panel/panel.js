/** The panel: popup and side panel are this one page. Closing it changes nothing. */

import { ask, onSaid, part } from "./parts.js";
import { PopupController } from "./popup.js";

/** @typedef {import("../link.js").LinkState} LinkState */

const WORDS = { unpaired: "Not paired", connecting: "Connecting …", connected: "Connected", away: "Not connected" };

const [state, why] = [part("state", HTMLElement), part("why", HTMLElement)];
const popup = new PopupController();
const [pairing, paired] = [part("pairing", HTMLFormElement), part("paired", HTMLElement)];
const working = part("working", HTMLElement);
const [code, again, unpair] = [part("code", HTMLInputElement), part("again", HTMLButtonElement), part("unpair", HTMLButtonElement)];

/** @param {LinkState} now */
function show(now) {
  const isUnpaired = now.state === "unpaired";
  state.textContent = WORDS[now.state];
  state.title = now.why ?? "";
  state.dataset.state = now.state;
  pairing.hidden = !isUnpaired;
  paired.hidden = isUnpaired;
  again.hidden = now.state !== "away";
  why.textContent = now.why ?? "";
  if (now.state === "connected" && working.hidden) popup.open();
  working.hidden = now.state !== "connected";
}

pairing.addEventListener("submit", async (event) => {
  event.preventDefault();
  why.textContent = "";
  await ask({ type: "pair", code: code.value }).catch((error) => (why.textContent = error.message));
});
again.addEventListener("click", () => ask({ type: "connect" }));
unpair.addEventListener("click", () => ask({ type: "unpair" }));
onSaid((said) => {
  if (said.type === "link") show(said);
});
show(await ask({ type: "link_state" }));
