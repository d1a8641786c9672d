/** Growing, shrinking and connecting of yes/no masks (0 or 1 per pixel). */

export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Grown by a square of side `2 · radiusPx + 1`. */
export function dilate(source: Bitmap, radiusPx: number): Bitmap {
  return spread(source, radiusPx, 1);
}

/** Shrunk by the same square; pixels beyond the picture count as set, so that its edges do not eat in. */
export function erode(source: Bitmap, radiusPx: number): Bitmap {
  return spread(source, radiusPx, 0);
}

/** Spreads `value` by the distance to its nearest pixel, along rows, then along columns. */
function spread({ width, height, data: from }: Bitmap, radius: number, value: 0 | 1): Bitmap {
  const rows = new Uint8Array(width * height);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) spreadLine(from, rows, y * width, 1, width, radius, value);
  for (let x = 0; x < width; x++) spreadLine(rows, data, x, width, height, radius, value);
  return { width, height, data };
}

function spreadLine(
  from: Uint8Array,
  to: Uint8Array,
  start: number,
  step: number,
  count: number,
  radius: number,
  value: 0 | 1,
): void {
  const other = 1 - value;
  let last = -radius - 1;
  for (let k = 0, i = start; k < count; k++, i += step) {
    if (from[i] === value) last = k;
    to[i] = k - last <= radius ? value : other;
  }
  last = count + radius;
  for (let k = count - 1, i = start + (count - 1) * step; k >= 0; k--, i -= step) {
    if (from[i] === value) last = k;
    if (last - k <= radius) to[i] = value;
  }
}

/** The pixels of `allowed` that four-neighbour steps reach from those of `seeds`. */
export function connectedTo(seeds: Bitmap, allowed: Bitmap): Bitmap {
  const { width, height } = allowed;
  const data = new Uint8Array(width * height);
  const stack = new Int32Array(width * height);
  let size = 0;
  for (let i = 0; i < data.length; i++) {
    if (seeds.data[i] === 1 && allowed.data[i] === 1) {
      data[i] = 1;
      stack[size++] = i;
    }
  }
  const visit = (i: number) => {
    if (data[i] === 1 || allowed.data[i] !== 1) return;
    data[i] = 1;
    stack[size++] = i;
  };
  while (size > 0) {
    const i = stack[--size] ?? 0;
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < width * (height - 1)) visit(i + width);
  }
  return { width, height, data };
}
