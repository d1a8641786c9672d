/** Jobs as the console sees them: those in trouble, one order's, and what an operator may do about them. */

import { type SelectQueryBuilder, sql } from 'kysely';
import type { Instant } from '../../domain/zoned-time.ts';
import type { JobReads, JobRecord, JobWrites, QueueOfKind } from '../../usecases/jobs/job-store.ts';
import { type JobKind, jobKinds } from '../../usecases/ports/jobs.ts';
import { perShape } from '../per-shape.ts';
import type { Session, TransactionSession } from '../session.ts';
import { rowOf, statement } from '../statement.ts';
import type { Tables } from '../tables.ts';
import { type JobRow, jobColumns, jobOf } from './job-row.ts';

// Spelled out, not bound: a partial index serves only where the condition can be read.
const dead = sql.lit<'dead'>('dead');
const ready = sql.lit<'ready'>('ready');
const running = sql.lit<'running'>('running');

const byId = statement<{ id: number }>()((db, p) =>
  db.selectFrom('jobs').select(jobColumns).where('id', '=', p.id),
);

const unfinishedNamed = statement<{ kind: JobKind; key: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(jobColumns)
    .where('state', '<>', dead)
    .where('kind', '=', p.kind)
    .where('key', '=', p.key)
    .orderBy('id'),
);

const deadNamed = statement<{ kind: JobKind; key: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(jobColumns)
    .where('state', '=', dead)
    .where('kind', '=', p.kind)
    .where('key', '=', p.key)
    .orderBy('id'),
);

interface OfKind {
  readonly kind: JobKind | null;
  readonly limit: number;
}

const deadJobs = perShape<'kind', OfKind & { beforeId: number }, JobRow>((given) =>
  statement<OfKind & { beforeId: number }>()((db, p) => {
    const all = db.selectFrom('jobs').select(jobColumns).where('state', '=', dead);
    const some = given.has('kind') ? all.where('kind', '=', p.kind) : all;
    return some.where('id', '<', p.beforeId).orderBy('id', 'desc').limit(p.limit);
  }),
);

const countDead = perShape<'kind', OfKind & { beforeId: number }, { count: number }>((given) =>
  statement<OfKind & { beforeId: number }>()((db, p) => {
    const all = db.selectFrom('jobs').select('id').where('state', '=', dead);
    const some = given.has('kind') ? all.where('kind', '=', p.kind) : all;
    return db
      .selectFrom(some.where('id', '<', p.beforeId).limit(p.limit).as('some'))
      .select((select) => select.fn.countAll<number>().as('count'));
  }),
);

interface Stuck extends OfKind {
  readonly leaseBefore: number;
  readonly dueBefore: number;
}

const stuckJobs = perShape<'kind', Stuck, JobRow>((given) =>
  statement<Stuck>()((db, p) => {
    const all = db.selectFrom('jobs').select(jobColumns).where('state', '<>', dead);
    return ofKinds(all, given.has('kind') ? p.kind : null)
      .where((row) =>
        row.or([
          row.and([row('state', '=', running), row('due_at', '<', p.leaseBefore)]),
          row.and([row('state', '=', ready), row('due_at', '<', p.dueBefore)]),
        ]),
      )
      .orderBy('due_at')
      .orderBy('id')
      .limit(p.limit);
  }),
);

/** The kinds are named even where all are meant, since the index of unfinished jobs begins with them. */
function ofKinds<Row>(
  query: SelectQueryBuilder<Tables, 'jobs', Row>,
  kind: ReturnType<typeof sql<JobKind | null>> | null,
) {
  return kind === null ? query.where('kind', 'in', jobKinds) : query.where('kind', '=', kind);
}

// While a job is ready it is due at `run_at`, which the index of the queue holds.
const unfinishedByKind = statement<{ now: number }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select([
      'kind',
      sql<number>`count(case when state = 'ready' then 1 end)`.as('ready'),
      sql<number>`count(case when state = 'running' then 1 end)`.as('running'),
      sql<number | null>`min(case when state = 'ready' and run_at <= ${p.now} then run_at end)`.as(
        'oldest_due_at',
      ),
    ])
    .where('state', '<>', dead)
    .groupBy('kind'),
);

