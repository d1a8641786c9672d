/** The times at which the refunds of one payment are requested at a provider that wants a pause between them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOf } from '../../../src/usecases/refunds/refund-start.ts';

const pauseMs = 60;

function startsOf(...requestedAt: readonly number[]): number[] {
  const refunds = requestedAt.map((at, index) => ({ id: index + 1, requestedAt: at }));
  return refunds.map((refund) => startOf(refund, refunds.toReversed(), pauseMs));
}

test('refunds that are requested together start one after the other', () => {
  assert.deepEqual(startsOf(1_000, 1_000, 1_000), [1_000, 1_060, 1_120]);
});

test('a refund that is requested after the pause starts at once', () => {
  assert.deepEqual(startsOf(1_000, 1_001, 2_000), [1_000, 1_060, 2_000]);
});
