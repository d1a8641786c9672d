/**
 * Decides whether an operator is a second person for a refund that another operator requested. An owner can add an
 * operator, or set an operator's password, and then sign in with this account. Such an account is not a second person.
 */

import type { AuditReads } from '../callers/audit-store.ts';
import type { RefundApproval } from './refund-store.ts';

/**
 * Two rules, both from the audit log:
 * - Nobody may have added the account, enabled it again or set its password since the request.
 * - The requester may never have done so, neither directly nor through accounts to which the requester had access in
 *   this way.
 */
export async function isIndependentApprover(
  auditLog: Pick<AuditReads, 'accountAccesses'>,
  name: string,
  { requestedBy, requestedAt }: Pick<RefundApproval, 'requestedBy' | 'requestedAt'>,
): Promise<boolean> {
  const own = await auditLog.accountAccesses(name);
  if (own.some(({ at }) => at > requestedAt)) return false;
  // An operator who may be able to sign in as the approver, then those who may be able to sign in as that operator.
  const reached = new Set(own.map(({ operator }) => operator));
  for (const operator of reached) {
    if (operator === requestedBy) return false;
    // The loop continues with the operators that it adds to the set.
    for (const access of await auditLog.accountAccesses(operator)) reached.add(access.operator);
  }
  return true;
}
