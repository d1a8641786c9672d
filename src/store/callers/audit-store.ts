/** The audit log. Its table refuses changes and deletions. */

import { sql } from 'kysely';
import type {
  AuditAction,
  AuditEntry,
  AuditFilter,
  AuditReads,
  AuditTargetKind,
  AuditWrites,
} from '../../usecases/callers/audit-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import { filledFields, statementVariants } from '../statement-variants.ts';
import type { NewRow } from '../table.ts';
import { auditLogTable } from './audit-log-table.ts';

const { columns, read: entryOf } = auditLogTable.all;

const insertEntry = statement<NewRow<typeof auditLogTable>>()((db, p) =>
  db.insertInto('audit_log').values(auditLogTable.inserted(p)),
);

/**
 * An entry contains the number of its order. The query also returns the order's id, because the console's pages
 * link to an order by its id.
 */
const orderId = sql<number | null>`case when target_kind = 'order' then
  (select orders.id from orders where orders.order_no = audit_log.target_id) end`.as('orderId');

interface Search extends AuditFilter {
  readonly beforeId: number;
  readonly limit: number;
}

// One statement for each set of filter fields that have a value, so that the planner can choose an index.
const searchEntries = statementVariants((given: readonly string[]) =>
  statement<Search>()((db, p) => {
    let query = db.selectFrom('audit_log').select(columns).select(orderId).where('id', '<', p.beforeId);
    if (given.includes('operator')) query = query.where('operator', '=', p.operator);
    if (given.includes('action')) query = query.where('action', '=', p.action);
    if (given.includes('targetKind')) query = query.where('target_kind', '=', p.targetKind);
    if (given.includes('targetId')) query = query.where('target_id', '=', p.targetId);
    return query.orderBy('id', 'desc').limit(p.limit);
  }),
);

const accountEntries = statement<{ name: string }>()((db, p) =>
  db
    .selectFrom('audit_log')
    .select(columns)
    .where('target_kind', '=', sql.lit<AuditTargetKind>('operator'))
    .where('target_id', '=', p.name)
    .where('action', 'in', [
      sql.lit<AuditAction>('operator_added'),
      sql.lit<AuditAction>('operator_changed'),
      sql.lit<AuditAction>('password_reset'),
    ])
    .orderBy('id', 'desc'),
);

/**
 * Whether the act in this entry gave its operator a chance to sign in with the account: the operator added the
 * account, reset its password or enabled it again. Other changes, such as that of the role, give no such chance.
 */
function givesAccess({ action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>): boolean {
  return action !== 'operator_changed' || (before?.disabled === true && after?.disabled === false);
}

export function auditReads(session: Session): AuditReads {
  return {
    async entries({ operator, action, targetKind, targetId }, beforeId, limit) {
      const filter = { operator, action, targetKind, targetId: targetKind === null ? null : targetId };
      const page = { beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, limit };
      const rows = await session.all(searchEntries(filledFields(filter)), { ...filter, ...page });
      return rows.map((row) => ({ ...entryOf(row), orderId: row.orderId }));
    },
    async accountAccesses(name) {
      const entries = (await session.all(accountEntries, { name })).map(entryOf);
      return entries.filter(givesAccess).map(({ at, operator }) => ({ at, operator }));
    },
  };
}

export function auditWrites(session: TransactionSession): AuditWrites {
  return {
    ...auditReads(session),
    async insert(entry) {
      await session.run(insertEntry, auditLogTable.write(entry));
    },
  };
}
