// A table drawn by hand: points are put on the plane and moved, and a method is fitted to them at once.

import { html, useRef, useState } from "./vendor/preact.js";
import { notice, restate, t } from "./store.js";
import { AsTable, Busy, Copy, FaultLine, Field, useAsk } from "./parts.js";
import { Player } from "./player.js";
import { Board, placeOf, SIDE } from "./marks/board.js";

const GROUPS = "ABCD";
const MOST = 200;
const NEAR = 0.45; // of a point that is taken hold of
const UNLABELLED = ["kmeans", "gaussian_mixture", "agglomerative"];

const written = (points) => points.map((one) => one.join(",")).join(";");
const read = (text, size) =>
  (text || "").split(";").filter(Boolean).slice(0, MOST).map((one) => one.split(",").map(Number)).filter((one) => one.length === size && one.every((value, i) => Number.isFinite(value) && value >= 0 && (i < 2 ? value <= SIDE : Number.isInteger(value) && value < 4)));

export function Scratch({ query, methods }) {
  const points = read(query.points, 3);
  const starts = read(query.starts, 2).slice(0, 8);
  const method = methods.some((one) => one.name === query.method) ? query.method : methods[0].name;
  const [put, setPut] = useState(0); // a group, or 4: a start centre
  const groups = new Set(points.map(([, , group]) => group));
  const isLabelled = !UNLABELLED.includes(method);
  const enough = points.length > 1 && (!isLabelled || groups.size > 1);
  const asked = { what: "scratch", method, points, ...(method === "kmeans" && starts.length ? { starts } : isLabelled ? {} : { groups: Number(query.groups) || 2 }) };
  const { answer, fault, busy } = useAsk(enough ? asked : null, "scratch");
  const set = (next, marks = starts) => restate({ points: written(next), starts: written(marks), frame: "", track: "" });
  return html`<section aria-labelledby="scratch"><h2 id="scratch">${t("scratch.title")}</h2>
    <p class="help">${t("scratch.help", { most: MOST })}</p>
    <div class="row">
      <${Field} label=${t("word.model")}><select value=${method} onChange=${(event) => { setPut(0); restate({ method: event.target.value, frame: "", track: "" }); }}>${methods.map((one) => html`<option value=${one.name}>${one.label}</option>`)}</select><//>
      ${!isLabelled && html`<${Field} label=${t("scratch.groups")}><input type="number" min="1" max="8" value=${Number(query.groups) || 2} onChange=${(event) => restate({ groups: Math.min(8, Math.max(1, Number(event.target.value) || 2)) })} /><//>`}
      <fieldset class="row"><legend class="hidden">${t("scratch.put")}</legend>
        ${[0, 1, 2, 3, ...(method === "kmeans" ? [4] : [])].map((one) => html`<label class="check"><input type="radio" name="put" checked=${put === one} onChange=${() => setPut(one)} /> ${one < 4 ? t("scratch.class", { name: GROUPS[one] }) : t("scratch.start")}</label>`)}</fieldset>
      <button type="button" disabled=${!points.length && !starts.length} onClick=${() => set([], [])}>${t("scratch.clear")}</button>
      <button type="button" onClick=${() => set(example())}>${t("scratch.example")}</button>
    </div>
    <div class="columns">
      <div><${Plane} points=${points} starts=${method === "kmeans" ? starts : []} put=${put} setPut=${setPut} set=${set} regions=${enough ? answer?.arrays?.regions : null} />
        <p class="row"><span>${t("scratch.count", { count: points.length, most: MOST })}</span><${Copy} text=${csv(points)} words=${t("scratch.copy")} /></p>
        <${AsTable} headings=${["#", "x0", "x1", t("scratch.group")]} rows=${points.map(([a, b, group], i) => [i + 1, a, b, GROUPS[group]])} /></div>
      <div>${!enough && html`<p>${t(isLabelled ? "scratch.more_classes" : "scratch.more_points")}</p>`}
        <${Busy} on=${enough && busy} /><${FaultLine} fault=${fault} />
        ${enough && answer && html`<${Player} key=${`${method}-${answer.track}`} tracks=${answer.tracks} table=${answer.table} total=${answer.total} query=${query} first=${answer.track} title=${t("player.title")} />`}</div>
    </div></section>`;
}

const csv = (points) => `x0,x1,class\n${points.map(([a, b, group]) => `${a},${b},${GROUPS[group]}`).join("\n")}\n`;

/** Two clouds that overlap a little, always the same. */
function example() {
  const found = [];
  for (let i = 0; i < 24; i++) {
    const [angle, far, group] = [2.4 * i, 0.45 * Math.sqrt(i + 1), i % 2];
    found.push([3.6 + 2.8 * group + far * Math.cos(angle), 4 + 2.2 * group + far * Math.sin(angle), group].map((value, j) => (j < 2 ? Math.round(10 * value) / 10 : value)));
  }
  return found;
}

function Plane({ points, starts, put, setPut, set, regions }) {
  const [cursor, setCursor] = useState([5, 5]);
  const [held, setHeld] = useState(null); // number of a point, or -1 - number of a start centre
  const drag = useRef(null);
  const nearest = ([a, b]) => {
    let [found, least] = [null, NEAR];
    const look = (one, i) => {
      const away = Math.hypot(one[0] - a, one[1] - b);
      if (away <= least) [found, least] = [i, away];
    };
    points.forEach(look);
    starts.forEach((one, i) => look(one, -1 - i));
    return found;
  };
  const moved = (which, [a, b]) => {
    if (which >= 0) set(points.map((one, i) => (i === which ? [a, b, one[2]] : one)));
    else set(points, starts.map((one, i) => (i === -1 - which ? [a, b] : one)));
  };
  const add = (place) => {
    if (put === 4) {
      if (starts.length < 8) set(points, [...starts, place]);
    } else if (points.length < MOST) set([...points, [...place, put]]);
  };
  const drop = (which) => (which >= 0 ? set(points.filter((_, i) => i !== which)) : set(points, starts.filter((_, i) => i !== -1 - which)));
  const name = (which) => (which === null ? t("scratch.nothing") : which >= 0 ? t("scratch.point", { number: which + 1, group: GROUPS[points[which][2]] }) : t("scratch.start"));
  const say = (place, which) => (notice.value = t("scratch.at", { x: place[0], y: place[1], what: name(which) }));
  const keys = (event) => {
    const step = event.shiftKey ? 0.1 : 0.5;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    if (by) {
      const next = cursor.map((value, i) => Math.min(SIDE, Math.max(0, Math.round(10 * (value + by[i])) / 10)));
      setCursor(next);
      if (held !== null) moved(held, next);
      say(next, held ?? nearest(next));
    } else if (event.key === "Enter" || event.key === " ") {
      const which = nearest(cursor);
      if (held !== null) setHeld(null);
      else if (which === null) add(cursor);
      else setHeld(which);
      notice.value = t(held !== null ? "scratch.let_go" : which === null ? "scratch.added" : "scratch.held");
    } else if (event.key === "Delete" || event.key === "Backspace") {
      const which = held ?? nearest(cursor);
      if (which !== null) drop(which);
      setHeld(null);
    } else if (event.key === "Escape" && held !== null) setHeld(null);
    else if (/^[1-4]$/.test(event.key)) setPut(Number(event.key) - 1);
    else return;
    event.preventDefault();
  };
  const down = (event) => {
    const place = placeOf(event, event.currentTarget);
    drag.current = { which: nearest(place), hasMoved: false };
    setCursor(place);
    setHeld(null);
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const pull = (event) => {
    if (!drag.current || drag.current.which === null) return;
    drag.current.hasMoved = true;
    moved(drag.current.which, placeOf(event, event.currentTarget));
  };
  const up = (event) => {
    if (drag.current && drag.current.which === null) add(placeOf(event, event.currentTarget));
    drag.current = null;
  };
  const remove = (event) => {
    const which = nearest(placeOf(event, event.currentTarget));
    if (which !== null) drop(which);
    event.preventDefault();
  };
  const on = { onKeyDown: keys, onPointerDown: down, onPointerMove: pull, onPointerUp: up, onDblClick: remove };
  return html`<${Board} points=${points} starts=${starts} regions=${regions} cursor=${cursor} held=${held} on=${on} label=${{ role: t("scratch.plane"), words: t("scratch.keys", { count: points.length }) }} />`;
}
