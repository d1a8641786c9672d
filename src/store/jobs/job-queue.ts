/**
 * Changes of the job queue. A job is `ready`, `running` under a lease, or `dead`; a finished job is deleted.
 * Each claim increments `claims`, the fencing token. The statements of a worker with an older token change
 * nothing, because the lease of that worker has ended and another worker has claimed the job.
 */

import { type ExpressionBuilder, sql } from 'kysely';
import type { Instant } from '../../domain/zoned-time.ts';
import type { JobReads, JobWrites } from '../../usecases/jobs/job-store.ts';
import type { Job } from '../../usecases/ports/jobs.ts';
import type { TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import { statementVariants } from '../statement-variants.ts';
import type { NewRow, Row } from '../table.ts';
import type { Tables } from '../tables.ts';
import { dead, ready, running } from './job-state-literals.ts';
import { jobsTable } from './jobs-table.ts';

/** The columns of `Job`. */
const job = jobsTable.except('state', 'dueAt');

const insertJob = statement<NewRow<typeof jobsTable>>()((db, p) =>
  db
    .insertInto('jobs')
    .values(jobsTable.inserted(p))
    .onConflict((conflict) => conflict.columns(['kind', 'key']).where('state', '<>', dead).doNothing()),
);

const cancelJob = statement<{ kind: string; key: string }>()((db, p) =>
  db
    .deleteFrom('jobs')
    .where('kind', '=', p.kind)
    .where('key', '=', p.key)
    .where('state', '<>', dead)
    .where('state', '=', ready),
);

interface Claimable {
  readonly kinds: readonly string[];
  /** Null: of all operations. */
  readonly operations: readonly string[] | null;
}

/**
 * The condition of a worker that is limited to some operations. A scalar subquery and not a join: the databases then
 * look up the orders of the few jobs that they read from the queue, and never read the orders of an operation.
 */
function ofOperations({ operations }: Claimable) {
  return (job: ExpressionBuilder<Tables, 'jobs'>) => {
    const operation = job
      .selectFrom('orders')
      .select('orders.funct_name')
      .whereRef('orders.order_no', '=', 'jobs.key');
    return operations === null ? job.and([]) : job(operation, 'in', operations);
  };
}

// A worker always claims jobs of the same few kinds, so there are few variants.
const claimJob = statementVariants((claimable: Claimable) =>
  statement<{ now: number; leaseUntil: number }>()((db, p, dialect) =>
    db
      .updateTable('jobs')
      .set((set) => ({
        state: running,
        due_at: p.leaseUntil,
        attempts: sql<number>`attempts + case when state = 'ready' then 1 else 0 end`,
        lost_leases: sql<number>`lost_leases + case when state = 'running' then 1 else 0 end`,
        claims: set('claims', '+', sql.lit(1)),
      }))
      .where('id', '=', (next) =>
        next
          .selectFrom('jobs')
          .select('id')
          .where('state', '<>', dead)
          .where('kind', 'in', claimable.kinds)
          .where('due_at', '<=', p.now)
          .where(ofOperations(claimable))
          .orderBy('priority', 'desc')
          .orderBy('run_at')
          .orderBy('id')
          .limit(sql.lit(1))
          .modifyEnd(dialect.claimLock),
      )
      .returning(job.columns),
  ),
);

const nextDueAt = statementVariants((claimable: Claimable) =>
  statement<Record<never, never>>()((db) =>
    db
      .selectFrom('jobs')
      .select((select) => select.fn.min('due_at').as('dueAt'))
      .where('state', '<>', dead)
      .where('kind', 'in', claimable.kinds)
      .where(ofOperations(claimable)),
  ),
);

interface Claim {
  readonly id: number;
  readonly claims: number;
}

const extendLease = statement<Claim & { leaseUntil: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({ due_at: p.leaseUntil })
    .where('id', '=', p.id)
    .where('claims', '=', p.claims)
    .where('state', '=', running),
);

const expireLeases = statement<{ now: number }>()((db, p) =>
  db.updateTable('jobs').set({ due_at: p.now }).where('state', '=', running).where('due_at', '>', p.now),
);

const completeJob = statement<Claim>()((db, p) =>
  db.deleteFrom('jobs').where('id', '=', p.id).where('claims', '=', p.claims).where('state', '=', running),
);

const releaseJob = statement<
  Claim & { runAt: number; error: string | null; attempts: number; lostLeases: number }
>()((db, p) =>
  db
    .updateTable('jobs')
    .set({
      state: ready,
      run_at: p.runAt,
      due_at: p.runAt,
      last_error: p.error,
      attempts: p.attempts,
      lost_leases: p.lostLeases,
    })
    .where('id', '=', p.id)
    .where('claims', '=', p.claims)
    .where('state', '=', running),
);

const markJobDead = statement<Claim & { error: string }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({ state: dead, last_error: p.error })
    .where('id', '=', p.id)
    .where('claims', '=', p.claims)
    .where('state', '=', running),
);

