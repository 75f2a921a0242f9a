// Every exercise ends in one place: <output id="outcome" data-state="waiting | done | failed">.
(() => {
  const tell = (state, text) => {
    const outcome = document.getElementById("outcome");
    outcome.dataset.state = state;
    outcome.textContent = text;
  };
  window.done = (detail) => tell("done", `Done: ${detail}`);
  window.failed = (detail) => tell("failed", `Failed: ${detail}`);
  addEventListener("message", (event) => {
    if (event.data && event.data.outcome) window.done(event.data.outcome);
  });
})();
