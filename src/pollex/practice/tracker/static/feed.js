// What has happened, newest first; more comes when the end of the list comes into sight.
import { ask, base, part, showKeptToast, toast } from "./page.js";
import { openDialog } from "./dialog.js";

const feed = part("feed");
const end = part("end");
let next = 0;
let busy = false;

async function more() {
  if (busy || next === null) return;
  busy = true;
  feed.setAttribute("aria-busy", "true");
  const answer = await ask("GET", `activity?from=${next}`);
  feed.append(...answer.acts.map(entry));
  next = answer.next;
  busy = false;
  feed.setAttribute("aria-busy", "false");
  if (next === null) end.textContent = "This is where it all began.";
}

function entry(act) {
  const line = document.createElement("article");
  line.tabIndex = 0;
  const who = document.createElement("strong");
  who.textContent = act.who;
  const link = document.createElement("a");
  link.href = `${base}/issues/${act.number}`;
  link.textContent = `KES-${act.number} ${act.title}`;
  const time = document.createElement("time");
  time.textContent = act.at;
  line.append(who, ` ${act.what}: `, link, time);
  return line;
}

function again() {
  next = 0;
  feed.replaceChildren();
  more();
}

new IntersectionObserver((seen) => { if (seen.some((one) => one.isIntersecting)) more(); }, { rootMargin: "200px" }).observe(end);
part("new").addEventListener("click", () => openDialog(null, ({ issue, undo }) => { toast(`${issue.key} created`, undo, again); again(); }));
showKeptToast(again);
