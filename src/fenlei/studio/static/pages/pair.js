// Understand two models: their folds, the rows that only one gets right, what both say of each row.

import { html, useMemo } from "../vendor/preact.js";
import { count, fixed, link, modelName, pools, restate, shown, t, table } from "../store.js";
import { AsCode, AsTable, Busy, FaultLine, Field, Needed, useAsk, useNarrow } from "../parts.js";
import { Differences } from "../marks/differences.js";
import { ClassSign, Plane as Picture } from "../marks/plane.js";

const GROUPS = ["first", "second", "neither"];
const MOST_LISTED = 100;

export default function Pair({ query }) {
  const { answer, fault, busy } = useAsk(table.value ? { what: "result" } : null, "result");
  if (!table.value) return html`<${Needed} words=${t("frame.needs_table")} place="data" go=${t("frame.go_data")} />`;
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const { result } = answer;
  const done = (result?.models ?? []).filter((model) => model.status === "done" && model.name !== result.baseline && !pools.value.has(model.name));
  if (done.length < 2) return html`<${Needed} words=${t("pair.needs_two")} place="compare" go=${t("frame.go_compare")} />`;
  const names = done.sort((a, b) => (a.rank ?? 1e9) - (b.rank ?? 1e9)).map((model) => model.name);
  const first = names.includes(query.first) ? query.first : names[0];
  const second = names.includes(query.second) && query.second !== first ? query.second : names.find((name) => name !== first);
  const pick = (which, mine, other) => html`<${Field} label=${t(`pair.${which}`)}><select value=${mine} onChange=${(event) => restate({ first, second, [which]: event.target.value, pick: "" })}>
    ${names.filter((name) => name !== other).map((name) => html`<option value=${name}>${modelName.value.get(name) ?? name}</option>`)}</select><//>`;
  return html`<div class="row">${pick("first", first, second)}${pick("second", second, first)}
      <button type="button" onClick=${() => restate({ first: second, second: first })}>${t("pair.swap")}</button></div>
    <${Both} key=${`${first} ${second}`} first=${first} second=${second} query=${query} />`;
}

function Both({ first, second, query }) {
  const asked = { what: "pair", first, second };
  if (query.class) asked.class = Number(query.class);
  const { answer, fault, busy } = useAsk(asked, "pair");
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const labels = [first, second].map((name) => modelName.value.get(name) ?? name);
  return html`<${FaultLine} fault=${fault} /><${Folds} found=${answer} labels=${labels} query=${query} />
    <div class="columns"><${Rows} found=${answer} labels=${labels} query=${query} names=${[first, second]} /><${Points} found=${answer} labels=${labels} query=${query} /></div>
    <${AsCode} extra=${{ script: script(answer) }} />`;
}

function script({ names: [first, second], metric }) {
  return `\nfrom fenlei.evaluate import corrected_resampled_t_test\n\nfolds = {model["name"]: [fold["scores"]["${metric}"] for fold in model["folds"]] for model in result["models"]}\nratio = 1 / (result["plan"]["folds"] - 1)\nprint(corrected_resampled_t_test(folds["${first}"], folds["${second}"], test_train_ratio=ratio))\n`;
}

/** The differences of the folds, with the corrected test. */
function Folds({ found, labels: [a, b], query }) {
  const isNarrow = useNarrow();
  const metrics = found.metrics.filter((one) => one.folds.some(([x, y]) => x !== null && y !== null));
  const chosen = metrics.find((one) => one.metric === query.metric) ?? metrics.find((one) => one.metric === found.metric) ?? metrics[0];
  if (!chosen) return null;
  const pairs = chosen.folds.filter(([x, y]) => x !== null && y !== null);
  const { test } = chosen;
  const words = test ? t("pair.test", { a, b, metric: t(`metric.${chosen.metric}`), difference: shown(test.difference), low: shown(test.low), high: shown(test.high), p: shown(test.p, 3) }) : t("pair.no_test");
  return html`<section aria-labelledby="folds"><h2 id="folds">${t("pair.folds")}</h2>
    <${Field} label=${t("pair.metric")}><select value=${chosen.metric} onChange=${(event) => restate({ metric: event.target.value })}>${metrics.map((one) => html`<option value=${one.metric}>${t(`metric.${one.metric}`)}</option>`)}</select><//>
    <${Differences} values=${pairs.map(([x, y]) => x - y)} low=${test?.low ?? null} high=${test?.high ?? null} mean=${test?.difference ?? null} names=${[a, b]} label=${words} width=${isNarrow ? 340 : 520} />
    <p data-pair="test" data-p=${test ? String(test.p) : ""}>${words}</p><p class="help">${t("pair.corrected")}</p>
    <${AsTable} headings=${[t("pair.fold"), a, b, t("pair.difference")]} rows=${pairs.map(([x, y], i) => [i + 1, fixed(x, 4), fixed(y, 4), fixed(x - y, 4)])} /></section>`;
}

