// What the iterations of a fit lower or raise, with a dot on the one that is shown.

import { html } from "../vendor/preact.js";

const WIDTH = 560;
const HEIGHT = 150;
const LEFT = 64;
const BOTTOM = 34;

/** `points` are [iteration, value or null]; only those up to `until` are drawn. */
export function Objective({ points, at, until, name, step, label }) {
  const seen = points.slice(0, until + 1).filter(([, value]) => value !== null);
  const all = points.filter(([, value]) => value !== null);
  if (all.length < 2) return null;
  const xs = all.map(([x]) => x);
  const ys = (seen.length ? seen : all.slice(0, 1)).map(([, y]) => y);
  const [low, high, from, to] = [Math.min(...ys), Math.max(...ys), Math.min(...xs), Math.max(...xs)];
  const x = (value) => LEFT + ((WIDTH - LEFT - 12) * (value - from)) / (to - from || 1);
  const y = (value) => 12 + (HEIGHT - BOTTOM - 12) * (high === low ? 0.5 : (high - value) / (high - low));
  const here = points[at];
  const isDrawn = at <= until && here && here[1] !== null;
  return html`<svg class="mark-curve objective" role="img" aria-label=${label} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}>
    <line class="grid" x1=${LEFT} x2=${WIDTH - 12} y1=${y(low)} y2=${y(low)} /><line class="grid" x1=${LEFT} x2=${WIDTH - 12} y1=${y(high)} y2=${y(high)} />
    <text x=${LEFT - 6} y=${y(high) + 4} text-anchor="end">${short(high)}</text>${low !== high && html`<text x=${LEFT - 6} y=${y(low) + 4} text-anchor="end">${short(low)}</text>`}
    <text x=${x(from)} y=${HEIGHT - BOTTOM + 18} text-anchor="middle">${from}</text><text x=${x(to)} y=${HEIGHT - BOTTOM + 18} text-anchor="middle">${to}</text>
    <text x=${(LEFT + WIDTH) / 2} y=${HEIGHT - 3} text-anchor="middle">${step}</text><text x=${LEFT} y="4" text-anchor="start">${name}</text>
    ${seen.length > 1 && html`<path class="line" d=${`M${seen.map(([a, b]) => `${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("L")}`} />`}
    ${isDrawn && html`<circle class="here" cx=${x(here[0])} cy=${y(here[1])} r="6" />`}
  </svg>`;
}

const short = (value) => String(Number(value.toPrecision(4))).replace("-", "−");
