// Style and script of the page of a run.
#pragma once

namespace parapet::report {

inline constexpr const char* page_style =
    R"(:root { color-scheme: light dark; --line: #8884; --soft: #8881; --bad: #c0392b; --good: #1e8449; --open: #b7950b; }
body { font: 15px/1.45 system-ui, "DejaVu Sans", sans-serif; margin: 1.5em auto; max-width: 1280px; padding: 0 1.2em; }
h1 { font-size: 1.3em; font-weight: normal; margin: 0 0 .4em; }
h2 { font-size: 1.1em; margin: 1.6em 0 .5em; border-bottom: 1px solid var(--line); }
code, pre, .code { font: 13px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { overflow: auto; margin: 0; }
.verdict { padding: .5em .8em; border-left: 6px solid; background: var(--soft); }
.verdict b { font-size: 1.5em; display: block; }
.safe { border-color: var(--good); } .safe b { color: var(--good); }
.unsafe { border-color: var(--bad); } .unsafe b { color: var(--bad); }
.unknown { border-color: var(--open); } .unknown b { color: var(--open); }
.model { max-height: 34em; border: 1px solid var(--line); padding: .6em; }
.model .row { color: #8889; user-select: none; display: inline-block; width: 3em; text-align: right; margin-right: 1em; }
.keyword { color: #7030a0; } .comment { color: #777; font-style: italic; } .name { color: #0b63a5; } .number, .process { color: #a04000; }
@media (prefers-color-scheme: dark) { .keyword { color: #c792ea; } .comment { color: #999; } .name { color: #82aaff; } .number, .process { color: #f78c6c; } }
.controls { margin: .5em 0; display: flex; gap: .5em; align-items: center; flex-wrap: wrap; }
.controls button { font: inherit; padding: .1em .7em; } .controls output { min-width: 9em; } .controls input[type=range] { width: 16em; }
.split { display: flex; gap: 1.5em; align-items: flex-start; }
.split > * { overflow: auto; max-height: 60em; }
.split .drawing { flex: 1 1 auto; border: 1px solid var(--line); } .split .steps { flex: 0 0 25em; }
@media (max-width: 900px) { .split { display: block; } }
table { border-collapse: collapse; } td, th { padding: 2px 8px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td.count { text-align: right; font-variant-numeric: tabular-nums; }
.steps tr[data-step] { cursor: pointer; } .steps tr.now { background: #f4d03f66; }
.graph .event { cursor: default; outline: none; }
.graph.stepping .event.future { opacity: .18; } .graph.stepping .edge.future { opacity: .06; }
.graph.stepping .event.waiting rect { stroke-dasharray: 4 3; } .graph.stepping .event.now rect { stroke: #d4a017; stroke-width: 3; stroke-opacity: 1; }
.graph.hovering .edge { opacity: .08; } .graph.hovering .event { opacity: .35; }
.graph.hovering .lit { opacity: 1; } .graph.hovering .edge.lit path { stroke-width: 2.6; }
.kind { padding: 0 .4em; border-bottom: 3px solid; }
ul.tree { list-style: none; padding-left: 0; overflow: auto; max-height: 40em; border: 1px solid var(--line); padding: .6em; }
ul.tree ul { list-style: none; padding-left: 1.1em; border-left: 1px solid var(--line); margin-left: .45em; }
ul.tree li { white-space: nowrap; } ul.tree summary { cursor: pointer; }
ul.tree .leaf { padding-left: 1.05em; }
.cube { color: #8a8a8a; } .state { padding: 0 .4em; border-radius: 3px; background: var(--soft); }
li.covered > *, li.covered .code { color: #999; } li.discarded > *, li.discarded .code { color: #a03020; } .state.initial { background: var(--bad); color: #fff; } .state.spurious { background: var(--open); color: #fff; }
:target > details > summary, :target > .leaf { background: #f4d03f66; }
details > summary { cursor: pointer; }
)";

inline constexpr const char* page_script = R"(const graph = document.querySelector("svg.graph");
if (graph) {
  const all = query => [...document.querySelectorAll(query)], events = all(".graph .event"), edges = all(".graph .edge"), rows = all(".steps tr[data-step]");
  const slider = document.getElementById("step"), shown = document.getElementById("step-shown");
  const clear = () => { graph.classList.remove("hovering"); [...events, ...edges].forEach(each => each.classList.remove("lit")); };
  const light = event => {
    clear();
    graph.classList.add("hovering");
    event.classList.add("lit");
    const id = event.dataset.event;
    for (const edge of edges) {
      if (edge.dataset.from !== id && edge.dataset.to !== id) continue;
      edge.classList.add("lit");
      events.filter(each => each.dataset.event === edge.dataset.from || each.dataset.event === edge.dataset.to).forEach(each => each.classList.add("lit"));
    }
  };
  for (const event of events) {
    event.addEventListener("mouseenter", () => light(event));
    event.addEventListener("focus", () => light(event));
    event.addEventListener("mouseleave", clear);
    event.addEventListener("blur", clear);
  }
  const go = step => {
    step = Math.max(0, Math.min(rows.length, step));
    slider.value = step;
    shown.textContent = step === 0 ? "before step 1" : `after step ${step} of ${rows.length}`;
    graph.classList.add("stepping");
    for (const event of events) {
      const fired = Number(event.dataset.step || 0), instant = Number(event.dataset.instant || (event.classList.contains("initial") ? 0 : 1e9));
      const end = event.classList.contains("final") && step === rows.length;
      const future = !end && (event.classList.contains("write") ? fired > step : instant > step);
      event.classList.toggle("future", future);
      event.classList.toggle("waiting", !end && !future && instant > step);
      event.classList.toggle("now", step > 0 && (instant === step || fired === step));
    }
    const gone = new Set(events.filter(each => each.classList.contains("future")).map(each => each.dataset.event));
    for (const edge of edges) edge.classList.toggle("future", gone.has(edge.dataset.from) || gone.has(edge.dataset.to));
    rows.forEach(row => row.classList.toggle("now", Number(row.dataset.step) === step));
    const row = rows[step - 1];
    if (row) row.scrollIntoView({ block: "nearest" });
  };
  const by = change => () => go(Number(slider.value) + change);
  slider.addEventListener("input", by(0));
  document.getElementById("step-back").addEventListener("click", by(-1));
  document.getElementById("step-on").addEventListener("click", by(1));
  document.getElementById("step-all").addEventListener("click", () => { slider.value = rows.length; shown.textContent = "all steps"; graph.classList.remove("stepping"); rows.forEach(row => row.classList.remove("now")); });
  rows.forEach(row => row.addEventListener("click", () => go(Number(row.dataset.step))));
  all(".controls input[type=checkbox]").forEach(box => box.addEventListener("change", () => all(`.graph .edge.${box.value}`).forEach(edge => edge.style.display = box.checked ? "" : "none")));
  document.addEventListener("keydown", event => {
    if (event.target !== slider && event.key === "ArrowLeft") by(-1)();
    if (event.target !== slider && event.key === "ArrowRight") by(1)();
  });
}
const reveal = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  if (target) target.scrollIntoView({ block: "center" });
};
addEventListener("hashchange", reveal);
reveal();
)";

}  // namespace parapet::report
