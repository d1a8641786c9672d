/** Orders that are paid by a joint payment. */

import type { Shop } from '../../support/shop.ts';

export async function place(shop: Shop, count = 3): Promise<string[]> {
  const orders: string[] = [];
  for (let index = 0; index < count; index++) orders.push(await shop.placeColourise());
  return orders;
}

/** Places orders and opens a joint payment. */
export async function opened(shop: Shop, count = 3) {
  const orders = await place(shop, count);
  await shop.startJointPayment(orders);
  const number = await shop.lastPaymentNo(orders[0] ?? '');
  return { orders, number };
}

export function states(shop: Shop, orders: readonly string[]): Promise<string[]> {
  return Promise.all(orders.map((orderNo) => shop.state(orderNo)));
}

/** The states of the attempts of each order. */
export async function attemptStates(shop: Shop, orders: readonly string[]): Promise<string[][]> {
  const attempts = await Promise.all(orders.map((orderNo) => shop.attempts(orderNo)));
  return attempts.map((ofOrder) => ofOrder.map(({ state }) => state));
}
