// What every page of the mail box needs: asking the server, notices, folding folders.
export const base = document.documentElement.dataset.base;

export async function ask(method, path, body) {
  const asForm = body instanceof FormData;
  const answer = await fetch(`${base}/api/${path}`, {
    method,
    headers: body && !asForm ? { "content-type": "application/json" } : {},
    body: asForm ? body : body && JSON.stringify(body),
  });
  const content = await answer.json();
  if (!answer.ok) throw new Error(content.error || "The server did not answer.");
  return content;
}

export function notice(text) {
  const box = document.createElement("div");
  box.className = "notice";
  box.textContent = text;
  document.querySelector(".notices").append(box);
  setTimeout(() => box.remove(), 5000);
}

/** A notice for the page that comes next. */
export const noticeLater = (text) => sessionStorage.setItem("notice", text);

const kept = sessionStorage.getItem("notice");
if (kept) {
  sessionStorage.removeItem("notice");
  notice(kept);
}

for (const twist of document.querySelectorAll(".twist")) {
  twist.addEventListener("click", () => {
    const item = twist.closest("[role=treeitem]");
    const open = item.getAttribute("aria-expanded") !== "true";
    item.setAttribute("aria-expanded", open);
    item.querySelector("[role=group]").hidden = !open;
  });
}
