/** The workers that have sent heartbeats. */

import type { JobReads, JobWrites } from '../../usecases/jobs/job-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { workersTable } from './workers-table.ts';

const workersSeen = statement<{ since: number }>()((db, p) =>
  db
    .selectFrom('workers')
    .select(workersTable.all.columns)
    .where('seen_at', '>=', p.since)
    .orderBy('started_at')
    .orderBy('id'),
);

const recordHeartbeat = statement<NewRow<typeof workersTable>>()((db, p) =>
  db
    .insertInto('workers')
    .values(workersTable.inserted(p))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((set) => ({ seen_at: set.ref('excluded.seen_at') })),
    ),
);

const purgeWorkers = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('workers').where('seen_at', '<', p.before),
);

export function workerReads(session: Session): Pick<JobReads, 'workersSeen'> {
  return {
    workersSeen: (since) => session.all(workersSeen, { since }),
  };
}

export function workerWrites(
  session: TransactionSession,
): Pick<JobWrites, 'recordHeartbeat' | 'purgeWorkers'> {
  return {
    async recordHeartbeat(worker) {
      await session.run(recordHeartbeat, worker);
    },
    async purgeWorkers(before) {
      await session.run(purgeWorkers, { before });
    },
  };
}
