/** The load that measures the creation of orders: one guest, who already has a token, orders memberships. */

import type { Load } from './load.ts';

const path = '/index.php/v1/mark_order_vip';
const connections = 64;
const seconds = 4;

export function createLoad(url: string, headers: Readonly<Record<string, string>>): Omit<Load, 'onAnswer'> {
  return {
    url: `${url}${path}`,
    headers,
    connections,
    seconds,
    body: (n) => JSON.stringify({ goods_id: 3, num: 1, from_user_id: distinctInviter(n) }),
  };
}

/** A different inviter for each order, because equal orders of one user within 5 s count as one order. */
export function distinctInviter(n: number): number {
  return n + Math.floor(performance.now()) * 1e5;
}

/** Creates a guest by an order. @returns the headers that identify the guest. */
export async function guestHeaders(url: string): Promise<Record<string, string>> {
  const body = JSON.stringify({ goods_id: 3 });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  const token = answer.headers.get('x-user-token');
  if (token === null) throw new Error(`no guest token: ${answer.status}`);
  return { authorization: `Bearer ${token}` };
}
