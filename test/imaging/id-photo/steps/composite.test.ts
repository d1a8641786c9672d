import assert from 'node:assert/strict';
import { it } from 'node:test';
import { composite } from '../../../../src/imaging/id-photo/steps/composite.ts';
import { emptyPlane } from '../../../../src/imaging/pixels/plane.ts';

const backgroundRgb = [0, 0, 0] as const;

for (const [width, height] of [
  [40, 30],
  [28, 21],
  [20, 15],
] as const) {
  it(`a matte of ${width} × ${height} pixels that is shrunk to 20 × 15 keeps the place and the width of its soft edge`, async () => {
    const alpha = emptyPlane(width, height);
    for (let i = 0; i < alpha.data.length; i++) {
      alpha.data[i] = Math.min(1, Math.max(0, ((i % width) + 0.5 - 0.3 * width) / (0.4 * width)));
    }
    const colours = { width, height, data: new Float32Array(3 * width * height).fill(1) };
    const pixels = await composite({ colours, alpha }, { widthPx: 20, heightPx: 15, backgroundRgb });
    for (let x = 0; x < 20; x++) {
      const expected = Math.min(1, Math.max(0, (x + 0.5 - 6) / 8));
      for (let y = 0; y < 15; y++) {
        const found = (pixels[3 * (y * 20 + x)] ?? 0) / 255;
        assert.ok(Math.abs(found - expected) < 0.02, `${found} is not ${expected} at ${x}, ${y}`);
      }
    }
  });
}

it('composite rejects a matte that is smaller than the result', async () => {
  const [width, height] = [10, 15];
  const colours = { width, height, data: new Float32Array(3 * width * height) };
  const small = composite(
    { colours, alpha: emptyPlane(width, height) },
    { widthPx: 20, heightPx: 15, backgroundRgb },
  );
  await assert.rejects(small, RangeError);
});
