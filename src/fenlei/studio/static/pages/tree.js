// Understand a tree: its nodes and their gains; split, grown and pruned by hand; saved as a model.

import { html, useState } from "../vendor/preact.js";
import { ask, download, upload } from "../api.js";
import { datasets, fixed, lang, link, modelName, restate, shown, t, table } from "../store.js";
import { AsCode, AsTable, Busy, FaultLine, Field, Needed, useAsk } from "../parts.js";
import { Line } from "../marks/line.js";
import { TreePicture } from "../marks/tree.js";

const METHODS = ["reduced_error", "pre", "cost_complexity", "error_based", "penalized", "mdl"];
const OF_NUMBERS = ["reduced_error", "pre", "cost_complexity"];

export default function Tree({ query }) {
  const { answer, fault, busy } = useAsk(table.value ? { what: "trees" } : null, "trees");
  if (!table.value) return html`<${Needed} words=${t("frame.needs_table")} place="data" go=${t("frame.go_data")} />`;
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const names = answer.trees.filter((one) => !one.reason).map((one) => one.name);
  const name = names.includes(query.model) ? query.model : names[0];
  const set = (key, more = {}) => (event) => restate({ [key]: event.target.value, ...more });
  const fresh = { edits: "", undone: "", node: "" };
  return html`<div class="row">
      <${Field} label=${t("word.model")}><select value=${name} onChange=${set("model", { ...fresh, params: "" })}>${names.map((one) => html`<option value=${one}>${modelName.value.get(one)}</option>`)}</select><//>
      <${Field} label=${t("plane.params")}><input placeholder="max_depth=3" value=${query.params ?? ""} onChange=${set("params", fresh)} /><//>
      <${Field} label=${t("tree.row")}><input type="number" min="1" max=${table.value.rows} value=${query.row ?? ""} onChange=${set("row")} /><//>
      <${Validation} source=${query.validation ?? ""} />
    </div>
    ${answer.trees.filter((one) => one.reason && one.name === "id3").map((one) => html`<p class="help">${modelName.value.get(one.name)}: ${one.reason}</p>`)}
    <${Edited} key=${name} name=${name} groups=${answer.classes} task=${answer.task} query=${query} />`;
}

/** Rows that the tree is measured and pruned by: a bundled set with the same columns, or a file. */
function Validation({ source }) {
  const [fault, setFault] = useState(null);
  const send = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    try {
      await upload(`/api/new?name=${encodeURIComponent(file.name)}`, file, () => {});
      restate({ validation: "new" });
    } catch (error) {
      setFault(error);
    }
  };
  return html`<${Field} label=${t("tree.validation")}><select value=${source} onChange=${(event) => restate({ validation: event.target.value })}>
      <option value="">${t("tree.no_validation")}</option><option value="new">${t("tree.new_file")}</option>${datasets.value.map((one) => html`<option value=${one.name}>${one.name}</option>`)}</select><//>
    ${source === "new" && html`<${Field} label=${t("take.choose")}><input type="file" onChange=${send} /><//>`}<${FaultLine} fault=${fault} />`;
}

