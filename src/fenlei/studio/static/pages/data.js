// Data: open a table, see its columns and rows, say what they are.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { get, patch, put, upload } from "../api.js";
import { count, datasets, job, lang, limits, megabytes, notice, session, shown, t, table, version } from "../store.js";
import { AsCode, Busy, FaultLine, Field } from "../parts.js";
import { Bars } from "../marks/bars.js";

const KINDS = ["auto", "numeric", "nominal", "ordinal", "date", "id", "drop"];
const LISTS = ["numeric", "nominal", "date", "id", "drop"];
const PAGE = 50;

export default function Data() {
  const [isOpening, setOpening] = useState(false);
  const current = session.value;
  if (current.source && !table.value && !current.fault)
    return html`<p class="busy" role="status"><span class="spin" aria-hidden="true"></span> ${t("data.reading", { name: current.source.label })}</p>`;
  if (!table.value || isOpening)
    return html`<${Open} done=${() => setOpening(false)} canClose=${Boolean(table.value)} />`;
  return html`
    <${Summary} another=${() => setOpening(true)} />
    <${Schema} key=${current.source.label} />
    <${Rows} />
    <${AsCode} />`;
}

function Open({ done, canClose }) {
  const [doing, setDoing] = useState("");
  const [fault, setFault] = useState(session.value.fault);
  const [isOver, setOver] = useState(false);
  const [search, setSearch] = useState("");
  const [dataLang, setDataLang] = useState(lang.value);
  const input = useRef(null);

  const opened = async (work, name) => {
    setFault(null);
    setDoing(t("data.reading", { name }));
    try {
      await work();
      done();
    } catch (error) {
      setFault(error);
    }
    setDoing("");
  };
  const send = (file) =>
    file &&
    opened(
      () =>
        upload(`/api/table?name=${encodeURIComponent(file.name)}`, file, (share) =>
          setDoing(share < 1 ? t("data.sending", { name: file.name, share: Math.round(100 * share) }) : t("data.reading", { name: file.name })),
        ),
      file.name,
    );
  const drop = (event) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files[0]);
  };
  const words = search.toLowerCase();
  const found = datasets.value.filter((one) => `${one.name} ${one.title}`.toLowerCase().includes(words));
  return html`
    <section class="drop ${isOver ? "over" : ""}" onDragOver=${(event) => { event.preventDefault(); setOver(true); }} onDragLeave=${() => setOver(false)} onDrop=${drop}>
      <p class="lead">${t("data.drop")} <button type="button" class="primary" onClick=${() => input.current.click()}>${t("data.choose")}</button></p>
      <input type="file" class="hidden" tabindex="-1" aria-label=${t("data.choose")} ref=${input} onChange=${(event) => send(event.target.files[0])} />
      <p class="help">${t("data.formats", { most: megabytes(limits.value.upload) })}</p>
      ${doing && html`<p role="status" class="busy"><span class="spin" aria-hidden="true"></span> ${doing}</p>`}
      <${FaultLine} fault=${fault} />
      ${canClose && html`<p><button type="button" class="quiet" onClick=${done}>${t("frame.close")}</button></p>`}
    </section>
    <section>
      <h2>${t("data.bundled")}</h2>
      <div class="row">
        <${Field} label=${t("data.bundled_search")}><input type="search" value=${search} onInput=${(event) => setSearch(event.target.value)} /><//>
        <${Field} label=${t("data.bundled_lang")}><select value=${dataLang} onChange=${(event) => setDataLang(event.target.value)}>
          <option value="en">English</option><option value="zh">中文</option></select><//>
      </div>
      <ul class="sets">${found.map(
        (one) => html`<li key=${one.name}><button type="button" onClick=${() => opened(() => put("/api/table", { dataset: one.name, data_lang: dataLang }), one.name)}>
          <strong>${one.name}</strong><span>${one.title}</span>
          <small>${count(one.rows)} × ${one.features}${one.classes ? ` · ${t("data.classes", { count: one.classes })}` : ""}</small></button></li>`,
      )}</ul>
    </section>`;
}

