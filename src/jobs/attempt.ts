/**
 * Runs one attempt of a claimed job and stores how it ended. The promise never rejects: every end is written to the
 * log.
 */

import { type JobHandler, JobStopping, type JobVerdict, LeaseLost } from '../usecases/ports/job-handler.ts';
import type { Job } from '../usecases/ports/jobs.ts';
import { machineTroubleOf } from '../usecases/ports/machine-trouble.ts';
import type { Log } from '../usecases/ports/tools.ts';
import { jobLog } from './job-log.ts';
import { keepLease } from './keep-lease.ts';
import {
  type AttemptDeps,
  errorText,
  type JobDeps,
  releaseJob,
  type Settled,
  settleExhausted,
  settleFailure,
  settleTrouble,
  settleVerdict,
} from './settle-job.ts';

type End = Settled | 'released' | 'lease_lost' | 'unsettled';

const levels: Readonly<Record<End, keyof Log>> = {
  done: 'info',
  released: 'info',
  // Scheduled jobs end in this way many times an hour, so these lines have the level `debug`.
  again: 'debug',
  failed: 'warn',
  lease_lost: 'warn',
  exhausted: 'error',
  unsettled: 'error',
};

/**
 * A job that has lost more leases than this is marked dead, because it probably crashes the process that runs it.
 * Jobs that cause no crash also lose a lease each time another job crashes the process, so the number is higher
 * than the number of crashes in a few minutes. A job that may have more attempts than this number, such as a
 * scheduled job, may lose as many leases as it may have attempts.
 */
const lostLeasesBound = 20;

function lostTooOften({ lostLeases, attemptsMax }: Job): boolean {
  return lostLeases > Math.max(lostLeasesBound, attemptsMax);
}

export interface Attempt {
  readonly job: Job;
  /** Resolves when the attempt has been settled. */
  readonly ended: Promise<void>;
  /** Aborts the handler. The job is released, and the attempt does not count. */
  stop(): void;
}

export function startAttempt(deps: JobDeps, handler: JobHandler, job: Job): Attempt {
  const controller = new AbortController();
  const own: AttemptDeps = { ...deps, log: jobLog(deps.log, job), startedAt: deps.clock.now() };
  return {
    job,
    ended: attempt(own, handler, job, controller),
    stop: () => controller.abort(new JobStopping()),
  };
}

async function attempt(
  deps: AttemptDeps,
  handler: JobHandler,
  job: Job,
  controller: AbortController,
): Promise<void> {
  const ended = deps.meter?.began(job.kind);
  const { end, err } = await runAndSettle(deps, handler, job, controller);
  const durationMs = deps.clock.now() - deps.startedAt;
  ended?.(end, Math.max(0, durationMs));
  const level = levels[end];
  const text = end === 'lease_lost' ? 'lease lost' : 'job attempt';
  if (level === 'info') deps.log.info({ end, durationMs }, text);
  else deps.log[level]({ end, durationMs, ...(err === undefined ? {} : { err }) }, text);
}

interface Ended {
  readonly end: End;
  readonly err?: unknown;
}

async function runAndSettle(
  deps: AttemptDeps,
  handler: JobHandler,
  job: Job,
  controller: AbortController,
): Promise<Ended> {
  try {
    // The job probably crashes the process that runs it, so it does not run again.
    if (lostTooOften(job)) {
      const error = job.lastError ?? 'the worker ended during the attempt';
      return { end: await settleExhausted(deps, handler, job, error) };
    }
    const verdict = await runWithLease(deps, handler, job, controller);
    return { end: await settleVerdict(deps, handler, job, verdict) };
  } catch (error) {
    return await settleThrow(deps, handler, job, controller.signal, error);
  }
}

async function runWithLease(
  deps: JobDeps,
  handler: JobHandler,
  job: Job,
  controller: AbortController,
): Promise<JobVerdict> {
  const endLease = keepLease(deps, job, handler.leaseMs, () => controller.abort(new LeaseLost()));
  try {
    return await handler.run(job, { signal: controller.signal, log: deps.log });
  } finally {
    endLease();
  }
}

async function settleThrow(
  deps: AttemptDeps,
  handler: JobHandler,
  job: Job,
  signal: AbortSignal,
  err: unknown,
): Promise<Ended> {
  try {
    if (err instanceof LeaseLost || signal.reason instanceof LeaseLost) return { end: 'lease_lost' };
    if (lostTooOften(job)) return { end: 'unsettled', err };
    if (signal.reason instanceof JobStopping) {
      await releaseJob(deps, job);
      return { end: 'released' };
    }
    if (machineTroubleOf(err) !== null) return { end: await settleTrouble(deps, job, errorText(err)), err };
    return { end: await settleFailure(deps, handler, job, errorText(err)), err };
  } catch (settleError) {
    if (settleError instanceof LeaseLost) return { end: 'lease_lost' };
    // The job becomes due again when its lease expires.
    return { end: 'unsettled', err: settleError };
  }
}
