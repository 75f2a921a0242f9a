"""A page that is used by pointing and dragging: menus in menus, cards in columns, a slider. It sends what was done."""

BOARD = """<!doctype html><title>Board</title><style>
li { width: 8em; } li ul { display: none; margin-left: 9em; margin-top: -1em; } li:hover > ul { display: block; }
.column { display: inline-block; width: 15em; height: 6em; border: 1px solid; }
#track { position: relative; width: 300px; height: 20px; background: #ccc; }
#knob { position: absolute; width: 20px; height: 20px; background: #000; }
</style>
<ul><li><i id=lamps>Lamps</i><ul><li><i id=table>Table</i><ul><li><a id=small href="#">Small table lamps</a></ul></ul>
<li><i id=bags>Bags</i><ul><li><a id=all href="#">All bags</a></ul></ul>
<div class=column id=todo>To do<p id=card><b>Write report</b></p></div> <div class=column id=done>Done</div>
<div id=track><div id=knob></div></div>
<p id=host></p>
<script>
const send = (body) => fetch("/", { method: "POST", body });
for (const link of document.querySelectorAll("a")) link.onclick = () => send(link.id);
const root = host.attachShadow({ mode: "open" });
root.innerHTML = `<style>div { width: 9em; } ul { display: none; } div:hover ul { display: block; }</style>
  <div><i id=more>More</i><ul><li><a id=help href="#">Help</a></ul></div>`;
root.querySelector("a").onclick = () => send("help");
let held = null;
card.onpointerdown = () => { held = card; };
knob.onpointerdown = (event) => { held = knob; knob.setPointerCapture(event.pointerId); };
knob.onpointermove = (event) => {
  if (held === knob) knob.style.left = `${event.clientX - track.getBoundingClientRect().left - 10}px`;
};
document.onpointerup = (event) => {
  if (held === card && event.target.id === "done") { done.append(card); send("done"); }
  if (held === knob) send(`at ${Math.round(knob.offsetLeft / 50)}`);
  held = null;
};
</script>"""
