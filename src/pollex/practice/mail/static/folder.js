// A folder: stars, a selection with actions for all of it, and the actions of the open message.
import { ask, base, notice, noticeLater } from "./page.js";

const lines = [...document.querySelectorAll(":is(.message, .mx-row)[data-number]")];
const every = document.querySelector(".every");
const bulk = [...document.querySelectorAll("[data-bulk]")];
const picked = () => lines.filter((line) => line.querySelector(".pick").checked);
const numberOf = (element) => Number(element.dataset.number);
const listed = location.pathname.split("/").slice(0, 4).join("/");

function showPicked() {
  const count = picked().length;
  for (const control of bulk) control.disabled = !count;
  every.checked = count > 0 && count === lines.length;
  every.indeterminate = count > 0 && count < lines.length;
}

for (const line of lines) {
  line.querySelector(".pick").addEventListener("change", showPicked);
  const star = line.querySelector(".star");
  star.addEventListener("click", async () => {
    const { starred } = await ask("PATCH", `messages/${numberOf(line)}`, { starred: star.getAttribute("aria-pressed") !== "true" });
    star.setAttribute("aria-pressed", starred);
    notice(starred ? "Starred" : "Star removed");
  });
}
every.addEventListener("change", () => { for (const line of lines) line.querySelector(".pick").checked = every.checked; showPicked(); });

async function act(numbers, change, words, address) {
  const { count } = await ask("POST", "messages/bulk", { numbers, ...change });
  noticeLater(`${count} ${count === 1 ? "message" : "messages"} ${words}`);
  location.href = address;
}

function perform(kind, value, numbers, address) {
  if (kind === "trash") act(numbers, { folder: "trash" }, "deleted", address);
  if (kind === "read" || kind === "unread") act(numbers, { unread: kind === "unread" }, `marked ${kind}`, address);
  if (kind === "move" && value) act(numbers, { folder: value }, "moved", address);
}

for (const control of bulk) {
  control.addEventListener(control.tagName === "SELECT" ? "change" : "click", () =>
    perform(control.dataset.bulk, control.value, picked().map(numberOf), location.pathname === `${base}/` ? location.pathname : listed));
}
for (const control of document.querySelectorAll("[data-one]")) {
  control.addEventListener(control.tagName === "SELECT" ? "change" : "click", () =>
    perform(control.dataset.one, control.value, [numberOf(control.closest("article"))], listed));
}
document.querySelector(":is(.message.open, .mx-row.is-open)")?.scrollIntoView({ block: "nearest" });
