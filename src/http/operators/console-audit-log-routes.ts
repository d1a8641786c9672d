/** Console API: the audit log, for owners. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { invalidParameter } from '../../domain/errors.ts';
import type { AuditEntry } from '../../usecases/callers/audit-store.ts';
import { listAuditEntries } from '../../usecases/operators/list-audit-entries.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { utcText } from '../console/utc-text.ts';
import { auditQuery, auditSchema } from './console-audit-log-schemas.ts';

const schema = consoleSchema(
  {
    name: 'audit_log',
    summary: 'List the audit log',
    answer: auditSchema,
    answerDescription: 'The entries, newest first.',
  },
  { querystring: auditQuery },
);

function entryToWire(entry: AuditEntry) {
  return {
    id: entry.id,
    at: utcText(entry.at),
    operator: entry.operator,
    action: entry.action,
    target_kind: entry.targetKind,
    target_id: entry.targetId,
    order_id: entry.orderId,
    address: entry.address,
    request_id: entry.requestId,
    reason: entry.reason,
    before: entry.before,
    after: entry.after,
  };
}

function beforeIdOf(before: string | undefined): number | null {
  if (before === undefined) return null;
  if (/^[1-9]\d{0,14}$/.test(before)) return Number(before);
  throw invalidParameter('before', 'not_a_cursor', 'must be the `before` of the previous page');
}

export function registerConsoleAuditLogRoutes(
  plain: FastifyInstance,
  { deps, callerOf }: ConsoleContext,
): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  app.get(`${consolePrefix}audit_log`, { schema }, async (request) => {
    const { operator, action, target_kind, target_id, before, limit = 50 } = request.query;
    const filter = {
      operator: operator ?? null,
      action: action ?? null,
      targetKind: target_kind ?? null,
      targetId: target_id ?? null,
    };
    // One entry more than the page holds shows whether there is a next page.
    const found = await listAuditEntries(deps, callerOf(request), filter, beforeIdOf(before), limit + 1);
    const page = found.slice(0, limit);
    const next = found.length > limit ? page.at(-1)?.id : undefined;
    return { entries: page.map(entryToWire), before: next === undefined ? null : String(next) };
  });
}
