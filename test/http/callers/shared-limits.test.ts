/** Limits that several processes of one shop share: by how much a client can exceed them, in any order of events. */

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { heldPlaces, type Leave } from '../../../src/http/callers/held-places.ts';
import { leakyBuckets } from '../../../src/http/callers/leaky-buckets.ts';
import { type SharedProcess, type SharedShop, sharedShop } from './shared-processes.ts';

const windowMs = 60_000;
const max = 40;
const unitMs = windowMs / max;
/** The requests that a process accepts of a client before it reports them: a twentieth of `max`. */
const allowance = 2;
const placesMax = 4;
const processes = 3;

/** Requests of one client, to several processes at once. */
interface Burst {
  readonly kind: 'burst';
  readonly counts: readonly number[];
}
type Event =
  | Burst
  | { readonly kind: 'pass'; readonly ms: number; readonly answerAfterMs: number }
  | { readonly kind: 'crash'; readonly process: number };

const events: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('burst' as const),
      counts: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: processes, maxLength: processes }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.integer({ min: 1, max: 9_000 }),
      answerAfterMs: fc.constantFrom(0, 0, 300, 900),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      process: fc.nat({ max: processes - 1 }),
    }),
  },
);

interface Member<Kind> {
  readonly process: SharedProcess;
  readonly limit: Kind;
}

/**
 * Starts processes and plays the events. `open` creates the limit of a process; `call` makes one request to it.
 */
async function play<Kind>(
  shop: SharedShop,
  schedule: readonly Event[],
  open: (process: SharedProcess) => Kind,
  call: (limit: Kind, crashes: number) => unknown,
  crashed: (limit: Kind) => void,
): Promise<void> {
  const member = (): Member<Kind> => {
    const process = shop.start();
    return { process, limit: open(process) };
  };
  const members = Array.from({ length: processes }, member);
  let crashes = 0;
  for (const event of schedule) {
    if (event.kind === 'pass') {
      shop.answerAfterMs = event.answerAfterMs;
      await shop.pass(event.ms);
    } else if (event.kind === 'crash') {
      const [gone] = members.splice(event.process, 1, member());
      gone?.process.crash();
      if (gone !== undefined) crashed(gone.limit);
      crashes += 1;
    } else {
      for (const [index, count] of event.counts.entries()) {
        const chosen = members[index];
        for (let n = 0; n < count && chosen !== undefined; n++) call(chosen.limit, crashes);
      }
    }
    // After each event the database responds in time, so that no process decides without the others.
    shop.answerAfterMs = 0;
    await shop.pass(250);
  }
  for (const { process } of members) process.crash();
}

function buckets(shop: SharedShop, { exchange }: SharedProcess) {
  return leakyBuckets({ name: 'any', max, windowMs, clientsMax: 10 }, exchange, shop.now);
}

/** @returns undefined if the limit waits for the reports of other processes before it decides. */
function takeNow(limit: ReturnType<typeof buckets>): boolean | undefined {
  const taken = limit.take('client', 1);
  return taken instanceof Promise ? undefined : taken.isTaken;
}

describe('a limit of requests that several processes share', () => {
  it('is exceeded by at most one allowance for each further process, and no request is refused while the client is far below the limit', async (t) => {
    let refusals = 0;
    let admitted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(events, { maxLength: 40 }), async (schedule) => {
        t.mock.timers.reset();
        const shop = sharedShop(t);
        /** When the limit of the client would be fully restored if a single process had counted all requests. */
        let restoredAt = 0;
        const count = (isTaken: boolean, crashes: number) => {
          const level = Math.max(0, restoredAt - shop.now());
          if (!isTaken) {
            refusals += 1;
            // A process knows the use in other processes with a delay: reports and responses take up to 0.9 s each.
            assert.ok(level + unitMs > windowMs - 3_000, `refused at ${level} ms`);
            return;
          }
          admitted += 1;
          restoredAt = shop.now() + level + unitMs;
          const beyond = (processes + crashes - 1) * allowance * unitMs;
          assert.ok(level + unitMs <= windowMs + beyond + 1, `${level + unitMs} ms used`);
        };
        const open = (process: SharedProcess) => buckets(shop, process);
        const failures: unknown[] = [];
        const call = (limit: ReturnType<typeof buckets>, crashes: number) => {
          const taken = limit.take('client', 1);
          if (!(taken instanceof Promise)) return count(taken.isTaken, crashes);
          taken.then(({ isTaken }) => count(isTaken, crashes)).catch((error) => failures.push(error));
        };
        await play(shop, schedule, open, call, () => undefined);
        assert.deepEqual(failures, []);
      }),
      { numRuns: 150 },
    );
    assert.ok(refusals > 100 && admitted > 1000, `${refusals} refused, ${admitted} admitted`);
  });

  it('a request beyond the allowance waits for the reports of the other processes', async (t) => {
    const shop = sharedShop(t);
    const [first, second] = [shop.start(), shop.start()];
    const [a, b] = [buckets(shop, first), buckets(shop, second)];
    shop.answerAfterMs = null;
    for (let n = 0; n < allowance; n++) assert.equal(takeNow(a), true);
    let later: boolean | undefined;
    const waiting = Promise.resolve(a.take('client', 1)).then(({ isTaken }) => {
      later = isTaken;
    });
    for (let n = 0; n < max; n++) b.takeNow('client', 1);
    await shop.pass(1);
    assert.equal(later, undefined);
    await second.release('answer');
    while (later === undefined) assert.ok(await first.release('answer'), 'the request asks again');
    await waiting;
    assert.equal(later, false);
    assert.equal(a.look('client').left, 0);
  });

  it('while the database does not respond, each process applies the whole limit alone, and reports everything afterwards', async (t) => {
    const shop = sharedShop(t);
    const [first, second] = [shop.start(), shop.start()];
    const [a, b] = [buckets(shop, first), buckets(shop, second)];
    shop.answerAfterMs = null;
    for (let n = 0; n < allowance; n++) assert.equal(takeNow(a), true);
    const waiting = Promise.resolve(a.take('client', 1));
    await shop.pass(2_250);
    assert.equal((await waiting).isTaken, true);
    assert.equal(first.warnings(), 1);
    let taken = allowance + 1;
    while (takeNow(a) === true) taken += 1;
    assert.ok(taken >= max && taken <= max + 2, `${taken} taken`);
    await first.release('fail');
    shop.answerAfterMs = 0;
    await shop.pass(2_000);
    assert.equal(takeNow(b), true);
    await shop.pass(1_250);
    assert.ok(b.look('client').left <= 4, `${b.look('client').left} left`);
  });

  it('a report counts even if the response of the database is lost; it may count twice then', async (t) => {
    const shop = sharedShop(t);
    const [first, second] = [shop.start(), shop.start()];
    const [a, b] = [buckets(shop, first), buckets(shop, second)];
    shop.answerAfterMs = null;
    assert.equal(takeNow(a), true);
    await shop.pass(1);
    assert.ok(await first.release('lose the answer'));
    shop.answerAfterMs = 0;
    await shop.pass(2_250);
    assert.equal(takeNow(b), true);
    await shop.pass(1_250);
    assert.ok(b.look('client').left <= max - 1);
  });
});

