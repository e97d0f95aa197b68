// About a row: why this class and not that one, other values of a feature, and the nearest rows.

import { html, useState } from "./vendor/preact.js";
import { fixed, link, restate, shown, t } from "./store.js";
import { AsTable, Busy, FaultLine, Field, useAsk } from "./parts.js";
import { Curves } from "./marks/curves.js";

/** A part that is asked for when it is opened; the address remembers which one is. */
function Part({ name, query, children }) {
  const open = (query.open ?? "").split(",").filter(Boolean);
  const isOpen = open.includes(name);
  const toggle = (event) => {
    const now = event.currentTarget.open;
    if (now !== isOpen) restate({ open: (now ? [...open, name] : open.filter((one) => one !== name)).join(",") });
  };
  return html`<details open=${isOpen} onToggle=${toggle}><summary>${t(`row.${name}`)}</summary>${isOpen && children()}</details>`;
}

export function AroundRow({ asked, query, fields }) {
  return html`<${Part} name="contrast" query=${query}>${() => html`<${Contrast} asked=${asked} query=${query} />`}<//>
    <${Part} name="curve" query=${query}>${() => html`<${Curve} asked=${asked} query=${query} fields=${fields} />`}<//>
    <${Part} name="near" query=${query}>${() => html`<${Near} asked=${asked} />`}<//>`;
}

