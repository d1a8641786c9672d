/** The order filters that operators have saved. */

import type { SavedFilterReads, SavedFilterWrites } from '../../usecases/orders/saved-filter-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { savedFiltersTable } from './saved-filters-table.ts';

const { columns, read: rowOf } = savedFiltersTable.all;

const filtersOfOperator = statement<{ operatorId: number }>()((db, p) =>
  db.selectFrom('saved_filters').select(columns).where('operator_id', '=', p.operatorId),
);

const saveFilters = statement<NewRow<typeof savedFiltersTable>>()((db, p) =>
  db
    .insertInto('saved_filters')
    .values(savedFiltersTable.inserted(p))
    .onConflict((conflict) =>
      conflict.column('operator_id').doUpdateSet(savedFiltersTable.assigned(p, 'filters', 'changedAt')),
    ),
);

export function savedFilterReads(session: Session): SavedFilterReads {
  return {
    async ofOperator(operatorId) {
      const row = await session.first(filtersOfOperator, { operatorId });
      return row && rowOf(row).filters;
    },
  };
}

export function savedFilterWrites(session: TransactionSession): SavedFilterWrites {
  return {
    ...savedFilterReads(session),
    lock: (operatorId) => session.lockName(`saved filters ${operatorId}`),
    async save(operatorId, filters, changedAt) {
      await session.run(saveFilters, savedFiltersTable.write({ operatorId, filters, changedAt }));
    },
  };
}
