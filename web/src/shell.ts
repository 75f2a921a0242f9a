/** What surrounds the windows: the dock's place, the list of windows, and the few buttons that are always there. */

import { html, nothing, render, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Launcher } from "./launcher.ts";
import { enter } from "./session.ts";
import type { Status } from "./socket/connection.ts";
import { nextTheme, setTheme, theme } from "./theme.ts";
import { toast } from "./toast.ts";
import type { Desktop } from "./windows/desktop.ts";

const STATUS: Record<Status, string> = {
  connecting: "Connecting …",
  connected: "Connected",
  waiting: "Reconnecting …",
  refused: "Signed out",
};
const THEMES = { system: "System", light: "Light", dark: "Dark" } as const;
const GRIP_HELP =
  "Arrow keys move the window, with Shift they resize it, with Alt they snap it; Delete closes it. F6 goes to the next window.";

interface ShellVerbs {
  undo(): void;
  redo(): void;
  tile(): void;
}

/** The parts of the page, by what they are for. Product windows and the chat dock have their places here. */
export interface Shell {
  root: HTMLElement;
  /** Beside the windows: the chat dock. It takes no room while it is empty. */
  dock: HTMLElement;
  /** At the start of the bar: what opens the product's own windows. */
  launcher: HTMLElement;
  bar: HTMLElement;
  /** At the end of the bar: what opens the chat, and STOP. */
  chat: HTMLElement;
  empty: HTMLElement;
}

export function makeShell(): Shell {
  document.documentElement.dataset.theme = theme();
  const place = document.createElement("div");
  place.className = "shell";
  document.body.append(place);
  render(
    html`
      <main id="workspace-root" aria-label="Workspace"><div id="empty"></div></main>
      <aside id="dock" aria-label="Chat"></aside>
      <footer id="bar"><div id="launcher"></div><div id="bar-rest"></div><div id="bar-chat"></div></footer>
      <div id="progress" role="status"></div>
      <div id="toasts" role="status" aria-live="polite"></div>
      <p id="grip-help" hidden>${GRIP_HELP}</p>
    `,
    place,
  );
  const byId = (id: string) => document.getElementById(id) as HTMLElement;
  return {
    root: byId("workspace-root"),
    dock: byId("dock"),
    launcher: byId("launcher"),
    bar: byId("bar-rest"),
    chat: byId("bar-chat"),
    empty: byId("empty"),
  };
}

/** The window whose tab was last brought into view in a bar. */
const inView = new WeakMap<HTMLElement, string | undefined>();

/** Draw the bar: the windows in the order they were made, and the buttons. */
export function drawBar(place: HTMLElement, desktop: Desktop, status: Status, verbs: ShellVerbs): void {
  const frames = [...desktop.frames.values()];
  const redraw = () => drawBar(place, desktop, status, verbs);
  const choose = (id: string) => {
    if (desktop.active === id && !desktop.frames.get(id)?.minimised) desktop.minimise(id);
    else desktop.focus(id);
  };
  render(
    html`
      <nav aria-label="Windows">
        <ul class="window-list">
          ${repeat(
            frames,
            (frame) => frame.id,
            (frame) => html`
              <li>
                <button class="window-tab" data-minimised=${frame.minimised ? "" : nothing}
                  aria-current=${desktop.active === frame.id ? "true" : nothing}
                  title=${frame.shown.title} @click=${() => choose(frame.id)}>${frame.shown.title || "Untitled"}</button>
              </li>
            `,
          )}
        </ul>
      </nav>
      <button class="bar-button" ?disabled=${frames.length === 0} @click=${verbs.tile}>Tile</button>
      <button class="bar-button" @click=${verbs.undo}>Undo</button>
      <button class="bar-button" @click=${verbs.redo}>Redo</button>
      <button class="bar-button" title="Another theme"
        @click=${() => {
          setTheme(nextTheme());
          redraw();
        }}>${THEMES[theme()]}<span class="spacious"> theme</span></button>
      <span class="status ${status}" role="status"><span class="dot"></span>${STATUS[status]}</span>
    `,
    place,
  );
  if (inView.get(place) === desktop.active) return;
  inView.set(place, desktop.active);
  place.querySelector(".window-tab[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Say what to do where there is nothing to see. */
export function drawEmpty(place: HTMLElement, windows: number, status: Status, launcher: Launcher): void {
  const text =
    status === "refused"
      ? door()
      : windows > 0 || status === "connecting"
        ? nothing
        : html`<h1>Have things done on the web</h1>
            <p>Say in the chat what you want: what comes of it is drawn here, in windows. Or begin with one of these:</p>
            ${launcher.tiles()}`;
  render(text, place);
}

/** How to come in, for a browser that the server does not know. */
function door(): TemplateResult {
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem("token") as HTMLInputElement;
    if (await enter(field.value)) location.reload();
    else toast("danger", "That does not let you in.");
  };
  return html`<h1>You are signed out</h1>
    <p>The server has not let this browser in, or was started anew. Run <code>pollex serve --open</code>, or enter its password where it has one:</p>
    <form class="door" @submit=${send}><input name="token" type="password" aria-label="Password of the server" autocomplete="current-password" required>
      <button>Enter</button></form>`;
}
