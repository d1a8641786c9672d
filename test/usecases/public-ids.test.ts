/** The numbers of orders, payments, refunds and events, which sort by time, and the names of uploads. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  newEventId,
  newOrderNo,
  newPaymentNo,
  newRefundNo,
  newUploadName,
} from '../../src/usecases/public-ids.ts';

/** Counts the random bits that change the text: flips each bit and compares the result. */
function randomBits(make: (random: { bytes(count: number): Uint8Array }) => string): number {
  const zero = make({ bytes: (count) => new Uint8Array(count) });
  const seen = new Set<string>();
  for (let byte = 0; byte < 64; byte++) {
    for (let bit = 0; bit < 8; bit++) {
      const flipped = make({
        bytes(count) {
          const bytes = new Uint8Array(count);
          if (byte < count) bytes[byte] = 1 << bit;
          return bytes;
        },
      });
      if (flipped !== zero) seen.add(flipped);
    }
  }
  return seen.size;
}

const anyInstant = fc.integer({ min: 0, max: Date.UTC(2300, 0, 1) });
const anyBytes = fc.infiniteStream(fc.nat(255)).map((stream) => ({
  bytes: (count: number) => Uint8Array.from({ length: count }, () => Number(stream.next().value)),
}));

test('property: an order number is at most 28 characters of 0-9A-Z', () => {
  fc.assert(
    fc.property(anyInstant, anyBytes, (at, random) => {
      assert.match(newOrderNo(at, random), /^[0-9A-Z]{1,28}$/);
    }),
  );
});

test('property: a number that was created later sorts after an earlier number, whatever the random part of either is', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer({ min: 1, max: 1e9 }), anyBytes, (at, laterMs, random) => {
      for (const make of [newOrderNo, newPaymentNo, newRefundNo, newEventId]) {
        assert.ok(make(at, random) < make(at + laterMs, random));
      }
    }),
  );
});

test('an order number has at least 80 random bits, because it is the key to a guest’s order', () => {
  assert.ok(randomBits((random) => newOrderNo(0, random)) >= 80);
});

test('the name of an upload has at least 80 random bits', () => {
  assert.ok(randomBits(newUploadName) >= 80);
  assert.match(newUploadName({ bytes: (count) => new Uint8Array(count).fill(255) }), /^[0-9a-z]+$/);
});

test('payment and refund numbers have 6 to 32 letters and digits, which every provider accepts', () => {
  const random = { bytes: (count: number) => new Uint8Array(count).fill(171) };
  for (const make of [newPaymentNo, newRefundNo])
    assert.match(make(Date.UTC(2200, 1), random), /^[0-9A-Z]{6,32}$/);
  assert.notEqual(newPaymentNo(0, random)[0], newRefundNo(0, random)[0]);
});

test('property: the ids of events increase within a process, also in one millisecond and after the clock was set back', () => {
  fc.assert(
    fc.property(fc.array(anyInstant, { minLength: 2, maxLength: 20 }), anyBytes, (times, random) => {
      const ids = times.flatMap((at) => [newEventId(at, random), newEventId(at, random)]);
      assert.deepEqual(ids, [...ids].sort());
      assert.equal(new Set(ids).size, ids.length);
    }),
  );
});

test('the id of an event after the last random part of a millisecond begins with the next millisecond', () => {
  const random = { bytes: (count: number) => new Uint8Array(count).fill(255) };
  assert.equal(newEventId(0, random), `evt_${'0'.repeat(9)}${'Z'.repeat(16)}`);
  assert.equal(newEventId(0, random), `evt_${'0'.repeat(8)}1${'0'.repeat(16)}`);
});
