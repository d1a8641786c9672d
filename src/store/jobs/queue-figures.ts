/** Counts of the job queue, and the orders that wait in it. */

import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../domain/zoned-time.ts';
import type { JobReads, QueueOfKind } from '../../usecases/jobs/job-store.ts';
import type { Session } from '../session.ts';
import { type Placeholders, statement } from '../statement.ts';
import { dead, ready } from './job-state-literals.ts';

const waitingPictures = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('jobs')
    .select('key')
    .where('kind', '=', sql.lit<'process_order'>('process_order'))
    .where('state', '<>', dead)
    .where('state', '=', ready)
    .orderBy('priority', 'desc')
    .orderBy('run_at')
    .orderBy('id'),
);

const queueFigures = statement<{ now: number }>()((db, p) => {
  const deadJobs = db
    .selectFrom('jobs')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', dead);
  return db
    .selectFrom('jobs')
    .select([
      countWhere(sql`state = 'ready'`).as('ready'),
      countWhere(sql`state = 'running'`).as('running'),
      countWhere(sql`kind = 'process_order'`).as('pictures'),
      oldestDueAt(p).as('oldestDueAt'),
      sql<number>`${deadJobs}`.as('dead'),
    ])
    .where('state', '<>', dead);
});

const unfinishedByKind = statement<{ now: number }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select([
      'kind',
      countWhere(sql`state = 'ready'`).as('ready'),
      countWhere(sql`state = 'running'`).as('running'),
      oldestDueAt(p).as('oldestDueAt'),
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

function countWhere(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`count(case when ${condition} then 1 end)`;
}

/**
 * The time since which the oldest ready job is due. Uses `run_at`, because the index of the queue contains
 * `run_at` and not `due_at`.
 */
function oldestDueAt({ now }: Placeholders<{ now: number }>): RawBuilder<number | null> {
  return sql<number | null>`min(case when state = 'ready' and run_at <= ${now} then run_at end)`;
}

async function readQueues(session: Session, kinds: readonly string[], now: Instant): Promise<QueueOfKind[]> {
  const unfinished = await session.all(unfinishedByKind, { now });
  const deadCounts = await session.all(deadByKind, {});
  const queues: QueueOfKind[] = [];
  for (const kind of kinds) {
    const queue = unfinished.find((row) => row.kind === kind);
    const deadCount = deadCounts.find((row) => row.kind === kind)?.dead ?? 0;
    if (queue === undefined && deadCount === 0) continue;
    queues.push({
      kind,
      ready: queue?.ready ?? 0,
      running: queue?.running ?? 0,
      dead: deadCount,
      oldestDueAt: queue?.oldestDueAt ?? null,
    });
  }
  return queues;
}

type FigureReads = Pick<JobReads, 'waitingPictures' | 'queueFigures' | 'queuesByKind'>;

export function queueReads(session: Session): FigureReads {
  return {
    async waitingPictures() {
      return (await session.all(waitingPictures, {})).flatMap(({ key }) => key ?? []);
    },
    async queueFigures(now) {
      const row = await session.first(queueFigures, { now });
      if (row === undefined) throw new Error('an aggregate returned no row');
      const { oldestDueAt, ...counts } = row;
      return { ...counts, oldestDueAgeMs: oldestDueAt === null ? 0 : now - oldestDueAt };
    },
    queuesByKind: (kinds, now) => session.snapshot((snapshot) => readQueues(snapshot, kinds, now)),
  };
}
