/** Operators: their names, password hashes and roles. */

import type { OperatorReads, OperatorWrites } from '../../usecases/operators/operator-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { Row } from '../table.ts';
import { operatorsTable } from './operators-table.ts';

const { columns } = operatorsTable.except('environmentHash');

const allOperators = statement<Record<never, never>>()((db) =>
  db.selectFrom('operators').select(columns).orderBy('name'),
);

const operatorById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('operators').select(columns).where('id', '=', p.id),
);

const operatorByName = statement<{ name: string }>()((db, p) =>
  db.selectFrom('operators').select(columns).where('name', '=', p.name),
);

type OperatorRow = Row<typeof operatorsTable>;

const insertOperator = statement<
  Pick<OperatorRow, 'name' | 'passwordHash' | 'role'> & { createdAt: number }
>()((db, p) =>
  db
    .insertInto('operators')
    .values(operatorsTable.assigned(p, 'name', 'passwordHash', 'role', 'createdAt'))
    .returning(columns),
);

const updateOperator = statement<Pick<OperatorRow, 'id' | 'passwordHash' | 'role' | 'disabledAt'>>()(
  (db, p) =>
    db
      .updateTable('operators')
      .set(operatorsTable.assigned(p, 'passwordHash', 'role', 'disabledAt'))
      .where('id', '=', p.id),
);

const environmentHash = statement<{ id: number }>()((db, p) =>
  db.selectFrom('operators').select('environment_hash').where('id', '=', p.id),
);

const saveEnvironmentHash = statement<{ id: number; hash: string }>()((db, p) =>
  db.updateTable('operators').set({ environment_hash: p.hash }).where('id', '=', p.id),
);

export function operatorReads(session: Session): OperatorReads {
  return {
    byName: (name) => session.first(operatorByName, { name }),
    byId: (id) => session.first(operatorById, { id }),
    all: () => session.all(allOperators, {}),
    async environmentHash(id) {
      return (await session.first(environmentHash, { id }))?.environment_hash ?? null;
    },
  };
}

export function operatorWrites(session: TransactionSession): OperatorWrites {
  return {
    ...operatorReads(session),
    async lockAll() {
      await session.lockName('operators');
    },
    async insert(operator) {
      const inserted = await session.first(insertOperator, operator);
      if (inserted === undefined) throw new Error('the database returned no operator');
      return inserted;
    },
    async save(operator) {
      const written = await session.run(updateOperator, operator);
      if (written !== 1) throw new Error(`operator ${operator.id} does not exist`);
    },
    async saveEnvironmentHash(id, hash) {
      const written = await session.run(saveEnvironmentHash, { id, hash });
      if (written !== 1) throw new Error(`operator ${id} does not exist`);
    },
  };
}
