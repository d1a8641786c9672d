/** The strokes that mend a cut-out: their text, their simplification, and their undo. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { noStrokes, strokeLimits } from '../../src/domain/goods/cut-strokes.ts';
import {
  hasStrokes,
  isWithinLimits,
  parseStrokes,
  radiusMax,
  radiusMin,
  type Stroke,
  strokesFor,
  strokesText,
} from '../../web/shop/mend/cut-strokes.ts';
import { simplifyStroke } from '../../web/shop/mend/simplify-stroke.ts';
import { beginHistory, takeStep } from '../../web/shop/mend/stroke-history.ts';

const dot = (x: number): Stroke => ({ tool: 'keep', radius: 60, points: [{ x, y: 5 }] });

const unit = fc.integer({ min: 0, max: 10_000 });
const points = fc.array(fc.record({ x: unit, y: unit }, { noNullPrototype: true }), {
  minLength: 1,
  maxLength: 8,
});
const tool = fc.constantFrom('keep' as const, 'remove' as const);
const radius = fc.integer({ min: radiusMin, max: radiusMax });
const strokes = fc.array(fc.record({ tool, radius, points }, { noNullPrototype: true }), {
  maxLength: strokeLimits.strokesMax,
});

describe('the text of the strokes', () => {
  it('has the form that the service reads', () => {
    const painted: readonly Stroke[] = [
      {
        tool: 'remove',
        radius: 120,
        points: [
          { x: 5_100, y: 800 },
          { x: 5_300, y: 820 },
        ],
      },
      { tool: 'keep', radius: 60, points: [{ x: 4_000, y: 3_900 }] },
    ];
    assert.equal(strokesText(painted), 'remove 120 5100,800 5300,820;keep 60 4000,3900');
  });

  it('is read again without a change', () => {
    fc.assert(
      fc.property(strokes, (painted) => {
        fc.pre(isWithinLimits(painted));
        assert.deepEqual(parseStrokes(strokesText(painted)), painted);
      }),
    );
  });

  it('gives no strokes if the service would refuse it', () => {
    assert.deepEqual(parseStrokes('erase 60 1,2'), []);
  });

  it('is too long with more points than the service accepts', () => {
    const points = Array.from({ length: 500 }, (_, x) => ({ x, y: 1 }));
    const line: Stroke = { tool: 'keep', radius: 60, points };
    assert.ok(isWithinLimits([line, line]));
    assert.ok(!isWithinLimits([line, line, dot(1)]));
  });

  it('can say that the customer has seen the cut-out and that it needs no strokes', () => {
    assert.deepEqual(parseStrokes(noStrokes), []);
    assert.ok(!hasStrokes(noStrokes) && !hasStrokes('') && hasStrokes('keep 60 1,2'));
  });

  it('applies only to the photo that was painted on', () => {
    const kept = { path: 'a', text: 'keep 60 1,2' };
    assert.equal(strokesFor(kept, 'a'), 'keep 60 1,2');
    assert.equal(strokesFor(kept, 'b'), '');
    assert.equal(strokesFor(null, 'a'), '');
  });
});

describe('the simplification of a stroke', () => {
  it('leaves the two ends of a straight line', () => {
    const line = Array.from({ length: 100 }, (_, step) => ({ x: step * 3, y: step * 2 }));
    assert.deepEqual(simplifyStroke(line, 30), [line[0], line.at(-1)]);
  });

  it('leaves the corner of a bent line', () => {
    const points = [
      ...Array.from({ length: 50 }, (_, step) => ({ x: step * 4, y: 0 })),
      ...Array.from({ length: 50 }, (_, step) => ({ x: 200, y: step * 4 })),
    ];
    const kept = simplifyStroke(points, 12);
    assert.ok(kept.length <= 4, `${kept.length} points`);
    assert.ok(
      kept.some(({ x, y }) => Math.hypot(x - 200, y) <= 6),
      'a point near the corner',
    );
  });

  it('makes one dot of a tap that trembles', () => {
    assert.deepEqual(simplifyStroke([{ x: 5, y: 5 }], 30), [{ x: 5, y: 5 }]);
    assert.ok(
      simplifyStroke(
        [
          { x: 5, y: 5 },
          { x: 6, y: 5 },
          { x: 5, y: 6 },
        ],
        30,
      ).length <= 2,
    );
  });

  it('keeps both ends, adds no point, and moves the line by less than half of its radius', () => {
    const place = fc.record({ x: fc.integer({ min: 0, max: 500 }), y: fc.integer({ min: 0, max: 500 }) });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), (points) => {
        const radius = 20;
        const kept = simplifyStroke(points, radius);
        assert.deepEqual([kept[0], kept.at(-1)], [points[0], points.at(-1)]);
        assert.ok(kept.every((point) => points.includes(point)));
        for (const point of points) {
          assert.ok(distanceToLine(point, kept) <= radius / 2 + 1e-9, JSON.stringify(point));
        }
      }),
    );
  });
});

type Place = { readonly x: number; readonly y: number };

/** The distance from a point to the nearest of many points on the line. */
function distanceToLine(point: Place, line: readonly Place[]): number {
  const [only] = line;
  if (line.length === 1 && only !== undefined) return Math.hypot(point.x - only.x, point.y - only.y);
  const parts = line.slice(1).map((end, index) => {
    const start = line[index] ?? end;
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const length = Math.hypot(dx, dy);
    const along = length === 0 ? 0 : ((point.x - start.x) * dx + (point.y - start.y) * dy) / length ** 2;
    const share = Math.min(1, Math.max(0, along));
    return Math.hypot(point.x - start.x - share * dx, point.y - start.y - share * dy);
  });
  return Math.min(...parts);
}

