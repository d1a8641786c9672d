/** Records the actions of operators in the audit log. */

import type { Act } from '../act.ts';
import type { NewAuditEntry } from './audit-store.ts';
import type { Caller } from './caller.ts';

export type AuditedAction = Pick<
  NewAuditEntry,
  'action' | 'targetKind' | 'targetId' | 'reason' | 'before' | 'after'
>;

/** Writes the entry in the transaction of the action, so that both or neither are committed. Ignores customers.
 * The entry of a call with an API token contains the token's name. */
export async function recordAudit(
  { tx, clock }: Pick<Act, 'tx' | 'clock'>,
  caller: Caller,
  action: AuditedAction,
): Promise<void> {
  if (caller.kind !== 'operator') return;
  await tx.auditLog.insert({
    ...action,
    after: caller.apiToken === undefined ? action.after : { ...action.after, api_token: caller.apiToken },
    at: clock.now(),
    operator: caller.operator.name,
    address: caller.address,
    requestId: caller.requestId,
  });
}
