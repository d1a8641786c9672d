/** Look-ups of single jobs, of dead jobs and of stuck jobs. */

import type { SelectQueryBuilder } from 'kysely';
import type { JobReads } from '../../usecases/jobs/job-store.ts';
import { type JobKind, jobKinds } from '../../usecases/ports/jobs.ts';
import type { Session } from '../session.ts';
import { type Placeholders, statement } from '../statement.ts';
import { statementVariants } from '../statement-variants.ts';
import type { Tables } from '../tables.ts';
import { dead, ready, running } from './job-state-literals.ts';
import { jobsTable } from './jobs-table.ts';

const { columns, read: recordOf } = jobsTable.all;

const jobById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('jobs').select(columns).where('id', '=', p.id),
);

// Two statements, because dead and unfinished jobs have different indexes.
const namedJobs = (sign: '=' | '<>') =>
  statement<{ kind: JobKind; key: string }>()((db, p) =>
    db
      .selectFrom('jobs')
      .select(columns)
      .where('state', sign, dead)
      .where('kind', '=', p.kind)
      .where('key', '=', p.key)
      .orderBy('id'),
  );

const deadNamed = namedJobs('=');
const unfinishedNamed = namedJobs('<>');

interface DeadSearch {
  readonly kind: JobKind | null;
  readonly beforeId: number;
  readonly limit: number;
}

const deadJobs = statementVariants((ofKind: boolean) =>
  statement<DeadSearch>()((db, p) => {
    const all = db.selectFrom('jobs').select(columns).where('state', '=', dead);
    const some = ofKind ? all.where('kind', '=', p.kind) : all;
    return some.where('id', '<', p.beforeId).orderBy('id', 'desc').limit(p.limit);
  }),
);

const countDeadJobs = statementVariants((ofKind: boolean) =>
  statement<DeadSearch>()((db, p) => {
    const all = db.selectFrom('jobs').select('id').where('state', '=', dead);
    const some = ofKind ? all.where('kind', '=', p.kind) : all;
    return db
      .selectFrom(some.where('id', '<', p.beforeId).limit(p.limit).as('some'))
      .select((select) => select.fn.countAll<number>().as('count'));
  }),
);

interface StuckSearch {
  readonly kind: JobKind | null;
  readonly leaseBefore: number;
  readonly dueBefore: number;
  readonly limit: number;
}

const stuckJobs = statementVariants((ofKind: boolean) =>
  statement<StuckSearch>()((db, p) =>
    unfinishedOf(ofKind, db.selectFrom('jobs').select(columns), p)
      .where((row) =>
        row.or([
          row.and([row('state', '=', running), row('due_at', '<', p.leaseBefore)]),
          row.and([row('state', '=', ready), row('due_at', '<', p.dueBefore)]),
        ]),
      )
      .orderBy('due_at')
      .orderBy('id')
      .limit(p.limit),
  ),
);

/** A search for all kinds lists every kind, because the index of unfinished jobs begins with the kind. */
function unfinishedOf<Selected>(
  ofKind: boolean,
  query: SelectQueryBuilder<Tables, 'jobs', Selected>,
  p: Placeholders<StuckSearch>,
) {
  const unfinished = query.where('state', '<>', dead);
  return ofKind ? unfinished.where('kind', '=', p.kind) : unfinished.where('kind', 'in', jobKinds);
}

type RecordReads = Pick<JobReads, 'byId' | 'named' | 'dead' | 'countDead' | 'stuck'>;

export function jobRecords(session: Session): RecordReads {
  return {
    async byId(id) {
      const row = await session.first(jobById, { id });
      return row && recordOf(row);
    },
    async named({ kind, key }) {
      const unfinished = await session.all(unfinishedNamed, { kind, key });
      const deadOnes = await session.all(deadNamed, { kind, key });
      return [...deadOnes, ...unfinished].map(recordOf);
    },
    async dead(kind, beforeId, limit) {
      const values = { kind, beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, limit };
      return (await session.all(deadJobs(kind !== null), values)).map(recordOf);
    },
    async countDead(kind, beforeId, countMax) {
      const values = { kind, beforeId, limit: countMax };
      return (await session.first(countDeadJobs(kind !== null), values))?.count ?? 0;
    },
    async stuck(kind, { leaseBefore, dueBefore }, limit) {
      const values = { kind, leaseBefore, dueBefore, limit };
      return (await session.all(stuckJobs(kind !== null), values)).map(recordOf);
    },
  };
}
