/**
 * Defines a kind of job: its payload, key, priority, whether a job is still needed, and what it does. Each kind has one
 * file. From its spec, `defineJob` builds `enqueue` for use cases, `handler` for the worker and `purposeOf` for lists
 * of jobs. `all-jobs.ts` lists every kind.
 *
 * A handler does its work outside the database first and then returns what to commit. The worker commits it
 * in the transaction that ends the job, guarded by the fencing token, so a worker that has lost its lease
 * changes nothing. A process can crash after the outside work and before the commit, so the outside work must
 * be idempotent.
 */

import type { Instant } from '../../domain/zoned-time.ts';
import { type Act, actIn, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import type { JobContext, JobHandler } from '../ports/job-handler.ts';
import type { Job, JobPayload } from '../ports/jobs.ts';
import type { StoreReads } from '../ports/store.ts';
import type { Settings } from '../settings.ts';

/** Jobs with higher priorities run first. Priorities are compared only within a lane. */
const priorities = { normal: 0, money: 5, members: 10 } as const;
export type Priority = keyof typeof priorities;

/**
 * The key of every schedule. Each kind of schedule has exactly one job, which returns to the queue for its next run.
 */
const scheduleKey = 'schedule';
/** The maximum number of attempts of a schedule: so many that a schedule never becomes a dead job. */
const scheduleAttemptsMax = 1_000_000;

/** A job whose payload may be one that this version of the service cannot read. */
export interface KeyedJob extends Omit<Job, 'key' | 'payload'> {
  readonly key: string;
}

/** A job whose key and payload are parsed. */
export interface ParsedJob<Payload> extends KeyedJob {
  readonly payload: Payload;
}

export type JobResult =
  /** The job is finished. */
  | { readonly kind: 'done'; readonly commit?: (act: Act) => Promise<unknown> }
  /**
   * The job runs again at `runAt`. `counted: false`: the attempt does not count as failed, because
   * the next run is planned or the service stops.
   */
  | {
      readonly kind: 'again';
      readonly runAt: Instant;
      readonly counted: boolean;
      readonly error?: string;
      readonly commit?: (act: Act) => Promise<unknown>;
    }
  /**
   * The attempt did not begin, because what it needs is busy, for example a gate. The job runs again at `until`, and
   * keeps its count of attempts and its last error.
   */
  | { readonly kind: 'wait'; readonly until: Instant }
  /** The attempt failed. If attempts are left, `commit` runs. After the last attempt, `exhausted` runs instead. */
  | {
      readonly kind: 'failed';
      readonly error: string;
      readonly commit: (act: Act) => Promise<unknown>;
    }
  /** No further attempt can succeed, so the job is marked dead at once. */
  | { readonly kind: 'hopeless'; readonly error: string };

export interface Purpose {
  /** The order that the job belongs to; null: none. */
  readonly orderNo: string | null;
  /** Whether the job still has something to do. */
  readonly isNeeded: boolean;
}

export type Lane = 'pictures' | 'webhooks' | 'payments' | 'emails' | 'small';

interface JobSpec<D, Payload extends JobPayload, Kind extends string> {
  /**
   * The name of the kind in the database and in the console's API. Stored jobs keep their name, so never rename a
   * kind.
   */
  readonly kind: Kind;
  /**
   * The kinds of a lane share its slots. Pictures and webhooks have lanes of their own, so that they never delay
   * payments. Payments and e-mails have one each, so that a provider or a mail server that does not answer never
   * delays the small jobs.
   */
  readonly lane: Lane;
  readonly priority: Priority;
  /** Maximum number of attempts. Undefined: the kind is a schedule. */
  readonly attemptsMax?: number | ((settings: Settings) => number);
  /**
   * The job compares deadlines with the clock, for example to delete expired files. The job therefore does not run
   * while the clock may be wrong. Schedules do not run while the clock may be wrong, with or without this field.
   */
  readonly judgesDeadlines?: true;
  /** The longest time between two runs of a schedule. */
  readonly everyMsMax?: number;
  /** Length of the lease. While `run` works, the worker renews the lease each time a third of it has passed. */
  readonly leaseMs: number;
  /** Parses a stored payload. @throws Error when a field is missing. */
  readonly payload: (stored: JobPayload) => Payload;
  purposeOf(reads: StoreReads, job: ParsedJob<Payload>): Promise<Purpose>;
  run(deps: D, job: ParsedJob<Payload>, context: JobContext): Promise<JobResult>;
  /**
   * Runs when no attempts are left, in the transaction that marks the job dead. Gets no payload, because a payload that
   * cannot be read is a reason why attempts fail.
   */
  exhausted?(act: Act, job: KeyedJob, error: string): Promise<void>;
  /**
   * When no attempts are left, an operator has nothing to do, so the worker removes the job instead of marking it
   * dead.
   */
  readonly leavesNoDeadJob?: true;
  /**
   * Runs when an operator retries a dead job, and changes other rows that the retry needs, for example a
   * failed refund.
   */
  retryDead?(act: Act, job: KeyedJob): Promise<void>;
  /** An operator may discard a dead job of this kind even if its work is still needed. */
  readonly mayBeDiscarded?: true;
  /** Pause after failed attempt number `attempt` (from 1), before jitter. */
  backOffMs?(attempt: number): number;
}

export interface EnqueueOptions {
  /** Undefined: now. */
  readonly runAt?: Instant;
  readonly priority?: Priority;
}

export interface JobDefinition<Payload extends JobPayload, D, Kind extends string = string> {
  readonly kind: Kind;
  readonly lane: Lane;
  readonly isSchedule: boolean;
  readonly mayBeDiscarded: boolean;
  /** Adds the job in the act's transaction, unless an unfinished job of this kind has the same key. */
  enqueue(act: Omit<Act, 'actor'>, key: string, payload: Payload, options?: EnqueueOptions): Promise<void>;
  /**
   * Adds the one job of a schedule, unless it exists. If the job exists and the clock was set back, its
   * next run is moved to an earlier time.
   */
  enqueueSchedule(act: Omit<Act, 'actor'>): Promise<void>;
  /** Removes the job with this key if it is waiting. A running job continues. */
  cancel(act: Pick<Act, 'tx'>, key: string): Promise<void>;
  purposeOf(reads: StoreReads, job: Job): Promise<Purpose>;
  retryDead(act: Act, job: Job): Promise<void>;
  handler(deps: D & Pick<Deps, 'clock' | 'random' | 'settings'>): JobHandler;
}

/** A kind of job with any payload. Its handler receives all ports. */
export type AnyJob = Omit<JobDefinition<never, Deps>, 'enqueue'>;

export function noPayload(): Record<never, never> {
  return {};
}

export function defineJob<D, Payload extends JobPayload, const Kind extends string>(
  spec: JobSpec<D, Payload, Kind>,
): JobDefinition<Payload, D, Kind> {
  const { kind, lane } = spec;
  const parsed = (job: Job): ParsedJob<Payload> => ({ ...keyed(job), payload: spec.payload(job.payload) });
  /** @returns undefined for a payload of another version of the service. Such a job can still be listed. */
  const tryParse = (job: Job): ParsedJob<Payload> | undefined => {
    try {
      return parsed(job);
    } catch {
      return undefined;
    }
  };
  const enqueue: JobDefinition<Payload, D>['enqueue'] = async (act, key, payload, options = {}) => {
    const { attemptsMax = scheduleAttemptsMax } = spec;
    await act.tx.jobs.enqueue({
      kind,
      key,
      payload,
      priority: priorities[options.priority ?? spec.priority],
      runAt: options.runAt ?? act.clock.now(),
      attemptsMax: typeof attemptsMax === 'number' ? attemptsMax : attemptsMax(act.settings),
      requestId: act.requestId,
    });
  };
  return {
    kind,
    lane,
    enqueue,
    async enqueueSchedule(act) {
      await enqueue(act, scheduleKey, spec.payload({}));
      const { everyMsMax } = spec;
      if (everyMsMax !== undefined) await act.tx.jobs.runBy(kind, act.clock.now() + everyMsMax);
    },
    isSchedule: spec.attemptsMax === undefined,
    mayBeDiscarded: spec.mayBeDiscarded === true,
    cancel: ({ tx }, key) => tx.jobs.cancel(kind, key),
    async purposeOf(reads, job) {
      const known = tryParse(job);
      return known === undefined ? { orderNo: null, isNeeded: true } : spec.purposeOf(reads, known);
    },
    async retryDead(act, job) {
      await spec.retryDead?.(act, keyed(job));
    },
    handler: (deps) => handlerOf(spec, parsed, deps),
  };
}

/** Every job that `enqueue` has added has a key. */
function keyed(job: Job): KeyedJob {
  if (job.key === null) throw new Error(`job ${job.id} ${job.kind} has no key`);
  return { ...job, key: job.key };
}

function handlerOf<D, Payload extends JobPayload>(
  spec: JobSpec<D, Payload, string>,
  parsed: (job: Job) => ParsedJob<Payload>,
  deps: D & Pick<Deps, 'clock' | 'random' | 'settings'>,
): JobHandler {
  const { exhausted } = spec;
  return {
    kind: spec.kind,
    leaseMs: spec.leaseMs,
    async run(job, context) {
      const result = await spec.run(deps, parsed(job), context);
      if (result.kind === 'hopeless' || result.kind === 'wait') return result;
      const { commit, ...verdict } = result;
      if (commit === undefined) return verdict;
      return {
        ...verdict,
        async commit(tx) {
          await commit(actIn(tx, deps, { actor: system, requestId: job.requestId }));
        },
      };
    },
    ...(spec.backOffMs === undefined ? {} : { backOffMs: spec.backOffMs }),
    ...(spec.attemptsMax === undefined || spec.judgesDeadlines === true ? { judgesDeadlines: true } : {}),
    ...(spec.leavesNoDeadJob === undefined ? {} : { leavesNoDeadJob: spec.leavesNoDeadJob }),
    ...(exhausted === undefined
      ? {}
      : {
          exhausted: (tx, job, error) =>
            exhausted(actIn(tx, deps, { actor: system, requestId: job.requestId }), keyed(job), error),
        }),
  };
}
