/** An operator marks a difference as resolved and enters the reason. Payments and refunds do not change. */

import { AppError } from '../../domain/errors.ts';
import { type Act, type ActDeps, perform } from '../act.ts';
import type { AuditFacts } from '../callers/audit-store.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import { addDifferenceEvent } from '../differences/write-difference.ts';
import type { Difference, ListedDifference } from './reconciliation-store.ts';

/** @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (the difference was resolved before). */
export async function resolveDifference(
  deps: ActDeps,
  caller: OperatorCaller,
  id: number,
  reason: string,
): Promise<ListedDifference> {
  requirePermission(caller, 'differences_resolve');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  return perform(deps, cause, async (act) => {
    const { tx, clock } = act;
    const known = await requireOpenDifference(act.tx.reconciliation, id);
    const order = known.orderId === null ? undefined : await tx.orders.lockById(known.orderId);
    const open = await requireOpenDifference(tx.reconciliation, id);
    const resolvedBy = caller.operator.name;
    const resolved = {
      ...open,
      resolution: 'operator',
      resolvedAt: clock.now(),
      resolvedBy,
      reason,
    } as const;
    if (!(await tx.reconciliation.saveDifference(resolved))) throw alreadyResolved();
    await addDifferenceEvent(act, resolved, order);
    await recordAudit(act, caller, {
      action: 'difference_resolved',
      targetKind: 'difference',
      targetId: String(id),
      reason,
      before: differenceFacts(open),
      after: { resolution: 'operator' },
    });
    return { ...resolved, orderNo: order?.orderNo ?? null };
  });
}

/** @throws AppError `unknown_item`, `illegal_transition` (the difference is resolved already). */
export async function requireOpenDifference(
  reads: Pick<Act['tx']['reconciliation'], 'difference'>,
  id: number,
): Promise<Difference> {
  const difference = await reads.difference(id);
  if (difference === undefined) {
    throw new AppError('unknown_item', 'There is no such difference.', { reason: 'unknown_difference' });
  }
  if (difference.resolution !== null) throw alreadyResolved();
  return difference;
}

function alreadyResolved(): AppError {
  return new AppError('illegal_transition', 'This difference has already been resolved.', {
    reason: 'difference_resolved',
  });
}

/** The fields of a difference that the audit log keeps. */
export function differenceFacts(difference: Difference): AuditFacts {
  const { provider, kind, number, type, billedMinor, billedState, ownMinor, ownState } = difference;
  return {
    provider,
    kind,
    number,
    type,
    billed_amount: billedMinor,
    billed_state: billedState,
    own_amount: ownMinor,
    own_state: ownState,
  };
}
