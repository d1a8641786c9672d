/**
 * The table of work to be done. A job is `ready`, `running` under a lease, or `dead`; a finished one is
 * removed. A claim counts up `claims`, and whoever holds an older count is refused: its lease ran out and the
 * work is another's.
 */

import { sql } from 'kysely';
import type { Instant } from '../../domain/zoned-time.ts';
import type { JobReads, JobWrites } from '../../usecases/jobs/job-store.ts';
import type { Job, JobKind } from '../../usecases/ports/jobs.ts';
import type { Session, TransactionSession } from '../session.ts';
import { type Statement, statement } from '../statement.ts';
import { jobColumns, jobOf, newJobRow } from './job-row.ts';

// Spelled out, not bound: a partial index serves only where the condition can be read.
const dead = sql.lit<'dead'>('dead');
const ready = sql.lit<'ready'>('ready');
const running = sql.lit<'running'>('running');

const insertJob = statement<ReturnType<typeof newJobRow> & { created_at: number }>()((db, p) =>
  db
    .insertInto('jobs')
    .values({
      kind: p.kind,
      key: p.key,
      state: ready,
      payload: p.payload,
      priority: p.priority,
      run_at: p.run_at,
      due_at: p.run_at,
      attempts: sql.lit(0),
      attempts_max: p.attempts_max,
      claims: sql.lit(0),
      request_id: p.request_id,
      created_at: p.created_at,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).where('state', '<>', dead).doNothing()),
);

const cancelJob = statement<{ kind: JobKind; key: string }>()((db, p) =>
  db.deleteFrom('jobs').where('kind', '=', p.kind).where('key', '=', p.key).where('state', '=', ready),
);

const claimJob = perKinds((kinds) =>
  statement<{ now: number; leaseUntil: number }>()((db, p, dialect) =>
    db
      .updateTable('jobs')
      .set((set) => ({
        state: running,
        due_at: p.leaseUntil,
        attempts: set('attempts', '+', sql.lit(1)),
        claims: set('claims', '+', sql.lit(1)),
      }))
      .where('id', '=', (next) =>
        next
          .selectFrom('jobs')
          .select('id')
          .where('state', '<>', dead)
          .where('kind', 'in', kinds)
          .where('due_at', '<=', p.now)
          .orderBy('priority', 'desc')
          .orderBy('run_at')
          .orderBy('id')
          .limit(sql.lit(1))
          .modifyEnd(dialect.claimLock),
      )
      .returning(jobColumns),
  ),
);

const nextJobAt = perKinds((kinds) =>
  statement<Record<never, never>>()((db) =>
    db
      .selectFrom('jobs')
      .select((select) => select.fn.min('due_at').as('due_at'))
      .where('state', '<>', dead)
      .where('kind', 'in', kinds),
  ),
);

interface Claimed {
  readonly id: number;
  readonly claims: number;
}

const extendLease = statement<Claimed & { leaseUntil: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({ due_at: p.leaseUntil })
    .where('id', '=', p.id)
    .where('claims', '=', p.claims)
    .where('state', '=', running),
);

const endLeases = statement<{ now: number }>()((db, p) =>
  db.updateTable('jobs').set({ due_at: p.now }).where('state', '=', running).where('due_at', '>', p.now),
);

const completeJob = statement<Claimed>()((db, p) =>
  db.deleteFrom('jobs').where('id', '=', p.id).where('claims', '=', p.claims).where('state', '=', running),
);

const returnJob = statement<Claimed & { runAt: number; error: string | null; attempts: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({ state: ready, run_at: p.runAt, due_at: p.runAt, last_error: p.error, attempts: p.attempts })
    .where('id', '=', p.id)
    .where('claims', '=', p.claims)
    .where('state', '=', running),
);

const buryJob = statement<Claimed & { error: string }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({ state: dead, last_error: p.error })
    .where('id', '=', p.id)
    .where('claims', '=', p.claims)
    .where('state', '=', running),
);

const waitingPicture = statement<{ orderId: number }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['priority', 'run_at', 'id'])
    .where('kind', '=', sql.lit<'process_order'>('process_order'))
    .where('key', '=', (own) =>
      own.selectFrom('orders').select('order_no').where('orders.id', '=', p.orderId),
    )
    .where('state', '=', ready),
);

