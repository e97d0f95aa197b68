// Rows on two features over what is predicted there, and a point that can be moved.

import { html, useMemo, useRef } from "../vendor/preact.js";
import { overlayParts } from "./plane_overlays.js";
import { ring, scaleOf, shape, ticks, written } from "./scale.js";

const LEVELS = 10; // shades of a probability
const NEAR = 12; // from a point, in the picture's units, that a click still means it
const PLACES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * `axes`: two of { name, low, high, categories }; `grid`: { shape, code, value, low, high, shade } or null;
 * `points`: { x, y, row, code, answer } typed arrays; `query`: [x, y] or null; `move(x, y, row)` and `pick(row)`.
 */
export function Plane({ axes, grid, points, groups, overlays = {}, query, ball, near = [], label, help, move, size = [640, 560], isEqual = true }) {
  const [x, y] = axes;
  const scale = useMemo(() => scaleOf([x.low, y.low], [x.high, y.high], ...size, isEqual && !x.categories.length && !y.categories.length), [x, y, size[0], isEqual]);
  const under = useMemo(() => grid && html`<g class="regions" aria-hidden="true">${regions(grid, scale)}</g>`, [grid, scale]);
  const places = useMemo(() => points && placed(points, axes, scale), [points, axes, scale]);
  const dots = useMemo(() => places && html`<g class="points" aria-hidden="true">${drawn(places, points, groups.length)}</g>`, [places, groups.length]);
  const drawnOver = useMemo(() => overlayParts(overlays, grid, scale), [overlays, grid, scale]);
  const dragging = useRef(false);
  const frame = useRef(0);
  const toValues = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const unit = scale.width / box.width;
    return [(event.clientX - box.left) * unit, (event.clientY - box.top) * unit];
  };
  const send = (px, py, row = 0) => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => move(...inside(scale, axes, scale.x(px), scale.y(py)), row));
  };
  const down = (event) => {
    if (!move || event.button) return;
    const [px, py] = toValues(event);
    const nearest = places ? closest(places, px, py) : -1;
    if (nearest >= 0) move(points.x[nearest], points.y[nearest], points.row[nearest]);
    else {
      dragging.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      send(px, py);
    }
  };
  const keys = (event) => {
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    const [qx, qy] = query ?? [(x.low + x.high) / 2, (y.low + y.high) / 2];
    if (PLACES[event.key]) {
      const [dx, dy] = PLACES[event.key];
      const steps = [x, y].map((axis) => (axis.categories.length ? 1 : step(axis, event.shiftKey)));
      const to = [qx + dx * steps[0], qy + dy * steps[1]].map((value, i) => (axes[i].categories.length ? value : Number((Math.round(value / steps[i]) * steps[i]).toPrecision(9))));
      move(...inside(scale, axes, ...to), 0);
    } else if (event.key === "Enter" && places?.x.length) {
      const nearest = closest(places, scale.at(qx), scale.up(qy), Infinity);
      move(points.x[nearest], points.y[nearest], points.row[nearest]);
    } else if (event.key === "Escape" && query) move(null, null, 0);
    else return;
    event.preventDefault();
  };
  return html`<svg class="mark-plane" role=${move ? "application" : "img"} tabindex=${move ? 0 : null} aria-label=${label} aria-describedby=${help} width=${scale.width} viewBox=${`0 0 ${scale.width} ${scale.height}`}
      onPointerDown=${down} onPointerMove=${(event) => dragging.current && send(...toValues(event))} onPointerUp=${() => (dragging.current = false)} onPointerCancel=${() => (dragging.current = false)} onKeyDown=${keys}>
    <clipPath id="plane-frame"><rect x=${scale.left} y=${scale.top} width=${scale.w} height=${scale.h} /></clipPath>
    <rect class="back" x=${scale.left} y=${scale.top} width=${scale.w} height=${scale.h} />
    ${under}<g clip-path="url(#plane-frame)" aria-hidden="true">${drawnOver.under}</g>
    <g aria-hidden="true"><${Axes} axes=${axes} scale=${scale} /></g>
    ${dots}<g clip-path="url(#plane-frame)" aria-hidden="true">${drawnOver.over}</g>
    ${query && html`<g class="query" aria-hidden="true"><g clip-path="url(#plane-frame)">${ball && html`<path class="ball" d=${ballPath(ball, query, scale)} />`}
      ${near.map((one) => html`<line class="spoke" x1=${scale.at(query[0])} y1=${scale.up(query[1])} x2=${scale.at(one.x)} y2=${scale.up(one.y)} />`)}${drawnOver.foot?.(query)}</g>
      <path d=${ring(scale.at(query[0]), scale.up(query[1]), 8)} /><path d=${`M${scale.at(query[0]) - 13} ${scale.up(query[1])}h26m-13 -13v26`} /></g>`}
  </svg>`;
}

/** A fiftieth of the range, or a five hundredth, as a round number. */
const step = (axis, isFine) => {
  const rough = (axis.high - axis.low) / (isFine ? 500 : 50);
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((one) => one * power >= rough) ?? 10) * power;
};

function inside(scale, axes, ...point) {
  return point.map((value, i) => {
    const axis = axes[i];
    if (axis.categories.length) return Math.min(axis.categories.length - 1, Math.max(0, Math.round(value)));
    return Number(Math.min(axis.high, Math.max(axis.low, value)).toPrecision(6));
  });
}

