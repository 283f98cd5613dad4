// The page of a counterexample (`--html`) in a real browser.
//
//   node page.cjs CHROMIUM PAGE.html TRACE.json SHOTS
//
// The page and the trace are of the same run. The states that the page shows are compared with those that this file computes from the
// trace, step by step; the rest is what a reader does with mouse and keys, at two sizes, in light and dark. A picture of each is written to
// the folder SHOTS. Prints a line for each expectation that is not met; exit code 1 if there is one, 77 if playwright-core is not installed.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
let chromium;
try {
  chromium = require("playwright-core").chromium;
} catch {
  process.exit(77);
}

const [, , executable, page_file, trace_file, shots] = process.argv;
const trace = JSON.parse(fs.readFileSync(trace_file, "utf8"));
const last = trace.steps.length;
const failures = [];
let where = "";
const expect = (met, what) => { if (!met) failures.push(`${where}: ${what}`); };

// The state after each step: cells as "PC 0" -> value, entries of store buffers as "0 B[0]" or "0" -> texts, oldest first.
function states() {
  const cells = {}, buffers = {}, all = [];
  const cell = ({ symbol, indices }) => [symbol, ...indices].join(" ");
  const index = number => indices_of(trace.initial[number]);
  trace.initial.forEach((each, number) => index(number).forEach((indices, k) => (cells[cell({ symbol: each.symbol, indices })] = each.values[k])));
  const copy = () => all.push({ cells: { ...cells }, buffers: Object.fromEntries(Object.entries(buffers).map(([key, entries]) => [key, entries.map(each => each.text)])) });
  copy();
  for (const [number, step] of trace.steps.entries()) {
    const text = write => `${cell(write)} := ${write.value}`;
    const key = write => (trace.model === "pso" ? `${step.process} ${cell(write)}` : `${step.process}`);
    for (const each of step.plain || []) cells[cell(each)] = each.after;
    if (step.buffered && trace.model === "pso") for (const write of step.writes) (buffers[key(write)] ??= []).push({ from: number, text: text(write) });
    else if (step.buffered) (buffers[key()] ??= []).push({ from: number, text: step.writes.map(text).join(", ") });
    else for (const write of step.writes) cells[cell(write)] = write.value;
    if (step.kind === "commit") {
      const left = buffers[key(step.writes[0])].shift();
      if (left.from !== step.entry) throw new Error(`step ${number} commits ${step.entry}, the oldest entry is of ${left.from}`);
    }
    copy();
  }
  return all;
}
// The indices of the cells of an array in the order of its values; every index is a process.
function indices_of({ values }) {
  let all = [[]];
  while (all.length < values.length) all = all.flatMap(each => trace.names.map((_, k) => [...each, k]));
  return all;
}

// What the panel shows, in the form of `states`: a process by its number.
async function shown(page) {
  return page.evaluate(names => {
    const plain = text => (names.includes(text) ? `${names.indexOf(text)}` : text.replace(/^nobody\((.*)\)$/, "$1"));
    const numbered = text => text.replace(/\[([^\]]*)\]/, (_, inside) => " " + inside.split(",").map(plain).join(" "));
    const cells = {}, buffers = {};
    for (const row of document.querySelectorAll(".panel tr")) {
      const values = [...row.querySelectorAll(".value")];
      const [symbol, ...indices] = numbered(row.cells[0].textContent).split(" ").filter(each => each !== ".");
      values.forEach((value, k) => (cells[[symbol, ...indices, ...(value.colSpan > 1 || values.length === 1 ? [] : [k])].join(" ")] = plain(value.textContent)));
    }
    for (const row of document.querySelectorAll(".panel .buffers tr")) {
      const [owner, location] = row.cells[0].textContent.split(" ");
      const entries = [...row.querySelectorAll(".entry:not(.gone):not(.mark)")].map(each => each.firstChild.textContent.trim());
      const write = text => text.replace(/^(.*) := (.*)$/, (_, cell, value) => `${numbered(cell)} := ${plain(value)}`);
      if (entries.length) buffers[[plain(owner), ...(location ? [numbered(location)] : [])].join(" ")] = entries.map(each => each.split(", ").map(write).join(", "));
    }
    return { cells, buffers };
  }, trace.names);
}

