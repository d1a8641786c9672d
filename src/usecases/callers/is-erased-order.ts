/** Whether an order was erased: it then belongs to a user whose name was removed. */

import type { Order } from '../../domain/order.ts';
import type { StoreReads } from '../ports/store.ts';

export async function isErasedOrder(
  { members }: Pick<StoreReads, 'members'>,
  { userId }: Pick<Order, 'userId'>,
): Promise<boolean> {
  const owner = await members.userById(userId);
  return owner !== undefined && owner.erasedAt !== null;
}
