/** A worker does not start unless every job kind has one handler and one lane. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchHandlers } from '../../src/jobs/lanes.ts';
import type { JobHandler } from '../../src/usecases/ports/job-handler.ts';

function handler(kind: string, leaseMs = 1000): JobHandler {
  return { kind, leaseMs, run: async () => ({ kind: 'done' }) };
}

test('matchHandlers throws one error that lists every problem of the lanes and handlers', () => {
  const lanes = [
    { kinds: ['process_order', 'deliver_event'], concurrency: 2 },
    { kinds: ['deliver_event'], concurrency: 0 },
    { kinds: [], concurrency: 1 },
  ] as const;
  const handlers = [handler('deliver_event'), handler('deliver_event'), handler('remove_file', 0)];
  assert.throws(() => matchHandlers(lanes, handlers), {
    message:
      'the worker cannot start: deliver_event has two handlers; remove_file has no lease; ' +
      'process_order has no handler; deliver_event has no slots; deliver_event is in two lanes; ' +
      'a lane has no kinds',
  });
});

test('matchHandlers returns the handler of each kind of job', () => {
  const remove = handler('remove_file');
  const found = matchHandlers([{ kinds: ['remove_file'], concurrency: 1 }], [remove]);
  assert.equal(found.get('remove_file'), remove);
});