const same = (a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
const nonempty = buffers => Object.fromEntries(Object.entries(buffers).filter(([, entries]) => entries.length));

// Whether the first element for `inner` is inside the frame of `outer`, and that frame is the whole of it.
const inside = (page, outer, inner) => page.evaluate(([frame, element]) => {
  const a = document.querySelector(frame).getBoundingClientRect(), b = document.querySelector(element).getBoundingClientRect();
  return b.top >= a.top - 1 && b.bottom <= a.bottom + 1 && b.left >= a.left - 1 && b.left <= a.right;
}, [outer, inner]);

const step_shown = page => page.evaluate(() => document.getElementById("step-shown").textContent);

async function follow_every_step(page) {
  const expected = states();
  for (let step = 1; step <= last; ++step) {
    await page.keyboard.press("ArrowRight");
    expect((await step_shown(page)).startsWith(`step ${step} of ${last}: `), `arrow right to step ${step} shows ${await step_shown(page)}`);
    const panel = await shown(page);
    expect(same(panel.cells, expected[step].cells), `cells after step ${step}: ${JSON.stringify(panel.cells)}, not ${JSON.stringify(expected[step].cells)}`);
    expect(same(panel.buffers, nonempty(expected[step].buffers)), `store buffers after step ${step}: ${JSON.stringify(panel.buffers)}, not ${JSON.stringify(expected[step].buffers)}`);
    expect(await inside(page, ".drawing", ".event.now"), `the event of step ${step} is not in sight`);
    expect(await inside(page, ".steps", ".steps tr.now"), `the row of step ${step} is not in sight`);
    expect(await inside(page, ".model", ".model .line.now .row"), `the line of step ${step} is not in sight`);
  }
  await page.keyboard.press("ArrowRight");
  expect((await step_shown(page)).startsWith(`step ${last} of`), "there is a step after the last one");
  expect(await page.locator(".model .line.violated").count() > 0, "the unsafe formula is not marked at the end");
}

async function follow_links(page) {
  const fired = trace.steps.findIndex((step, k) => k > 2 && step.kind === "fire" && trace.steps.some((other, l) => l > k && other.transition_index === step.transition_index));
  const { line, transition_index } = trace.steps[fired];
  await page.locator(`.steps tr[data-step="${fired + 1}"] td`).first().click();
  const marked = await page.evaluate(() => document.querySelector(".model .line.now").id);
  expect(marked === `L${line}`, `step ${fired + 1} marks ${marked}, its transition is in line ${line}`);
  await page.locator(`#L${line}`).click();
  const next = trace.steps.findIndex((step, k) => k > fired && (step.kind === "fire" ? step : trace.steps[step.entry]).transition_index === transition_index);
  expect((await step_shown(page)).startsWith(`step ${next + 1} of`), `line ${line} leads to ${await step_shown(page)}, not to step ${next + 1}`);
  await page.keyboard.press("f");
  await page.locator(`.graph .event[data-instant="${fired + 1}"]`).first().click();
  expect((await step_shown(page)).startsWith(`step ${fired + 1} of`), `the event of step ${fired + 1} leads to ${await step_shown(page)}`);
  await page.locator("#step-all").click();
  expect((await step_shown(page)) === `all ${last} steps`, `"all" shows ${await step_shown(page)}`);
  await page.locator("#step-on").click();
  expect((await step_shown(page)).startsWith("step 1 of"), `the first step on leads to ${await step_shown(page)}`);
  await page.locator("#step-back").click();
  expect((await step_shown(page)) === "before step 1", `before the first step: ${await step_shown(page)}`);
}

async function change_size_of_graph(page) {
  const size = () => page.evaluate(() => {
    const graph = document.querySelector("svg.graph").getBoundingClientRect(), frame = document.querySelector(".drawing");
    return { width: graph.width / frame.clientWidth, height: graph.height / frame.clientHeight };
  });
  await page.locator("#zoom-fit").click();
  const whole = await size();
  expect(whole.width <= 1.001 && whole.height <= 1.001 && Math.max(whole.width, whole.height) > 0.99, `fit: ${JSON.stringify(whole)}`);
  await page.locator("#zoom-width").click();
  const wide = await size();
  expect(Math.abs(wide.width - 1) < 0.03, `width: ${JSON.stringify(wide)}`);
  await page.locator("#zoom-in").click();
  expect((await size()).width > wide.width * 1.2, "larger");
  await page.locator("#zoom-out").click();
  await page.locator("#zoom-out").click();
  expect((await size()).width < wide.width * 0.85, "smaller");
}

async function point_at_event(page) {
  await page.keyboard.press("f");
  await page.locator(".event.write").first().hover();
  const [lit, edges] = await page.evaluate(() => [document.querySelectorAll(".edge.lit").length, document.querySelectorAll(".edge").length]);
  expect(lit > 0 && lit < edges, `${lit} of ${edges} edges belong to an event`);
}

async function visit(browser, size, scheme, whole) {
  where = `${size.width}x${size.height} ${scheme}`;
  const page = await browser.newPage({ viewport: size, colorScheme: scheme });
  page.setDefaultTimeout(20000);
  page.on("console", message => expect(false, `console: ${message.text()}`));
  page.on("pageerror", error => expect(false, `error: ${error.message}`));
  page.on("request", request => expect(request.url().startsWith("file:"), `request: ${request.url()}`));
  await page.goto(`file://${path.resolve(page_file)}`);
  const light = await page.evaluate(() => getComputedStyle(document.body).color.match(/\d+/g).slice(0, 3).reduce((sum, each) => sum + Number(each), 0) > 380);
  expect(light === (scheme === "dark"), "the colour of the text does not suit the background");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than the window");
  const at_rest = await shown(page);
  expect(same(at_rest.cells, states()[last].cells), "the state at rest is not that of the end");
  if (whole) {
    await follow_every_step(page);
    await follow_links(page);
  }
  await change_size_of_graph(page);
  await point_at_event(page);
  // Far down the page, but still in the counterexample, the controls are in sight.
  await page.goto(`file://${path.resolve(page_file)}#step-26`);
  await page.reload();
  expect(await page.evaluate(() => {
    const line = document.querySelector(".model .line.now .row").getBoundingClientRect();
    return line.top >= 0 && line.bottom <= innerHeight;
  }), "#step-26 does not scroll to the counterexample: the line of the step is out of sight");
  await page.evaluate(() => {
    const bench = document.querySelector(".bench").getBoundingClientRect();
    scrollBy(0, (bench.top + bench.bottom) / 2);
  });
  expect(await page.evaluate(() => {
    const controls = document.querySelector(".controls").getBoundingClientRect();
    return controls.top >= 0 && controls.bottom <= innerHeight;
  }), "the controls are out of sight");
  expect((await step_shown(page)).startsWith("step 26 of"), `#step-26 leads to ${await step_shown(page)}`);
  await page.screenshot({ path: path.join(shots, `${path.basename(page_file, ".html")}-${size.width}-${scheme}.png`) });
  await page.close();
}

(async () => {
  const switches = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  const browser = await chromium.launch({ executablePath: executable, args: switches });
  // Every step is visited once: wide and light, or narrow and dark.
  const wide = trace.model === "tso";
  for (const scheme of ["light", "dark"]) {
    await visit(browser, { width: 1280, height: 800 }, scheme, wide && scheme === "light");
    await visit(browser, { width: 760, height: 1000 }, scheme, !wide && scheme === "dark");
  }
  await browser.close();
})().catch(error => failures.push(`${where}: ${error.message.split("\n")[0]}`)).finally(() => {
  for (const failure of failures) console.log(failure);
  process.exit(failures.length ? 1 : 0);
});
