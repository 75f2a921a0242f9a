document.getElementById("vote").addEventListener("click", () => window.done("voted"));