function read(text) {
  try {
    const found = JSON.parse(text || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

const write = (list) => (list.length ? JSON.stringify(list) : "");

function Edited({ name, groups, task, query }) {
  const [edits, undone] = [read(query.edits), read(query.undone)];
  const isAlpha = edits.at(-1)?.[0] === "alpha";
  const base = isAlpha ? edits.slice(0, -1) : edits;
  const common = { model: name, params: query.params ?? "", validation: query.validation ?? "" };
  const { answer: whole } = useAsk({ what: "tree", ...common, edits: base }, "tree.base");
  const { answer, fault, busy } = useAsk({ what: "tree", ...common, edits, row: Number(query.row) || 0 });
  const node = answer?.nodes.some((one) => one.node === Number(query.node)) ? Number(query.node) : 0;
  const edit = (one, more = {}) => restate({ edits: write([...(one[0] === "alpha" ? base : edits), one]), undone: "", ...more });
  const undo = () => restate({ edits: write(edits.slice(0, -1)), undone: write([...undone, edits.at(-1)]), node: "" });
  const redo = () => restate({ edits: write([...edits, undone.at(-1)]), undone: write(undone.slice(0, -1)), node: "" });
  const controls = html`<div class="row">
      <button type="button" disabled=${!edits.length} onClick=${undo}>${t("tree.undo")}</button>
      <button type="button" disabled=${!undone.length} onClick=${redo}>${t("tree.redo")}</button>
      <button type="button" disabled=${!edits.length} onClick=${() => restate({ edits: "", undone: "", node: "" })}>${t("tree.fitted")}</button>
      <span>${edits.length ? t("tree.edits", { count: edits.length }) : t("tree.unedited")}</span></div>`;
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />${fault && controls}`;
  const sentence = sentenceOf(answer, name);
  const say = (one) => t("tree.item", { branch: one.branch || t("tree.root"), question: one.is_leaf ? one.label : `${one.feature} ?`, counts: groups.length ? one.counts.map((count, k) => `${groups[k]} ${shown(count)}`).join(", ") : shown(one.counts[0]), rows: one.rows });
  return html`${controls}<${FaultLine} fault=${fault} />
    <figure><div class="scroll tree" tabindex="-1"><${TreePicture} nodes=${answer.nodes} groups=${groups} chosen=${node} path=${answer.path} choose=${(one) => restate({ node: one })} label=${t("place.tree")} say=${say} /></div>
      <figcaption data-tree="sentence">${sentence}</figcaption></figure>
    <p class="legend">${groups.slice(0, 30).map((one, k) => html`<span><svg class="sign" width="14" height="14" aria-hidden="true"><rect width="14" height="14" style=${{ fill: `var(--c${k % 10})` }} /></svg> ${one}</span>`)}</p>
    <p class="help">${t("tree.keys")}</p>
    <${AsTable} headings=${[t("plane.node"), t("tree.branch"), t("tree.question"), t("tree.rows"), t("tree.counts"), t("tree.impurity"), t("plane.predicted")]} rows=${answer.nodes.map((one) => [one.node, `${"  ".repeat(one.depth)}${one.branch}`, one.feature ?? "–", one.rows, one.counts.map((count) => shown(count)).join(" / "), shown(one.impurity), String(one.label)])} />
    <div class="columns">
      <${Node} common=${{ ...common, edits }} node=${node} found=${answer} edit=${edit} query=${query} say=${say} />
      <${Pruning} common=${{ ...common, edits: base }} whole=${whole} edits=${edits} isAlpha=${isAlpha} edit=${edit} task=${task} found=${answer} />
    </div>
    <${AsCode} extra=${{ script: script(name, edits, query.params) }} />`;
}

function sentenceOf({ leaves, depth, training, validation, hidden }, name) {
  const right = (one, key) => ("mse" in one ? t("tree.mse", { mse: shown(one.mse), rows: one.rows, which: t(key) }) : t("tree.right", { right: one.right, rows: one.rows, share: fixed(one.right / one.rows), which: t(key) }));
  return [t("tree.sentence", { model: modelName.value.get(name), leaves, depth }), right(training, "tree.training"), validation ? right(validation, "tree.of_validation") : "", hidden ? t("tree.hidden", { count: hidden }) : ""].filter(Boolean).join(lang.value === "zh" ? "" : " ");
}

/** A node: its rows, the gains of the splits it could have, and what can be done with it. */
function Node({ common, node, found, edit, query, say }) {
  const { answer, fault, busy } = useAsk({ what: "tree.node", ...common, node });
  const own = found.nodes.find((one) => one.node === node) ?? found.nodes[0];
  const features = found.features.filter((one) => !one.categories).map((one) => one.name);
  const split = (row) => edit(["split", node, row.feature, row.threshold, row.categories], { node });
  const isLoss = answer?.table[0] && "loss" in answer.table[0];
  const headings = isLoss ? ["loss"] : ["gain", "ratio", "gini"];
  return html`<section aria-labelledby="node"><h2 id="node">${t("tree.node", { node })}</h2><p>${say(own)}</p>
    <div class="row"><button type="button" disabled=${own.is_leaf} onClick=${() => edit(["leaf", node], { node })}>${t("tree.make_leaf")}</button>
      <button type="button" onClick=${() => edit(["grow", node, 1], { node })}>${t("tree.grow_one")}</button>
      <button type="button" onClick=${() => edit(["grow", node, 0], { node })}>${t("tree.grow_all")}</button></div>
    <${Busy} on=${busy} /><${FaultLine} fault=${fault} />
    ${answer && html`<h3>${t("tree.gains")}</h3><div class="scroll" tabindex="0" role="group" aria-label=${t("tree.gains")}><table class="gains"><thead><tr><th scope="col">${t("word.column")}</th><th scope="col">${t("tree.split")}</th>${headings.map((key) => html`<th scope="col" class="number">${t(`tree.${key}`)}</th>`)}<th scope="col"><span class="hidden">${t("frame.more")}</span></th></tr></thead>
      <tbody>${answer.table.map((row) => html`<tr key=${row.feature} class=${row.chosen ? "best" : row.allowed ? "" : "unused"}><th scope="row">${row.feature}</th><td>${row.condition ?? t("tree.multiway")}</td>
        ${headings.map((key) => html`<td class="number" data-gain=${key}>${key === "loss" ? shown(row[key]) : fixed(row[key], 4)}</td>`)}
        <td>${row.chosen ? html`<span class="badge">${t("tree.chosen")}</span>` : html`<button type="button" aria-label=${t("tree.split_by", { name: row.feature })} onClick=${() => split(row)}>${t("tree.split_here")}</button>`}</td></tr>`)}</tbody></table></div>
      <p>${t("tree.rows_here", { count: answer.n_rows })} ${answer.rows.map((row, i) => html`${i ? ", " : ""}<a href=${link("row", { model: common.model, row })}>${row}</a>`)}${answer.n_rows > answer.rows.length ? " …" : ""}</p>
      ${features.length > 0 && html`<${Thresholds} key=${node} common=${common} node=${node} features=${features} edit=${edit} query=${query} isLoss=${isLoss} />`}`}
  </section>`;
}

function Thresholds({ common, node, features, edit, query, isLoss }) {
  const name = features.includes(query.f) ? query.f : features[0];
  const [typed, setTyped] = useState("");
  const { answer, fault } = useAsk({ what: "tree.thresholds", ...common, node, feature: name });
  const rows = answer?.feature === name ? answer.splits.filter((row) => row.threshold !== null) : [];
  const worth = (row) => (isLoss ? row.loss : row.decrease);
  const best = rows.length ? rows.reduce((a, b) => ((isLoss ? worth(b) < worth(a) : worth(b) > worth(a)) ? b : a)) : null;
  const words = best ? t("tree.curve", { name, threshold: shown(best.threshold, 6), worth: shown(worth(best)), count: rows.length }) : "";
  const byHand = (event) => {
    event.preventDefault();
    if (typed !== "" && Number.isFinite(Number(typed))) edit(["split", node, name, Number(typed), null], { node });
  };
  return html`<h3>${t("tree.thresholds")}</h3>
    <form class="row" onSubmit=${byHand}><${Field} label=${t("word.column")}><select value=${name} onChange=${(event) => restate({ f: event.target.value })}>${features.map((one) => html`<option value=${one}>${one}</option>`)}</select><//>
      <${Field} label=${t("plane.threshold")}><input type="number" step="any" value=${typed} onInput=${(event) => setTyped(event.target.value)} /><//><button type="submit">${t("tree.split_here")}</button></form>
    <${FaultLine} fault=${fault} />
    ${best && html`<${Line} x=${rows.map((row) => row.threshold)} y=${rows.map(worth)} mark=${best.threshold} fromZero=${!isLoss} xName=${name} yName=${t(isLoss ? "tree.loss" : "tree.decrease")} label=${words} /><p class="help">${words}</p>
      <${AsTable} headings=${[t("plane.threshold"), t(isLoss ? "tree.loss" : "tree.decrease")]} rows=${rows.map((row) => [shown(row.threshold, 8), shown(worth(row), 6)])} />`}`;
}

/** Pruning by a rule, or along the path of the weakest links. */
function Pruning({ common, whole, edits, isAlpha, edit, task, found }) {
  const [method, setMethod] = useState(METHODS[0]);
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState(null);
  const [fault, setFault] = useState(null);
  const { answer: path, fault: pathFault, busy } = useAsk(isOpen ? { what: "tree.alphas", ...common } : null, "tree.alphas");
  const { alpha = [0], leaves = [found.leaves] } = whole?.alphas ?? {};
  const price = isAlpha ? edits.at(-1)[1] : 0;
  const index = Math.max(0, alpha.findLastIndex((one) => one <= price));
  const save = async () => {
    setFault(null);
    try {
      const kept = await ask("tree.save", { ...common, edits });
      setSaid(kept);
    } catch (error) {
      setFault(error);
    }
  };
  return html`<section aria-labelledby="prune"><h2 id="prune">${t("tree.prune")}</h2>
    <form class="row" onSubmit=${(event) => { event.preventDefault(); edit(["prune", method], { node: "" }); }}>
      <${Field} label=${t("tree.rule")}><select value=${method} onChange=${(event) => setMethod(event.target.value)}>${(task === "regression" ? OF_NUMBERS : METHODS).map((one) => html`<option value=${one}>${t(`tree.by_${one}`)}</option>`)}</select><//>
      <button type="submit">${t("tree.prune")}</button></form>
    <p class="help">${t("tree.rule_help")}</p>
    <label class="field wide"><span>${t("tree.alpha")}</span><input type="range" class="alpha" min="0" max=${alpha.length - 1} step="1" value=${index} aria-valuetext=${t("tree.alpha_at", { alpha: shown(alpha[index]), leaves: leaves[index] })}
      onInput=${(event) => edit(["alpha", alpha[Number(event.target.value)]], { node: "" })} /></label>
    <p data-tree="alpha">${t("tree.alpha_at", { alpha: shown(alpha[index]), leaves: leaves[index] })}</p>
    <details onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${t("tree.path")}</summary><${Busy} on=${isOpen && busy} /><${FaultLine} fault=${pathFault} />
      ${path && html`<p>${t("tree.choices", { least: path.chosen.least, one_se: path.chosen.one_se })}</p><div class="scroll" tabindex="0" role="group" aria-label=${t("tree.path")}><table class="path"><thead><tr><th scope="col" class="number">α</th><th scope="col" class="number">${t("tree.leaves")}</th><th scope="col" class="number">${t("tree.cv_error")}</th></tr></thead>
        <tbody>${path.alpha.map((one, i) => html`<tr class=${path.leaves[i] === path.chosen.one_se ? "best" : ""}><td class="number">${shown(one)}</td><td class="number">${path.leaves[i]}</td><td class="number">${shown(path.cv_error[i])} ± ${shown(path.cv_se[i], 2)}</td></tr>`)}</tbody></table></div>`}</details>
    <p><button type="button" class="primary" onClick=${save}>${t("tree.save")}</button></p><${FaultLine} fault=${fault} />
    ${said && html`<p class="said" role="status">${t("tree.saved", { leaves: said.leaves })} <button type="button" onClick=${() => download(said.file).catch(setFault)}>${t("take.download")} ${said.file}</button></p>`}
  </section>`;
}

/** The edits as calls of the library. */
function script(name, edits, params) {
  const lines = edits.map((edit) => `# ${edit.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" ")}`);
  return `\n# The tree ${name}${params ? ` with ${params}` : ""}; by hand, in this order (fenlei.trees: split_node, make_leaf, prune):\n${lines.join("\n") || "# (as fitted)"}\n# After "${t("tree.save")}": fenlei explain tree.fenlei FILE --row 1\n`;
}
