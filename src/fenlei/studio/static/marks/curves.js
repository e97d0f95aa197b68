// Curves over one feature, one per class, with a line at the row's own value.

import { html } from "../vendor/preact.js";
import { ticks, written } from "./scale.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, MOST] = [520, 240, 58, 40, 10];

export function Curves({ x, series, names, mark, xName, yName, label }) {
  const [low, high] = [x[0], x.at(-1)];
  const all = series.flat();
  const isShare = names.length > 1;
  const [bottom, top] = isShare ? [0, 1] : [Math.min(...all), Math.max(...all)];
  const at = (value) => LEFT + ((WIDTH - LEFT - 14) * (value - low)) / (high - low || 1);
  const up = (value) => 12 + (HEIGHT - 12 - BOTTOM) * (1 - (value - bottom) / (top - bottom || 1));
  const shown = series.slice(0, MOST);
  return html`<svg class="mark-curves" role="img" aria-label=${label} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}>
    ${ticks(bottom, top, 4).map((tick) => html`<line class="grid" x1=${LEFT} x2=${WIDTH - 14} y1=${up(tick)} y2=${up(tick)} /><text x=${LEFT - 6} y=${up(tick) + 4} text-anchor="end">${written(tick)}</text>`)}
    ${ticks(low, high, 6).map((tick) => html`<text x=${at(tick)} y=${HEIGHT - BOTTOM + 16} text-anchor="middle">${written(tick)}</text>`)}
    ${shown.map((values, k) => html`<path class="line" style=${{ stroke: isShare ? `var(--c${k % 10})` : "var(--accent)", strokeDasharray: ["none", "7 3", "2 3", "9 3 2 3"][k % 4] }} d=${`M${values.map((value, i) => `${at(x[i]).toFixed(1)} ${up(value).toFixed(1)}`).join("L")}`} />`)}
    ${typeof mark === "number" && html`<line class="own" x1=${at(mark)} x2=${at(mark)} y1="6" y2=${HEIGHT - BOTTOM} />`}
    <text x=${(LEFT + WIDTH) / 2} y=${HEIGHT - 4} text-anchor="middle">${xName}</text>
    <text transform=${`translate(10 ${(HEIGHT - BOTTOM) / 2}) rotate(-90)`} text-anchor="middle">${yName}</text>
  </svg>
  ${isShare && html`<p class="legend">${names.slice(0, MOST).map((name, k) => html`<span><svg class="sign" width="28" height="10" aria-hidden="true"><path d="M0 5H28" style=${{ fill: "none", strokeWidth: 2.5, stroke: `var(--c${k % 10})`, strokeDasharray: ["none", "7 3", "2 3", "9 3 2 3"][k % 4] }} /></svg> ${name}</span>`)}</p>`}`;
}
