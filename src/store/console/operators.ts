/** Operators, their sessions, and how often somebody tried to sign in. */

import { sql } from 'kysely';
import type { ConsoleReads, ConsoleWrites, OperatorSession } from '../../usecases/ports/console-store.ts';
import { operatorColumns, operatorOf } from '../rows/small-rows.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';

const allOperators = statement<Record<never, never>>()((db) =>
  db.selectFrom('operators').select(operatorColumns).orderBy('name'),
);

const operatorById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('operators').select(operatorColumns).where('id', '=', p.id),
);

const insertOperator = statement<{
  name: string;
  passwordHash: string;
  role: 'viewer' | 'support' | 'owner';
  createdAt: number;
}>()((db, p) =>
  db
    .insertInto('operators')
    .values({ name: p.name, password_hash: p.passwordHash, role: p.role, created_at: p.createdAt })
    .returning(operatorColumns),
);

const saveOperator = statement<{
  id: number;
  passwordHash: string;
  role: 'viewer' | 'support' | 'owner';
  disabledAt: number | null;
}>()((db, p) =>
  db
    .updateTable('operators')
    .set({ password_hash: p.passwordHash, role: p.role, disabled_at: p.disabledAt })
    .where('id', '=', p.id),
);

const sessionColumns = [
  'operator_sessions.id as session_id',
  'operator_sessions.created_at as session_created_at',
  'seen_at',
  'expires_at',
  'user_agent',
  'address',
] as const;

const sessionByDigest = statement<{ digest: string }>()((db, p) =>
  db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_id')
    .select(operatorColumns)
    .select(sessionColumns)
    .where('digest', '=', p.digest),
);

const sessionById = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_id')
    .select(operatorColumns)
    .select(sessionColumns)
    .where('operator_sessions.id', '=', p.id),
);

/** Sessions end by themselves, so there are never many. */
const sessionsMax = 200;

const listed = (ofOne: boolean) =>
  statement<{ operatorId: number }>()((db, p) =>
    db
      .selectFrom('operator_sessions')
      .innerJoin('operators', 'operators.id', 'operator_id')
      .select(operatorColumns)
      .select(sessionColumns)
      .where((where) => (ofOne ? where('operator_id', '=', p.operatorId) : where.and([])))
      .orderBy('operator_sessions.id', 'desc')
      .limit(sql.lit(sessionsMax)),
  );

const sessionsOfOne = listed(true);
const sessionsOfAll = listed(false);

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
  db
    .updateTable('operator_sessions')
    .set({ seen_at: p.seenAt })
    .where('id', '=', p.id)
    .where('seen_at', '<', p.seenAt),
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
    .where((where) => where.or([where('expires_at', '<=', p.now), where('seen_at', '<', p.seenBefore)])),
);

const tries = statement<{ subject: string }>()((db, p) =>
  db
    .selectFrom('sign_in_tries')
    .select(['tries', 'wait_until as waitUntil', 'last_at as lastAt'])
    .where('subject', '=', p.subject),
);

const saveTries = statement<{ subject: string; tries: number; waitUntil: number; lastAt: number }>()(
  (db, p) =>
    db
      .insertInto('sign_in_tries')
      .values({ subject: p.subject, tries: p.tries, wait_until: p.waitUntil, last_at: p.lastAt })
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

type SessionRow = Parameters<typeof operatorOf>[0] & {
  readonly session_id: number;
  readonly session_created_at: number;
  readonly seen_at: number;
  readonly expires_at: number;
  readonly user_agent: string | null;
  readonly address: string;
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

export function operatorReads(session: Session) {
  return {
    async operators() {
      return (await session.all(allOperators, {})).map(operatorOf);
    },
    async operatorById(id) {
      const row = await session.first(operatorById, { id });
      return row === undefined ? undefined : operatorOf(row);
    },
    async sessionByDigest(digest) {
      const row = await session.first(sessionByDigest, { digest });
      return row === undefined ? undefined : sessionOf(row);
    },
    async sessionById(id) {
      const row = await session.first(sessionById, { id });
      return row === undefined ? undefined : sessionOf(row);
    },
    async sessionsOf(operatorId) {
      const rows = await session.all(operatorId === null ? sessionsOfAll : sessionsOfOne, {
        operatorId: operatorId ?? 0,
      });
      return rows.map(sessionOf);
    },
  } satisfies Partial<ConsoleReads>;
}

export function operatorWrites(session: TransactionSession) {
  return {
    async lockOperators() {
      await session.lockName('operators');
    },
    async insertOperator({ name, passwordHash, role, createdAt }) {
      const row = await session.first(insertOperator, { name, passwordHash, role, createdAt });
      if (row === undefined) throw new Error('the database returned no operator');
      return operatorOf(row);
    },
    async saveOperator({ id, passwordHash, role, disabledAt }) {
      await session.run(saveOperator, { id, passwordHash, role, disabledAt });
    },
    async insertSession({ digest, operatorId, createdAt, expiresAt, userAgent, address }) {
      const values = { digest, operatorId, createdAt, expiresAt, userAgent, address };
      const row = await session.first(insertSession, values);
      if (row === undefined) throw new Error('the database returned no session id');
      return row.id;
    },
    async seeSession(id, seenAt) {
      await session.run(seeSession, { id, seenAt });
    },
    async endSession(id) {
      await session.run(endSession, { id });
    },
    async endSessionsOf(operatorId, exceptId) {
      return session.run(endSessionsOf, { operatorId, exceptId: exceptId ?? 0 });
    },
    async purgeSessions(now, seenBefore) {
      await session.run(purgeSessions, { now, seenBefore });
    },
    async signInTries(subject) {
      return session.first(tries, { subject });
    },
    async saveSignInTries(subject, { tries: count, waitUntil, lastAt }) {
      await session.run(saveTries, { subject, tries: count, waitUntil, lastAt });
    },
    async purgeSignInTries(before) {
      await session.run(purgeTries, { before });
    },
    async lockSignIn(subject) {
      await session.lockName(`sign-in ${subject}`);
    },
  } satisfies Partial<ConsoleWrites>;
}
