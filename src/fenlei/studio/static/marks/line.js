// A curve over numbers with points that can be read off: gain by threshold, variance by component.

import { html } from "../vendor/preact.js";
import { ticks, written } from "./scale.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [360, 200, 58, 40];

/** `mark` is a value of x that is marked; `second` another curve, drawn dashed. */
export function Line({ x, y, second = null, xName, yName, label, mark = null, fromZero = true }) {
  const all = second ? [...y, ...second] : y;
  const [low, high] = [Math.min(...x), Math.max(...x)];
  const [bottom, top] = [fromZero ? Math.min(0, ...all) : Math.min(...all), Math.max(...all)];
  const at = (value) => LEFT + ((WIDTH - LEFT - 14) * (value - low)) / (high - low || 1);
  const up = (value) => 12 + (HEIGHT - 12 - BOTTOM) * (1 - (value - bottom) / (top - bottom || 1));
  const path = (values) => `M${values.map((value, i) => `${at(x[i]).toFixed(1)} ${up(value).toFixed(1)}`).join("L")}`;
  return html`<svg class="mark-curve" role="img" aria-label=${label} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}>
    ${ticks(bottom, top, 4).map((tick) => html`<line class="grid" x1=${LEFT} x2=${WIDTH - 14} y1=${up(tick)} y2=${up(tick)} /><text x=${LEFT - 6} y=${up(tick) + 4} text-anchor="end">${written(tick)}</text>`)}
    ${ticks(low, high, 5).map((tick) => html`<text x=${at(tick)} y=${HEIGHT - BOTTOM + 16} text-anchor="middle">${written(tick)}</text>`)}
    ${second && html`<path class="chance" d=${path(second)} fill="none" />`}<path class="line" d=${path(y)} />
    ${x.length <= 60 && y.map((value, i) => html`<circle class=${x[i] === mark ? "here" : "dot"} cx=${at(x[i])} cy=${up(value)} r=${x[i] === mark ? 6 : 3}><title>${written(x[i])}: ${written(value)}</title></circle>`)}
    ${x.length > 60 && mark !== null && html`<circle class="here" cx=${at(mark)} cy=${up(y[x.indexOf(mark)] ?? y[0])} r="6" />`}
    <text x=${(LEFT + WIDTH) / 2} y=${HEIGHT - 4} text-anchor="middle">${xName}</text>
    <text transform=${`translate(10 ${(HEIGHT - BOTTOM) / 2}) rotate(-90)`} text-anchor="middle">${yName}</text>
  </svg>`;
}