describe('the history of the strokes', () => {
  const painted = [dot(1), dot(2)].reduce(
    (history, stroke) => takeStep(history, { kind: 'paint', stroke }),
    beginHistory([]),
  );

  it('undoes and redoes one stroke at a time', () => {
    const undone = takeStep(painted, { kind: 'undo' });
    assert.deepEqual(undone.strokes, [dot(1)]);
    assert.deepEqual(takeStep(undone, { kind: 'redo' }).strokes, [dot(1), dot(2)]);
    const empty = takeStep(undone, { kind: 'undo' });
    assert.deepEqual(takeStep(empty, { kind: 'undo' }), empty, 'nothing before the first stroke');
  });

  it('undoes “Start again”, also for the strokes of an earlier visit', () => {
    const cleared = takeStep(beginHistory([dot(1)]), { kind: 'start-again' });
    assert.deepEqual(cleared.strokes, []);
    assert.deepEqual(takeStep(cleared, { kind: 'undo' }).strokes, [dot(1)]);
  });

  it('forgets undone strokes when a new one is painted', () => {
    const other = takeStep(takeStep(painted, { kind: 'undo' }), { kind: 'paint', stroke: dot(3) });
    assert.deepEqual(other.strokes, [dot(1), dot(3)]);
    assert.deepEqual(takeStep(other, { kind: 'redo' }), other);
  });

  it('accepts no stroke beyond the limit of the service, and accepts one again after an undo', () => {
    const full = beginHistory(Array.from({ length: strokeLimits.strokesMax }, (_, index) => dot(index)));
    const refused = takeStep(full, { kind: 'paint', stroke: dot(99) });
    assert.ok(refused.isFull);
    assert.deepEqual(refused.strokes, full.strokes);
    const long: Stroke = {
      ...dot(1),
      points: Array.from({ length: strokeLimits.lengthMax / 8 }, (_, x) => ({ x: 1_000 + x, y: 1_000 })),
    };
    assert.ok(takeStep(beginHistory([]), { kind: 'paint', stroke: long }).isFull, 'a long text');
    const again = takeStep(takeStep(painted, { kind: 'undo' }), { kind: 'paint', stroke: dot(4) });
    assert.ok(!again.isFull);
  });
});
