// The bank's behaviour in the page: the idle clock, code boxes, the masked phone, and no double sending.

const idle = document.querySelector("dialog[data-idle]");

if (idle) {
  const limit = Number(idle.dataset.idle);
  const warning = Math.min(60, limit / 2);
  let end = Date.now() + limit * 1000;

  setInterval(() => {
    const left = Math.ceil((end - Date.now()) / 1000);
    if (left <= 0) location.href = idle.dataset.entrance;
    if (left > warning) return;
    idle.querySelector("[data-left]").textContent = Math.max(0, left);
    if (!idle.open) idle.showModal();
  }, 1000);

  idle.querySelector("[data-stay]").addEventListener("click", async () => {
    await fetch(idle.dataset.alive, { method: "POST" });
    end = Date.now() + limit * 1000;
    idle.close();
  });
}

const boxes = [...document.querySelectorAll("[data-boxes] input")];

for (const [place, box] of boxes.entries()) {
  box.addEventListener("input", () => {
    if (box.value) boxes[place + 1]?.focus();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Backspace" && !box.value) boxes[place - 1]?.focus();
  });
  box.addEventListener("paste", (event) => {
    event.preventDefault();
    const digits = event.clipboardData.getData("text").replace(/\D/g, "");
    boxes.slice(place).forEach((each, step) => { each.value = digits[step] ?? ""; });
    boxes.at(Math.min(boxes.length, place + digits.length) - 1).focus();
  });
}

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.question;
  if (question && !confirm(question)) event.preventDefault();
});

document.querySelector("[data-phone]")?.addEventListener("click", async (event) => {
  const { phone } = await (await fetch(event.target.dataset.phone, { method: "POST" })).json();
  document.querySelector("[data-number]").textContent = phone;
  event.target.remove();
});

document.querySelector("form[data-iban] [name=iban]")?.addEventListener("blur", (event) => {
  const number = event.target.value.replace(/\s/g, "").toUpperCase();
  event.target.value = number.replace(/(.{4})(?=.)/g, "$1 ");
});
