/** Job `audit_money`, a schedule: runs the self-audit every night and logs its findings. */

import { fromCivil, type Instant, type TimeZone } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import { defineJob, type JobResult, noPayload, type ParsedJob } from '../jobs/define-job.ts';
import type { Log } from '../ports/tools.ts';
import { lateJobs } from './job-problems.ts';
import { runSelfAudit } from './run-self-audit.ts';

/** The self-audit runs at 3:30 in the shop's time zone, when few customers order. */
const auditHour = 3;
const auditMinute = 30;
/**
 * Maximum number of runs in a night, so that a self-audit that always fails or crashes its process is not
 * repeated for ever.
 */
const triesMax = 3;
/** Maximum number of problems that one run logs. */
const loggedMax = 100;

export const selfAuditJob = defineJob({
  kind: 'audit_money',
  lane: 'small',
  /** Two runs can be 25 hours apart, on the day on which summer time ends. */
  everyMsMax: 25 * 60 * 60_000,
  priority: 'normal',
  leaseMs: 60_000,
  payload: noPayload,
  purposeOf: async () => ({ orderNo: null, isNeeded: true }),
  async run(deps: Pick<Deps, 'store' | 'clock' | 'settings' | 'jobs'>, job, { log }) {
    if (job.attempts + job.lostLeases > triesMax) return giveUp(deps, job, log);
    const { problems, orders, sums, openDifferences } = await runSelfAudit(deps);
    if (problems.length > 0) log.error({ problems: problems.slice(0, loggedMax) }, 'audit failed');
    else log.info({ orders, sums }, 'audit passed');
    if (openDifferences > 0) log.warn({ openDifferences }, 'differences to the providers’ bills are open');
    const now = deps.clock.now();
    const late = await lateJobs(deps, now);
    if (late.length > 0) log.warn({ late }, 'jobs are late');
    return { kind: 'again', runAt: nextAudit(now, deps.settings.zone), counted: false };
  },
});

/** Records a failed attempt, which the Health page counts, and waits for the next night. */
function giveUp(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  { kind, key, attempts, lostLeases, lastError }: ParsedJob<Record<never, never>>,
  log: Log,
): JobResult {
  const now = clock.now();
  const error = lastError ?? 'the process ended during the self-audit';
  log.error({ failures: attempts - 1, lostLeases, error }, 'audit given up until the next night');
  return {
    kind: 'again',
    runAt: nextAudit(now, settings.zone),
    counted: false,
    async commit({ tx }) {
      const attempt = attempts + lostLeases;
      await tx.jobs.recordAttempt({
        kind,
        key,
        attempt,
        endedAt: now,
        durationMs: 0,
        end: 'exhausted',
        error,
      });
    },
  };
}

/** The next time at which it is 3:30 in the shop's time zone. */
export function nextAudit(now: Instant, zone: TimeZone): Instant {
  const civil = new Date(now + zone.offsetMs(now));
  civil.setUTCHours(auditHour, auditMinute, 0, 0);
  const today = fromCivil(civil.getTime(), zone);
  if (today > now) return today;
  // Not 24 hours later: the day of a clock change is longer or shorter.
  civil.setUTCDate(civil.getUTCDate() + 1);
  return fromCivil(civil.getTime(), zone);
}
