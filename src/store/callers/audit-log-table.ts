/** The table `audit_log`: what operators did. */

import type { AuditAction, AuditTargetKind } from '../../usecases/callers/audit-store.ts';
import { generatedId, integer, named, nullable, text, textOf } from '../column.ts';
import { json, scalars } from '../json-column.ts';
import { table } from '../table.ts';

export const auditLogTable = table('audit_log', {
  id: generatedId,
  at: integer,
  operator: text,
  action: textOf<AuditAction>(),
  targetKind: textOf<AuditTargetKind>(),
  targetId: text,
  address: nullable(text),
  requestId: nullable(text),
  reason: nullable(text),
  before: named('facts_before', nullable(json(scalars))),
  after: named('facts_after', nullable(json(scalars))),
});
