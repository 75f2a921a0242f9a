// The list of issues: views, filters, order, pages, a selection with actions for all of it, a menu in each row.
import { ask, filled, part, showKeptToast, tabs, toast } from "./page.js";
import { openDialog } from "./dialog.js";
import { openMenu } from "./menu.js";

const asked = { view: "all", sort: "number", direction: "down", page: 1 };
const picked = new Set();
const { me, today } = document.documentElement.dataset;
let shown = [];
let latest = 0;

async function load() {
  const mine = ++latest;
  const found = await ask("GET", `issues?${new URLSearchParams(asked)}`);
  if (mine !== latest) return;
  shown = found.issues;
  part("rows").replaceChildren(...shown.map(row));
  part("count").textContent = `${found.total} ${found.total === 1 ? "issue" : "issues"}`;
  part("place").textContent = `Page ${found.page} of ${found.pages}`;
  part("previous").disabled = found.page === 1;
  part("next").disabled = found.page === found.pages;
  part("pager").hidden = found.pages === 1;
  part("empty").hidden = found.total > 0;
  asked.page = found.page;
  showPicked();
}

function row(issue) {
  const line = filled("row", { ...issue, assignee: issue.assignee || "–", due: issue.due || "–" });
  const tick = line.querySelector("[data-field=tick]");
  tick.setAttribute("aria-label", `Select ${issue.key}`);
  tick.checked = picked.has(issue.number);
  tick.addEventListener("change", () => { tick.checked ? picked.add(issue.number) : picked.delete(issue.number); showPicked(); });
  line.querySelector(".when").classList.toggle("late", Boolean(issue.due) && issue.due < today && issue.status !== "Done");
  const menu = line.querySelector("[data-field=menu]");
  menu.setAttribute("aria-label", `Actions for ${issue.key}`);
  menu.addEventListener("click", () => openMenu(menu, [
    ["Edit", () => openDialog(issue, (answer) => changed(`${issue.key} saved`, answer.undo))],
    ["Mark as done", () => patch(issue, { status: "Done" }, "is done")],
    ["Assign to me", () => patch(issue, { assignee: me }, "is yours")],
    ["Delete", () => remove(issue)],
  ]));
  return line;
}

function changed(text, undo) {
  toast(text, undo, load);
  load();
}

async function patch(issue, change, words) {
  const { undo } = await ask("PATCH", `issues/${issue.number}`, change);
  changed(`${issue.key} ${words}`, undo);
}

async function remove(issue) {
  if (!confirm(`Delete ${issue.key}?`)) return;
  const { undo } = await ask("DELETE", `issues/${issue.number}`);
  picked.delete(issue.number);
  changed(`${issue.key} deleted`, undo);
}

function showPicked() {
  part("bulk").hidden = !picked.size;
  part("bulk-count").textContent = `${picked.size} selected`;
  part("all").checked = shown.length > 0 && shown.every((issue) => picked.has(issue.number));
  [...part("rows").children].forEach((line, n) => {
    const yes = picked.has(shown[n].number);
    line.classList.toggle("picked", yes);
    line.querySelector("[data-field=tick]").checked = yes;
  });
}

async function bulk(body, words) {
  const { undo, count } = await ask("POST", "issues/bulk", { numbers: [...picked], ...body });
  picked.clear();
  changed(`${count} ${count === 1 ? "issue" : "issues"} ${words}`, undo);
}

part("all").addEventListener("change", (event) => {
  for (const issue of shown) event.target.checked ? picked.add(issue.number) : picked.delete(issue.number);
  showPicked();
});
for (const field of ["status", "assignee"]) {
  part(`bulk-${field}`).addEventListener("change", async (event) => {
    const value = event.target.value;
    event.target.value = "";
    if (value) await bulk({ change: { [field]: value } }, "changed");
  });
}
part("bulk-delete").addEventListener("click", () => { if (confirm(`Delete ${picked.size} issues?`)) bulk({ delete: true }, "deleted"); });
part("bulk-clear").addEventListener("click", () => { picked.clear(); showPicked(); });

for (const heading of document.querySelectorAll("[data-column]")) {
  heading.querySelector("button").addEventListener("click", () => {
    const column = heading.dataset.column;
    asked.direction = asked.sort === column && asked.direction === "up" ? "down" : "up";
    asked.sort = column;
    asked.page = 1;
    for (const other of document.querySelectorAll("[data-column]")) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", asked.direction === "up" ? "ascending" : "descending");
    load();
  });
}

let timer;
for (const filter of document.querySelectorAll("[data-filter]")) {
  filter.addEventListener("input", () => {
    asked[filter.dataset.filter] = filter.value;
    asked.page = 1;
    clearTimeout(timer);
    timer = setTimeout(load, filter.type === "search" ? 250 : 0);
  });
}
part("unfilter").addEventListener("click", () => {
  for (const filter of document.querySelectorAll("[data-filter]")) { filter.value = ""; asked[filter.dataset.filter] = ""; }
  load();
});

for (const [name, step] of [["previous", -1], ["next", 1]]) {
  part(name).addEventListener("click", () => { asked.page += step; load().then(() => scrollTo(0, 0)); });
}
tabs(document.querySelector("[role=tablist]"), (tab) => { asked.view = tab.dataset.view; asked.page = 1; load(); });
part("new").addEventListener("click", () => openDialog(null, ({ issue, undo }) => changed(`${issue.key} created`, undo)));
showKeptToast(load);
load();
