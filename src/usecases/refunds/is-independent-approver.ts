/**
 * Decides whether an operator counts as a second person for a refund that another operator requested. An owner can
 * add an operator, or set an operator's password, and then sign in with that account. Such an account does not count
 * as a second person.
 */

import type { AuditReads } from '../callers/audit-store.ts';
import type { RefundApproval } from './refund-store.ts';

/**
 * Two rules, both from the audit log:
 * - Since the request, no operator has added the approver's account, enabled it again or set its password.
 * - The requester has never done one of these things, neither directly nor with another account to which the
 *   requester had access in this way.
 */
export async function isIndependentApprover(
  auditLog: Pick<AuditReads, 'accountAccesses'>,
  name: string,
  { requestedBy, requestedAt }: Pick<RefundApproval, 'requestedBy' | 'requestedAt'>,
): Promise<boolean> {
  const own = await auditLog.accountAccesses(name);
  if (own.some(({ at }) => at > requestedAt)) return false;
  // Collects the operators who may be able to sign in as the approver, then the operators who may be able to sign in
  // as one of those, and so on.
  const reached = new Set(own.map(({ operator }) => operator));
  for (const operator of reached) {
    if (operator === requestedBy) return false;
    // A loop over a set also visits the elements that are added during the loop.
    for (const access of await auditLog.accountAccesses(operator)) reached.add(access.operator);
  }
  return true;
}
