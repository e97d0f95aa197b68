// Understand structure: a map of the rows or their clusters, without a model of the classes.

import { html, useMemo, useState } from "../vendor/preact.js";
import { count, fixed, lang, link, restate, shown, t, table } from "../store.js";
import { AsCode, AsTable, Busy, Copy, FaultLine, Field, Needed, useAsk, useNarrow } from "../parts.js";
import { Line } from "../marks/line.js";
import { Merges } from "../marks/merges.js";
import { ClassSign, Plane as Picture } from "../marks/plane.js";
import { Player } from "../player.js";

const MEASURES = ["stress", "kl_divergence", "reconstruction_error", "inertia", "log_likelihood", "silhouette", "adjusted_rand"];
const TINTS = 5;

export default function Structure({ query }) {
  const { answer, fault, busy } = useAsk(table.value ? { what: "structure.methods" } : null);
  if (!table.value) return html`<${Needed} words=${t("frame.needs_table")} place="data" go=${t("frame.go_data")} />`;
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const all = [...answer.reducers, ...answer.clusterers];
  const method = all.includes(query.method) ? query.method : "pca";
  const isMap = answer.reducers.includes(method);
  const size = Math.min(answer.most, Math.max(1, Number(query.size) || 3));
  const set = (name, more = {}) => (event) => restate({ [name]: event.target.value, track: "", frame: "", ...more });
  const gone = { px: "", py: "", pick: "" };
  const group = (names, key) => html`<optgroup label=${t(key)}>${names.map((name) => html`<option value=${name}>${answer.labels[name]}</option>`)}</optgroup>`;
  const asked = { method, params: query.params ?? "", scale: query.scale ?? "", ...(isMap ? {} : { size }) };
  return html`<p class="help">${t("structure.lead")}</p>
    <div class="row">
      <${Field} label=${t("structure.method")}><select value=${method} onChange=${set("method", { params: "", ...gone })}>${group(answer.reducers, "structure.maps")}${group(answer.clusterers, "structure.groups")}</select><//>
      ${!isMap && html`<${Field} label=${t("structure.clusters")}><input type="number" min="1" max=${answer.most} value=${size} onChange=${set("size")} /><//>`}
      <${Field} label=${t("structure.colour")}><select value=${query.colour ?? ""} onChange=${set("colour")}><option value="">${t(isMap ? "structure.by_target" : "structure.by_cluster")}</option>${answer.columns.map((name) => html`<option value=${name}>${name}</option>`)}</select><//>
    </div>
    <details><summary>${t("structure.settings")}</summary><div class="row">
      <${Field} label=${t("plane.params")} help=${isMap ? "n_neighbors=10" : "init=random; n_init=10"}><input value=${asked.params} onChange=${set("params")} /><//>
      <${Field} label=${t("plane.scale")}><select value=${asked.scale} onChange=${set("scale")}><option value="">${t("compare.scale_standard")}</option>${["minmax", "none"].map((one) => html`<option value=${one}>${t(`compare.scale_${one}`)}</option>`)}</select><//>
    </div></details>
    <${Found} asked=${asked} label=${answer.labels[method]} isMap=${isMap} query=${query} />`;
}

function Found({ asked, label, isMap, query }) {
  const { answer, fault, busy } = useAsk({ what: "structure", ...asked, colour: query.colour ?? "" });
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const sentence = sentenceOf(answer, label);
  return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />
    <div class="columns"><section><${Map} found=${answer} sentence=${sentence} query=${query} /></section>
      <section>${answer.facts.sizes && html`<${Sizes} facts=${answer.facts} />`}
        ${answer.scree?.length > 1 && html`<${Scree} shares=${answer.scree} />`}
        ${!isMap && html`<${Elbow} asked=${asked} size=${asked.size} />`}</section></div>
    ${answer.merges && html`<${Tree} merges=${answer.merges} size=${asked.size} />`}
    <${Working} key=${asked.method} asked=${asked} query=${query} />
    <${AsCode} extra=${{ command: answer.code.command, alone: answer.code.script }} />`;
}

