/**
 * Leaky buckets: each client may use a whole limit at once, and what it used is restored evenly within the window.
 * Internally, each amount is expressed as the time in which it is restored. Times are milliseconds of a monotonic
 * clock, so that a step of the wall clock restores nothing.
 *
 * With several processes, each decides from its own counts and the last reports of the others, and reports in the
 * background what it has accepted. Until its report has arrived, a process accepts at most its allowance of a client's
 * requests. A request beyond the allowance waits for the report. With N processes, a client can therefore exceed a
 * limit by at most N - 1 allowances.
 */

import { LRUCache } from 'lru-cache';
import type { RestoredIn, SpentLimit } from '../../usecases/callers/limit-store.ts';
import type { LimitExchange } from './limit-exchange.ts';

/** The allowance as a share of the limit. */
const allowanceShare = 1 / 20;
/**
 * The tolerance for rounding. It is smaller than the time that restores the smallest amount of any limit, and larger
 * than the rounding error of sums.
 */
const roundingMs = 0.001;

export interface BucketLimit {
  /** Unique in the process; a part of the key in the database. */
  readonly name: string;
  /** The amount that a client may use in a window. */
  readonly max: number;
  readonly windowMs: number;
  /**
   * The maximum number of clients that are remembered. The client that has used nothing for longest is dropped first.
   */
  readonly clientsMax: number;
  /** The largest amount of one request. Default: 1. */
  readonly amountMax?: number;
}

export interface Taken {
  readonly isTaken: boolean;
  /** The amount that the client has left. */
  readonly left: number;
  /** The time until the whole limit is restored. */
  readonly restoredInMs: number;
  /** The time until the refused amount is restored. */
  readonly waitMs: number;
}

export interface LeakyBuckets {
  readonly limit: BucketLimit;
  /**
   * Takes the amount if the client has at least this amount left. Returns a promise if the reports of other processes
   * are needed first.
   */
  take(client: string, amount: number): Taken | Promise<Taken>;
  /**
   * Decides without waiting for what other processes have taken. The limit can therefore be exceeded by `amount`, in
   * addition to what `take` allows.
   */
  takeNow(client: string, amount: number): Taken;
  /** Takes nothing. */
  look(client: string): Taken;
}

/**
 * What a client has used, as the time `x` at which its whole limit is restored. A request that is accepted at the time
 * `t`, and whose amount is restored in `c` ms, changes `x` to `max(x, t) + c`. Any number of requests change `x` to
 * `max(x + ms, alone)`: `ms` is the sum of their `c`, and `alone` is the time that they give if the client has used
 * nothing before. `Moves` holds these two numbers: `sent` for the requests in the report that is on its way, `own` for
 * the requests that are not reported yet.
 */
interface Used {
  readonly key: string;
  /** The time at which the limit is restored, according to the reports of all processes. */
  restoredAt: number;
  sent: Moves | null;
  own: Moves | null;
}

interface Moves {
  readonly ms: number;
  readonly alone: number;
}

function apply(moves: Moves | null, restoredAt: number): number {
  return moves === null ? restoredAt : Math.max(restoredAt + moves.ms, moves.alone);
}

function joined(first: Moves | null, second: Moves | null): Moves | null {
  if (first === null || second === null) return first ?? second;
  return { ms: first.ms + second.ms, alone: apply(second, first.alone) };
}

