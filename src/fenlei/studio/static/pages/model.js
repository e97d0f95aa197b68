// Understand a model: how it was fitted, its parameters, how its scores are made.

import { html, useState } from "../vendor/preact.js";
import { ask, download } from "../api.js";
import { chosenModel, link, modelName, restate, session, shown, t, table } from "../store.js";
import { Calibration } from "../decide_parts.js";
import { AsCode, Busy, Code, Copy, FaultLine, Field, Fragment, Needed, useAsk } from "../parts.js";
import { Player } from "../player.js";

export default function Model({ query }) {
  if (!table.value) return html`<${Needed} words=${t("frame.needs_table")} place="data" go=${t("frame.go_data")} />`;
  return html`<${Chosen} query=${query} />`;
}

function Chosen({ query }) {
  const { answer: result } = useAsk({ what: "result" });
  const { answer: all, fault: problem } = useAsk({ what: "candidates" });
  if (!all) return html`<${FaultLine} fault=${problem} />`;
  const names = all.models.filter((model) => !model.reason).map((model) => model.name);
  const params = query.params ?? "";
  const name = chosenModel(names, query.model, result?.result);
  return html`
    <${Field} label=${t("word.model")}><select value=${name} onChange=${(event) => restate({ model: event.target.value, params: "", track: "", frame: "" })}>
      ${names.map((one) => html`<option value=${one}>${modelName.value.get(one)}</option>`)}</select><//>
    <${Parameters} key=${`p-${name}`} name=${name} params=${params} />
    <${Working} key=${`w-${name}`} name=${name} params=${params} query=${query} />
    <${Scores} key=${`s-${name}`} name=${name} />
    <${Mistakes} key=${`m-${name}`} name=${name} />
    ${result?.result?.classes.length > 0 && html`<${Calibration} key=${`c-${name}`} model=${name} positive=${Math.min(result.result.classes.length - 1, Number(query.positive ?? result.result.classes.length - 1) || 0)} classes=${result.result.classes} />`}
    <${AsCode} extra=${as_code(name)} />`;
}

/** The command and the script of this model alone. */
function as_code(name) {
  const { source, target } = session.value;
  const data = source?.label ?? "";
  return { script: `\nmodel = fenlei.train(${JSON.stringify(data)}, ${JSON.stringify(name)}${target ? `, ${JSON.stringify(target)}` : ""})\nprint(model.estimator)\n` };
}

/** Other parameters: the model is fitted anew, and tested on the folds of the plan beside the one before. */
function Change({ name, params, answer }) {
  const [typed, setTyped] = useState(params);
  const send = (event) => {
    event.preventDefault();
    restate({ params: typed.trim(), track: "", frame: "" });
  };
  const example = answer?.parameters.filter((one) => /^(-?[\d.]+(e-?\d+)?|True|False|'.*')$/.test(one.value)).slice(0, 2).map((one) => `${one.name}=${one.value.replaceAll("'", "")}`).join("; ");
  return html`<form class="row" onSubmit=${send}><${Field} label=${t("model.other")} help=${example}><input class="wide" value=${typed} onInput=${(event) => setTyped(event.target.value)} /><//>
      <button type="submit" disabled=${typed.trim() === params}>${t("model.refit")}</button>${params && html`<button type="button" class="quiet" onClick=${() => { setTyped(""); restate({ params: "", track: "", frame: "" }); }}>${t("model.as_planned")}</button>`}</form>
    ${params && html`<${BeforeAfter} name=${name} params=${params} />`}`;
}

function BeforeAfter({ name, params }) {
  const { answer, fault, busy } = useAsk({ what: "model.changed", model: name, params });
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const numbers = (one) => (one.p === undefined ? ["", "", ""] : [shown(one.difference), `${shown(one.low)} – ${shown(one.high)}`, shown(one.p, 3)]);
  return html`<h2 class="small">${t("model.before_after")}</h2><p class="help">${t("model.tested", { folds: answer.folds })}</p>
    <div class="scroll" tabindex="0" role="group" aria-label=${t("model.before_after")}><table class="changed-scores"><thead><tr><th scope="col">${t("pair.metric")}</th><th scope="col" class="number">${t("model.before")}</th><th scope="col" class="number">${t("model.after")}</th><th scope="col" class="number">${t("model.difference")}</th><th scope="col">${t("compare.interval")}</th><th scope="col" class="number">p</th></tr></thead>
      <tbody>${answer.metrics.map((one) => html`<tr key=${one.metric}><th scope="row">${t(`metric.${one.metric}`)}</th><td class="number">${shown(one.before)}</td><td class="number">${shown(one.after)}</td>${numbers(one).map((cell, i) => html`<td class=${i === 1 ? "" : "number"}>${cell}</td>`)}</tr>`)}</tbody></table></div>
    <${Code} title=${t("frame.script")} text=${`import fenlei\n\nmodel = ${answer.script}\n`} name="model.py" />`;
}