function sentenceOf({ facts, n, total, drawn, is_map, columns, merges }, label) {
  const measures = MEASURES.filter((name) => typeof facts[name] === "number").map((name) => t("structure.measure", { name: t(`structure.${name}`), value: shown(facts[name]) }));
  const shares = facts.explained ? [t("structure.explains", { share: fixed(100 * facts.explained.slice(0, 2).reduce((sum, share) => sum + share, 0), 1) })] : [];
  const flat = !is_map && columns > 2 ? [t("structure.flat", { columns })] : [];
  const part = n < total ? [t("structure.part", { n: count(n), total: count(total) })] : [];
  const few = drawn < n ? [t("structure.drawn", { drawn: count(drawn) })] : [];
  return [t(merges || !is_map ? "structure.grouped" : "structure.mapped", { method: label, n: count(n), columns }), ...shares, ...measures, ...flat, ...part, ...few].join(lang.value === "zh" ? "" : " ");
}

function Map({ found, sentence, query }) {
  const isNarrow = useNarrow();
  const { x, y, row, code, value } = found.arrays;
  const { groups, colour } = found;
  const axes = useMemo(() => ["x", "y"].map((one, i) => {
    const values = found.arrays[one];
    const [low, high] = [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)];
    const room = 0.05 * (high - low || 1);
    return { name: t("structure.axis", { number: i + 1 }), low: low - room, high: high + room, categories: [] };
  }), [found]);
  const ends = value ? [value.reduce((a, b) => (b < a ? b : a), Infinity), value.reduce((a, b) => (b > a ? b : a), -Infinity)] : null;
  const points = useMemo(() => ({ x, y, row, ...(code ? { code } : value ? { tint: Uint8Array.from(value, (one) => Math.min(TINTS - 1, Math.max(0, Math.floor((TINTS * (one - ends[0])) / (ends[1] - ends[0] || 1)) || 0))) } : {}) }), [found]);
  const at = query.px !== undefined && query.py !== undefined ? [Number(query.px), Number(query.py)] : null;
  const pick = Number(query.pick) || 0;
  return html`<figure><${Picture} axes=${axes} grid=${null} points=${points} groups=${code ? groups : value ? ["", "", "", "", ""] : [""]} query=${at} label=${sentence} help="structure-keys" move=${(px, py, number) => restate({ px: px ?? "", py: py ?? "", pick: number || "" })} size=${isNarrow ? [360, 360] : [600, 520]} />
      <figcaption data-structure="sentence">${sentence}</figcaption></figure>
    <p class="legend">${groups.map((one, k) => html`<span><${ClassSign} k=${k} /> ${colour ? one || t("frame.missing") : t("structure.cluster", { number: one })}</span>`)}${value ? t("structure.tints", { name: colour, low: shown(ends[0]), high: shown(ends[1]) }) : null}</p>
    <p class="help" id="structure-keys">${t("pair.keys")}</p>
    ${pick > 0 && html`<p role="status">${t("plane.picked", { row: pick })} <a href=${link("row", { row: pick })}>${t("plane.open_row")}</a></p>`}
    <${AsTable} headings=${[t("plane.row"), axes[0].name, axes[1].name, ...(code || value ? [colour || t("structure.group")] : [])]} rows=${Array.from(x.subarray(0, 200), (one, i) => [row[i], shown(one), shown(y[i]), ...(code ? [groups[code[i]]] : value ? [shown(value[i])] : [])])} />`;
}

function Sizes({ facts }) {
  const most = Math.max(...facts.sizes);
  return html`<h2>${t("structure.sizes")}</h2><ul class="counts">${facts.clusters.map((one, i) => html`<li key=${one}><span>${t("structure.cluster", { number: one })}</span><meter min="0" max=${most} value=${facts.sizes[i]}>${facts.sizes[i]}</meter><b>${count(facts.sizes[i])}</b></li>`)}</ul>`;
}

