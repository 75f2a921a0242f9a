// What every page of the tracker needs: finding its parts, asking the server, short notices with an undo.
export const base = document.documentElement.dataset.base;

export const part = (name, root = document) => root.querySelector(`[data-ref="${name}"], [data-js="${name}"]`);

export async function ask(method, path, body) {
  const answer = await fetch(`${base}/api/${path}`, {
    method,
    headers: body ? { "content-type": "application/json" } : {},
    body: body && JSON.stringify(body),
  });
  const content = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(content.error || "The server did not answer."), { field: content.field });
  return content;
}

export function toast(text, undo, afterUndo) {
  const box = document.createElement("div");
  box.className = "toast";
  box.append(text);
  if (undo) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Undo";
    button.addEventListener("click", async () => {
      await ask("POST", `undo/${undo}`);
      box.remove();
      toast("Taken back");
      if (afterUndo) afterUndo();
    });
    box.append(button);
  }
  part("toasts").append(box);
  setTimeout(() => box.remove(), 6000);
}

/** A notice for the page that comes next. */
export const toastLater = (text, undo) => sessionStorage.setItem("toast", JSON.stringify({ text, undo }));

export function showKeptToast(afterUndo) {
  const kept = sessionStorage.getItem("toast");
  if (!kept) return;
  sessionStorage.removeItem("toast");
  const { text, undo } = JSON.parse(kept);
  toast(text, undo, afterUndo);
}

/** A copy of a template whose data-field elements hold the issue's values. */
export function filled(name, issue) {
  const copy = part(name).content.firstElementChild.cloneNode(true);
  for (const element of copy.querySelectorAll("[data-field]")) {
    const value = issue[element.dataset.field];
    if (value === undefined) continue;
    if (Array.isArray(value)) element.append(...value.flatMap((label) => [tag(label), " "]));
    else element.textContent = value;
    if (element.matches(".badge, .level")) element.dataset.level = value;
  }
  for (const link of copy.querySelectorAll("a[data-field=title]")) link.href = `${base}/issues/${issue.number}`;
  return copy;
}

function tag(label) {
  const span = document.createElement("span");
  span.className = "tag";
  span.textContent = label;
  return span;
}

/** Tabs with arrow keys; `show` is called with the chosen tab. */
export function tabs(list, show) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const choose = (tab) => {
    for (const other of all) {
      other.setAttribute("aria-selected", other === tab);
      other.tabIndex = other === tab ? 0 : -1;
    }
    show(tab);
  };
  all.forEach((tab, n) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = all[(n + step + all.length) % all.length];
      next.focus();
      choose(next);
    });
  });
}
