/** The operators' log, for owners. Nothing here changes it. */

import { invalidParameter } from '../../domain/errors.ts';
import { type ConsoleCaller, requirePermission } from '../callers/console-caller.ts';
import type { ConsoleDeps } from '../console-deps.ts';
import type { AuditEntry, AuditFilter } from '../ports/console-audit.ts';

/** Newest first. @throws AppError `forbidden`, `invalid_parameters` (an id without its kind). */
export async function listAuditEntries(
  { store }: Pick<ConsoleDeps, 'store'>,
  caller: ConsoleCaller,
  filter: AuditFilter,
  beforeId: number | null,
  limit: number,
): Promise<AuditEntry[]> {
  requirePermission(caller, 'audit_log_see');
  if (filter.targetId !== null && filter.targetKind === null) {
    throw invalidParameter('target_kind', 'missing', 'Send target_kind together with target_id.');
  }
  return store.read.auditEntries(filter, beforeId, limit);
}
