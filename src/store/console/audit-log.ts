/** The operators' log. The database itself refuses to change or delete a line. */

import { sql } from 'kysely';
import type { AuditFacts, AuditFilter } from '../../usecases/ports/console-audit.ts';
import type { ConsoleReads, ConsoleWrites } from '../../usecases/ports/console-store.ts';
import type { Session, TransactionSession, Values } from '../session.ts';
import { rowOf, statement } from '../statement.ts';
import type { AuditLogTable } from './console-tables.ts';

type AuditRow = Omit<AuditLogTable, 'id'>;

const insertEntry = statement<AuditRow>()((db, p) =>
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

interface FilterValues {
  readonly operator: string;
  readonly action: string;
  readonly targetKind: string;
  readonly targetId: string;
  readonly beforeId: number;
  readonly limit: number;
}

type Shape = Readonly<Record<keyof AuditFilter, boolean>>;

/** The narrowest of what is given is looked up; the rest is tested on what that finds. */
function entriesOf(shape: Shape) {
  const byTarget = shape.targetKind && shape.targetId;
  const byOperator = shape.operator && !byTarget;
  return statement<FilterValues>()((db, p) =>
    db
      .selectFrom('audit_log')
      .select([
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
      ])
      .where((where) =>
        where.and([
          where('id', '<', p.beforeId),
          ...(byTarget ? [where('target_id', '=', p.targetId)] : []),
          ...(shape.targetKind
            ? [
                byTarget
                  ? sql<boolean>`target_kind = ${p.targetKind}`
                  : sql<boolean>`target_kind || '' = ${p.targetKind}`,
              ]
            : []),
          ...(shape.operator
            ? [
                byOperator
                  ? sql<boolean>`operator = ${p.operator}`
                  : sql<boolean>`operator || '' = ${p.operator}`,
              ]
            : []),
          ...(shape.action
            ? [
                byTarget || byOperator
                  ? sql<boolean>`action || '' = ${p.action}`
                  : sql<boolean>`action = ${p.action}`,
              ]
            : []),
        ]),
      )
      .orderBy('id', 'desc')
      .limit(p.limit),
  );
}

type Entries = ReturnType<typeof entriesOf>;

const byShape = new Map<string, Entries>();

function entriesStatement(shape: Shape): Entries {
  const name = JSON.stringify([shape.operator, shape.action, shape.targetKind, shape.targetId]);
  const known = byShape.get(name);
  if (known !== undefined) return known;
  const made = entriesOf(shape);
  byShape.set(name, made);
  return made;
}

function parseFacts(text: string | null): AuditFacts | null {
  return text === null ? null : (JSON.parse(text) as AuditFacts);
}

function factsText(facts: AuditFacts | null): string | null {
  return facts === null ? null : JSON.stringify(facts);
}

export function auditLogReads(session: Session) {
  return {
    async auditEntries(filter, beforeId, limit) {
      const shape: Shape = {
        operator: filter.operator !== null,
        action: filter.action !== null,
        targetKind: filter.targetKind !== null,
        targetId: filter.targetId !== null && filter.targetKind !== null,
      };
      const values: Values<FilterValues> = {
        operator: filter.operator ?? '',
        action: filter.action ?? '',
        targetKind: filter.targetKind ?? '',
        targetId: filter.targetId ?? '',
        beforeId: beforeId ?? Number.MAX_SAFE_INTEGER,
        limit,
      };
      const rows = await session.all(entriesStatement(shape), values);
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        operator: row.operator,
        action: row.action,
        targetKind: row.target_kind,
        targetId: row.target_id,
        address: row.address,
        requestId: row.request_id,
        reason: row.reason,
        before: parseFacts(row.facts_before),
        after: parseFacts(row.facts_after),
      }));
    },
  } satisfies Partial<ConsoleReads>;
}

export function auditLogWrites(session: TransactionSession) {
  return {
    async insertAuditEntry(entry) {
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
  } satisfies Partial<ConsoleWrites>;
}
