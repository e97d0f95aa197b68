// What the family of a model draws in a plane: lines, margins, rings, ellipses, cuts, centres.

import { html } from "../vendor/preact.js";
import { ring, shape, written } from "./scale.js";

const FEW = 12; // rings that have their number beside them

/** Parts under and over the points, and the foot of a query; `o` is the answer of "plane.overlays". */
export function overlayParts(o, grid, scale) {
  const [under, over] = [[], []];
  if (o.line) under.push(html`<path class="decision" d=${segment(o.line, 0, scale)} />`);
  if (o.vectors && o.is_pair) {
    for (const level of o.line ? [-1, 1] : []) under.push(html`<path class="margin" d=${segment(o.line, level, scale)} />`);
    if (!o.line && grid?.value && grid.isDecision) for (const level of [-1, 0, 1]) under.push(html`<path class=${level ? "margin" : "decision"} d=${contour(grid, level, scale)} />`);
  }
  for (const one of o.vectors ?? []) {
    const [x, y] = [scale.at(one.x), scale.up(one.y)];
    over.push(html`<path class="ringed" d=${ring(x, y, 9)} />`);
    if (o.vectors.length <= FEW) {
      const isRight = x > scale.left + scale.w - 60;
      over.push(html`<text class="beside" x=${x + (isRight ? -12 : 12)} y=${y - 8} text-anchor=${isRight ? "end" : "start"}>α ${written(Number(one.alpha.toPrecision(4)))}</text>`);
    }
  }
  for (const one of o.ellipses ?? []) for (const r of [1, 2]) under.push(html`<path class="ellipse" style=${{ stroke: `var(--c${one.code % 10})` }} d=${ellipse(one, r, scale)} />`);
  for (const one of o.cuts ?? []) {
    const bound = (value, axis, end) => value ?? scale[end][axis];
    const d = one.side === 0
      ? `M${scale.at(one.at)} ${scale.up(bound(one.low, 1, "low"))}L${scale.at(one.at)} ${scale.up(bound(one.high, 1, "high"))}`
      : `M${scale.at(bound(one.low, 0, "low"))} ${scale.up(one.at)}L${scale.at(bound(one.high, 0, "high"))} ${scale.up(one.at)}`;
    under.push(html`<path class="cut" d=${d} />`);
  }
  for (const one of o.centres ?? []) over.push(html`<path class="centre" d=${shape(one.code, scale.at(one.x), scale.up(one.y), 9)} style=${{ fill: `var(--c${one.code % 10})` }} />`);
  if (o.direction) under.push(html`<path class="direction" d=${along(o.direction, scale)} />`);
  return { under, over, foot: o.direction ? (query) => footLine(o.direction, query, scale) : null };
}

/** Where a x + b y + c = level crosses the frame. */
function segment({ a, b, c }, level, scale) {
  const [ends, k] = [[], level - c];
  const [[x0, y0], [x1, y1]] = [scale.low, scale.high];
  if (b !== 0) for (const x of [x0, x1]) ends.push([x, (k - a * x) / b]);
  else for (const y of [y0, y1]) ends.push([k / a, y]);
  return `M${ends.map(([x, y]) => `${scale.at(x).toFixed(1)} ${scale.up(y).toFixed(1)}`).join("L")}`;
}

function ellipse({ mean, root }, r, scale) {
  const parts = [];
  for (let i = 0; i < 90; i += 1) {
    const angle = (2 * Math.PI * i) / 90;
    const [c, s] = [r * Math.cos(angle), r * Math.sin(angle)];
    parts.push(`${scale.at(mean[0] + root[0][0] * c + root[0][1] * s).toFixed(1)} ${scale.up(mean[1] + root[1][0] * c + root[1][1] * s).toFixed(1)}`);
  }
  return `M${parts.join("L")}Z`;
}

function along({ w, through }, scale) {
  const far = 2 * (scale.high[0] - scale.low[0] + scale.high[1] - scale.low[1]);
  const end = (sign) => `${scale.at(through[0] + sign * far * w[0]).toFixed(1)} ${scale.up(through[1] + sign * far * w[1]).toFixed(1)}`;
  return `M${end(-1)}L${end(1)}`;
}

/** The foot of a point on the direction: through + ((x - through)ᵀw) w, w of length 1. */
export function footOf({ w, through }, [x, y]) {
  const t = (x - through[0]) * w[0] + (y - through[1]) * w[1];
  return [through[0] + t * w[0], through[1] + t * w[1], t];
}

function footLine(direction, query, scale) {
  const [x, y] = footOf(direction, query);
  return html`<line class="spoke" x1=${scale.at(query[0])} y1=${scale.up(query[1])} x2=${scale.at(x)} y2=${scale.up(y)} /><path class="ringed" d=${ring(scale.at(x), scale.up(y), 5)} />`;
}

/** Lines of equal value between the centres of the cells. */
function contour({ shape: [nx, ny], value }, level, scale) {
  const [w, h] = [scale.w / nx, scale.h / ny];
  const at = (i, j) => [scale.left + (i + 0.5) * w, scale.top + scale.h - (j + 0.5) * h];
  const parts = [];
  for (let j = 0; j + 1 < ny; j += 1) {
    for (let i = 0; i + 1 < nx; i += 1) {
      const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
      const v = corners.map(([p, q]) => value[q * nx + p] - level);
      const cuts = [];
      for (let e = 0; e < 4; e += 1) {
        const [from, to] = [v[e], v[(e + 1) % 4]];
        if (from < 0 === to < 0) continue;
        const [[x0, y0], [x1, y1]] = [at(...corners[e]), at(...corners[(e + 1) % 4])];
        const share = from / (from - to);
        cuts.push(`${(x0 + share * (x1 - x0)).toFixed(1)} ${(y0 + share * (y1 - y0)).toFixed(1)}`);
      }
      for (let e = 0; e + 1 < cuts.length; e += 2) parts.push(`M${cuts[e]}L${cuts[e + 1]}`);
    }
  }
  return parts.join("");
}