export function leakyBuckets(
  limit: BucketLimit,
  exchange: LimitExchange,
  monotonicMs: () => number,
): LeakyBuckets {
  const { windowMs, max, amountMax = 1 } = limit;
  const unitMs = windowMs / max;
  const allowanceMs = Math.max(windowMs * allowanceShare, amountMax * unitMs);
  const { digest } = exchange;
  /** The clients whose use must be reported. When a report has been sent, it stays in `sent` until the response. */
  const waiting = new Set<Used>();
  const sent = new Map<string, Used>();
  const clients = new LRUCache<string, Used>({
    max: limit.clientsMax,
    dispose: (used) => waiting.delete(used),
  });

  const restoredAt = (used: Used | undefined): number =>
    used === undefined ? -Infinity : apply(used.own, apply(used.sent, used.restoredAt));
  const unreportedMs = ({ own, sent }: Used): number => (own?.ms ?? 0) + (sent?.ms ?? 0);

  function level(used: Used | undefined, nowMs: number): number {
    return Math.max(0, restoredAt(used) - nowMs);
  }

  function outcome(isTaken: boolean, levelMs: number, waitMs: number): Taken {
    const left = Math.max(0, Math.floor((windowMs - levelMs + roundingMs) / unitMs));
    return { isTaken, left, restoredInMs: levelMs, waitMs };
  }

  function add(client: string, used: Used | undefined, costMs: number, nowMs: number): Used {
    const kept = used ?? {
      key: digest === null ? client : digest(`${limit.name} ${client}`),
      restoredAt: -Infinity,
      sent: null,
      own: null,
    };
    if (used === undefined) clients.set(client, kept);
    const move = { ms: costMs, alone: nowMs + costMs };
    if (digest === null) {
      kept.restoredAt = apply(move, kept.restoredAt);
      return kept;
    }
    kept.own = joined(kept.own, move);
    waiting.add(kept);
    if (unreportedMs(kept) >= allowanceMs / 2) exchange.hurry();
    return kept;
  }

  function takeNow(client: string, amount: number): Taken {
    const nowMs = monotonicMs();
    const costMs = amount * unitMs;
    const used = clients.get(client);
    const levelMs = level(used, nowMs);
    const waitMs = levelMs + costMs - windowMs;
    if (waitMs > roundingMs) return outcome(false, levelMs, waitMs);
    return outcome(true, level(add(client, used, costMs, nowMs), nowMs), 0);
  }

  function mustAsk(client: string, amount: number): boolean {
    if (exchange.isAlone()) return false;
    const used = clients.peek(client);
    if (used === undefined || unreportedMs(used) + amount * unitMs <= allowanceMs + roundingMs) return false;
    // A process never overestimates what other processes have accepted, so it can refuse without their reports.
    return level(used, monotonicMs()) + amount * unitMs <= windowMs + roundingMs;
  }

  async function takeLater(client: string, amount: number): Promise<Taken> {
    do await exchange.exchanged();
    while (mustAsk(client, amount));
    return takeNow(client, amount);
  }

  function giveBack(): void {
    for (const used of sent.values()) {
      used.own = joined(used.sent, used.own);
      used.sent = null;
      waiting.add(used);
    }
    sent.clear();
  }

  exchange.addSpent({
    waiting: () => waiting.size,
    collect(countMax) {
      const nowMs = monotonicMs();
      const reports: SpentLimit[] = [];
      for (const used of waiting) {
        if (reports.length >= countMax) break;
        waiting.delete(used);
        if (used.own === null) continue;
        used.sent = used.own;
        used.own = null;
        sent.set(used.key, used);
        const { ms, alone } = used.sent;
        const restoredInMs = Math.ceil(alone - nowMs);
        reports.push({ key: used.key, windowMs, spentMs: Math.ceil(ms), restoredInMs });
      }
      return reports;
    },
    apply(answers: readonly RestoredIn[]) {
      const nowMs = monotonicMs();
      for (const { key, restoredInMs } of answers) {
        const used = sent.get(key);
        if (used === undefined) continue;
        sent.delete(key);
        used.sent = null;
        used.restoredAt = nowMs + restoredInMs;
      }
      giveBack();
    },
    giveBack,
  });

  return {
    limit,
    take: (client, amount) => (mustAsk(client, amount) ? takeLater(client, amount) : takeNow(client, amount)),
    takeNow,
    look: (client) => outcome(false, level(clients.peek(client), monotonicMs()), 0),
  };
}
