/** Starts the page: the shell, the desk, the socket. */

import "./styles/page.css";
import { ChatDock } from "./chat/dock.ts";
import { Talk } from "./chat/talk.ts";
import { Client } from "./client.ts";
import { registerComponents } from "./components/registry.ts";
import { desk } from "./desk.ts";
import { serveKeptFiles } from "./kept-files.ts";
import { Launcher } from "./launcher.ts";
import { live } from "./live/watch.ts";
import { onOpenWindow } from "./open-window.ts";
import { drawBar, drawEmpty, makeShell } from "./shell.ts";
import type { Status } from "./socket/connection.ts";
import { toast, toastFault } from "./toast.ts";
import { listen } from "./tree/interaction.ts";
import { Desktop } from "./windows/desktop.ts";

const shell = makeShell();
let status: Status = "connecting";
const client = new Client(desk, `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`, (now) => {
  status = now;
  changed();
});
live.connect(client);
registerComponents(desk, client);
const desktop = new Desktop(shell.root, desk, { apply: (batch) => client.apply(batch), changed });
client.acts.add((answer) => void desktop.follow(answer));
listen(shell.root, client);
serveKeptFiles();
new ChatDock(shell, new Talk(desk, client), (window) => desktop.focus(window));

const launcher = new Launcher(shell.launcher, client, (window) => desktop.focus(window));
onOpenWindow(({ name, about }) => void launcher.open(name, about));

function changed(): void {
  drawBar(shell.bar, desktop, status, {
    tile: () => desktop.tile(),
    undo: () => void step("undo"),
    redo: () => void step("redo"),
  });
  drawEmpty(shell.empty, desktop.frames.size, status, launcher);
}

/** Take back, or do again; where there is nothing, that is no mistake. */
async function step(type: "undo" | "redo"): Promise<void> {
  const { fault } = await client.ask({ type }, true);
  if (fault?.code === "not_found") toast("info", fault.message);
  else if (fault) toastFault(fault);
}

changed();
client.open();