function Contrast({ asked, query }) {
  const against = query.against === undefined || query.against === "" ? {} : { against: Number(query.against) };
  const { answer, fault, busy } = useAsk({ what: "row.contrast", ...asked, ...against });
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  if (!answer.now.length) return html`<p class="help">${t("row.no_contrast")}</p>`;
  const [a, b] = answer.chosen.map((k) => answer.classes[k]);
  const isPair = answer.chosen.length === 2;
  const apart = (pair) => (isPair ? pair[0] - pair[1] : pair[0]);
  return html`<p class="help">${t("row.contrast_help")}</p>
    ${isPair && html`<${Field} label=${t("row.against", { name: a })}><select value=${answer.chosen[1]} onChange=${(event) => restate({ against: event.target.value })}>${answer.classes.map((one, k) => (k === answer.chosen[0] ? null : html`<option value=${k}>${one}</option>`))}</select><//>`}
    <p>${isPair ? t("row.contrast_now", { a, b, first: fixed(answer.now[0]), second: fixed(answer.now[1]) }) : t("row.predicted", { label: shown(answer.now[0], 6) })}</p>
    <div class="scroll tall" tabindex="0" role="group" aria-label=${t("row.contrast")}><table><thead><tr><th scope="col">${t("word.column")}</th><th scope="col">${t("word.value")}</th><th scope="col">${t("row.typical")}</th>
      ${isPair ? html`<th scope="col" class="number">P(${a})</th><th scope="col" class="number">P(${b})</th>` : html`<th scope="col" class="number">${t("plane.predicted")}</th>`}<th scope="col" class="number">${t("row.speaks", { name: isPair ? a : "" })}</th></tr></thead>
      <tbody>${answer.features.map((one) => html`<tr key=${one.name}><th scope="row">${one.name}</th><td>${one.value === null ? t("row.empty") : shownValue(one.value)}</td><td>${one.typical === null ? t("row.empty") : shownValue(one.typical)}</td>
        ${one.after.map((share) => html`<td class="number">${isPair ? fixed(share) : shown(share, 6)}</td>`)}<td class="number">${signed(apart(answer.now) - apart(one.after), isPair)}</td></tr>`)}</tbody></table></div>`;
}

const shownValue = (value) => (typeof value === "number" ? shown(value, 6) : String(value));
const signed = (value, isShare) => `${value > 0 ? "+" : ""}${isShare ? fixed(value) : shown(value)}`;

function Curve({ asked, query, fields }) {
  const names = fields.map((one) => one.name);
  const feature = names.includes(query.feature) ? query.feature : names[0];
  const { answer, fault, busy } = useAsk(feature ? { what: "row.curve", ...asked, feature } : null);
  const choose = html`<${Field} label=${t("word.column")}><select value=${feature} onChange=${(event) => restate({ feature: event.target.value })}>${names.map((name) => html`<option value=${name}>${name}</option>`)}</select><//>`;
  if (!answer || answer.feature !== feature) return html`${choose}<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const { places, own, said, classes, shares, is_number } = answer;
  const rows = places.map((place, i) => [shownValue(place), shownValue(said[i]), ...(shares ? shares.map((one) => fixed(one[i])) : [])]);
  const table = html`<${AsTable} headings=${[feature, t("plane.predicted"), ...(classes ?? []).map((one) => `P(${one})`)]} rows=${rows} />`;
  const changes = places.map((place, i) => [place, i]).filter(([, i]) => i && said[i] !== said[i - 1]);
  const words = is_number && shares ? (changes.length ? t("row.curve_changes", { name: feature, places: changes.slice(0, 5).map(([place, i]) => `${shown(place)} (${said[i]})`).join(", ") }) : t("row.curve_same", { name: feature, label: said[0] })) : t("row.curve_says", { name: feature });
  const series = shares ?? (typeof said[0] === "number" ? [said] : null);
  return html`${choose}${is_number && series && html`<${Curves} x=${places} series=${series} names=${classes ?? [""]} mark=${own} xName=${feature} yName=${shares ? "P" : t("plane.predicted")} label=${words} />`}
    <p class="help">${words}</p>${is_number ? table : html`<div class="scroll" tabindex="0" role="group" aria-label=${feature}><table><thead><tr><th scope="col">${feature}</th><th scope="col">${t("plane.predicted")}</th>${(classes ?? []).map((one) => html`<th scope="col" class="number">P(${one})</th>`)}</tr></thead>
      <tbody>${places.map((place, i) => html`<tr class=${place === own ? "best" : ""}><th scope="row">${place}</th><td>${shownValue(said[i])}</td>${(shares ?? []).map((one) => html`<td class="number">${fixed(one[i])}</td>`)}</tr>`)}</tbody></table></div>`}`;
}

function Near({ asked }) {
  const { answer, fault, busy } = useAsk({ what: "row.neighbours", ...asked });
  const [isWhole, setWhole] = useState(false);
  if (!answer) return html`<${Busy} on=${busy} /><${FaultLine} fault=${fault} />`;
  const parts = (one) => one.parts.slice(0, isWhole ? 12 : 3).map((part) => `${part.name} ${part.value === null ? t("row.empty") : shownValue(part.value)} (${shown(part.squared, 3)})`).join(" · ");
  const line = (one) => html`<tr key=${one.row}><th scope="row"><a href=${link("row", { model: asked.model, row: one.row })}>${one.row}</a></th><td>${shownValue(one.label)}</td><td class="number">${shown(one.distance, 5)}</td><td><small>${parts(one)}</small></td></tr>`;
  const head = html`<thead><tr><th scope="col">${t("plane.row")}</th><th scope="col">${t("row.in_table")}</th><th scope="col" class="number">${t("plane.distance")}</th><th scope="col">${t("row.parts")}</th></tr></thead>`;
  return html`<p class="help">${t("row.near_help")}</p>
    <label class="check"><input type="checkbox" checked=${isWhole} onChange=${() => setWhole(!isWhole)} /> ${t("row.all_parts")}</label>
    <div class="scroll" tabindex="0" role="group" aria-label=${t("row.near")}><table class="neighbours">${head}<tbody>${answer.rows.map(line)}</tbody></table></div>
    ${answer.other && html`<h2 class="small">${t("row.other")}</h2><p>${t("row.other_says", { row: answer.other.row, label: answer.other.said, own: answer.said })}</p>
      <div class="scroll" tabindex="0" role="group" aria-label=${t("row.other")}><table>${head}<tbody>${line(answer.other)}</tbody></table></div>`}`;
}
