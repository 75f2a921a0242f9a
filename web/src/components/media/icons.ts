/** Signs by name, drawn as lines. An unknown name shows a dot. */

import { svg, type TemplateResult } from "lit";

const PATHS: Record<string, string> = {
  add: "M8 3v10M3 8h10",
  alert: "M8 2 15 14H1zM8 6.5v3.5M8 12v.2",
  arrow: "M3 8h10M9 4l4 4-4 4",
  back: "M13 8H3M7 4 3 8l4 4",
  calendar: "M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3",
  chart: "M2.5 13.5V2.5M2.5 13.5h11M5.5 11V8M8.5 11V5M11.5 11V6.5",
  check: "m3 8.5 3.5 3.5L13 4.5",
  close: "m3.5 3.5 9 9M12.5 3.5l-9 9",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  delete: "M2.5 4.5h11M6 4.5V2.5h4v2M4 4.5l.7 9h6.6l.7-9",
  download: "M8 2.5v7.5M4.5 7 8 10.5 11.5 7M3 13.5h10",
  edit: "m3 13 .6-2.8 7-7 2.2 2.2-7 7z",
  error: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M8 4.5v4.5M8 11.3v.2",
  file: "M4 1.5h5l3.5 3.5v9.5H4zM9 1.5V5h3.5",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  flow: "M5 1.5h6v4H5zM1.5 10.5h5v4h-5zM9.5 10.5h5v4h-5zM8 5.5V8M4 10.5V8h8v2.5",
  folder: "M1.5 4h4.5l1.5 2h7v7.5h-13z",
  home: "m2 8 6-5.5L14 8M4 6.5v7h8v-7",
  info: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M8 7.2V11.5M8 4.7v.2",
  link: "M6.5 9.5 9.5 6.5M7 4.5 8.7 2.8a3.2 3.2 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.7 1.7a3.2 3.2 0 0 1-4.5-4.5L4.5 7",
  lock: "M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2",
  mail: "M1.5 3.5h13v9h-13zM1.5 4 8 9l6.5-5",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  module: "M8 1.5 14 4.5v7L8 14.5 2 11.5v-7zM2 4.5l6 3 6-3M8 7.5v7",
  minus: "M3 8h10",
  pause: "M5 3v10M11 3v10",
  play: "m5 3 8 5-8 5z",
  record: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4",
  refresh: "M13 8a5 5 0 1 1-1.5-3.6M13.3 2.2v3h-3",
  save: "M2.5 2.5h8.5l2.5 2.5v8.5h-11zM5 2.5v4h5v-4M5 13.5v-4h6v4",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.3 14 14",
  send: "M14 2 2 7l5 2 2 5zM7 9l3-3",
  settings: "M8 5.7a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6M8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4",
  star: "m8 1.8 1.9 4 4.4.6-3.2 3 .8 4.4L8 11.7l-3.9 2.1.8-4.4-3.2-3 4.4-.6z",
  stop: "M3.5 3.5h9v9h-9z",
  time: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M8 4v4.3l2.8 1.6",
  tool: "M13.3 4.6 11 6.9 9.1 5l2.3-2.3A3.6 3.6 0 0 0 6.8 7.3L2 12.1 3.9 14l4.8-4.8a3.6 3.6 0 0 0 4.6-4.6",
  user: "M8 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6M2.5 14c.4-3 2.5-4.5 5.5-4.5s5.1 1.5 5.5 4.5",
  view: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4",
  warning: "M8 2 15 14H1zM8 6.5v3.5M8 12v.2",
};
const SAME: Record<string, string> = {
  accountcircle: "user", arrowforward: "arrow", calendartoday: "calendar", clock: "time", document: "file", done: "check",
  email: "mail", person: "user", plus: "add", remove: "delete", success: "check", trash: "delete", x: "close",
};

/** Return a sign that says nothing to a screen reader: what it means stands beside it. */
export function icon(name: string): TemplateResult {
  const key = name.toLowerCase().replace(/[^a-z]/g, "");
  const path = PATHS[key] ?? PATHS[SAME[key] ?? ""] ?? "M8 7v2M7 8h2";
  return svg`<svg class="sign" viewBox="0 0 16 16" aria-hidden="true"><path d=${path} /></svg>`;
}