const deadByKind = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('jobs')
    .select(['kind', (select) => select.fn.countAll<number>().as('dead')])
    .where('state', '=', dead)
    .groupBy('kind'),
);

const takeDead = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('jobs').where('id', '=', p.id).where('state', '=', dead).returning(jobColumns),
);

const putBack = statement<JobRow>()((db, p) =>
  db
    .insertInto('jobs')
    .values(
      rowOf(p, {
        id: true,
        kind: true,
        key: true,
        state: true,
        payload: true,
        priority: true,
        run_at: true,
        due_at: true,
        attempts: true,
        attempts_max: true,
        claims: true,
        last_error: true,
        request_id: true,
        created_at: true,
      }),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'key']).where('state', '<>', dead).doNothing()),
);

// What is due already keeps its place.
const hasten = statement<{ id: number; now: number }>()((db, p) =>
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

const removeDead = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('jobs').where('id', '=', p.id).where('state', '=', dead),
);

function jobRecordOf(row: JobRow): JobRecord {
  return { ...jobOf(row), state: row.state, dueAt: row.due_at };
}

async function readQueues(session: Session, now: Instant): Promise<QueueOfKind[]> {
  const unfinished = await session.all(unfinishedByKind, { now });
  const buried = await session.all(deadByKind, {});
  const queues: QueueOfKind[] = [];
  for (const kind of jobKinds) {
    const queue = unfinished.find((row) => row.kind === kind);
    const deadCount = buried.find((row) => row.kind === kind)?.dead ?? 0;
    if (queue === undefined && deadCount === 0) continue;
    queues.push({
      kind,
      ready: queue?.ready ?? 0,
      running: queue?.running ?? 0,
      dead: deadCount,
      oldestDueAt: queue?.oldest_due_at ?? null,
    });
  }
  return queues;
}

export function consoleJobReads(session: Session) {
  return {
    async byId(id) {
      const row = await session.first(byId, { id });
      return row === undefined ? undefined : jobRecordOf(row);
    },
    async named({ kind, key }) {
      const unfinished = await session.all(unfinishedNamed, { kind, key });
      const buried = await session.all(deadNamed, { kind, key });
      return [...buried, ...unfinished].map(jobRecordOf);
    },
    async dead(kind, beforeId, limit) {
      const values = { kind, beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, limit };
      return (await session.all(deadJobs({ kind }), values)).map(jobRecordOf);
    },
    async countDead(kind, beforeId, countMax) {
      const values = { kind, beforeId, limit: countMax };
      return (await session.first(countDead({ kind }), values))?.count ?? 0;
    },
    async stuck(kind, { leaseBefore, dueBefore }, limit) {
      const values = { kind, leaseBefore, dueBefore, limit };
      return (await session.all(stuckJobs({ kind }), values)).map(jobRecordOf);
    },
    queuesByKind: (now) => session.snapshot((snapshot) => readQueues(snapshot, now)),
  } satisfies Partial<JobReads>;
}

export function consoleJobWrites(session: TransactionSession) {
  return {
    // Out and in again, since an unfinished job of its name may appear at any moment: an update would fail.
    async retryDead(id, now) {
      const row = await session.first(takeDead, { id });
      if (row === undefined) return false;
      await session.run(putBack, { ...row, state: 'ready', attempts: 0, run_at: now, due_at: now });
      session.publish({ kind: 'jobs_ready' });
      return true;
    },
    async makeDue(id, now) {
      const hastened = (await session.run(hasten, { id, now })) === 1;
      if (hastened) session.publish({ kind: 'jobs_ready' });
      return hastened;
    },
    async removeDead(id) {
      return (await session.run(removeDead, { id })) === 1;
    },
  } satisfies Partial<JobWrites>;
}
