// Two axes: from values to places in a picture and back, ticks, shapes of classes.

const LEFT = 56;
const TOP = 12;
const RIGHT = 14;
const BOTTOM = 46;
const STRETCH = 2.6; // beyond this ratio of the ranges the axes have different units

/** Places of values in a picture of at most `width` by `height`; one unit is as long on both axes where that fits. */
export function scaleOf(low, high, width, height, isEqual = true) {
  const [rx, ry] = [high[0] - low[0] || 1, high[1] - low[1] || 1];
  let [w, h] = [width - LEFT - RIGHT, height - TOP - BOTTOM];
  const ratio = ry / rx;
  if (isEqual && ratio < STRETCH && ratio > 1 / STRETCH) {
    if (w * ratio <= h) h = w * ratio;
    else w = h / ratio;
  }
  return {
    low, high, left: LEFT, top: TOP, w, h, width: LEFT + w + RIGHT, height: TOP + h + BOTTOM,
    at: (x) => LEFT + (w * (x - low[0])) / rx,
    up: (y) => TOP + h - (h * (y - low[1])) / ry,
    x: (place) => low[0] + ((place - LEFT) * rx) / w,
    y: (place) => low[1] + ((TOP + h - place) * ry) / h,
  };
}

/** Round values between two ends, about `count` of them. */
export function ticks(low, high, count = 6) {
  const rough = (high - low) / count;
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((one) => one * power >= rough) * power;
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i += 1) found.push(Number((i * step).toPrecision(12)));
  return found;
}

export const written = (value) => String(Number(value.toPrecision(6))).replace("-", "−");

/** The path of a point; each class has its own shape as well as its colour. */
export function shape(kind, x, y, r) {
  const p = (dx, dy) => `${(x + dx * r).toFixed(1)} ${(y + dy * r).toFixed(1)}`;
  switch (kind % 10) {
    case 0: return ring(x, y, r);
    case 1: return `M${p(0, -1.25)}L${p(1.15, 0.8)}L${p(-1.15, 0.8)}Z`;
    case 2: return `M${p(-0.9, -0.9)}L${p(0.9, -0.9)}L${p(0.9, 0.9)}L${p(-0.9, 0.9)}Z`;
    case 3: return `M${p(0, -1.3)}L${p(1.3, 0)}L${p(0, 1.3)}L${p(-1.3, 0)}Z`;
    case 4: return `M${p(0, 1.25)}L${p(1.15, -0.8)}L${p(-1.15, -0.8)}Z`;
    case 5: return `M${p(-0.4, -1.2)}L${p(0.4, -1.2)}L${p(0.4, -0.4)}L${p(1.2, -0.4)}L${p(1.2, 0.4)}L${p(0.4, 0.4)}L${p(0.4, 1.2)}L${p(-0.4, 1.2)}L${p(-0.4, 0.4)}L${p(-1.2, 0.4)}L${p(-1.2, -0.4)}L${p(-0.4, -0.4)}Z`;
    case 6: return `M${p(-1.2, -0.5)}L${p(1.2, -0.5)}L${p(1.2, 0.5)}L${p(-1.2, 0.5)}Z`;
    case 7: return `M${p(-0.5, -1.2)}L${p(0.5, -1.2)}L${p(0.5, 1.2)}L${p(-0.5, 1.2)}Z`;
    case 8: return `M${p(0, -1.2)}L${p(1.15, -0.35)}L${p(0.7, 1)}L${p(-0.7, 1)}L${p(-1.15, -0.35)}Z`;
    default: return `M${p(-1.2, -0.9)}L${p(1.2, 0)}L${p(-1.2, 0.9)}Z`;
  }
}

export const ring = (x, y, r) => `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
