/** Jobs that wait because the party that they call already has calls in progress. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterGate, newGate } from '../../src/usecases/gate.ts';

const limits = { insideMax: 1, paceMs: 1_000 };
const hourMs = 60 * 60_000;

test('jobs that wait at a full gate run again one after the other', () => {
  const gate = newGate();
  assert.equal(enterGate(gate, limits, 0).kind, 'entered');
  assert.deepEqual(enterGate(gate, limits, 0), { kind: 'wait', until: 1_000 });
  assert.deepEqual(enterGate(gate, limits, 10), { kind: 'wait', until: 2_000 });
});

test('jobs that come after the clock was set back wait no longer than others', () => {
  const gate = newGate();
  enterGate(gate, limits, hourMs);
  enterGate(gate, limits, hourMs);
  assert.deepEqual(enterGate(gate, limits, 0), { kind: 'wait', until: 2_000 });
  assert.deepEqual(enterGate(gate, limits, 0), { kind: 'wait', until: 3_000 });
});
