/** The operators' log. Its table refuses changes by itself. */

import type { Selectable } from 'kysely';
import type {
  AuditAction,
  AuditEntry,
  AuditFacts,
  AuditReads,
  AuditTargetKind,
  AuditWrites,
} from '../../usecases/callers/audit-store.ts';
import type { AuditLogTable } from '../console-tables.ts';
import { perShape } from '../per-shape.ts';
import type { Session, TransactionSession } from '../session.ts';
import { rowOf, statement } from '../statement.ts';

type AuditRow = Selectable<AuditLogTable>;

const columns = [
  'id',
  'at',
  'operator',
  'action',
  'target_kind',
  'target_id',
  'address',
  'request_id',
  'reason',
  'facts_before',
  'facts_after',
] as const;

const insertEntry = statement<Omit<AuditRow, 'id'>>()((db, p) =>
  db.insertInto('audit_log').values(
    rowOf(p, {
      at: true,
      operator: true,
      action: true,
      target_kind: true,
      target_id: true,
      address: true,
      request_id: true,
      reason: true,
      facts_before: true,
      facts_after: true,
    }),
  ),
);

interface Search {
  readonly operator: string | null;
  readonly action: AuditAction | null;
  readonly targetKind: AuditTargetKind | null;
  readonly targetId: string | null;
  readonly beforeId: number;
  readonly limit: number;
}

/** One statement for each set of given fields: the planner then sees which index serves. */
const search = perShape<keyof Search, Search, AuditRow>((given) =>
  statement<Search>()((db, p) => {
    let query = db.selectFrom('audit_log').select(columns).where('id', '<', p.beforeId);
    if (given.has('operator')) query = query.where('operator', '=', p.operator);
    if (given.has('action')) query = query.where('action', '=', p.action);
    if (given.has('targetKind')) query = query.where('target_kind', '=', p.targetKind);
    if (given.has('targetId')) query = query.where('target_id', '=', p.targetId);
    return query.orderBy('id', 'desc').limit(p.limit);
  }),
);

function entryOf(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    operator: row.operator,
    action: row.action,
    targetKind: row.target_kind,
    targetId: row.target_id,
    address: row.address,
    requestId: row.request_id,
    reason: row.reason,
    before: factsOf(row.facts_before),
    after: factsOf(row.facts_after),
  };
}

function factsOf(text: string | null): AuditFacts | null {
  return text === null ? null : (JSON.parse(text) as AuditFacts);
}

function factsText(facts: AuditFacts | null): string | null {
  return facts === null ? null : JSON.stringify(facts);
}

export function auditLogReads(session: Session) {
  return {
    async entries(filter, beforeId, limit) {
      const { operator, action, targetKind } = filter;
      const targetId = targetKind === null ? null : filter.targetId;
      const values = { operator, action, targetKind, targetId };
      const found = await session.all(search(values), {
        ...values,
        beforeId: beforeId ?? Number.MAX_SAFE_INTEGER,
        limit,
      });
      return found.map(entryOf);
    },
  } satisfies Partial<AuditReads>;
}

export function auditLogWrites(session: TransactionSession) {
  return {
    async insert(entry) {
      await session.run(insertEntry, {
        at: entry.at,
        operator: entry.operator,
        action: entry.action,
        target_kind: entry.targetKind,
        target_id: entry.targetId,
        address: entry.address,
        request_id: entry.requestId,
        reason: entry.reason,
        facts_before: factsText(entry.before),
        facts_after: factsText(entry.after),
      });
    },
  } satisfies Partial<AuditWrites>;
}