/** McNemar's table, and the rows on which the models disagree. */
function Rows({ found, labels: [a, b], query, names }) {
  const isNumbers = !found.classes.length;
  const isShown = (group) => (query.right ? query.right === group : group !== "neither");
  const rows = found.rows.filter((one) => isShown(one.right));
  const cell = (value) => (isNumbers ? shown(value, 6) : value);
  const { mcnemar } = found;
  const words = isNumbers ? t("pair.nearer", { a, b, first: count(found.nearer[0]), second: count(found.nearer[1]) }) : t("pair.mcnemar", { a, b, first: count(mcnemar.first_only), second: count(mcnemar.second_only), p: shown(mcnemar.p, 3) });
  return html`<section aria-labelledby="rows"><h2 id="rows">${t("pair.rows")}</h2>
    ${!isNumbers && html`<table class="confusion"><thead><tr><td></td><th scope="col">${b}: ${t("pair.right")}</th><th scope="col">${b}: ${t("pair.wrong")}</th></tr></thead>
      <tbody><tr><th scope="row">${a}: ${t("pair.right")}</th><td><b>${count(found.both)}</b></td><td><b data-pair="first_only">${count(mcnemar.first_only)}</b></td></tr>
      <tr><th scope="row">${a}: ${t("pair.wrong")}</th><td><b data-pair="second_only">${count(mcnemar.second_only)}</b></td><td><b>${count(found.neither)}</b></td></tr></tbody></table>`}
    <p data-pair="mcnemar" data-p=${mcnemar ? String(mcnemar.p) : ""}>${words}</p>
    <${Field} label=${t("pair.filter")}><select value=${query.right ?? ""} onChange=${(event) => restate({ right: event.target.value })}>
      <option value="">${t("pair.one_right")}</option>${GROUPS.filter((one) => !isNumbers || one !== "neither").map((one) => html`<option value=${one}>${t(`pair.only_${one}`, { a, b })}</option>`)}</select><//>
    <p role="status">${t("pair.listed", { count: count(rows.length) })}</p>
    ${rows.length > 0 && html`<div class="scroll tall" tabindex="0" role="group" aria-label=${t("pair.rows")}><table class="apart"><thead><tr><th scope="col">${t("plane.row")}</th><th scope="col">${t("decide.truth")}</th><th scope="col">${a}</th><th scope="col">${b}</th><th scope="col"><span class="hidden">${t("frame.more")}</span></th></tr></thead>
      <tbody>${rows.slice(0, MOST_LISTED).map((one) => html`<tr key=${one.row} class=${Number(query.pick) === one.row ? "best" : ""}><th scope="row">${one.row}</th><td>${cell(one.truth)}</td>
        ${one.said.map((said, i) => html`<td>${cell(said)} ${isNumbers ? null : html`<small>${found.are_probabilities ? fixed(one.share[i]) : ""}</small>`}</td>`)}
        <td>${names.map((name, i) => html`<a href=${link("row", { model: name, row: one.row })} aria-label=${t("pair.open", { why: t("pair.why", { model: i ? "B" : "A" }), row: one.row, model: [a, b][i] })}>${t("pair.why", { model: i ? "B" : "A" })}</a> `)}</td></tr>`)}</tbody></table></div>
      ${rows.length > MOST_LISTED && html`<p class="help">${t("pair.first_rows", { shown: MOST_LISTED, total: count(rows.length) })}</p>`}`}
  </section>`;
}

/** What the first says of each row, against what the second says. */
function Points({ found, labels: [a, b], query }) {
  const isNarrow = useNarrow();
  const isNumbers = !found.classes.length;
  const name = isNumbers ? "" : found.classes[found.class];
  const { x, y, row, group, code } = found.arrays;
  const points = useMemo(() => ({ x, y, row, ...(code ? { code, answer: Uint8Array.from(code, (own, i) => (group[i] < 3 ? 255 : own)) } : {}) }), [found]);
  const axes = useMemo(() => {
    const ends = isNumbers ? [Math.min(...x, ...y), Math.max(...x, ...y)] : [0, 1];
    const room = 0.03 * (ends[1] - ends[0] || 1);
    return [a, b].map((label) => ({ name: isNumbers ? label : t("pair.axis", { label, name }), low: ends[0] - room, high: ends[1] + room, categories: [] }));
  }, [found]);
  const at = query.px !== undefined && query.py !== undefined ? [Number(query.px), Number(query.py)] : null;
  const words = t(isNumbers ? "pair.numbers" : "pair.points", { a, b, name, drawn: count(found.drawn), rows: count(found.n) });
  const pick = Number(query.pick) || 0;
  return html`<section aria-labelledby="points"><h2 id="points">${t("pair.both")}</h2>
    ${!isNumbers && html`<${Field} label=${t("plane.class")}><select value=${found.class} onChange=${(event) => restate({ class: event.target.value })}>${found.classes.map((one, k) => html`<option value=${k}>${one}</option>`)}</select><//>`}
    <figure><${Picture} axes=${axes} grid=${null} points=${points} groups=${isNumbers ? [""] : found.classes} query=${at} label=${words} help="pair-keys" move=${(px, py, number) => restate({ px: px ?? "", py: py ?? "", pick: number || "" })} size=${isNarrow ? [360, 360] : [520, 480]} />
      <figcaption>${words}</figcaption></figure>
    ${!isNumbers && html`<p class="legend">${found.classes.slice(0, 30).map((one, k) => html`<span><${ClassSign} k=${k} /> ${one}</span>`)}<span><svg class="sign" width="16" height="16" aria-hidden="true"><path class="mistake" d="M2 2L14 14M14 2L2 14" /></svg> ${t("pair.apart")}</span></p>`}
    <p class="help" id="pair-keys">${t("pair.keys")}</p>
    ${pick > 0 && html`<p role="status">${t("plane.picked", { row: pick })} ${found.names.map((one, i) => html`<a href=${link("row", { model: one, row: pick })}>${[a, b][i]}</a> `)}</p>`}
    <${AsTable} headings=${[t("plane.row"), axes[0].name, axes[1].name]} rows=${Array.from(x.subarray(0, 200), (value, i) => [row[i], shown(value), shown(y[i])])} />
  </section>`;
}