const takeDeadJob = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('jobs').where('id', '=', p.id).where('state', '=', dead).returning(jobsTable.all.columns),
);

const reinsertJob = statement<Row<typeof jobsTable>>()((db, p) =>
  db
    .insertInto('jobs')
    .values({ id: p.id, ...jobsTable.inserted(p) })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).where('state', '<>', dead).doNothing()),
);

// A job that is already due keeps its place in the queue.
const makeJobDue = statement<{ id: number; now: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({
      run_at: sql`case when state = 'ready' and run_at > ${p.now} then ${p.now} else run_at end`,
      due_at: sql`case when due_at > ${p.now} then ${p.now} else due_at end`,
    })
    .where('id', '=', p.id)
    .where((row) =>
      row.or([row('state', '=', ready), row.and([row('state', '=', running), row('due_at', '<=', p.now)])]),
    ),
);

const runJobsBy = statement<{ kind: string; latest: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({ run_at: p.latest, due_at: p.latest })
    .where('state', '=', ready)
    .where('state', '<>', dead)
    .where('kind', '=', p.kind)
    .where('run_at', '>', p.latest),
);

const bringJobsForward = statement<{ now: number; byMs: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({ run_at: sql<number>`run_at - ${p.byMs}`, due_at: sql<number>`due_at - ${p.byMs}` })
    .where('state', '=', ready)
    .where('state', '<>', dead)
    .where('run_at', '>', p.now),
);

const removeDeadJob = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('jobs').where('id', '=', p.id).where('state', '=', dead),
);

function claimOf({ id, token }: Job): Claim {
  return { id, claims: Number(token) };
}

type QueueWrites = Omit<
  JobWrites,
  keyof JobReads | 'recordAttempt' | 'purgeAttempts' | 'recordHeartbeat' | 'purgeWorkers'
>;

export function jobQueue(session: TransactionSession, now: () => Instant): QueueWrites {
  return {
    async enqueue(newJob) {
      const { runAt } = newJob;
      const initial = {
        state: 'ready',
        dueAt: runAt,
        attempts: 0,
        lostLeases: 0,
        token: '0',
        lastError: null,
      } as const;
      const row = jobsTable.write({ ...newJob, ...initial, createdAt: now() });
      if ((await session.run(insertJob, row)) > 0) session.publish({ kind: 'jobs_ready' });
    },
    async cancel(kind, key) {
      await session.run(cancelJob, { kind, key });
    },
    async claim(kinds, at, leaseUntil, operations) {
      if (kinds.length === 0) return undefined;
      const row = await session.first(claimJob({ kinds, operations: operations ?? null }), {
        now: at,
        leaseUntil,
      });
      return row && job.read(row);
    },
    async extendLease(claimed, leaseUntil) {
      return (await session.run(extendLease, { ...claimOf(claimed), leaseUntil })) === 1;
    },
    async expireLeases(at) {
      const expired = await session.run(expireLeases, { now: at });
      if (expired > 0) session.publish({ kind: 'jobs_ready' });
      return expired;
    },
    async complete(claimed) {
      return (await session.run(completeJob, claimOf(claimed))) === 1;
    },
    async release(claimed, runAt, { error, counted, isPlanned = false }) {
      const attempts = isPlanned ? 0 : counted ? claimed.attempts : claimed.attempts - 1;
      const lostLeases = isPlanned ? 0 : claimed.lostLeases;
      const change = { ...claimOf(claimed), runAt, error, attempts, lostLeases };
      const released = (await session.run(releaseJob, change)) === 1;
      if (released) session.publish({ kind: 'jobs_ready' });
      return released;
    },
    async markDead(claimed, error) {
      return (await session.run(markJobDead, { ...claimOf(claimed), error })) === 1;
    },
    async nextDueAt(kinds, operations) {
      if (kinds.length === 0) return undefined;
      return (
        (await session.first(nextDueAt({ kinds, operations: operations ?? null }), {}))?.dueAt ?? undefined
      );
    },
    // Deletes the dead job and inserts it again. If an unfinished job of the same kind and key exists, the insert
    // does nothing, whereas an update would fail.
    async retryDead(id, at) {
      const row = await session.first(takeDeadJob, { id });
      if (row === undefined) return false;
      await session.run(reinsertJob, {
        ...row,
        state: 'ready',
        attempts: 0,
        lostLeases: 0,
        runAt: at,
        dueAt: at,
      });
      session.publish({ kind: 'jobs_ready' });
      return true;
    },
    async makeDue(id, at) {
      const changed = (await session.run(makeJobDue, { id, now: at })) === 1;
      if (changed) session.publish({ kind: 'jobs_ready' });
      return changed;
    },
    async runBy(kind, latest) {
      await session.run(runJobsBy, { kind, latest });
    },
    async bringForward(at, byMs) {
      await session.run(bringJobsForward, { now: at, byMs });
      session.publish({ kind: 'jobs_ready' });
    },
    async removeDead(id) {
      return (await session.run(removeDeadJob, { id })) === 1;
    },
  };
}
