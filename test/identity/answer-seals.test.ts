/** The encryption of stored responses. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnswerSeals } from '../../src/identity/answer-seals.ts';
import { fixedRandom } from '../support/fixed-random.ts';

const seals = createAnswerSeals(fixedRandom());
const key = { key: '3f0f7c1e-89aa-4b0e', client: '192.0.2.1' };
const others = [
  { ...key, key: '3f0f7c1e-89aa-4b0f' },
  { ...key, client: '192.0.2.2' },
];

test('a sealed text can be opened only with the same idempotency key and for the same client', () => {
  const sealed = seals.seal(key, 'g1.a.b.c');
  assert.equal(seals.open(key, sealed), 'g1.a.b.c');
  for (const other of others) assert.throws(() => seals.open(other, sealed));
});

test('a sealed text that was changed or shortened is refused', () => {
  const sealed = Buffer.from(seals.seal(key, 'g1.a.b.c'), 'base64url');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    assert.throws(() => seals.open(key, changed.toString('base64url')));
    assert.throws(() => seals.open(key, sealed.subarray(0, at).toString('base64url')));
  }
});

test('the name of a stored response is the same for the same idempotency key and client, differs for any other, and contains no part of the key', () => {
  assert.equal(seals.nameOf(key), seals.nameOf({ ...key }));
  for (const other of others) assert.notEqual(seals.nameOf(key), seals.nameOf(other));
  assert.match(seals.nameOf(key), /^[A-Za-z0-9_-]{43}$/);
});
