/** Calculations about several photos that are ordered together. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createTurns } from '../../web/shop/parts/turns.ts';
import { archiveName } from '../../web/shop/series/archive-name.ts';
import { countOutcomes } from '../../web/shop/series/photo-outcome.ts';
import { countGroups } from '../../web/shop/series/series-progress.ts';
import { takePhotos } from '../../web/shop/series/take-photos.ts';

describe('a series of photos', () => {
  it('has at most 20 photos: the first files are taken, and the others are counted', () => {
    const files = Array.from({ length: 23 }, (_, index) => index);
    assert.deepEqual(takePhotos(0, files), { taken: files.slice(0, 20), leftOut: 3 });
    assert.deepEqual(takePhotos(19, [1, 2]), { taken: [1], leftOut: 1 });
    assert.deepEqual(takePhotos(20, [1]), { taken: [], leftOut: 1 });
    assert.deepEqual(takePhotos(18, [1, 2]), { taken: [1, 2], leftOut: 0 });
  });

  it('is counted by what the check of each photo has shown', () => {
    const passed = { kind: 'passed', path: 'p', smallCopy: null, preview: null } as const;
    const outcomes = [passed, { kind: 'pending' }, passed, { kind: 'failed' }] as const;
    assert.deepEqual(countOutcomes(outcomes), { pending: 1, passed: 2, refused: 0, failed: 1 });
    assert.deepEqual(countOutcomes([]), { pending: 0, passed: 0, refused: 0, failed: 0 });
  });

  it('is counted by what happens with each order', () => {
    const stages = [
      'waitPay',
      'queued',
      'working',
      'done',
      'failed',
      'refunding',
      'refunded',
      'cancelled',
    ] as const;
    const counts = { unpaid: 1, inWork: 2, ready: 1, failed: 1, refunded: 2, ended: 1 };
    assert.deepEqual(countGroups(stages), counts);
  });
});

describe('the name of a picture in the archive', () => {
  it('is the name of the download with the number of the photo before the ending', () => {
    assert.equal(
      archiveName({ name: 'id-photo-one-inch-red.jpg', number: 3 }),
      'id-photo-one-inch-red-03.jpg',
    );
    assert.equal(archiveName({ name: 'picture', number: 12 }), 'picture-12');
  });

  it('differs for photos with different numbers, also if their downloads have the same name', () => {
    const named = fc.record({
      name: fc.constantFrom('a.jpg', 'a-01.jpg', 'a'),
      number: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(named, { selector: ({ number }) => number }), (names) => {
        assert.equal(new Set(names.map(archiveName)).size, names.length);
      }),
    );
  });
});

describe('turns', () => {
  it('run no more tasks at once than allowed, in the order of the calls, also after a task has failed', async () => {
    const inTurn = createTurns(2);
    const begun: number[] = [];
    const tasks = [0, 1, 2, 3].map((number) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const done = inTurn(() => {
        begun.push(number);
        return promise;
      });
      return { done, reject, finish: () => resolve(number) };
    });
    assert.deepEqual(begun, [0, 1]);
    tasks[1]?.reject(new Error('no network'));
    await assert.rejects(tasks[1]?.done ?? Promise.resolve(), /no network/);
    assert.deepEqual(begun, [0, 1, 2]);
    for (const { finish } of tasks) finish();
    assert.deepEqual(await Promise.all([tasks[0]?.done, tasks[2]?.done, tasks[3]?.done]), [0, 2, 3]);
    assert.deepEqual(begun, [0, 1, 2, 3]);
  });
});
