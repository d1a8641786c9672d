/** Look-ups of single jobs, of dead jobs and of stuck jobs. */

import type { JobReads } from '../../usecases/jobs/job-store.ts';
import type { Session } from '../session.ts';
import { statement } from '../statement.ts';
import { statementVariants } from '../statement-variants.ts';
import { dead, ready, running } from './job-state-literals.ts';
import { jobsTable } from './jobs-table.ts';

const { columns, read: recordOf } = jobsTable.all;

const jobById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('jobs').select(columns).where('id', '=', p.id),
);

// Two statements, because dead and unfinished jobs have different indexes.
const namedJobs = (sign: '=' | '<>') =>
  statement<{ kind: string; key: string }>()((db, p) =>
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
  readonly kind: string | null;
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

const oldestDeadJobs = statement<{ limit: number }>()((db, p) =>
  db.selectFrom('jobs').select(columns).where('state', '=', dead).orderBy('id').limit(p.limit),
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
  readonly leaseBefore: number;
  readonly dueBefore: number;
  readonly limit: number;
}

// The query lists the kinds, because the index of unfinished jobs begins with the kind.
const stuckJobs = statementVariants((kinds: readonly string[]) =>
  statement<StuckSearch>()((db, p) =>
    db
      .selectFrom('jobs')
      .select(columns)
      .where('state', '<>', dead)
      .where('kind', 'in', kinds)
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

type RecordReads = Pick<JobReads, 'byId' | 'named' | 'dead' | 'oldestDead' | 'countDead' | 'stuck'>;

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
    async oldestDead(limit) {
      return (await session.all(oldestDeadJobs, { limit })).map(recordOf);
    },
    async countDead(kind, beforeId, countMax) {
      const values = { kind, beforeId, limit: countMax };
      return (await session.first(countDeadJobs(kind !== null), values))?.count ?? 0;
    },
    async stuck(kinds, { leaseBefore, dueBefore }, limit) {
      const values = { leaseBefore, dueBefore, limit };
      return (await session.all(stuckJobs(kinds), values)).map(recordOf);
    },
  };
}
