// The board: cards are moved by drag and drop or by keyboard, and the server is told.
import { ask, filled, part, showKeptToast, toast } from "./page.js";
import { openDialog } from "./dialog.js";

const board = part("board");
let carried = null;

async function load() {
  const columns = await ask("GET", "board");
  board.replaceChildren(...columns.map(column));
}

function column({ status, count, issues }) {
  const lane = filled("column", { status, count });
  lane.dataset.status = status;
  lane.setAttribute("aria-label", status);
  lane.querySelector("[data-field=cards]").append(...issues.map(card));
  lane.querySelector("[data-field=rest]").textContent = count > issues.length ? `and ${count - issues.length} more` : "";
  lane.addEventListener("dragover", (event) => { event.preventDefault(); lane.classList.add("over"); });
  lane.addEventListener("dragleave", () => lane.classList.remove("over"));
  lane.addEventListener("drop", (event) => {
    event.preventDefault();
    lane.classList.remove("over");
    if (carried) move(carried, lane);
  });
  return lane;
}

function card(issue) {
  const slip = filled("card", issue);
  slip.dataset.number = issue.number;
  slip.dataset.key = issue.key;
  slip.addEventListener("dragstart", (event) => {
    carried = slip;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", issue.key);
  });
  slip.addEventListener("dragend", () => { carried = null; });
  slip.addEventListener("keydown", (event) => { if (event.target === slip) steer(event, slip); });
  return slip;
}

const laneOf = (slip) => slip.closest("[data-status]");
const cardsOf = (lane) => lane.querySelector("[data-field=cards]");

function steer(event, slip) {
  const lifted = slip.classList.contains("lifted");
  if (event.key === " ") {
    event.preventDefault();
    if (lifted) drop(slip); else lift(slip);
  } else if (lifted && event.key === "Escape") {
    putBack(slip);
  } else if (lifted && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    event.preventDefault();
    const lane = event.key === "ArrowLeft" ? laneOf(slip).previousElementSibling : laneOf(slip).nextElementSibling;
    if (!lane) return;
    cardsOf(lane).prepend(slip);
    slip.focus();
    say(`${slip.dataset.key} over ${lane.dataset.status}`);
  }
}

function lift(slip) {
  slip.classList.add("lifted");
  slip.home = { lane: laneOf(slip), before: slip.nextElementSibling };
  say(`${slip.dataset.key} lifted`);
}

function putBack(slip) {
  slip.classList.remove("lifted");
  cardsOf(slip.home.lane).insertBefore(slip, slip.home.before);
  slip.focus();
  say(`${slip.dataset.key} put back`);
}

async function drop(slip) {
  slip.classList.remove("lifted");
  if (laneOf(slip) === slip.home.lane) return say(`${slip.dataset.key} dropped where it was`);
  return move(slip, laneOf(slip));
}

async function move(slip, lane) {
  const { number, key } = slip.dataset;
  cardsOf(lane).prepend(slip);
  const { undo } = await ask("PATCH", `issues/${number}`, { status: lane.dataset.status });
  toast(`${key} moved to ${lane.dataset.status}`, undo, load);
  say(`${key} dropped on ${lane.dataset.status}`);
  await load();
  board.querySelector(`[data-number="${number}"]`)?.focus();
}

const say = (text) => { part("spoken").textContent = text; };

part("new").addEventListener("click", () => openDialog(null, ({ issue, undo }) => { toast(`${issue.key} created`, undo, load); load(); }));
showKeptToast(load);
load();
