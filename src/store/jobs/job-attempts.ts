/** Runs of jobs that have ended, and the processing times that are computed from them. */

import { sql } from 'kysely';
import type { Instant } from '../../domain/zoned-time.ts';
import type { JobReads, JobWrites, ProcessingTimes } from '../../usecases/jobs/job-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import { statementVariants } from '../statement-variants.ts';
import type { NewRow } from '../table.ts';
import { jobAttemptsTable } from './job-attempts-table.ts';

const attemptsOfJob = statement<{ kind: string; key: string }>()((db, p) =>
  db
    .selectFrom('job_attempts')
    .select(jobAttemptsTable.except('id').columns)
    .where('key', '=', p.key)
    .where('kind', '=', p.kind)
    .orderBy('id'),
);

const insertAttempt = statement<NewRow<typeof jobAttemptsTable>>()((db, p) =>
  db.insertInto('job_attempts').values(jobAttemptsTable.inserted(p)),
);

// The query lists the kinds, because the index begins with the kind.
const purgeAttempts = statementVariants((kinds: readonly string[]) =>
  statement<{ before: number }>()((db, p) =>
    db.deleteFrom('job_attempts').where('kind', 'in', kinds).where('ended_at', '<', p.before),
  ),
);

const countsSince = statement<{ kind: string; since: number }>()((db, p) =>
  db
    .selectFrom('job_attempts')
    .select([
      sql<number>`count(case when outcome = 'done' then 1 end)`.as('done'),
      sql<number>`count(case when outcome <> 'done' then 1 end)`.as('failed'),
    ])
    .where('kind', '=', p.kind)
    .where('ended_at', '>=', p.since),
);

const durationAtRank = statement<{ kind: string; since: number; rank: number }>()((db, p) =>
  db
    .selectFrom('job_attempts')
    .select('duration_ms as durationMs')
    .where('kind', '=', p.kind)
    .where('ended_at', '>=', p.since)
    .where('outcome', '=', sql.lit<'done'>('done'))
    .orderBy('duration_ms')
    .limit(sql.lit(1))
    .offset(p.rank),
);

async function timesOf(session: Session, kind: string, since: Instant): Promise<ProcessingTimes[]> {
  const counts = await session.first(countsSince, { kind, since });
  if (counts === undefined || counts.done + counts.failed === 0) return [];
  const { done, failed } = counts;
  const percentile = async (share: number): Promise<number | null> => {
    if (done === 0) return null;
    const rank = Math.ceil(done * share) - 1;
    return (await session.first(durationAtRank, { kind, since, rank }))?.durationMs ?? null;
  };
  return [{ kind, done, failed, p50Ms: await percentile(0.5), p95Ms: await percentile(0.95) }];
}

async function allTimes(
  session: Session,
  kinds: readonly string[],
  since: Instant,
): Promise<ProcessingTimes[]> {
  const times: ProcessingTimes[] = [];
  for (const kind of kinds) times.push(...(await timesOf(session, kind, since)));
  return times;
}

export function jobAttemptReads(
  session: Session,
  reports: Session,
): Pick<JobReads, 'attempts' | 'processingTimes'> {
  return {
    attempts: ({ kind, key }) => session.all(attemptsOfJob, { kind, key }),
    processingTimes: (kinds, since) => reports.snapshot((snapshot) => allTimes(snapshot, kinds, since)),
  };
}

export function jobAttemptWrites(
  session: TransactionSession,
): Pick<JobWrites, 'recordAttempt' | 'purgeAttempts'> {
  return {
    async recordAttempt(attempt) {
      await session.run(insertAttempt, attempt);
    },
    async purgeAttempts(kinds, before) {
      await session.run(purgeAttempts(kinds), { before });
    },
  };
}
