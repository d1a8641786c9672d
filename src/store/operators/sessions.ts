/** Operators' sessions, and the wrong passwords that make the next try wait. */

import type { Selectable } from 'kysely';
import type { OperatorSession, SessionReads, SessionWrites } from '../../usecases/operators/session-store.ts';
import type { SignInWrites } from '../../usecases/operators/sign-in-store.ts';
import type { OperatorSessionsTable, SignInTriesTable } from '../console-tables.ts';
import type { Session, TransactionSession } from '../session.ts';
import { operatorOf } from '../small-rows.ts';
import { statement } from '../statement.ts';
import type { OperatorsTable } from '../tables.ts';

const columns = [
  'operator_sessions.id as session_id',
  'operator_sessions.created_at as session_created_at',
  'operator_sessions.seen_at',
  'operator_sessions.expires_at',
  'operator_sessions.user_agent',
  'operator_sessions.address',
  'operators.id',
  'operators.name',
  'operators.password_hash',
  'operators.role',
  'operators.created_at',
  'operators.disabled_at',
] as const;

type SessionRow = Omit<Selectable<OperatorsTable>, 'environment_hash'> &
  Pick<Selectable<OperatorSessionsTable>, 'seen_at' | 'expires_at' | 'user_agent' | 'address'> & {
    session_id: number;
    session_created_at: number;
  };

function sessionOf(row: SessionRow): OperatorSession {
  return {
    id: row.session_id,
    operator: operatorOf(row),
    createdAt: row.session_created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
    address: row.address,
  };
}

const byDigest = statement<{ digest: string }>()((db, p) =>
  db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_sessions.operator_id')
    .select(columns)
    .where('operator_sessions.digest', '=', p.digest),
);

const byId = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_sessions.operator_id')
    .select(columns)
    .where('operator_sessions.id', '=', p.id),
);

const ofOperator = statement<{ operatorId: number }>()((db, p) =>
  db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_sessions.operator_id')
    .select(columns)
    .where('operator_sessions.operator_id', '=', p.operatorId)
    .orderBy('operator_sessions.id', 'desc'),
);

const ofAll = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_sessions.operator_id')
    .select(columns)
    .orderBy('operator_sessions.id', 'desc'),
);

const insertSession = statement<{
  digest: string;
  operatorId: number;
  createdAt: number;
  expiresAt: number;
  userAgent: string | null;
  address: string;
}>()((db, p) =>
  db
    .insertInto('operator_sessions')
    .values({
      digest: p.digest,
      operator_id: p.operatorId,
      created_at: p.createdAt,
      seen_at: p.createdAt,
      expires_at: p.expiresAt,
      user_agent: p.userAgent,
      address: p.address,
    })
    .returning('id'),
);

const seeSession = statement<{ id: number; seenAt: number }>()((db, p) =>
  db.updateTable('operator_sessions').set({ seen_at: p.seenAt }).where('id', '=', p.id),
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

const triesOf = statement<{ subject: string }>()((db, p) =>
  db.selectFrom('sign_in_tries').select(['tries', 'wait_until', 'last_at']).where('subject', '=', p.subject),
);

const saveTries = statement<Selectable<SignInTriesTable>>()((db, p) =>
  db
    .insertInto('sign_in_tries')
    .values({ subject: p.subject, tries: p.tries, wait_until: p.wait_until, last_at: p.last_at })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((set) => ({
        tries: set.ref('excluded.tries'),
        wait_until: set.ref('excluded.wait_until'),
        last_at: set.ref('excluded.last_at'),
      })),
    ),
);

const purgeTries = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('sign_in_tries').where('last_at', '<', p.before),
);

export function sessionReads(session: Session) {
  return {
    async byDigest(digest) {
      const row = await session.first(byDigest, { digest });
      return row === undefined ? undefined : sessionOf(row);
    },
    async byId(id) {
      const row = await session.first(byId, { id });
      return row === undefined ? undefined : sessionOf(row);
    },
    async ofOperator(operatorId) {
      const rows =
        operatorId === null ? await session.all(ofAll, {}) : await session.all(ofOperator, { operatorId });
      return rows.map(sessionOf);
    },
  } satisfies Partial<SessionReads>;
}

export function sessionsSessionWrites(session: TransactionSession) {
  return {
    async insert({ digest, operatorId, createdAt, expiresAt, userAgent, address }) {
      const values = { digest, operatorId, createdAt, expiresAt, userAgent, address };
      const row = await session.first(insertSession, values);
      if (row === undefined) throw new Error('the database returned no session id');
      return row.id;
    },
    async recordUse(id, seenAt) {
      await session.run(seeSession, { id, seenAt });
    },
    async end(id) {
      await session.run(endSession, { id });
    },
    endAllOf: (operatorId, exceptId) => session.run(endSessionsOf, { operatorId, exceptId: exceptId ?? 0 }),
    async purge(now, seenBefore) {
      await session.run(purgeSessions, { now, seenBefore });
    },
  } satisfies Partial<SessionWrites>;
}

export function signInsSessionWrites(session: TransactionSession) {
  return {
    async failures(subject) {
      const row = await session.first(triesOf, { subject });
      if (row === undefined) return undefined;
      return { tries: row.tries, waitUntil: row.wait_until, lastAt: row.last_at };
    },
    async saveFailures(subject, { tries, waitUntil, lastAt }) {
      await session.run(saveTries, { subject, tries, wait_until: waitUntil, last_at: lastAt });
    },
    async purgeFailures(before) {
      await session.run(purgeTries, { before });
    },
    async lock(subject) {
      await session.lockName(`sign-in ${subject}`);
    },
  } satisfies Partial<SignInWrites>;
}
