// A plane with points by group, cells coloured by group, start centres as crosses, and a keyboard cursor.

import { html, useEffect, useRef } from "../vendor/preact.js";

export const SIDE = 10; // of the plane, in its own units
const SIZE = 420;
const LEFT = 26;
const BOTTOM = 22;
const SCALE = (SIZE - LEFT - 6) / SIDE;
const x = (value) => LEFT + value * SCALE;
const y = (value) => SIZE - BOTTOM - value * SCALE;

/** Where on the plane a pointer is. */
export function placeOf(event, svg) {
  const box = svg.getBoundingClientRect();
  const unit = SIZE / box.width;
  const at = (value) => Math.min(SIDE, Math.max(0, Math.round(10 * value) / 10));
  return [at(((event.clientX - box.left) * unit - LEFT) / SCALE), at((SIZE - BOTTOM - (event.clientY - box.top) * unit) / SCALE)];
}

const SHAPES = [
  (a, b) => html`<circle cx=${a} cy=${b} r="6" />`,
  (a, b) => html`<rect x=${a - 5.5} y=${b - 5.5} width="11" height="11" />`,
  (a, b) => html`<polygon points=${`${a},${b - 7} ${a + 6.5},${b + 5} ${a - 6.5},${b + 5}`} />`,
  (a, b) => html`<polygon points=${`${a},${b - 8} ${a + 7},${b} ${a},${b + 8} ${a - 7},${b}`} />`,
];

export function Board({ points, starts, regions, cursor, held, label, on }) {
  const canvas = useRef(null);
  useEffect(() => paint(canvas.current, regions), [regions]);
  const dot = (group, a, b, name, isHeld) => html`<g class=${`group g${group} ${isHeld ? "held" : ""}`} key=${name}>${SHAPES[group % 4](x(a), y(b))}</g>`;
  return html`<div class="board-plane">
    <canvas ref=${canvas} width="60" height="60" aria-hidden="true"></canvas>
    <svg role="application" aria-roledescription=${label.role} aria-label=${label.words} tabindex="0" viewBox=${`0 0 ${SIZE} ${SIZE}`} ...${on}>
      ${[0, 2, 4, 6, 8, 10].map((tick) => html`<line class="grid" x1=${x(tick)} x2=${x(tick)} y1=${y(0)} y2=${y(SIDE)} /><line class="grid" x1=${x(0)} x2=${x(SIDE)} y1=${y(tick)} y2=${y(tick)} />
        <text x=${x(tick)} y=${SIZE - 6} text-anchor="middle">${tick}</text><text x=${LEFT - 5} y=${y(tick) + 4} text-anchor="end">${tick}</text>`)}
      ${points.map(([a, b, group], i) => dot(group, a, b, `p${i}`, held === i))}
      ${starts.map(([a, b], i) => html`<path key=${`s${i}`} class=${`start ${held === -1 - i ? "held" : ""}`} d=${`M${x(a) - 8} ${y(b)}h16M${x(a)} ${y(b) - 8}v16`} />`)}
      <path class="cursor" d=${`M${x(cursor[0]) - 11} ${y(cursor[1]) - 4}v-7h7M${x(cursor[0]) + 11} ${y(cursor[1]) + 4}v7h-7`} />
    </svg></div>`;
}

function paint(canvas, regions) {
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, 60, 60);
  if (!regions) return;
  const style = getComputedStyle(canvas);
  context.globalAlpha = 0.22;
  for (let i = 0; i < 3600; i++) {
    context.fillStyle = style.getPropertyValue(`--c${regions[i] % 8}`);
    context.fillRect(i % 60, 59 - Math.floor(i / 60), 1, 1);
  }
}
