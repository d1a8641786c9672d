import assert from 'node:assert/strict';
import { it } from 'node:test';
import { brokenLimits, judgeCut, measureCut } from '../../../src/imaging/id-photo/quality-gate.ts';
import { emptyPlane, type Plane } from '../../../src/imaging/plane.ts';

const [width, height] = [59, 83];
const face = {
  outline: [
    { x: 30, y: 20 },
    { x: 42, y: 40 },
    { x: 30, y: 60 },
    { x: 18, y: 40 },
  ],
  chinRow: 60,
};

/** Head and shoulders with a hard edge. */
function cut(paint: (x: number, y: number) => number | undefined = () => undefined): Plane {
  const alpha = emptyPlane(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isHead = Math.hypot((x - 30) / 18, (y - 36) / 27) < 1;
      const isBody = y > 64 && Math.abs(x - 30) < 28;
      alpha.data[y * width + x] = paint(x, y) ?? (isHead || isBody ? 1 : 0);
    }
  }
  return alpha;
}

function broken(alpha: Plane, mask = cut(), spread = emptyPlane(width, height)): string[] {
  return brokenLimits(measureCut({ alpha, mask, spread, face }));
}

it('lets a clean cut pass', () => {
  assert.deepEqual(broken(cut()), []);
  assert.equal(judgeCut({ alpha: cut(), mask: cut(), spread: emptyPlane(width, height), face }), undefined);
});

it('names what is wrong with a bad one', () => {
  const inFace = (x: number, y: number) => Math.hypot(x - 30, y - 40) < 6;
  assert.deepEqual(broken(cut((x, y) => (inFace(x, y) ? 0 : undefined))), ['faceKept']);
  assert.ok(broken(cut((_, y) => (y < 4 ? 1 : undefined))).includes('topShare'));
  assert.ok(broken(cut((x, y) => (x > 50 && y < 60 ? 0.5 : undefined))).includes('veilShare'));
  assert.ok(broken(cut((x, y) => (x > 50 && y < 60 ? 0.5 : undefined))).includes('halfShare'));
  assert.ok(broken(cut(() => 0)).includes('personShare'));
  assert.ok(broken(cut(() => 1)).includes('personShare'));
  assert.ok(broken(cut((x, y) => (x > 44 && y < 60 ? 1 : undefined))).includes('drift'));
  const spread = emptyPlane(width, height);
  spread.data.fill(0.6);
  assert.deepEqual(broken(cut(), cut(), spread), ['contestedShare']);
});

it('does not mind what the looks disagree about and the cut throws away', () => {
  const spread = emptyPlane(width, height);
  for (let y = 0; y < 60; y++) spread.data.fill(0.9, y * width, y * width + 10);
  assert.deepEqual(broken(cut(), cut(), spread), []);
});
