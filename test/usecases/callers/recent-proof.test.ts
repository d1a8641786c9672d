/** How long a proof of identity is valid. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireRecentProof } from '../../../src/usecases/callers/recent-proof.ts';
import { code } from '../../support/app-error.ts';
import { operator } from '../../support/shop.ts';

const minuteMs = 60_000;
const provenAt = Date.UTC(2026, 10, 20, 12);
const caller = { ...operator, sessionId: 1, provenAt };

test('a proof of identity is valid for ten minutes', () => {
  requireRecentProof(caller, provenAt + 10 * minuteMs - 1);
  assert.throws(() => requireRecentProof(caller, provenAt + 10 * minuteMs), code('forbidden'));
});

test('a proof whose time is more than ten minutes in the future, because the clock was set back, is not valid', () => {
  requireRecentProof(caller, provenAt - minuteMs);
  assert.throws(() => requireRecentProof(caller, provenAt - 60 * minuteMs), code('forbidden'));
});
