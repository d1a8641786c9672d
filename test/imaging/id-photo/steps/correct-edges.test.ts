import assert from 'node:assert/strict';
import { it } from 'node:test';
import { correctEdges } from '../../../../src/imaging/id-photo/steps/correct-edges.ts';
import { drawnImage, drawnPlane } from '../../planes.ts';

const [width, height] = [120, 160];
const insidePhoto = drawnPlane(width, height, () => 1);

it('a piece of alpha that is not connected to the person is removed', async () => {
  const isPerson = (x: number, y: number) => y > 60 && Math.abs(x - 60) < 40;
  const isPiece = (x: number, y: number) => Math.hypot(x - 12, y - 14) < 9;
  const image = drawnImage(width, height, (x, y) =>
    isPerson(x, y) || isPiece(x, y) ? [0.3, 0.2, 0.2] : [0.8, 0.8, 0.85],
  );
  const mask = drawnPlane(width, height, (x, y) => (isPerson(x, y) ? 1 : isPiece(x, y) ? 0.9 : 0));
  const alpha = drawnPlane(width, height, (x, y) => (isPerson(x, y) || isPiece(x, y) ? 1 : 0));
  const corrected = await correctEdges({ image, mask, alpha, insidePhoto, mattingNet: null });
  assert.equal(corrected.alpha.data[14 * width + 12], 0);
  assert.ok((corrected.alpha.data[130 * width + 60] ?? 0) > 0.95);
});

it('with an operator’s own net, alpha stays as it is', async () => {
  const plane = drawnPlane(width, height, (x) => (x > 60 ? 0.5 : 0));
  const image = drawnImage(width, height, () => [0.5, 0.5, 0.5]);
  const mattingNet = {
    sidePx: 512,
    alphaOf: () => assert.fail('the net of the operator does not run again'),
  };
  assert.equal(
    (await correctEdges({ image, mask: plane, alpha: plane, insidePhoto, mattingNet })).alpha,
    plane,
  );
});

it('nothing is added where the mask sees no person, or along the edge of the photo', async () => {
  const image = drawnImage(width, height, (x) =>
    Math.abs(x - 60) < 40 ? [0.2, 0.15, 0.1] : [0.8, 0.8, 0.85],
  );
  const half = drawnPlane(width, height, (x, y) => (y >= 50 && Math.abs(x - 60) < 40 ? 1 : 0));
  const whole = drawnPlane(width, height, (x) => (Math.abs(x - 60) < 40 ? 1 : 0));
  const beyond = drawnPlane(width, height, (_, y) => (y < 50 ? 0 : 1));
  for (const cut of [
    { image, mask: half, alpha: half, insidePhoto },
    { image, mask: whole, alpha: half, insidePhoto: beyond },
  ]) {
    const { alpha } = await correctEdges({ ...cut, mattingNet: null });
    assert.ok(alpha.data.subarray(0, 50 * width).every((value) => value === 0));
    assert.ok((alpha.data[130 * width + 60] ?? 0) > 0.95);
  }
});

it('a piece of the inside of the person is not removed', async () => {
  const isPerson = (x: number, y: number) => Math.abs(x - 60) < 40 && y > 20;
  const image = drawnImage(width, height, () => [0.8, 0.8, 0.85]);
  const plane = drawnPlane(width, height, (x, y) => (isPerson(x, y) ? 1 : 0));
  const { alpha } = await correctEdges({ image, mask: plane, alpha: plane, insidePhoto, mattingNet: null });
  for (let y = 24; y < height; y++) {
    for (let x = 24; x <= 96; x++) {
      const value = alpha.data[y * width + x] ?? 0;
      assert.ok(value >= 0.9, `${x}, ${y}: ${value}`);
    }
  }
});
