/** Lists entries of the audit log, for owners. */

import { invalidParameter } from '../../domain/errors.ts';
import type { AuditEntry, AuditFilter } from '../callers/audit-store.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';

/** Newest first. @throws AppError `forbidden`, `invalid_parameters` (`targetId` without `targetKind`). */
export async function listAuditEntries(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
  filter: AuditFilter,
  beforeId: number | null,
  limit: number,
): Promise<AuditEntry[]> {
  requirePermission(caller, 'audit_log_see');
  if (filter.targetId !== null && filter.targetKind === null) {
    throw invalidParameter('target_kind', 'missing', 'Send target_kind together with target_id.');
  }
  return store.read.auditLog.entries(filter, beforeId, limit);
}