/** Runs of equal cells as one path per class, or per shade. */
function regions(grid, scale) {
  const { shape: [nx, ny], code, value, low, high, shade } = grid;
  const level = shade === null ? (i) => code[i] : (i) => Math.min(LEVELS - 1, Math.floor((LEVELS * (value[i] - low)) / (high - low || 1)));
  const [w, h] = [scale.w / nx, scale.h / ny];
  const paths = new Map();
  for (let j = 0; j < ny; j += 1) {
    for (let i = 0; i < nx; ) {
      const own = level(j * nx + i);
      let end = i + 1;
      while (end < nx && level(j * nx + end) === own) end += 1;
      const part = `M${(scale.left + i * w).toFixed(2)} ${(scale.top + scale.h - (j + 1) * h).toFixed(2)}h${((end - i) * w).toFixed(2)}v${h.toFixed(2)}h${(-(end - i) * w).toFixed(2)}Z`;
      paths.set(own, (paths.get(own) ?? "") + part);
      i = end;
    }
  }
  const look = (own) => (shade === null ? { fill: own > 200 ? "var(--guide)" : `var(--c${own % 10})`, fillOpacity: 0.22 } : { fill: shade < 0 ? "var(--accent)" : `var(--c${shade % 10})`, fillOpacity: (0.6 * (own + 0.5)) / LEVELS });
  return [...paths].map(([own, d]) => html`<path key=${own} d=${d} style=${look(own)} />`);
}

/** Where each row is drawn; those on a category are spread inside its band. */
function placed({ x, y, row }, axes, scale) {
  const spread = (value, axis, i, turn) => (axis.categories.length ? value + 0.56 * (((row[i] * turn) % 101) / 101 - 0.5) : value);
  return { x: Float64Array.from(x, (value, i) => scale.at(spread(value, axes[0], i, 37))), y: Float64Array.from(y, (value, i) => scale.up(spread(value, axes[1], i, 61))) };
}

function drawn(places, { code, answer, tint }, K) {
  const radius = places.x.length > 1000 ? 2.6 : places.x.length > 200 ? 3.6 : 5;
  const paths = Array.from({ length: Math.max(1, K) }, () => []);
  const wrong = [];
  for (let i = 0; i < places.x.length; i += 1) {
    const own = code ? code[i] : tint ? Math.min(K - 1, tint[i]) : 0;
    paths[own].push(shape(code ? own : 0, places.x[i], places.y[i], radius));
    if (answer && answer[i] !== own) wrong.push(cross(places.x[i], places.y[i], radius + 2));
  }
  return [...paths.map((d, k) => html`<path class="dot" d=${d.join("")} style=${tint ? { fill: "var(--accent)", fillOpacity: (k + 0.6) / K } : { fill: `var(--c${k % 10})` }} />`), html`<path class="mistake" d=${wrong.join("")} />`];
}

const cross = (x, y, r) => `M${(x - r).toFixed(1)} ${(y - r).toFixed(1)}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;

function closest(places, px, py, most = NEAR) {
  let [best, least] = [-1, most * most];
  for (let i = 0; i < places.x.length; i += 1) {
    const distance = (places.x[i] - px) ** 2 + (places.y[i] - py) ** 2;
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}

/** |dx / a|^p + |dy / b|^p = 1 about the query. */
function ballPath({ half, power }, [qx, qy], scale) {
  const parts = [];
  for (let i = 0; i < 120; i += 1) {
    const angle = (2 * Math.PI * i) / 120;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const bend = (v) => Math.sign(v) * Math.abs(v) ** (2 / power);
    parts.push(`${scale.at(qx + half[0] * bend(c)).toFixed(1)} ${scale.up(qy + half[1] * bend(s)).toFixed(1)}`);
  }
  return `M${parts.join("L")}Z`;
}

function Axes({ axes: [x, y], scale }) {
  const bottom = scale.top + scale.h;
  const cut = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);
  const along = x.categories.length ? x.categories.map((name, i) => [i, cut(name, Math.max(3, Math.floor(scale.w / x.categories.length / 7)))]) : ticks(x.low, x.high, scale.w / 80).map((value) => [value, written(value)]);
  const upwards = y.categories.length ? y.categories.map((name, i) => [i, cut(name, 8)]) : ticks(y.low, y.high, scale.h / 60).map((value) => [value, written(value)]);
  return html`${along.map(([value, words]) => html`<line class="tick" x1=${scale.at(value)} x2=${scale.at(value)} y1=${bottom} y2=${bottom + 5} /><text x=${scale.at(value)} y=${bottom + 18} text-anchor="middle">${words}</text>`)}
    ${upwards.map(([value, words]) => html`<line class="tick" x1=${scale.left - 5} x2=${scale.left} y1=${scale.up(value)} y2=${scale.up(value)} /><text x=${scale.left - 8} y=${scale.up(value) + 4} text-anchor="end">${words}</text>`)}
    <text x=${scale.left + scale.w / 2} y=${bottom + 38} text-anchor="middle">${cut(x.name, 60)}</text>
    <text transform=${`translate(12 ${scale.top + scale.h / 2}) rotate(-90)`} text-anchor="middle">${cut(y.name, 60)}</text>`;
}

/** The sign of a class for a legend. */
export const ClassSign = ({ k }) => html`<svg class="sign" width="16" height="16" aria-hidden="true"><path d=${shape(k, 8, 8, 5)} style=${{ fill: `var(--c${k % 10})` }} /></svg>`;
