// The style of the page of a run. On a wide screen the counterexample fills the window: steps, graph, and state above model; on a narrow one
// these are below each other, each with a scroll bar of its own, under controls that stay at the top.
#pragma once

namespace parapet::report {

inline constexpr const char* page_style =
    R"(:root { color-scheme: light dark; --line: #8884; --soft: #8881; --bad: #c0392b; --good: #1e8449; --open: #b7950b; --now: #f4d03f66; }
html { scroll-padding-top: 5em; }
body { font: 15px/1.45 system-ui, "DejaVu Sans", sans-serif; margin: 1.5em auto; max-width: 1800px; padding: 0 1.2em; }
h1 { font-size: 1.3em; font-weight: normal; margin: 0 0 .4em; }
h2 { font-size: 1.1em; margin: 1.6em 0 .5em; border-bottom: 1px solid var(--line); }
code, pre, .code { font: 13px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { overflow: auto; margin: 0; }
.verdict { padding: .5em .8em; border-left: 6px solid; background: var(--soft); }
.verdict b { font-size: 1.5em; } .verdict pre { white-space: pre-wrap; margin-top: .3em; }
.why { padding: .5em .8em; background: var(--soft); white-space: pre-wrap; } .warnings { padding-left: 1.2em; } .warnings li { margin: .3em 0; }
.safe { border-color: var(--good); } .safe b { color: var(--good); }
.unsafe { border-color: var(--bad); } .unsafe b { color: var(--bad); }
.unknown { border-color: var(--open); } .unknown b { color: var(--open); }
.model { max-height: 34em; border: 1px solid var(--line); padding: .6em 0; }
.model .line { display: block; padding: 0 .6em; min-width: max-content; } .model .line.now { background: var(--now); } .model .line.violated { background: #c0392b33; } .model .line.now .row { color: inherit; }
.counterexample .model .line { cursor: pointer; }
.model .row { color: #8889; user-select: none; display: inline-block; width: 2.5em; text-align: right; margin-right: 1em; }
.note { font: 11px system-ui, "DejaVu Sans", sans-serif; padding: 0 .4em; border-radius: 3px; background: var(--open); color: #fff; cursor: help; } .note.accepted { background: #888; }
.keyword { color: #7030a0; } .comment { color: #777; font-style: italic; } .name { color: #0b63a5; } .number, .process { color: #a04000; }
@media (prefers-color-scheme: dark) { .keyword { color: #c792ea; } .comment { color: #999; } .name { color: #82aaff; } .number, .process { color: #f78c6c; } }
.controls { position: sticky; top: 0; z-index: 2; background: Canvas; padding: .4em 0; display: flex; gap: .4em; align-items: center; flex-wrap: wrap; }
.controls button { font: inherit; padding: .1em .6em; } .controls output { flex: 1 1 14em; min-width: 12em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.controls input[type=range] { width: 11em; } .controls label { font: inherit; white-space: nowrap; } .zoom { display: flex; gap: .2em; margin-right: .6em; }
.bench { display: grid; gap: .7em; height: calc(100vh - 4.5em); min-height: 32em; grid-template-columns: minmax(15em, 21em) minmax(0, 1fr) minmax(17em, 25em); grid-template-rows: minmax(0, auto) minmax(10em, 1fr); }
.bench > * { overflow: auto; border: 1px solid var(--line); min-width: 0; }
.bench .steps, .bench .drawing { grid-row: 1 / 3; } .bench .panel, .bench .model { grid-column: 3; } .bench .panel { max-height: 50vh; padding: .4em .6em; } .bench .model { max-height: none; font-size: 12px; }
.drawing svg { display: block; margin: 0 auto; }
@media (max-width: 1000px) {
  .bench { height: auto; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); grid-template-rows: 50vh 34vh; } .bench > * { grid-row: auto !important; grid-column: auto !important; max-height: none !important; }
  .bench .drawing { order: 1; } .bench .panel { order: 2; } .bench .steps { order: 3; } .bench .model { order: 4; }
}
@media (max-width: 600px) { .bench { grid-template-columns: minmax(0, 1fr); grid-template-rows: 45vh 40vh 40vh 40vh; } .controls label { display: none; } }
.panel h3 { font-size: 1em; margin: 0 0 .3em; } .panel table { margin-bottom: .5em; font-size: 13px; } .panel caption { text-align: left; font-weight: bold; padding: .2em 8px; white-space: nowrap; }
.panel td, .panel th { padding: 1px 8px; } .panel .new { background: var(--now); } .panel ol { margin: 0; padding: 0; list-style: none; } .panel .entry { display: inline-block; margin: 0 .3em .1em 0; padding: 0 .4em; border: 1px solid #4a90d9; border-radius: 8px; }
.panel .entry.mark { border-style: dashed; border-color: #117799; } .panel .entry.gone { display: none; } .buffers ol:not(:has(li:not(.gone)))::before { content: "empty"; color: #8a8a8a; } .panel small { color: #8a8a8a; }
table { border-collapse: collapse; } td, th { padding: 2px 8px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td.count { text-align: right; font-variant-numeric: tabular-nums; }
.steps tr { cursor: pointer; } .steps tr.now { background: var(--now); } .steps td.code { font-size: 12px; overflow-wrap: anywhere; } .place { font-size: 11px; color: #8a8a8a; text-decoration: none; } .place:hover { text-decoration: underline; }
.steps th { position: sticky; top: 0; background: Canvas; } .steps tr.end b { color: var(--bad); }
.coverage td.count { padding-left: 2em; }
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

}  // namespace parapet::report