function Scree({ shares }) {
  const places = shares.map((_, i) => i + 1);
  let sum = 0;
  const sums = shares.map((share) => (sum += share));
  const words = t("structure.scree_says", { first: fixed(100 * shares[0], 1), second: fixed(100 * sums[1], 1), count: shares.length });
  return html`<h2>${t("structure.scree")}</h2><${Line} x=${places} y=${shares} second=${sums} xName=${t("structure.component")} yName=${t("structure.share")} label=${words} /><p class="help">${words}</p>
    <${AsTable} headings=${[t("structure.component"), t("structure.share"), t("structure.sum")]} rows=${shares.map((share, i) => [i + 1, fixed(share, 4), fixed(sums[i], 4)])} />`;
}

/** How the measure falls with more clusters; computed when it is opened. */
function Elbow({ asked, size }) {
  const [isOpen, setOpen] = useState(false);
  const { method, params, scale } = asked;
  const { answer, fault, busy } = useAsk(isOpen ? { what: "structure.elbow", method, params, scale } : null, "structure.elbow");
  const silhouettes = answer?.k.filter((_, i) => answer.silhouette[i] !== null) ?? [];
  const best = silhouettes.length ? silhouettes.reduce((a, b) => (answer.silhouette[answer.k.indexOf(b)] > answer.silhouette[answer.k.indexOf(a)] ? b : a)) : null;
  return html`<details onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${t("structure.elbow")}</summary><${Busy} on=${isOpen && busy} /><${FaultLine} fault=${fault} />
    ${answer && html`${answer.measure && html`<${Line} x=${answer.k} y=${answer.worth} mark=${size} xName=${t("structure.clusters")} yName=${t(`structure.${answer.measure}`)} fromZero=${answer.measure === "inertia"} label=${t("structure.elbow_says", { best: best ?? "–" })} />`}
      ${silhouettes.length > 1 && html`<${Line} x=${silhouettes} y=${silhouettes.map((k) => answer.silhouette[answer.k.indexOf(k)])} mark=${size} xName=${t("structure.clusters")} yName=${t("structure.silhouette")} label=${t("structure.elbow_says", { best: best ?? "–" })} />`}
      <p class="help">${t("structure.elbow_says", { best: best ?? "–" })}</p>
      <${AsTable} headings=${[t("structure.clusters"), ...(answer.measure ? [t(`structure.${answer.measure}`)] : []), t("structure.silhouette")]} rows=${answer.k.map((k, i) => [k, ...(answer.measure ? [shown(answer.worth[i], 6)] : []), shown(answer.silhouette[i])])} />`}</details>`;
}

function Tree({ merges, size }) {
  const { heights, leaves } = merges;
  const cut = size >= 2 && size <= heights.length ? (heights[size - 2] + heights[size - 1]) / 2 : null;
  const words = t("structure.merges_say", { leaves: leaves.length, height: shown(heights[0]) });
  return html`<section aria-labelledby="merges"><h2 id="merges">${t("structure.merges")}</h2><p class="help">${words}</p>
    <div class="scroll" tabindex="0" role="group" aria-label=${t("structure.merges")}><${Merges} ...${merges} cut=${cut} label=${words} yName=${t("structure.height")} /></div>
    <${AsTable} headings=${[t("structure.clusters"), t("structure.height")]} rows=${heights.map((height, i) => [i + 1, shown(height, 6)])} /></section>`;
}

function Working({ asked, query }) {
  const isPlayed = Boolean(query.track || query.frame);
  const [isOpen, setOpen] = useState(isPlayed);
  const { answer, fault, busy } = useAsk(isOpen ? { what: "structure.working", ...asked } : null, "structure.working");
  return html`<details open=${isOpen} onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${t("structure.working")}</summary><${Busy} on=${isOpen && busy} /><${FaultLine} fault=${fault} />
    ${answer && html`<p><${Copy} text=${answer.latex} words=${t("model.latex")} /></p><${Player} tracks=${answer.tracks} table=${answer.table} total=${answer.total} query=${query} first=${answer.tracks.at(-1).key} title=${t("player.title")} />`}</details>`;
}
