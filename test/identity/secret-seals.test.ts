/** Sealed secrets in the database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecretSeals } from '../../src/identity/secret-seals.ts';
import { fixedRandom } from '../support/fixed-random.ts';

const random = fixedRandom('seals');
const owner = 'app of operator 1';

test('a seal opens only for its owner and with the key that made it, and two seals of the same secret differ', () => {
  const seals = createSecretSeals(['key 1'], random);
  const sealed = seals.seal('the secret', owner);
  assert.notEqual(seals.seal('the secret', owner), sealed);
  assert.ok(!Buffer.from(sealed, 'base64url').includes('the secret'));
  assert.deepEqual(seals.open(sealed, owner), { secret: 'the secret', isCurrent: true });
  assert.equal(seals.open(sealed, 'app of operator 2'), undefined);
  assert.equal(createSecretSeals(['key 2'], random).open(sealed, owner), undefined);
});

test('a secret that was sealed with a former key can be opened, and is reported as sealed with a former key', () => {
  const sealed = createSecretSeals(['key 1'], random).seal('the secret', owner);
  const rotated = createSecretSeals(['key 2', 'key 1'], random);
  assert.deepEqual(rotated.open(sealed, owner), { secret: 'the secret', isCurrent: false });
});

test('a damaged seal does not open', () => {
  const seals = createSecretSeals(['key 1'], random);
  const sealed = seals.seal('the secret', owner);
  const flipped = Buffer.from(sealed, 'base64url');
  flipped.writeUInt8(flipped.readUInt8(flipped.length - 1) ^ 1, flipped.length - 1);
  for (const damaged of ['', 'AAAA', sealed.slice(0, -4), flipped.toString('base64url')]) {
    assert.equal(seals.open(damaged, owner), undefined, damaged);
  }
});
