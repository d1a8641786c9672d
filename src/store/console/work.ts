/** Jobs that failed or are stuck, queues, workers, and how long work takes. */

import { sql } from 'kysely';
import type {
  ConsoleReads,
  ConsoleWrites,
  JobRecord,
  ProcessingTimes,
} from '../../usecases/ports/console-store.ts';
import { type JobKind, jobKinds } from '../../usecases/ports/jobs.ts';
import { type JobRow, jobColumns, jobOf } from '../rows/job-row.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';

const dead = sql.lit<'dead'>('dead');
const ready = sql.lit<'ready'>('ready');
const running = sql.lit<'running'>('running');

const jobById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('jobs').select(jobColumns).where('id', '=', p.id),
);

const namedUnfinished = statement<{ kind: JobKind; key: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(jobColumns)
    .where('kind', '=', p.kind)
    .where('key', '=', p.key)
    .where('state', '<>', dead),
);

const namedDead = statement<{ kind: JobKind; key: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(jobColumns)
    .where('kind', '=', p.kind)
    .where('key', '=', p.key)
    .where('state', '=', dead),
);

// The key is tested on what the index of dead jobs finds, by their age.
const deadOf = (ofKind: boolean) =>
  statement<{ kind: JobKind; beforeId: number; limit: number }>()((db, p) =>
    db
      .selectFrom('jobs')
      .select(jobColumns)
      .where('state', '=', dead)
      .where('id', '<', p.beforeId)
      .where((where) => (ofKind ? where('kind', '=', p.kind) : where.and([])))
      .orderBy('id', 'desc')
      .limit(p.limit),
  );

const deadOfKind = deadOf(true);
const deadOfAll = deadOf(false);

const stuckOf = (kinds: readonly JobKind[]) =>
  statement<{ leaseBefore: number; dueBefore: number; latest: number; limit: number }>()((db, p) =>
    db
      .selectFrom('jobs')
      .select(jobColumns)
      .where('state', '<>', dead)
      .where('kind', 'in', kinds)
      .where('due_at', '<', p.latest)
      .where((where) =>
        where.or([
          where.and([where('state', '=', running), where('due_at', '<', p.leaseBefore)]),
          where.and([where('state', '=', ready), where('due_at', '<', p.dueBefore)]),
        ]),
      )
      .orderBy('due_at')
      .orderBy('id')
      .limit(p.limit),
  );

const stuckOfAll = stuckOf(jobKinds);
const stuckOfKind = new Map(jobKinds.map((kind) => [kind, stuckOf([kind])]));

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
    .select((select) => ['kind', select.fn.countAll<number>().as('dead')])
    .where('state', '=', dead)
    .groupBy('kind'),
);

const workersSeen = statement<{ since: number }>()((db, p) =>
  db
    .selectFrom('workers')
    .select(['id', 'host', 'version', 'started_at as startedAt', 'seen_at as seenAt'])
    .where('seen_at', '>=', p.since)
    .orderBy('started_at')
    .orderBy('id'),
);

const seeWorker = statement<{
  id: string;
  host: string;
  version: string;
  startedAt: number;
  seenAt: number;
}>()((db, p) =>
  db
    .insertInto('workers')
    .values({ id: p.id, host: p.host, version: p.version, started_at: p.startedAt, seen_at: p.seenAt })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((set) => ({ seen_at: set.ref('excluded.seen_at') })),
    ),
);

const purgeWorkers = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('workers').where('seen_at', '<', p.before),
);

const outcomes = statement<{ since: number }>()((db, p) =>
  db
    .selectFrom('job_attempts')
    .select([
      'kind',
      sql<number>`count(case when outcome = 'done' then 1 end)`.as('done'),
      sql<number>`count(case when outcome <> 'done' then 1 end)`.as('failed'),
    ])
    .where('kind', 'in', jobKinds)
    .where('ended_at', '>=', p.since)
    .groupBy('kind'),
);

const durationAt = statement<{ kind: string; since: number; place: number }>()((db, p) =>
  db
    .selectFrom('job_attempts')
    .select('duration_ms')
    .where('kind', '=', p.kind)
    .where('ended_at', '>=', p.since)
    .where('outcome', '=', sql.lit<'done'>('done'))
    .orderBy('duration_ms')
    .limit(sql.lit(1))
    .offset(p.place),
);

