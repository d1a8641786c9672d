/**
 * Records a wrong second factor, or a wrong password in a session, in the audit log. Only a person who knows the
 * password or has the session can cause such an entry, and must wait after each wrong attempt, so the entries cannot
 * fill the log.
 */

import type { Act } from '../act.ts';

export async function recordRefusedProof(
  { tx, clock }: Pick<Act, 'tx' | 'clock'>,
  action: 'second_factor_refused' | 'reauthentication_refused',
  {
    name,
    address,
    requestId,
  }: { readonly name: string; readonly address: string; readonly requestId: string },
): Promise<void> {
  await tx.auditLog.insert({
    at: clock.now(),
    operator: name,
    action,
    targetKind: 'operator',
    targetId: name,
    address,
    requestId,
    reason: null,
    before: null,
    after: null,
  });
}
