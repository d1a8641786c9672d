/**
 * Processes of one shop that share its limits. The test advances the clock and decides when and how each transaction
 * of the database ends. This database in memory behaves as the comments of `limit-store.ts` require of SQLite and
 * PostgreSQL.
 */

import type { TestContext } from 'node:test';
import { createLimitExchange, type LimitExchange } from '../../../src/http/callers/limit-exchange.ts';
import type { HeldPlace, LimitWrites } from '../../../src/usecases/callers/limit-store.ts';
import { recordedLog } from '../../support/recorded-log.ts';

const stepMs = 250;
/** The real `setImmediate`, before the test runner replaces it. */
const realImmediate = setImmediate;

/** The outcome of a transaction when the test lets it continue. */
export type Fate = 'answer' | 'lose the answer' | 'fail';

export interface SharedProcess {
  readonly exchange: LimitExchange;
  readonly warnings: () => number;
  /** Continues the oldest waiting transaction of this process. @returns false if no transaction waits. */
  release(fate: Fate): Promise<boolean>;
  /** Ends the process without a release of the places that it holds. */
  crash(): void;
}

export interface SharedShop {
  readonly now: () => number;
  start(): SharedProcess;
  /** Advances the clock. Each transaction ends `answerAfterMs` after its start; null: no transaction ends by itself. */
  pass(ms: number): Promise<void>;
  answerAfterMs: number | null;
}

interface Pending {
  readonly since: number;
  readonly goOn: (fate: Fate) => void;
}

export function sharedShop(t: TestContext): SharedShop {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'setImmediate'] });
  let now = 1_000_000;
  let started = 0;
  const limits = databaseOf(() => now);
  const queues = new Map<symbol, Pending[]>();

  const settle = async () => {
    for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => realImmediate(resolve));
  };

  function start(): SharedProcess {
    started += 1;
    const id = Symbol('process');
    const queue: Pending[] = [];
    queues.set(id, queue);
    const log = recordedLog();
    const exchange = createLimitExchange(
      {
        process: `p${started}`,
        digest: (text) => text,
        transaction: (work) =>
          new Promise((resolve, reject) => {
            const goOn = (fate: Fate) => {
              if (fate === 'fail') return reject(new Error('refused'));
              work(limits).then(
                (value) => (fate === 'answer' ? resolve(value) : reject(new Error('lost'))),
                reject,
              );
            };
            queue.push({ since: now, goOn });
          }),
      },
      log,
    );
    return {
      exchange,
      warnings: () => log.lines.filter(({ level }) => level === 'warn').length,
      async release(fate) {
        const pending = queue.shift();
        pending?.goOn(fate);
        await settle();
        return pending !== undefined;
      },
      crash() {
        queues.delete(id);
        void exchange.stop();
      },
    };
  }

  const shop: SharedShop = {
    now: () => now,
    start,
    answerAfterMs: 0,
    async pass(ms) {
      for (let left = ms; left > 0; left -= stepMs) {
        now += Math.min(stepMs, left);
        t.mock.timers.tick(Math.min(stepMs, left));
        await settle();
        for (const queue of queues.values()) {
          const after = shop.answerAfterMs;
          while (after !== null && queue[0] !== undefined && queue[0].since + after <= now) {
            queue.shift()?.goOn('answer');
            await settle();
          }
        }
      }
    },
  };
  return shop;
}

function databaseOf(now: () => number): LimitWrites {
  const spent = new Map<string, number>();
  const held = new Map<string, Map<string, { readonly held: number; readonly until: number }>>();
  return {
    async spend(items) {
      return items.map(({ key, windowMs, spentMs, restoredInMs }) => {
        const former = Math.min(spent.get(key) ?? -Infinity, now() + 2 * windowMs);
        const restoredAt = Math.max(former + spentMs, now() + restoredInMs);
        spent.set(key, restoredAt);
        return { key, restoredInMs: restoredAt - now() };
      });
    },
    async hold(process, places, keptMs) {
      const others: HeldPlace[] = [];
      for (const { key, held: own } of places) {
        const byProcess = held.get(key) ?? new Map();
        held.set(key, byProcess);
        byProcess.set(process, { held: own, until: now() + keptMs });
        let sum = 0;
        for (const [other, place] of byProcess) {
          if (other !== process && place.until > now()) sum += place.held;
        }
        if (sum > 0) others.push({ key, held: sum });
      }
      return others;
    },
    async release(process) {
      for (const byProcess of held.values()) byProcess.delete(process);
    },
    purge: async () => undefined,
  };
}
