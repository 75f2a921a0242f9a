// The shop's behaviour in the page: forms that answer without a reload, the gallery, and live results.

const toast = document.querySelector("[data-toast]");
let hiding;

function say(text) {
  toast.textContent = text;
  toast.setAttribute("data-shown", "");
  clearTimeout(hiding);
  hiding = setTimeout(() => toast.removeAttribute("data-shown"), 3500);
}

function send(form) {
  return fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
    headers: { "x-requested-with": "fetch" },
  });
}

function showCount(kind, count) {
  for (const place of document.querySelectorAll(`[data-count="${kind}"]`)) {
    place.textContent = count;
    place.hidden = count === 0;
  }
}

const answers = {
  async add(form) {
    const added = await (await send(form)).json();
    showCount("basket", added.count);
    say(added.added ? `${document.body.dataset.added}: ${added.name}` : "There are no more of these.");
  },

  async wish(form) {
    const { wished, count } = await (await send(form)).json();
    form.querySelector("button").setAttribute("aria-pressed", String(wished));
    showCount("wishes", count);
  },

  async cookies(form, answer) {
    const body = new URLSearchParams({ answer });
    await fetch(form.action, { method: "POST", body, headers: { "x-requested-with": "fetch" } });
    form.closest("[data-cookies]").remove();
  },

  async newsletter(form) {
    const told = await (await send(form)).json();
    form.parentElement.querySelector("[role=status]").textContent = told.message ?? told.error;
    if (told.message) form.reset();
  },

  async voucher(form) {
    const told = form.parentElement.querySelector("[role=status]");
    told.textContent = "Thanks! Your voucher has been added.";
    const response = await send(form);
    const sums = await response.json();
    if (sums.known === false) told.textContent = "We do not know this voucher.";
    if (!sums.known) return;
    for (const name of ["discount", "delivery", "total"]) {
      document.querySelector(`[data-sum=${name}]`).textContent = sums[name];
    }
  },
};

document.addEventListener("submit", (event) => {
  const answer = answers[event.target.dataset.answer];
  if (!answer) return;
  event.preventDefault();
  answer(event.target, event.submitter?.value);
});

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (step) {
    const field = step.parentElement.querySelector("input");
    field.value = Math.min(Number(field.max), Math.max(1, Number(field.value) + Number(step.dataset.step)));
  }
  const view = event.target.closest("[data-view]");
  if (view) {
    for (const each of view.parentElement.children) each.setAttribute("aria-pressed", String(each === view));
    showPicture();
  }
});

function showPicture() {
  const picture = document.querySelector("[data-picture]");
  const view = document.querySelector("[data-view][aria-pressed=true]").dataset.view;
  const colour = document.querySelector("input[name=colour]:checked").value;
  picture.src = `${picture.dataset.picture}?${new URLSearchParams({ view, colour })}`;
}

const filters = document.querySelector("[data-filters]");
const live = document.querySelector("[data-live]");

let asked = 0;

async function refresh() {
  const mine = ++asked;
  const query = new URLSearchParams([...new FormData(filters)].filter(([, value]) => value !== ""));
  const address = `${filters.getAttribute("action")}?${query}`;
  const response = await fetch(address, { headers: { "x-requested-with": "fetch" } });
  const results = await response.text();
  if (mine !== asked) return; // a later question is on its way
  document.querySelector("[data-results]").innerHTML = results;
  history.replaceState(null, "", address);
}

document.addEventListener("change", (event) => {
  if (event.target.name === "colour" && document.querySelector("[data-picture]")) showPicture();
  if (event.target === live) localStorage.setItem("live", live.checked ? "yes" : "");
  if (!filters || event.target.form !== filters || event.target === live) return;
  if (live.checked) refresh();
  else if (event.target.matches("select")) filters.requestSubmit();
});

if (live) live.checked = localStorage.getItem("live") === "yes";
