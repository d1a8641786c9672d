import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLimitDigest } from '../../src/identity/limit-digest.ts';

it('the digest of a client is the same in all processes with the same secret key, and differs for another client or another key', () => {
  const digest = createLimitDigest(['first key', 'former key']);
  assert.equal(digest('default 203.0.113.1'), createLimitDigest(['first key'])('default 203.0.113.1'));
  assert.notEqual(digest('default 203.0.113.1'), digest('default 203.0.113.2'));
  assert.notEqual(digest('default 203.0.113.1'), createLimitDigest(['other key'])('default 203.0.113.1'));
  assert.match(digest('default 203.0.113.1'), /^[\w-]{22}$/);
});