/** Rows that it got wrong before it had seen them, each opened in the place Row. */
function Mistakes({ name }) {
  const [isOpen, setOpen] = useState(false);
  const { answer, fault, busy } = useAsk(isOpen ? { what: "model.mistakes", model: name } : null, "model.mistakes");
  const rows = (found) => found.map((one, i) => html`${i ? ", " : ""}<a href=${link("row", { model: name, row: one.row })}>${one.row}</a>`);
  return html`<details onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${t("model.mistakes")}</summary><${Busy} on=${isOpen && busy} /><${FaultLine} fault=${fault} />
    ${answer?.errors.length > 0 && html`<table><thead><tr><th scope="col">${t("plane.row")}</th><th scope="col" class="number">${t("row.in_table")}</th><th scope="col" class="number">${t("plane.predicted")}</th></tr></thead><tbody>${answer.errors.map((one) => html`<tr key=${one.row}><th scope="row"><a href=${link("row", { model: name, row: one.row })}>${one.row}</a></th><td class="number">${shown(one.truth, 6)}</td><td class="number">${shown(one.said, 6)}</td></tr>`)}</tbody></table>`}
    ${answer && !answer.errors.length && html`<p>${t("model.wrong", { wrong: answer.wrong, rows: answer.rows })}</p>
      ${answer.pairs.length > 0 && html`<table class="mistakes"><thead><tr><th scope="col">${t("decide.truth")}</th><th scope="col">${t("plane.predicted")}</th><th scope="col" class="number">${t("decide.rows")}</th><th scope="col">${t("model.surest")}</th></tr></thead>
      <tbody>${answer.pairs.map((one) => html`<tr><th scope="row">${one.truth}</th><td>${one.answer}</td><td class="number">${one.count}</td><td>${rows(one.rows)}</td></tr>`)}</tbody></table>`}`}</details>`;
}

function Parameters({ name, params }) {
  const { answer, fault, busy } = useAsk({ what: "model", model: name, params });
  if (!answer) return html`<${Change} name=${name} params=${params} /><${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const changed = answer.parameters.filter((one) => !one.is_default).length;
  const scale = t(`compare.scale_${answer.scale ?? "none"}`);
  return html`<section>
    <p>${t("model.prepared", { scale, rows: answer.rows })}</p>
    <details><summary>${t("model.parameters")} <small>${answer.estimator}; ${t("model.changed", { count: changed })}</small></summary>
      <div class="scroll" tabindex="0" role="group" aria-label=${t("model.parameters")}><table><tbody>
        ${answer.parameters.map((one) => html`<tr class=${one.is_default ? "unused" : ""}><th scope="row">${one.name}</th><td><code>${one.value}</code></td></tr>`)}
      </tbody></table></div></details>
    <${Change} name=${name} params=${params} answer=${answer} />
  </section>`;
}

function Working({ name, params, query }) {
  const [problem, setProblem] = useState(null);
  const { answer, fault, busy } = useAsk({ what: "model.working", model: name, params });
  const save = () => ask("model.save_working", { model: name, params }).then((found) => download(found.file)).catch(setProblem);
  return html`<section aria-labelledby="working"><div class="row"><h2 id="working">${t("model.how")}</h2><span class="grow"></span>
      ${answer && html`<button type="button" class="quiet" onClick=${save}>${t("take.download")} working.html</button><${Copy} text=${answer.latex} words=${t("model.latex")} />`}</div><${FaultLine} fault=${problem} />
    <${Busy} on=${busy} /><${FaultLine} fault=${fault} />
    ${answer && answer.tracks.length > 1 && html`<${Player} tracks=${answer.tracks} table=${answer.table} total=${answer.total} query=${query} first=${answer.tracks[1].key} title=${t("player.title")} />`}
    ${answer && html`<p class="help">${t("frame.rounded")}</p><${Fragment} markup=${answer.html} title=${t("model.how")} />`}
  </section>`;
}

function Scores({ name }) {
  const [isOpen, setOpen] = useState(false);
  const { answer, fault, busy } = useAsk(isOpen ? { what: "model.scores", model: name } : null, "model.scores");
  return html`<details onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${t("model.scores")}</summary>
    <${Busy} on=${isOpen && busy} /><${FaultLine} fault=${fault} />
    ${answer && html`<${Fragment} markup=${answer.html} title=${t("model.scores")} />`}
  </details>`;
}
