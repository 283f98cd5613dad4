// The script of the page of a run.
//
// The chosen step is a number from 0 (the beginning) to the number of steps, or null: the whole execution is shown, with the state at its
// end. `go` is the only function that changes it; everything that depends on the step is set there. Each pane scrolls by itself (`bring`),
// so that the controls and the other panes stay where they are.
#pragma once

namespace parapet::report {

inline constexpr const char* page_script = R"(const graph = document.querySelector("svg.graph");
if (graph) {
  const all = query => [...document.querySelectorAll(query)], by_id = id => document.getElementById(id);
  const events = all(".graph .event"), edges = all(".graph .edge"), rows = all(".steps tr[data-step]"), end = document.querySelector(".steps tr.end");
  const lines = all(".model .line"), values = all(".panel .value"), entries = all(".panel .entry");
  const drawing = document.querySelector(".drawing"), steps = document.querySelector(".steps"), model = document.querySelector(".model");
  const slider = by_id("step"), shown = by_id("step-shown"), last = rows.length;
  let step = null;

  // Scrolls a pane, and nothing else, so that the element is inside it.
  const bring = (pane, element) => {
    const outer = pane.getBoundingClientRect(), inner = element.getBoundingClientRect();
    const by = (from, to, low, high) => from < low + 12 || to > high - 12 ? (from + to - low - high) / 2 : 0;
    pane.scrollBy(by(inner.left, inner.right, outer.left, outer.right), by(inner.top, inner.bottom, outer.top, outer.bottom));
  };

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

  const show_graph = () => {
    graph.classList.toggle("stepping", step !== null);
    const at = step === null ? last : step;
    for (const event of events) {
      const fired = Number(event.dataset.step || 0), instant = Number(event.dataset.instant || (event.classList.contains("initial") ? 0 : 1e9));
      const over = event.classList.contains("final") && at === last;
      const future = !over && (event.classList.contains("write") ? fired > at : instant > at);
      event.classList.toggle("future", future);
      event.classList.toggle("waiting", !over && !future && instant > at);
      event.classList.toggle("now", step > 0 && (instant === step || fired === step));
    }
    const gone = new Set(events.filter(each => each.classList.contains("future")).map(each => each.dataset.event));
    for (const edge of edges) edge.classList.toggle("future", gone.has(edge.dataset.from) || gone.has(edge.dataset.to));
  };
  // The event of the step: a firing, or the write that reaches memory.
  const event_now = () => step === 0 ? events[0] : events.find(each => Number(each.dataset.instant) === step) || events.find(each => Number(each.dataset.step) === step);

  const show_state = () => {
    const at = step === null ? last : step;
    by_id("state-title").textContent = at === last ? "State at the end" : at === 0 ? "State at the beginning" : `State after step ${at}`;
    for (const cell of values) {
      const [since, value] = cell.dataset.values.split("|").map(each => [Number(each.split(" ")[0]), each.slice(each.indexOf(" ") + 1)]).findLast(([from]) => from <= at);
      cell.textContent = value;
      cell.classList.toggle("new", step > 0 && since === step);
    }
    for (const entry of entries) {
      const from = Number(entry.dataset.from);
      entry.classList.toggle("gone", from > at || Number(entry.dataset.until || 1e9) <= at);
      entry.classList.toggle("new", step > 0 && from === step);
    }
  };

  const row_now = () => step > 0 ? rows[step - 1] : null;
  const show_lines = () => {
    const marked = (row, kind) => lines.forEach((line, k) => line.classList.toggle(kind, row !== null && k + 1 >= Number(row.dataset.line) && k + 1 <= Number(row.dataset.to)));
    marked(row_now(), "now");
    marked(end && step === last ? end : null, "violated");
    const row = row_now();
    if (row && row.dataset.line) bring(model, lines[row.dataset.line - 1].firstElementChild);
  };

  const go = to => {
    step = to === null ? null : Math.max(0, Math.min(last, to));
    slider.value = step === null ? 0 : step;
    const row = row_now();
    shown.textContent = step === null ? `all ${last} steps` : step === 0 ? "before step 1" : `step ${step} of ${last}: ${row.querySelector("b").textContent}`;
    rows.forEach(each => each.classList.toggle("now", each === row));
    if (row) bring(steps, row);
    if (step === 0) steps.scrollTo(0, 0);
    show_graph();
    if (step !== null && event_now()) bring(drawing, event_now());
    show_state();
    show_lines();
  };
  const on = () => go(step === null ? 1 : step + 1), back = () => go(step === null ? last : step - 1);

  const width = graph.viewBox.baseVal.width, height = graph.viewBox.baseVal.height;
  let scale = 1;
  const zoom = to => {
    scale = Math.max(0.1, Math.min(4, to));
    graph.style.width = `${width * scale}px`;
    graph.style.height = `${height * scale}px`;
    if (step !== null && event_now()) bring(drawing, event_now());
  };
  const fit_width = () => drawing.clientWidth / width, fit = () => Math.min(fit_width(), drawing.clientHeight / height);

  for (const event of events) {
    event.addEventListener("mouseenter", () => light(event));
    event.addEventListener("focus", () => light(event));
    event.addEventListener("mouseleave", clear);
    event.addEventListener("blur", clear);
    event.addEventListener("click", () => { if (event.dataset.step) go(Number(event.dataset.instant || event.dataset.step)); });
  }
  slider.addEventListener("input", () => go(Number(slider.value)));
  rows.forEach(row => row.addEventListener("click", event => { event.preventDefault(); go(Number(row.dataset.step)); }));
  // From a line to the next step of its transition, from the last one to the first.
  lines.forEach((line, k) => line.addEventListener("click", () => {
    const of_line = rows.filter(row => k + 1 >= Number(row.dataset.line) && k + 1 <= Number(row.dataset.to)).map(row => Number(row.dataset.step));
    if (of_line.length) go(of_line.find(each => each > (step || 0)) || of_line[0]);
    else if (end && k + 1 >= Number(end.dataset.line) && k + 1 <= Number(end.dataset.to)) go(last);
  }));
  if (end) end.addEventListener("click", event => { event.preventDefault(); go(last); });
  const actions = { "step-back": back, "step-on": on, "step-all": () => go(null), "zoom-in": () => zoom(scale * 1.25), "zoom-out": () => zoom(scale / 1.25), "zoom-width": () => zoom(fit_width()), "zoom-fit": () => zoom(fit()) };
  for (const [id, action] of Object.entries(actions)) by_id(id).addEventListener("click", action);
  all(".controls input[type=checkbox]").forEach(box => box.addEventListener("change", () => all(`.graph .edge.${box.value}`).forEach(edge => edge.style.display = box.checked ? "" : "none")));
  const keys = { ArrowLeft: back, ArrowRight: on, Home: () => go(0), End: () => go(last), Escape: () => go(null), "+": actions["zoom-in"], "-": actions["zoom-out"], w: actions["zoom-width"], f: actions["zoom-fit"] };
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === slider || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  zoom(Math.max(0.6, Math.min(1, fit_width())));
  const go_to_asked = () => {
    const asked = /^#step-(\d+)$/.exec(location.hash);
    if (!asked) return;
    go(Number(asked[1]));
    document.querySelector("section.counterexample").scrollIntoView();
  };
  addEventListener("hashchange", go_to_asked);
  go_to_asked();
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
