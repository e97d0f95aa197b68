// Understand a row: its values, which can be changed, what is predicted and why.

import { html, useEffect, useState } from "../vendor/preact.js";
import { chosenModel, modelName, notice, restate, shown, t, table } from "../store.js";
import { AsCode, Busy, FaultLine, Field, Fragment, Needed, useAsk } from "../parts.js";
import { AroundRow } from "../around_row.js";
import { Shares } from "../marks/shares.js";

export default function Row({ query }) {
  if (!table.value) return html`<${Needed} words=${t("frame.needs_table")} place="data" go=${t("frame.go_data")} />`;
  return html`<${Chosen} query=${query} />`;
}

function Chosen({ query }) {
  const { answer: result } = useAsk({ what: "result" });
  const { answer: all, fault } = useAsk({ what: "candidates" });
  if (!all) return html`<${FaultLine} fault=${fault} />`;
  const names = all.models.filter((model) => !model.reason).map((model) => model.name);
  const name = chosenModel(names, query.model, result?.result);
  const row = Math.min(table.value.rows, Math.max(1, Number(query.row) || 1));
  const values = read(query.values);
  const move = (to) => restate({ row: Math.min(table.value.rows, Math.max(1, to)), values: "" });
  return html`
    <div class="row">
      <${Field} label=${t("word.model")}><select value=${name} onChange=${(event) => restate({ model: event.target.value })}>
        ${names.map((one) => html`<option value=${one}>${modelName.value.get(one)}</option>`)}</select><//>
      <${Field} label=${t("row.which")}><input type="number" min="1" max=${table.value.rows} value=${row} onChange=${(event) => move(Number(event.target.value))} /><//>
      <button type="button" disabled=${row <= 1} onClick=${() => move(row - 1)}>${t("row.previous")}</button>
      <button type="button" disabled=${row >= table.value.rows} onClick=${() => move(row + 1)}>${t("row.next")}</button>
    </div>
    <${Around} name=${name} row=${row} values=${values} query=${query} />
    <div class="columns">
      <${Values} row=${row} values=${values} />
      <${Answer} name=${name} row=${row} values=${values} />
    </div>
    <${AsCode} />`;
}

/** What lies about the row; the answers come when a part is opened. */
function Around({ name, row, values, query }) {
  const { answer } = useAsk({ what: "row.fields", row }, "row.around");
  return answer && html`<${AroundRow} asked=${{ model: name, row, values }} query=${query} fields=${answer.fields} />`;
}

function read(text) {
  try {
    const found = JSON.parse(text || "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

function Values({ row, values }) {
  const { answer, fault, busy } = useAsk({ what: "row.fields", row });
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const set = (name, value, own) => {
    const next = { ...values, [name]: value };
    if (String(value) === String(own ?? "")) delete next[name];
    restate({ values: Object.keys(next).length ? JSON.stringify(next) : "" });
  };
  const changed = Object.keys(values).length;
  return html`<section aria-labelledby="values"><h2 id="values">${t("row.values")}</h2>
    ${answer.truth !== null && html`<p>${t("row.truth", { label: answer.truth })}</p>`}
    <p class="row"><button type="button" disabled=${!changed} onClick=${() => restate({ values: "" })}>${t("row.back")}</button>
      <button type="button" onClick=${() => restate({ values: JSON.stringify(Object.fromEntries(answer.fields.map((field) => [field.name, ""]))) })}>${t("row.clear")}</button>
      ${changed > 0 && html`<span>${t("row.changed", { count: changed })}</span>`}</p>
    <div class="fields">${answer.fields.map((field) => html`<${Value} key=${field.name} field=${field} value=${field.name in values ? values[field.name] : field.value} set=${(value) => set(field.name, value, field.value)} isChanged=${field.name in values} />`)}</div>
  </section>`;
}

function Value({ field, value, set, isChanged }) {
  if (field.categories.length)
    return html`<${Field} label=${field.name}><select class=${isChanged ? "changed" : ""} value=${value === null ? "" : String(value)} onChange=${(event) => set(event.target.value)}>
      <option value="">${t("row.empty")}</option>${field.categories.map((one) => html`<option value=${one}>${one}</option>`)}</select><//>`;
  if (!field.range) return html`<${Field} label=${field.name}><input class=${isChanged ? "changed" : ""} value=${value ?? ""} onChange=${(event) => set(event.target.value)} /><//>`;
  const [low, high] = field.range;
  const step = high > low ? (high - low) / 200 : 1;
  const number = (event) => set(event.target.value === "" ? "" : Number(event.target.value));
  return html`<div class="field wide"><label><span>${field.name}</span>
      <input type="number" step="any" class=${isChanged ? "changed" : ""} value=${value ?? ""} placeholder=${t("row.empty")} onChange=${number} /></label>
    <input type="range" aria-label=${`${field.name}: ${shown(low)} – ${shown(high)}`} min=${low} max=${high} step=${step} value=${value ?? low} onInput=${(event) => set(Number(Number(event.target.value).toPrecision(6)))} /></div>`;
}

function Answer({ name, row, values }) {
  const { answer, fault, busy } = useAsk({ what: "row.working", model: name, row, values });
  useEffect(() => {
    if (answer) notice.value = t("row.predicted", { label: answer.prediction });
  }, [answer?.prediction]);
  return html`<section aria-labelledby="why"><h2 id="why">${t("row.working")}</h2>
    <${Busy} on=${busy} /><${FaultLine} fault=${fault} />
    ${answer && html`<p class="lead">${t("row.predicted", { label: typeof answer.prediction === "number" ? shown(answer.prediction, 6) : answer.prediction })}</p>
      ${answer.probabilities && html`<${Shares} pairs=${answer.probabilities} label=${t("row.probabilities")} />`}
      <p class="help">${t("frame.rounded")}</p>
      <${Fragment} markup=${answer.html} title=${t("row.working")} />`}
  </section>`;
}
