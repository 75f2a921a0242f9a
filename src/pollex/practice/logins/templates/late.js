// Comes late, draws the form anew and makes it work: what was typed before is gone, as with a page that hydrates.
const root = document.getElementById("root")
root.innerHTML = root.innerHTML
const form = root.querySelector("form")
const [email, password] = form.querySelectorAll("input")
const [alert, button] = [form.querySelector("[role=alert]"), form.querySelector("button")]
form.addEventListener("submit", async (event) => {
  event.preventDefault()
  if (button.disabled) return
  button.disabled = true
  button.textContent = "Logging in …"
  alert.textContent = ""
  await new Promise((done) => setTimeout(done, 1200))
  const body = JSON.stringify({ email: email.value, password: password.value })
  const answer = await fetch("{{ here }}/", { method: "POST", headers: { "content-type": "application/json" }, body })
  const said = await answer.json()
  if (answer.ok) { location.assign(said.next); return }
  button.disabled = false
  button.textContent = "Log in"
  alert.textContent = said.error
})
