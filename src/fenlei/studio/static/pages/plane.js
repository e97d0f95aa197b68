// Understand a plane: what is predicted on two features, the rows, and a point that can be moved.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { chosenModel, count, fixed, lang, link, modelName, notice, restate, shown, t, table } from "../store.js";
import { AsCode, AsTable, Busy, FaultLine, Field, Fragment, Needed, useAsk, useNarrow } from "../parts.js";
import { ClassSign, Plane as Picture } from "../marks/plane.js";
import { footOf } from "../marks/plane_overlays.js";
import { Shares } from "../marks/shares.js";

const [COARSE, FINE, PATIENCE] = [60, 200, 6]; // cells along a side; seconds that the fine picture may take
const METRIC = /SVC|Neighbors|Nearest|Fisher|LinearDiscriminant/; // drawn with one unit as long on both axes
const MOST_LISTED = 200;

export default function Plane({ query }) {
  if (!table.value) return html`<${Needed} words=${t("frame.needs_table")} place="data" go=${t("frame.go_data")} />`;
  return html`<${Chosen} query=${query} />`;
}

function Chosen({ query }) {
  const { answer: result } = useAsk({ what: "result" });
  const { answer: all, fault } = useAsk({ what: "candidates" });
  const { answer: sides, fault: problem, busy } = useAsk({ what: "plane.axes" });
  if (!all || !sides) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault ?? problem} />`;
  const names = all.models.filter((model) => !model.reason).map((model) => model.name);
  const usable = sides.features.filter((one) => one.usable).map((one) => one.name);
  const x = usable.includes(query.x) ? query.x : sides.first[0];
  const y = usable.includes(query.y) && query.y !== x ? query.y : sides.first.find((one) => one !== x);
  const view = {
    model: chosenModel(names, query.model, result?.result), x, y, how: query.how === "two" ? "two" : "slice",
    row: Math.max(0, Math.min(table.value.rows, Number(query.row) || 0)), params: query.params ?? "", scale: query.scale ?? "",
  };
  const options = (list, label = (one) => one) => list.map((one) => html`<option value=${one}>${label(one)}</option>`);
  const set = (name, more = {}) => (event) => restate({ [name]: event.target.value, ...more });
  const gone = { px: "", py: "", pick: "" };
  return html`<div class="row">
      <${Field} label=${t("word.model")}><select value=${view.model} onChange=${set("model", { params: "", of: "" })}>${options(names, (one) => modelName.value.get(one))}</select><//>
      <${Field} label=${t("plane.x")}><select value=${x} onChange=${set("x", gone)}>${options(usable.filter((one) => one !== y))}</select><//>
      <${Field} label=${t("plane.y")}><select value=${y} onChange=${set("y", gone)}>${options(usable.filter((one) => one !== x))}</select><//>
    </div>
    <fieldset class="how"><legend class="hidden">${t("plane.how")}</legend>
      ${["slice", "two"].map((one) => html`<label class="check"><input type="radio" name="how" value=${one} checked=${view.how === one} onChange=${set("how")} /> ${t(`plane.how_${one}`)}</label>`)}
    </fieldset>
    <details><summary>${t("plane.settings")}</summary><div class="row">
      ${view.how === "slice" && html`<${Field} label=${t("plane.held")} help=${t("plane.held_help")}><input type="number" min="0" max=${table.value.rows} value=${view.row} onChange=${set("row")} /><//>`}
      <${Field} label=${t("plane.params")} help="C=10; kernel=linear"><input value=${view.params} onChange=${set("params")} /><//>
      <${Field} label=${t("plane.scale")}><select value=${view.scale} onChange=${set("scale")}>
        <option value="">${t("plane.scale_plan")}</option>${["standard", "minmax", "none"].map((one) => html`<option value=${one}>${t(`compare.scale_${one}`)}</option>`)}</select><//>
    </div></details>
    <${View} view=${view} sides=${sides} query=${query} />`;
}

/** The grid of the view: coarse at once, fine if that does not take long. */
function useRegions(asked) {
  const coarse = useAsk({ ...asked, size: COARSE }, "plane.regions");
  const size = coarse.answer?.seconds * (FINE / COARSE) ** 2 > PATIENCE ? 100 : FINE;
  const fine = useAsk(coarse.answer && coarse.isCurrent ? { ...asked, size } : null, "plane.regions");
  const last = useRef(null);
  if (coarse.answer && coarse.isCurrent) last.current = fine.isCurrent && fine.answer ? fine.answer : coarse.answer;
  return { answer: last.current, fault: coarse.fault ?? fine.fault, busy: !coarse.isCurrent, size };
}

function View({ view, sides, query }) {
  const isNarrow = useNarrow();
  const K = sides.classes.length;
  const { answer: over, fault: overFault } = useAsk({ what: "plane.overlays", ...view });
  const { answer: points, fault, busy } = useAsk({ what: "plane.points", ...view });
  const of = query.of === undefined || query.of === "" || Number(query.of) >= K ? "" : Number(query.of);
  const isCurved = Boolean(over?.is_pair && over.vectors && !over.line);
  const grid = useRegions({ what: "plane.regions", ...view, of: of === "" && isCurved ? "decision" : of });
  const at = query.px !== undefined && query.py !== undefined ? [Number(query.px), Number(query.py)] : null;
  const point = at && at.every(Number.isFinite) ? at : null;
  const { answer: found, fault: pointFault } = useAsk(point && { what: "plane.point", ...view, px: point[0], py: point[1] }, "plane.point");
  const here = point ? found : null;
  const axes = useMemo(() => [view.x, view.y].map((name) => sides.features.find((one) => one.name === name)), [sides, view.x, view.y]);
  const drawnGrid = useMemo(() => grid.answer && { ...grid.answer, ...grid.answer.arrays, shade: K === 0 ? -1 : typeof grid.answer.of === "number" ? grid.answer.of : null, isDecision: grid.answer.of === "decision" }, [grid.answer]);
  const dots = useMemo(() => points && (K ? points.arrays : { ...points.arrays, tint: tints(points.arrays.value) }), [points]);
  const move = (px, py, row) => restate({ px: px ?? "", py: py ?? "", pick: row || "" });
  const place = here && (here.label ?? shown(here.prediction, 6));
  useSaid(place && t("plane.said", { x: written(axes[0], point[0]), y: written(axes[1], point[1]), label: place }));
  const problem = fault ?? grid.fault ?? overFault;
  const sentence = points && sentenceOf(view, sides, points, grid.answer, over);
  return html`<${FaultLine} fault=${problem} /><${Busy} on=${busy || grid.busy} />
    ${K > 0 && html`<${Field} label=${t("plane.of")}><select value=${of} onChange=${(event) => restate({ of: event.target.value })}>
      <option value="">${t("plane.regions")}</option>${sides.classes.map((name, k) => html`<option value=${k}>P(${name})</option>`)}</select><//>`}
    <div class="plane">
      <section><figure>
        <${Picture} axes=${axes} grid=${problem ? null : drawnGrid} points=${dots} groups=${K ? sides.classes : ["", "", "", "", ""]} overlays=${over ?? {}} query=${point} ball=${here?.ball} near=${here?.neighbours ?? []} label=${sentence ?? t("place.plane")} help="plane-help" move=${move} isEqual=${METRIC.test(over?.estimator ?? "")} size=${isNarrow ? [360, 420] : [680, 560]} />
        <figcaption>${sentence}</figcaption></figure>
        <p class="legend">${sides.classes.slice(0, 30).map((name, k) => html`<span><${ClassSign} k=${k} /> ${name}</span>`)}${points?.wrong ? html`<span><svg class="sign" width="16" height="16" aria-hidden="true"><path class="mistake" d="M2 2L14 14M14 2L2 14" /></svg> ${t("plane.wrong")}</span>` : null}</p>
        <p class="help" id="plane-help">${t("plane.keys")} ${grid.answer && !grid.busy && grid.size < FINE ? t("plane.coarse") : ""}</p>
        ${points && html`<${AsTable} headings=${[t("plane.row"), view.x, view.y, ...(K ? [t("plane.class"), t("plane.predicted")] : [t("word.value")])]} rows=${listed(points, sides, axes)} />`}
      </section>
      <section aria-labelledby="point"><h2 id="point">${t("plane.point")}</h2>
        <${Point} view=${view} axes=${axes} point=${point} here=${here} move=${move} pick=${Number(query.pick) || 0} over=${over} sides=${sides} /><${FaultLine} fault=${point && pointFault} />
        ${over && html`<${Drawn} over=${over} axes=${axes} view=${view} />`}</section>
    </div>
    <${AsCode} extra=${over && { script: over.script }} />`;
}

/** Five shades of a quantity. */
function tints(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return Uint8Array.from(values, (value) => Math.min(4, Math.floor((5 * (value - low)) / (high - low || 1))));
}

/** Say a sentence a while after it stays the same. */
function useSaid(words) {
  useEffect(() => {
    if (!words) return;
    const timer = setTimeout(() => (notice.value = words), 900);
    return () => clearTimeout(timer);
  }, [words]);
}

const written = (axis, value) => (axis.categories.length ? (axis.categories[value] ?? shown(value)) : shown(value, 6));

function sentenceOf(view, sides, points, grid, over) {
  const model = modelName.value.get(view.model);
  const others = sides.features.length - 2;
  const held = view.row ? t("plane.held_row", { row: view.row }) : t("plane.held_median");
  const first = view.how === "two" ? t("plane.is_two", { model, x: view.x, y: view.y }) : others ? t("plane.is_slice", { model, features: sides.features.length, others, held }) : t("plane.is_both", { model });
  const shares = grid?.shares ? t("plane.shares", { shares: grid.shares.map((share, k) => [share, k]).sort((a, b) => b[0] - a[0]).slice(0, 5).map(([share, k]) => `${sides.classes[k]} ${Math.round(100 * share)} %`).join(", ") }) : grid ? t("plane.values", { low: shown(grid.low), high: shown(grid.high) }) : "";
  const wrong = points.wrong === null ? "" : t("plane.mistakes", { wrong: count(points.wrong), drawn: count(points.drawn) });
  const part = points.drawn < points.rows ? t("plane.drawn", { drawn: count(points.drawn), rows: count(points.rows) }) : "";
  const without = points.without ? t("plane.without", { count: points.without }) : "";
  return [first, shares, wrong, part, without, over?.ellipses ? t("plane.ellipses") : ""].filter(Boolean).join(lang.value === "zh" ? "" : " ");
}

function listed(points, sides, axes) {
  const { x, y, row, code, answer, value } = points.arrays;
  return Array.from(x.subarray(0, MOST_LISTED), (_, i) => [row[i], written(axes[0], x[i]), written(axes[1], y[i]), ...(code ? [sides.classes[code[i]], sides.classes[answer[i]] ?? "–"] : [shown(value[i])])]);
}

function Point({ view, axes, point, here, move, pick, over, sides }) {
  const [isOpen, setOpen] = useState(false);
  const { answer, fault, busy } = useAsk(isOpen && point ? { what: "plane.working", ...view, px: point[0], py: point[1] } : null, "plane.working");
  const set = (i) => (event) => {
    const next = point ? [...point] : axes.map((axis) => (axis.low + axis.high) / 2);
    next[i] = Number(event.target.value);
    if (next.every(Number.isFinite)) move(...next.map((value, j) => (axes[j].categories.length ? Math.round(value) : value)), 0);
  };
  return html`<div class="row">${axes.map((axis, i) => html`<${Field} key=${axis.name} label=${axis.name}>${axis.categories.length
      ? html`<select value=${point ? point[i] : ""} onChange=${set(i)}>${!point && html`<option value="">–</option>`}${axis.categories.map((name, k) => html`<option value=${k}>${name}</option>`)}</select>`
      : html`<input type="number" step="any" value=${point ? point[i] : ""} onChange=${set(i)} />`}<//>`)}</div>
    ${!point && html`<p class="help">${t("plane.no_point")}</p>`}
    ${pick > 0 && html`<p>${t("plane.picked", { row: pick })} <a href=${link("row", { model: view.model, row: pick })}>${t("plane.open_row")}</a></p>`}
    ${point && here && html`<p class="lead" data-at="label">${t("row.predicted", { label: here.label ?? shown(here.prediction, 6) })}</p>
      ${here.decision !== null && html`<p>f = <b data-at="decision">${shown(here.decision, 6)}</b> <small>${t("plane.decision", { label: sides.classes[1] })}</small></p>`}
      ${over?.direction && html`<p>${t("plane.foot", { at: footOf(over.direction, point).slice(0, 2).map((one) => shown(one, 6)).join(", ") })}</p>`}
      ${here.leaf !== undefined && view.how === "slice" && html`<p>${t("plane.leaf", { node: here.leaf })}</p>`}
      ${here.probabilities && html`<${Shares} pairs=${here.probabilities} label=${t("row.probabilities")} />`}
      ${here.neighbours && html`<h3>${t("plane.neighbours", { k: here.k })}</h3>${here.ball && html`<p data-at="radius">${t("plane.radius", { radius: shown(here.ball.radius, 7) })}</p>`}
        <div class="scroll" tabindex="0" role="group" aria-label=${t("plane.neighbours", { k: here.k })}><table class="near"><thead><tr><th scope="col">${t("plane.row")}</th><th scope="col">${t("plane.class")}</th><th scope="col" class="number">${t("plane.distance")}</th></tr></thead>
        <tbody>${here.neighbours.map((one) => html`<tr key=${one.row}><th scope="row"><a href=${link("row", { model: view.model, row: one.row })}>${one.row}</a></th><td>${one.label}</td><td class="number">${shown(one.distance, 7)}</td></tr>`)}</tbody></table></div>`}
      <details open=${isOpen} onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${t("row.working")}</summary><${Busy} on=${isOpen && busy} /><${FaultLine} fault=${fault} />
        ${answer && html`<${Fragment} markup=${answer.html} title=${t("row.working")} />`}</details>`}`;
}

/** What the model draws, in numbers. */
function Drawn({ over, axes: [x, y], view }) {
  const term = (value, name) => `${value < 0 ? " − " : " + "}${shown(Math.abs(value), 7)} · ${name}`;
  const { line, vectors, margin } = over;
  return html`${line && html`<p data-at="line">${t("plane.line", { line: `f = ${shown(line.c, 7)}${term(line.a, x.name)}${term(line.b, y.name)}`, label: line.positive })}</p>`}
    ${margin?.length > 0 && html`<p data-at="margin">${t("plane.margin", { margin: fixed(margin[0], 7) })}</p>`}
    ${over.direction && html`<p>${t("plane.direction", { w: over.direction.w.map((one) => shown(one, 6)).join(", ") })}</p>`}
    ${vectors && html`<${AsTable} title=${t("plane.vectors", { count: over.n_vectors })} headings=${[t("plane.row"), x.name, y.name, "α"]} rows=${vectors.map((one) => [html`<a href=${link("row", { model: view.model, row: one.row })}>${one.row}</a>`, shown(one.x), shown(one.y), shown(one.alpha, 6)])} />`}
    ${over.cuts?.length > 0 && html`<${AsTable} title=${t("plane.cuts", { count: over.cuts.length })} headings=${[t("plane.node"), t("word.column"), t("plane.threshold")]} rows=${over.cuts.map((one) => [one.node, one.side ? y.name : x.name, shown(one.at, 6)])} />`}`;
}