interface Streams {
  readonly places: ReturnType<typeof heldPlaces>;
  readonly open: Leave[];
}

function streams({ exchange }: SharedProcess): Streams {
  return { places: heldPlaces('streams', placesMax, exchange), open: [] };
}

async function openStream({ places, open }: Streams): Promise<boolean> {
  const leave = await places.take('client');
  if (leave !== null) open.push(leave);
  return leave !== null;
}

describe('places that several processes share', () => {
  it('a client exceeds its limit of places by at most one place for each further process', async (t: TestContext) => {
    let mostHeld = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(events, { maxLength: 40 }), fc.nat(), async (schedule, seed) => {
        t.mock.timers.reset();
        const shop = sharedShop(t);
        const all = new Set<Streams>();
        let turn = seed;
        const failures: unknown[] = [];
        const call = (own: Streams, crashes: number) => {
          turn += 1;
          // Every third event closes a stream.
          if (turn % 3 === 0) return own.open.shift()?.();
          openStream(own)
            .then(() => {
              const held = [...all].reduce((sum, { open }) => sum + open.length, 0);
              mostHeld = Math.max(mostHeld, held);
              assert.ok(held <= placesMax + processes - 1 + crashes, `${held} places are held`);
            })
            .catch((error) => failures.push(error));
        };
        const open = (process: SharedProcess) => {
          const own = streams(process);
          all.add(own);
          return own;
        };
        await play(shop, schedule, open, call, (gone) => void all.delete(gone));
        assert.deepEqual(failures, []);
      }),
      { numRuns: 150 },
    );
    assert.ok(mostHeld >= placesMax, `${mostHeld} places were held`);
  });

  it('the places of a crashed process are released after 30 s, and those of a running process are not', async (t) => {
    const shop = sharedShop(t);
    const [crashed, alive, asking] = [shop.start(), shop.start(), shop.start()];
    const [gone, kept, own] = [streams(crashed), streams(alive), streams(asking)];
    for (const each of [gone, gone, kept]) {
      const opened = openStream(each);
      await shop.pass(500);
      assert.equal(await opened, true);
    }
    crashed.crash();
    const open = async () => {
      const opened = openStream(own);
      await shop.pass(500);
      return opened;
    };
    assert.equal(await open(), true);
    assert.equal(await open(), false, 'two of the crashed process, one of the live one and one of its own');
    await shop.pass(27_000);
    assert.equal(await open(), false);
    await shop.pass(3_000);
    assert.equal(await open(), true);
    assert.equal(await open(), true);
    assert.equal(await open(), false, 'the live process still holds its place');
  });

  it('a place that one process releases can be taken in the other processes at once', async (t) => {
    const shop = sharedShop(t);
    const [first, second] = [streams(shop.start()), streams(shop.start())];
    for (let n = 0; n < placesMax; n++) {
      const opened = openStream(first);
      await shop.pass(500);
      assert.equal(await opened, true);
    }
    first.open.pop()?.();
    await shop.pass(250);
    const opened = openStream(second);
    await shop.pass(500);
    assert.equal(await opened, true);
    assert.equal(first.places.total(), placesMax - 1);
  });
});
