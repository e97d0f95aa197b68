// A tree of merges: leaves with their rows below, heights upwards, and the cut that gives the chosen clusters.

import { html } from "../vendor/preact.js";
import { ticks, written } from "./scale.js";

const [LEFT, TOP, BOTTOM, HEIGHT, STEP] = [56, 12, 44, 260, 30];

/** `leaves` of { rows, row }, `merges` of { x, low, height }; `cut` is a height or null. */
export function Merges({ leaves, merges, cut, label, yName }) {
  const width = LEFT + STEP * Math.max(8, leaves.length) + 10;
  const top = Math.max(...merges.map((one) => one.height), 1e-12) * 1.04;
  const at = (place) => LEFT + STEP * (place + 0.5);
  const up = (height) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - height / top);
  return html`<svg class="mark-merges" role="img" aria-label=${label} width=${width} height=${HEIGHT} viewBox=${`0 0 ${width} ${HEIGHT}`}>
    ${ticks(0, top, 5).map((tick) => html`<line class="grid" x1=${LEFT} x2=${width - 10} y1=${up(tick)} y2=${up(tick)} /><text x=${LEFT - 6} y=${up(tick) + 4} text-anchor="end">${written(tick)}</text>`)}
    ${merges.map(({ x: [a, b], low: [la, lb], height }) => html`<path class="merge" d=${`M${at(a)} ${up(la)}V${up(height)}H${at(b)}V${up(lb)}`} />`)}
    ${cut !== null && html`<line class="cut" x1=${LEFT} x2=${width - 10} y1=${up(cut)} y2=${up(cut)} />`}
    ${leaves.map(({ rows, row }, i) => html`<text x=${at(i)} y=${HEIGHT - BOTTOM + 16} text-anchor="middle">${row ?? `(${rows})`}</text>`)}
    <text transform=${`translate(11 ${(HEIGHT - BOTTOM) / 2}) rotate(-90)`} text-anchor="middle">${yName}</text>
  </svg>`;
}