function Summary({ another }) {
  const { rows, features, target, task, notes, problem } = table.value;
  const what = task === "regression" ? t("data.quantity") : target && t("data.classes", { count: target.n_distinct });
  return html`<section>
    <p class="lead">${t("data.summary", { rows: count(rows), features: count(features) })}${target ? html`${t("frame.semicolon")}${t("data.predicts", { target: target.name, what })}` : null}</p>
    <p class="row"><a class="button primary" href="#/compare">${t("data.go")}</a>
      <button type="button" disabled=${job.value?.state === "running"} onClick=${another}>${t("data.another")}</button></p>
    ${problem && html`<p class="fault" role="alert">${problem}</p>`}
    ${!target && html`<p class="fault" role="alert">${t("data.no_target")}</p>`}
    ${notes.length > 0 && html`<h2>${t("data.notes")}</h2><ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
    ${target?.bars?.length > 0 && task === "classification" && html`<h2>${t("data.class_counts")}</h2><ul class="counts">${target.bars.map(
      ([name, rows]) => html`<li><span>${name}</span><meter min="0" max=${Math.max(...target.bars.map((bar) => bar[1]))} value=${rows}>${rows}</meter><b>${count(rows)}</b></li>`,
    )}</ul>`}
  </section>`;
}

/** The reading options after the columns of `names` are declared to be of a kind. */
function declared(reading, names, kind, order) {
  const next = { ...reading };
  for (const list of LISTS) next[list] = (reading[list] ?? []).filter((name) => !names.includes(name));
  next.ordinal = Object.fromEntries(Object.entries(reading.ordinal ?? {}).filter(([name]) => !names.includes(name)));
  if (kind === "ordinal") for (const name of names) next.ordinal[name] = order;
  else if (kind !== "auto") next[kind] = [...next[kind], ...names];
  return Object.fromEntries(Object.entries(next).filter(([, value]) => (Array.isArray(value) ? value.length : typeof value === "object" ? Object.keys(value).length : value)));
}

function Schema() {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState([]);
  const [kind, setKind] = useState("nominal");
  const [order, setOrder] = useState("");
  const [said, setSaid] = useState("");
  const [fault, setFault] = useState(null);
  const [isBusy, setBusy] = useState(false);
  const { reading, can_undo, target } = session.value;
  const { columns, total_columns, names } = table.value;
  const isRunning = job.value?.state === "running";

  const change = async (document) => {
    setBusy(true);
    setFault(null);
    const before = new Map(columns.map((column) => [column.name, column.kind]));
    try {
      const found = await patch("/api/schema", document);
      const changed = found.table.columns.filter((column) => before.get(column.name) !== column.kind).slice(0, 5);
      const parts = changed.map((column) => t("data.changed_kind", { name: column.name, kind: t(`kind.${column.kind}`) }));
      parts.push(t("data.changed_count", { rows: count(found.table.rows), features: count(found.table.features) }));
      setSaid(t("data.changed", { what: parts.join(t("frame.semicolon")) }));
      notice.value = t("data.changed", { what: parts.join(t("frame.semicolon")) });
      setChosen([]);
    } catch (error) {
      setFault(error);
    }
    setBusy(false);
  };
  const dropped = (reading.drop ?? []).map((name) => ({ name, kind: "drop", n_distinct: null, n_missing: null, bars: [], categories: [], note: "", source: "" }));
  const listed = [...columns, ...dropped].filter((column) => column.name.toLowerCase().includes(search.toLowerCase()));
  const own = listed.filter((column) => !column.source);
  const isAll = own.length > 0 && own.every((column) => chosen.includes(column.name));
  const toggle = (name) => setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  const apply = () => {
    const values = order.split(",").map((word) => word.trim()).filter(Boolean);
    change({ reading: declared(reading, chosen, kind, values) });
  };
  const first = columns.find((column) => column.name === chosen[0]);
  const pickKind = (value) => {
    setKind(value);
    if (value === "ordinal" && !order) setOrder((first?.categories ?? []).join(", "));
  };
  return html`<section>
    <h2>${t("data.columns")}</h2>
    <div class="row">
      <${Field} label=${t("data.target")}><select value=${target ?? ""} disabled=${isRunning} onChange=${(event) => change({ target: event.target.value || null, reading: declared(reading, [event.target.value], "auto") })}>
        ${!target && html`<option value="">${t("data.target_none")}</option>`}
        ${names.map((name) => html`<option value=${name}>${name}</option>`)}</select><//>
      <${Field} label=${t("data.filter")}><input type="search" value=${search} onInput=${(event) => setSearch(event.target.value)} /><//>
      <button type="button" disabled=${!can_undo || isBusy || isRunning} onClick=${() => change({ undo: true })}>${t("data.undo")}</button>
    </div>
    <form class="row panel" onSubmit=${(event) => { event.preventDefault(); apply(); }}>
      <${Field} label=${t("data.selected", { count: chosen.length })}><select value=${kind} onChange=${(event) => pickKind(event.target.value)}>
        ${KINDS.map((one) => html`<option value=${one}>${t(`kind.${one === "id" ? "identifier" : one}`)}</option>`)}</select><//>
      ${kind === "ordinal" && html`<${Field} label=${t("data.order", { name: chosen[0] ?? "" })}><input value=${order} onInput=${(event) => setOrder(event.target.value)} /><//>`}
      <button type="submit" disabled=${!chosen.length || isBusy || isRunning}>${t("data.apply")}</button>
    </form>
    <${Busy} on=${isBusy} /><${FaultLine} fault=${fault} />
    ${said && html`<p class="said">${said}</p>`}
    <div class="scroll" tabindex="0" role="group" aria-label=${t("data.columns")}><table class="schema">
      <thead><tr>
        <th scope="col"><input type="checkbox" aria-label=${t("data.select_all")} checked=${isAll} onChange=${() => setChosen(isAll ? [] : own.map((column) => column.name))} /></th>
        <th scope="col">${t("word.column")}</th><th scope="col">${t("data.kind")}</th><th scope="col" class="number">${t("data.distinct")}</th>
        <th scope="col" class="number">${t("data.missing")}</th><th scope="col">${t("data.values")}</th><th scope="col">${t("data.note")}</th>
      </tr></thead>
      <tbody>${listed.map((column) => html`<${ColumnRow} key=${column.name} column=${column} isChosen=${chosen.includes(column.name)} toggle=${toggle} />`)}</tbody>
    </table></div>
    ${total_columns > columns.length && html`<p class="help">${t("data.cut", { shown: columns.length, total: total_columns })}</p>`}
    <${Reading} change=${change} reading=${reading} />
  </section>`;
}

function ColumnRow({ column, isChosen, toggle }) {
  const most = Math.max(0, ...column.bars.map((bar) => bar[1]));
  const values = column.categories.length ? column.categories.join(", ") : "";
  return html`<tr class=${isChosen ? "chosen" : ""}>
    <td>${!column.source && html`<input type="checkbox" aria-label=${t("data.select", { name: column.name })} checked=${isChosen} onChange=${() => toggle(column.name)} />`}</td>
    <th scope="row">${column.name}</th><td>${t(`kind.${column.kind}`)}</td>
    <td class="number">${column.n_distinct === null ? "" : count(column.n_distinct)}</td><td class="number">${column.n_missing === null ? "" : count(column.n_missing)}</td>
    <td><${Bars} pairs=${column.bars.map(([name, rows]) => [typeof name === "number" ? shown(name) : name, rows])} label=${t("data.histogram", { name: column.name, count: column.bars.length, most })} />
      ${values && html`<small class="cut" title=${values}>${values}</small>`}</td>
    <td class="note">${column.source ? t("data.parts", { source: column.source }) : column.note}</td>
  </tr>`;
}

function Reading({ change, reading }) {
  const [values, setValues] = useState({ missing: (reading.missing ?? []).join(", "), encoding: reading.encoding ?? "", delimiter: reading.delimiter ?? "" });
  const set = (name) => (event) => setValues({ ...values, [name]: event.target.value });
  const apply = (event) => {
    event.preventDefault();
    const next = { ...reading };
    const words = values.missing.split(",").map((word) => word.trim()).filter(Boolean);
    for (const [name, value] of Object.entries({ missing: words, encoding: values.encoding.trim(), delimiter: values.delimiter })) {
      if (value.length) next[name] = value;
      else delete next[name];
    }
    change({ reading: next });
  };
  return html`<details><summary>${t("data.reading_options")}</summary><form class="row" onSubmit=${apply}>
    <${Field} label=${t("data.missing_words")}><input value=${values.missing} onInput=${set("missing")} /><//>
    <${Field} label=${t("data.encoding")}><input value=${values.encoding} onInput=${set("encoding")} /><//>
    <${Field} label=${t("data.delimiter")}><input value=${values.delimiter} onInput=${set("delimiter")} /><//>
    <button type="submit">${t("data.apply")}</button>
  </form></details>`;
}

function Rows() {
  const [start, setStart] = useState(0);
  const [page, setPage] = useState(null);
  const [fault, setFault] = useState(null);
  const now = version.value;
  useEffect(() => {
    let isWanted = true;
    get(`/api/rows?start=${start}&count=${PAGE}`).then((found) => isWanted && setPage(found), (error) => isWanted && error.key !== "studio.superseded" && setFault(error));
    return () => (isWanted = false);
  }, [start, now]);
  if (!page) return html`<${FaultLine} fault=${fault} />`;
  const last = Math.max(0, PAGE * Math.floor((page.total - 1) / PAGE));
  const move = (to) => () => setStart(Math.min(last, Math.max(0, to)));
  return html`<section>
    <h2>${t("data.rows")}</h2>
    <div class="scroll tall" tabindex="0" role="group" aria-label=${t("data.rows")}><table class="rows">
      <thead><tr><th scope="col" class="number">${t("data.number")}</th>${page.names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${page.rows.map((cells, i) => html`<tr key=${page.numbers[i]}><th scope="row" class="number">${page.numbers[i]}</th>${cells.map(
        (cell) => html`<td class=${typeof cell === "number" ? "number" : ""}>${cell === null ? html`<i class="missing">${t("frame.missing")}</i>` : typeof cell === "boolean" ? t(cell ? "frame.yes" : "frame.no") : typeof cell === "number" ? shown(cell, 8) : cell}</td>`,
      )}</tr>`)}</tbody>
    </table></div>
    <div class="row pager">
      <button type="button" disabled=${start === 0} onClick=${move(0)}>${t("data.first")}</button>
      <button type="button" disabled=${start === 0} onClick=${move(start - PAGE)}>${t("data.previous")}</button>
      <span role="status">${t("data.page", { first: count(page.start + 1), last: count(page.start + page.rows.length), total: count(page.total) })}</span>
      <button type="button" disabled=${start >= last} onClick=${move(start + PAGE)}>${t("data.next")}</button>
      <button type="button" disabled=${start >= last} onClick=${move(last)}>${t("data.last")}</button>
    </div>
  </section>`;
}
