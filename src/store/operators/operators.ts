/** Operators, as their owners manage them. */

import type { OperatorRole } from '../../domain/operator-roles.ts';
import type { OperatorReads, OperatorWrites } from '../../usecases/operators/operator-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { operatorColumns, operatorOf } from '../small-rows.ts';
import { statement } from '../statement.ts';

const all = statement<Record<never, never>>()((db) =>
  db.selectFrom('operators').select(operatorColumns).orderBy('name'),
);

const byId = statement<{ id: number }>()((db, p) =>
  db.selectFrom('operators').select(operatorColumns).where('id', '=', p.id),
);

const insertOperator = statement<{
  name: string;
  passwordHash: string;
  role: OperatorRole;
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
  role: OperatorRole;
  disabledAt: number | null;
}>()((db, p) =>
  db
    .updateTable('operators')
    .set({ password_hash: p.passwordHash, role: p.role, disabled_at: p.disabledAt })
    .where('id', '=', p.id),
);

const environmentHash = statement<{ id: number }>()((db, p) =>
  db.selectFrom('operators').select('environment_hash').where('id', '=', p.id),
);

const saveEnvironmentHash = statement<{ id: number; hash: string }>()((db, p) =>
  db.updateTable('operators').set({ environment_hash: p.hash }).where('id', '=', p.id),
);

export function operatorReads(session: Session) {
  return {
    async all() {
      return (await session.all(all, {})).map(operatorOf);
    },
    async byId(id) {
      const row = await session.first(byId, { id });
      return row === undefined ? undefined : operatorOf(row);
    },
    async environmentHash(operatorId) {
      return (await session.first(environmentHash, { id: operatorId }))?.environment_hash ?? null;
    },
  } satisfies Partial<OperatorReads>;
}

export function operatorWrites(session: TransactionSession) {
  return {
    async lockAll() {
      await session.lockName('operators');
    },
    async insert({ name, passwordHash, role, createdAt }) {
      const row = await session.first(insertOperator, { name, passwordHash, role, createdAt });
      if (row === undefined) throw new Error('the database returned no operator');
      return operatorOf(row);
    },
    async save({ id, passwordHash, role, disabledAt }) {
      const written = await session.run(saveOperator, { id, passwordHash, role, disabledAt });
      if (written !== 1) throw new Error(`operator ${id} is not there`);
    },
    async saveEnvironmentHash(operatorId, hash) {
      const written = await session.run(saveEnvironmentHash, { id: operatorId, hash });
      if (written !== 1) throw new Error(`operator ${operatorId} is not there`);
    },
  } satisfies Partial<OperatorWrites>;
}
