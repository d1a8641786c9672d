/** The sessions of operators who are signed in. */

import type { OperatorSession, SessionReads, SessionWrites } from '../../usecases/operators/session-store.ts';
import type { Dialect } from '../dialect.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import { operatorSessionsTable } from './operator-sessions-table.ts';
import { operatorsTable } from './operators-table.ts';

const sessionPart = operatorSessionsTable.except('digest', 'operatorId');
const operatorPart = operatorsTable.except('environmentHash').prefixed('operator_');

function sessionsWithOperators(db: Dialect['db']) {
  return db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_sessions.operator_id')
    .select(sessionPart.columns)
    .select(operatorPart.columns);
}

function sessionOf(
  row: Parameters<typeof sessionPart.read>[0] & Parameters<typeof operatorPart.read>[0],
): OperatorSession {
  return { ...sessionPart.read(row), operator: operatorPart.read(row) };
}

const sessionByDigest = statement<{ digest: string }>()((db, p) =>
  sessionsWithOperators(db).where('operator_sessions.digest', '=', p.digest),
);

const sessionById = statement<{ id: number }>()((db, p) =>
  sessionsWithOperators(db).where('operator_sessions.id', '=', p.id),
);

const sessionsOfOperator = statement<{ operatorId: number }>()((db, p) =>
  sessionsWithOperators(db)
    .where('operator_sessions.operator_id', '=', p.operatorId)
    .orderBy('operator_sessions.id', 'desc'),
);

const allSessions = statement<Record<never, never>>()((db) =>
  sessionsWithOperators(db).orderBy('operator_sessions.id', 'desc'),
);

const insertSession = statement<NewRow<typeof operatorSessionsTable>>()((db, p, dialect) =>
  db.insertInto('operator_sessions').values(operatorSessionsTable.inserted(p)).modifyEnd(dialect.returningId),
);

const recordUse = statement<Pick<Row<typeof operatorSessionsTable>, 'id' | 'seenAt'>>()((db, p) =>
  db.updateTable('operator_sessions').set(operatorSessionsTable.assigned(p, 'seenAt')).where('id', '=', p.id),
);

const recordProof = statement<Pick<Row<typeof operatorSessionsTable>, 'id' | 'provenAt'>>()((db, p) =>
  db
    .updateTable('operator_sessions')
    .set(operatorSessionsTable.assigned(p, 'provenAt'))
    .where('id', '=', p.id),
);

const clearWeakPassword = statement<{ id: number }>()((db, p) =>
  db.updateTable('operator_sessions').set({ weak_password: 0 }).where('id', '=', p.id),
);

const endSession = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('operator_sessions').where('id', '=', p.id),
);

const endSessionsOf = statement<{ operatorId: number; exceptId: number }>()((db, p) =>
  db.deleteFrom('operator_sessions').where('operator_id', '=', p.operatorId).where('id', '<>', p.exceptId),
);

const purgeSessions = statement<{ now: number; seenBefore: number }>()((db, p) =>
  db
    .deleteFrom('operator_sessions')
    .where((row) => row.or([row('expires_at', '<=', p.now), row('seen_at', '<', p.seenBefore)])),
);

export function sessionReads(session: Session): SessionReads {
  return {
    async byDigest(digest) {
      const row = await session.first(sessionByDigest, { digest });
      return row && sessionOf(row);
    },
    async byId(id) {
      const row = await session.first(sessionById, { id });
      return row && sessionOf(row);
    },
    async ofOperator(operatorId) {
      const rows =
        operatorId === null
          ? await session.all(allSessions, {})
          : await session.all(sessionsOfOperator, { operatorId });
      return rows.map(sessionOf);
    },
  };
}

export function sessionWrites(session: TransactionSession): SessionWrites {
  return {
    ...sessionReads(session),
    async insert(newSession) {
      const row = operatorSessionsTable.write({
        ...newSession,
        seenAt: newSession.createdAt,
        provenAt: newSession.createdAt,
      });
      return session.insert(insertSession, row);
    },
    async recordUse(id, seenAt) {
      await session.run(recordUse, { id, seenAt });
    },
    async recordProof(id, provenAt) {
      await session.run(recordProof, { id, provenAt });
    },
    async clearWeakPassword(id) {
      await session.run(clearWeakPassword, { id });
    },
    async end(id) {
      await session.run(endSession, { id });
    },
    endAllOf: (operatorId, exceptId) => session.run(endSessionsOf, { operatorId, exceptId: exceptId ?? 0 }),
    async purge(now, seenBefore) {
      await session.run(purgeSessions, { now, seenBefore });
    },
  };
}
