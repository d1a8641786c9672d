/** Look-ups of the hosts of webhooks in name servers that do not answer. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LookupDone, sharedLookups } from '../../src/webhooks/shared-lookups.ts';

const found = [{ address: '192.0.2.1', family: 4 }];

function resolver() {
  const running = new Map<string, LookupDone>();
  const clock = { nowMs: 0 };
  const started: string[] = [];
  const lookup = sharedLookups(
    (hostname, done) => {
      started.push(hostname);
      running.set(hostname, done);
    },
    () => clock.nowMs,
  );
  const ended: string[] = [];
  return {
    started,
    ended,
    ask: (hostname: string) => lookup(hostname, () => void ended.push(hostname)),
    /** Ends the look-up after this time. */
    end(hostname: string, afterMs: number) {
      clock.nowMs += afterMs;
      running.get(hostname)?.(null, found);
    },
  };
}

test('calls at the same time for one host share its look-up', () => {
  const { ask, end, started, ended } = resolver();
  ask('a.example');
  ask('a.example');
  assert.deepEqual(started, ['a.example']);
  end('a.example', 1);
  assert.deepEqual(ended, ['a.example', 'a.example']);
  ask('a.example');
  assert.deepEqual(started, ['a.example', 'a.example']);
});

test('hosts that were slow are looked up one after the other, and other hosts at once', () => {
  const { ask, end, started } = resolver();
  for (const host of ['slow-a.example', 'slow-b.example']) {
    ask(host);
    end(host, 10_000);
  }
  started.length = 0;
  for (const host of ['slow-a.example', 'slow-b.example', 'fast.example']) ask(host);
  assert.deepEqual(started, ['slow-a.example', 'fast.example']);
  end('slow-a.example', 10_000);
  assert.deepEqual(started, ['slow-a.example', 'fast.example', 'slow-b.example']);
});

test('a host that was slow once is looked up at once again after a quick answer', () => {
  const { ask, end, started } = resolver();
  for (const afterMs of [10_000, 1]) {
    ask('a.example');
    end('a.example', afterMs);
  }
  ask('b.example');
  end('b.example', 10_000);
  ask('b.example');
  ask('a.example');
  assert.deepEqual(started.slice(-2), ['b.example', 'a.example']);
});
