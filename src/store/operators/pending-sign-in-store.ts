/** Sign-ins that wait for the second factor. */

import type {
  PendingSignInReads,
  PendingSignInWrites,
} from '../../usecases/operators/pending-sign-in-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { operatorsTable } from './operators-table.ts';
import { pendingSignInsTable } from './pending-sign-ins-table.ts';

const pendingPart = pendingSignInsTable.except('digest', 'operatorId');
const operatorPart = operatorsTable.except('environmentHash').prefixed('operator_');

const pendingByDigest = statement<{ digest: string }>()((db, p) =>
  db
    .selectFrom('pending_sign_ins')
    .innerJoin('operators', 'operators.id', 'pending_sign_ins.operator_id')
    .select(pendingPart.columns)
    .select(operatorPart.columns)
    .where('pending_sign_ins.digest', '=', p.digest),
);

const insertPending = statement<NewRow<typeof pendingSignInsTable>>()((db, p, dialect) =>
  db.insertInto('pending_sign_ins').values(pendingSignInsTable.inserted(p)).modifyEnd(dialect.returningId),
);

const recordWrongCode = statement<{ id: number }>()((db, p) =>
  db
    .updateTable('pending_sign_ins')
    .set((set) => ({ wrong_codes: set('wrong_codes', '+', 1) }))
    .where('id', '=', p.id),
);

const removePending = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('pending_sign_ins').where('id', '=', p.id),
);

const purgePending = statement<{ now: number }>()((db, p) =>
  db.deleteFrom('pending_sign_ins').where('expires_at', '<=', p.now),
);

export function pendingSignInReads(session: Session): PendingSignInReads {
  return {
    async byDigest(digest) {
      const row = await session.first(pendingByDigest, { digest });
      return row && { ...pendingPart.read(row), operator: operatorPart.read(row) };
    },
  };
}

export function pendingSignInWrites(session: TransactionSession): PendingSignInWrites {
  return {
    ...pendingSignInReads(session),
    async insert(pending) {
      return session.insert(insertPending, pendingSignInsTable.write({ ...pending, wrongCodes: 0 }));
    },
    async recordWrongCode(id) {
      await session.run(recordWrongCode, { id });
    },
    async remove(id) {
      return (await session.run(removePending, { id })) === 1;
    },
    async purge(now) {
      await session.run(purgePending, { now });
    },
  };
}