// In two parts, since each is one stretch of an index and their union is none.
const picturesAhead = statement<{ priority: number; runAt: number; id: number }>()((db, p) => {
  const pictures = db
    .selectFrom('jobs')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('kind', '=', sql.lit<'process_order'>('process_order'))
    .where('state', '<>', dead)
    .where('state', '=', ready);
  const preferred = pictures.where('priority', '>', p.priority);
  const older = pictures
    .where('priority', '=', p.priority)
    .where(sql<boolean>`(run_at, id) < (${p.runAt}, ${p.id})`);
  return db.selectNoFrom(sql<number>`${preferred} + ${older}`.as('count'));
});

// While a job is ready it is due at `run_at`, which the index holds.
const queueFigures = statement<{ now: number }>()((db, p) => {
  const buried = db
    .selectFrom('jobs')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', dead);
  return db
    .selectFrom('jobs')
    .select([
      countWhere('ready', sql`state = 'ready'`),
      countWhere('running', sql`state = 'running'`),
      countWhere('pictures', sql`kind = 'process_order'`),
      sql<number | null>`min(case when state = 'ready' and run_at <= ${p.now} then run_at end)`.as(
        'oldest_due_at',
      ),
      sql<number>`${buried}`.as('dead'),
    ])
    .where('state', '<>', dead);
});

function countWhere<Name extends string>(name: Name, condition: ReturnType<typeof sql>) {
  return sql<number>`count(case when ${condition} then 1 end)`.as(name);
}

/** One statement for each set of kinds: few, since each worker asks for the same kinds all its life. */
function perKinds<P, Row>(build: (kinds: readonly JobKind[]) => Statement<P, Row>) {
  const byKinds = new Map<string, Statement<P, Row>>();
  return (kinds: readonly JobKind[]): Statement<P, Row> => {
    const name = kinds.join();
    const known = byKinds.get(name);
    if (known !== undefined) return known;
    const made = build(kinds);
    byKinds.set(name, made);
    return made;
  };
}

function claimed(job: Job): Claimed {
  return { id: job.id, claims: Number(job.token) };
}

export function jobReads(session: Session) {
  return {
    async placeInQueue(orderId) {
      const own = await session.first(waitingPicture, { orderId });
      if (own === undefined) return 0;
      const { priority, run_at: runAt, id } = own;
      return (await session.first(picturesAhead, { priority, runAt, id }))?.count ?? 0;
    },
    async queueFigures(now) {
      const row = await session.first(queueFigures, { now });
      if (row === undefined) throw new Error('an aggregate answered no row');
      const { oldest_due_at, ready, running, dead, pictures } = row;
      const oldestDueAgeMs = oldest_due_at === null ? 0 : now - oldest_due_at;
      return { ready, running, dead, pictures, oldestDueAgeMs };
    },
  } satisfies Partial<JobReads>;
}

export function jobWrites(session: TransactionSession, now: () => Instant) {
  return {
    async enqueue(job) {
      const written = await session.run(insertJob, { ...newJobRow(job), created_at: now() });
      if (written > 0) session.publish({ kind: 'jobs_ready' });
    },
    async cancel(kind, key) {
      await session.run(cancelJob, { kind, key });
    },
    async claim(kinds, at, leaseUntil) {
      if (kinds.length === 0) return undefined;
      const row = await session.first(claimJob(kinds), { now: at, leaseUntil });
      return row === undefined ? undefined : jobOf(row);
    },
    async extendLease(job, leaseUntil) {
      return (await session.run(extendLease, { ...claimed(job), leaseUntil })) === 1;
    },
    async expireLeases(at) {
      const ended = await session.run(endLeases, { now: at });
      if (ended > 0) session.publish({ kind: 'jobs_ready' });
      return ended;
    },
    async complete(job) {
      return (await session.run(completeJob, claimed(job))) === 1;
    },
    async release(job, runAt, { error, counted }) {
      const attempts = counted ? job.attempts : error === null ? 0 : job.attempts - 1;
      const change = { ...claimed(job), runAt, error, attempts };
      const returned = (await session.run(returnJob, change)) === 1;
      if (returned) session.publish({ kind: 'jobs_ready' });
      return returned;
    },
    async markDead(job, error) {
      return (await session.run(buryJob, { ...claimed(job), error })) === 1;
    },
    async nextDueAt(kinds) {
      if (kinds.length === 0) return undefined;
      return (await session.first(nextJobAt(kinds), {}))?.due_at ?? undefined;
    },
  } satisfies Partial<JobWrites>;
}