const reviveJob = statement<{ id: number; now: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({ state: ready, attempts: sql.lit(0), run_at: p.now, due_at: p.now })
    .where('id', '=', p.id)
    .where('state', '=', dead)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs as twin')
            .select('twin.id')
            .whereRef('twin.kind', '=', 'jobs.kind')
            .whereRef('twin.key', '=', 'jobs.key')
            .where('twin.state', '<>', dead),
        ),
      ),
    ),
);

const hastenJob = statement<{ id: number; now: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({ run_at: p.now, due_at: p.now })
    .where('id', '=', p.id)
    .where((where) =>
      where.or([
        where('state', '=', ready),
        where.and([where('state', '=', running), where('due_at', '<=', p.now)]),
      ]),
    ),
);

const removeDead = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('jobs').where('id', '=', p.id).where('state', '=', dead),
);

function recordOf(row: JobRow): JobRecord {
  return { ...jobOf(row), state: row.state, dueAt: row.due_at };
}

function kindOf(text: string): JobKind {
  const kind = jobKinds.find((known) => known === text);
  if (kind === undefined) throw new Error(`no kind of job is called ${text}`);
  return kind;
}

/** The one of `count` sorted values that stands at this share of them. */
function placeOf(share: number, count: number): number {
  return Math.min(count - 1, Math.floor(share * count));
}

async function timesOf(session: Session, since: number): Promise<ProcessingTimes[]> {
  const times: ProcessingTimes[] = [];
  for (const { kind, done, failed } of await session.all(outcomes, { since })) {
    const at = async (share: number) => {
      if (done === 0) return null;
      const row = await session.first(durationAt, { kind, since, place: placeOf(share, done) });
      return row?.duration_ms ?? null;
    };
    times.push({ kind: kindOf(kind), done, failed, p50Ms: await at(0.5), p95Ms: await at(0.95) });
  }
  return times;
}

export function workReads(session: Session) {
  return {
    async jobById(id) {
      const row = await session.first(jobById, { id });
      return row === undefined ? undefined : recordOf(row);
    },
    async jobsNamed({ kind, key }) {
      const unfinished = await session.all(namedUnfinished, { kind, key });
      return [...unfinished, ...(await session.all(namedDead, { kind, key }))].map(recordOf);
    },
    async deadJobs(kind, beforeId, limit) {
      const page = { beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, limit };
      const rows = await session.all(kind === null ? deadOfAll : deadOfKind, {
        kind: kind ?? 'process_order',
        ...page,
      });
      return rows.map(recordOf);
    },
    async stuckJobs(kind, { leaseBefore, dueBefore }, limit) {
      const found = kind === null ? stuckOfAll : stuckOfKind.get(kind);
      if (found === undefined) return [];
      const values = { leaseBefore, dueBefore, latest: Math.max(leaseBefore, dueBefore), limit };
      return (await session.all(found, values)).map(recordOf);
    },
    async queuesByKind(now) {
      const unfinished = new Map(
        (await session.all(unfinishedByKind, { now })).map((row) => [row.kind, row] as const),
      );
      const buried = new Map((await session.all(deadByKind, {})).map((row) => [row.kind, row.dead] as const));
      return jobKinds
        .filter((kind) => unfinished.has(kind) || buried.has(kind))
        .map((kind) => {
          const row = unfinished.get(kind);
          return {
            kind,
            ready: row?.ready ?? 0,
            running: row?.running ?? 0,
            dead: buried.get(kind) ?? 0,
            oldestDueAt: row?.oldest_due_at ?? null,
          };
        });
    },
    workersSeen: (since) => session.all(workersSeen, { since }),
    processingTimes: (since) => timesOf(session, since),
  } satisfies Partial<ConsoleReads>;
}

export function workWrites(session: TransactionSession) {
  return {
    async seeWorker({ id, host, version, startedAt, seenAt }) {
      await session.run(seeWorker, { id, host, version, startedAt, seenAt });
    },
    async purgeWorkers(seenBefore) {
      await session.run(purgeWorkers, { before: seenBefore });
    },
    async reviveJob(id, now) {
      const revived = (await session.run(reviveJob, { id, now })) === 1;
      if (revived) session.announce({ kind: 'jobs_ready' });
      return revived || (await session.run(removeDead, { id })) === 1;
    },
    async hastenJob(id, now) {
      const hastened = (await session.run(hastenJob, { id, now })) === 1;
      if (hastened) session.announce({ kind: 'jobs_ready' });
      return hastened;
    },
    async removeDeadJob(id) {
      return (await session.run(removeDead, { id })) === 1;
    },
  } satisfies Partial<ConsoleWrites>;
}
