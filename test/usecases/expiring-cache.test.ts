/** The cache in memory: for how long it keeps entries, and how many. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpiringCache } from '../../src/usecases/expiring-cache.ts';

const atOnce = { now: () => 0 };

test('a new entry above the maximum number removes the oldest entry', async () => {
  const answers = createExpiringCache<number>(atOnce, 1, 2);
  for (const n of [1, 2, 3]) answers.set(String(n), Promise.resolve(n));
  assert.equal(answers.get('1'), undefined);
  assert.deepEqual(await Promise.all([answers.get('2'), answers.get('3')]), [2, 3]);
});

test('an entry that is set again becomes the newest entry', () => {
  const answers = createExpiringCache<number>(atOnce, 1, 2);
  for (const key of ['a', 'b', 'a', 'c']) answers.set(key, Promise.resolve(0));
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => answers.get(key) !== undefined),
    [true, false, true],
  );
});

test('an entry is returned until it expires', () => {
  let now = 0;
  const answers = createExpiringCache<number>({ now: () => now }, 10, 2);
  answers.set('a', Promise.resolve(0));
  now = 9;
  assert.notEqual(answers.get('a'), undefined);
  now = 10;
  assert.equal(answers.get('a'), undefined);
});

test('an entry whose promise rejects is removed, and a newer entry with the same key stays', async () => {
  const answers = createExpiringCache<number>(atOnce, 1, 2);
  const lost = Promise.reject(new Error('lost'));
  answers.set('a', lost);
  answers.set('b', lost);
  answers.set('b', Promise.resolve(1));
  await assert.rejects(lost);
  assert.equal(answers.get('a'), undefined);
  assert.equal(await answers.get('b'), 1);
});
