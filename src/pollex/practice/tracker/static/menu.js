// The menu behind a row's ⋯ button. Arrow keys move, Escape closes, a click elsewhere too.
export function openMenu(button, entries) {
  closeMenus();
  const menu = document.createElement("ul");
  menu.className = "menu";
  menu.setAttribute("role", "menu");
  for (const [word, act] of entries) {
    const item = document.createElement("li");
    item.setAttribute("role", "menuitem");
    item.tabIndex = -1;
    item.textContent = word;
    item.addEventListener("click", () => { closeMenus(); act(); });
    menu.append(item);
  }
  const place = button.getBoundingClientRect();
  menu.style.top = `${place.bottom + scrollY + 2}px`;
  menu.style.left = `${Math.max(8, place.right + scrollX - 180)}px`;
  document.body.append(menu);
  button.setAttribute("aria-expanded", "true");
  menu.addEventListener("keydown", (event) => steer(event, menu, button));
  menu.firstElementChild.focus();
}

function steer(event, menu, button) {
  const items = [...menu.children];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    document.activeElement.click();
  } else if (event.key === "Escape" || event.key === "Tab") {
    closeMenus();
    button.focus();
  }
}

export function closeMenus() {
  for (const menu of document.querySelectorAll(".menu")) menu.remove();
  for (const button of document.querySelectorAll("[aria-haspopup=menu]")) button.setAttribute("aria-expanded", "false");
}

document.addEventListener("click", (event) => {
  if (!event.target.closest(".menu, [aria-haspopup=menu]")) closeMenus();
});
