/** The stored responses of calls with an idempotency key. */

import type {
  IdempotencyClaim,
  IdempotencyReads,
  IdempotencyWrites,
} from '../../usecases/callers/idempotency-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { idempotencyRecordsTable } from './idempotency-records-table.ts';

const findRecord = statement<{ scope: string; key: string }>()((db, p) =>
  db
    .selectFrom('idempotency_records')
    .select(idempotencyRecordsTable.all.columns)
    .where('scope', '=', p.scope)
    .where('key', '=', p.key),
);

const insertRecord = statement<NewRow<typeof idempotencyRecordsTable>>()((db, p) =>
  db
    .insertInto('idempotency_records')
    .values(idempotencyRecordsTable.inserted(p))
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing()),
);

const takeOverRecord = statement<NewRow<typeof idempotencyRecordsTable> & { before: number }>()((db, p) =>
  db
    .updateTable('idempotency_records')
    .set(idempotencyRecordsTable.assigned(p, 'bodyHash', 'orderNo', 'createdAt'))
    .where('scope', '=', p.scope)
    .where('key', '=', p.key)
    .where('answer', 'is', null)
    .where('created_at', '<', p.before),
);

const answerRecord = statement<IdempotencyClaim & { answer: string }>()((db, p) =>
  db
    .updateTable('idempotency_records')
    .set({ answer: p.answer })
    .where('scope', '=', p.scope)
    .where('key', '=', p.key)
    .where('created_at', '=', p.createdAt),
);

const removeRecord = statement<IdempotencyClaim>()((db, p) =>
  db
    .deleteFrom('idempotency_records')
    .where('scope', '=', p.scope)
    .where('key', '=', p.key)
    .where('created_at', '=', p.createdAt),
);

const purgeRecords = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('idempotency_records').where('created_at', '<', p.before),
);

export function idempotencyReads(session: Session): IdempotencyReads {
  return {
    find: (scope, key) => session.first(findRecord, { scope, key }),
  };
}

export function idempotencyWrites(session: TransactionSession): IdempotencyWrites {
  return {
    ...idempotencyReads(session),
    async insert(record) {
      return (await session.run(insertRecord, record)) === 1;
    },
    async takeOver(record, before) {
      return (await session.run(takeOverRecord, { ...record, before })) === 1;
    },
    async answer({ scope, key, createdAt }, answer) {
      await session.run(answerRecord, { scope, key, createdAt, answer });
    },
    async remove({ scope, key, createdAt }) {
      await session.run(removeRecord, { scope, key, createdAt });
    },
    purge: (before) => session.run(purgeRecords, { before }),
  };
}
