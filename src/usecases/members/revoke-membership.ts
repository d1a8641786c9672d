/** Revokes the months of a membership order whose refund is requested. */

import type { Order } from '../../domain/order.ts';
import type { Act } from '../act.ts';
import { updateMembershipEnd } from './update-membership-end.ts';

/** The months of later grants then begin earlier, so that the membership has no gap. */
export async function revokeMembership(act: Act, order: Order): Promise<void> {
  await act.tx.members.lockUser(order.userId);
  await act.tx.members.revokeGrantOfOrder(order.id, act.clock.now());
  await updateMembershipEnd(act, order.userId);
}
