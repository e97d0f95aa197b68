// A curve in the unit square (or another range) with a dot on it.

import { html, useMemo } from "../vendor/preact.js";

const SIZE = 260;
const LEFT = 56;
const BOTTOM = 34;
const MOST = 1500; // points that are drawn

export function Curve({ x, y, dot, xLabel, yLabel, label, diagonal = false }) {
  const path = useMemo(() => {
    const step = Math.max(1, Math.floor(x.length / MOST));
    const parts = [];
    for (let i = 0; i < x.length; i += step) parts.push(`${at(x[i])} ${up(y[i])}`);
    parts.push(`${at(x[x.length - 1])} ${up(y[y.length - 1])}`);
    return `M${parts.join("L")}`;
  }, [x, y]);
  return html`<svg class="mark-curve" role="img" aria-label=${label} viewBox=${`0 0 ${LEFT + SIZE + 10} ${SIZE + BOTTOM + 10}`}>
    ${[0, 0.25, 0.5, 0.75, 1].map((tick) => html`<line class="grid" x1=${LEFT} x2=${LEFT + SIZE} y1=${up(tick)} y2=${up(tick)} /><text x=${LEFT - 6} y=${+up(tick) + 4} text-anchor="end">${tick}</text>
      <text x=${at(tick)} y=${SIZE + 24} text-anchor="middle">${tick}</text>`)}
    ${diagonal && html`<line class="chance" x1=${at(0)} y1=${up(0)} x2=${at(1)} y2=${up(1)} />`}
    <path class="line" d=${path} />
    ${dot && html`<circle class="here" cx=${at(dot[0])} cy=${up(dot[1])} r="6" />`}
    <text x=${LEFT + SIZE / 2} y=${SIZE + BOTTOM + 6} text-anchor="middle">${xLabel}</text>
    <text transform=${`translate(11 ${10 + SIZE / 2}) rotate(-90)`} text-anchor="middle">${yLabel}</text>
  </svg>`;
}

const at = (value) => (LEFT + SIZE * value).toFixed(1);
const up = (value) => (10 + SIZE * (1 - value)).toFixed(1);
