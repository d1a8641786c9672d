/**
 * One search for everything by which a customer or a provider may name an order or a customer: the number of an order,
 * payment or refund, the number that a payment provider gave, the id of an order or customer, the account of a
 * customer, or the address to which e-mails about an order go. Every look-up uses an index.
 */

import { parseEmailAddress } from '../../domain/emails/email-address.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { hasPermission, requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { UserRecord } from '../members/member-store.ts';
import type { StoreReads } from '../ports/store.ts';
import type { FoundOrder, OrderFilter } from './order-store.ts';
import { typedNumberParts } from './search-orders.ts';

/** The kinds of number or address by which a search can find an order. */
export const matches = ['order_no', 'order_id', 'payment', 'refund', 'email'] as const;
export type Match = (typeof matches)[number];

export interface FoundByMatch extends FoundOrder {
  readonly by: Match;
}

export interface Findings {
  readonly orders: readonly FoundByMatch[];
  readonly users: readonly UserRecord[];
}

/** The maximum number of orders and of customers that one search returns. */
export const findingsMax = 8;

const everyOrder: OrderFilter = {
  orderNoPrefix: null,
  orderNoEnding: null,
  userId: null,
  status: null,
  dealStatus: null,
  goodsId: null,
  refundState: null,
  from: null,
  to: null,
};

/** @throws AppError `forbidden`. */
export async function findAnything(
  { store, mailer }: Pick<Deps, 'store' | 'mailer'>,
  caller: OperatorCaller,
  given: string,
): Promise<Findings> {
  requirePermission(caller, 'orders_see');
  const text = given.trim();
  if (text === '') return { orders: [], users: [] };
  const { read } = store;
  const found = new Map<number, FoundByMatch>();
  for (const { by, ids } of await idsOf(read, mailer, text)) {
    for (const id of ids) {
      const order = found.has(id) ? undefined : await orderOfId(read, id);
      if (order !== undefined) found.set(id, { ...order, by });
    }
  }
  const parts = typedNumberParts(text);
  if (parts !== undefined) {
    for (const order of await read.orders.search({ ...everyOrder, ...parts }, null, findingsMax)) {
      if (!found.has(order.order.id)) found.set(order.order.id, { ...order, by: 'order_no' });
    }
  }
  const users = hasPermission(caller, 'users_see') ? await usersOf(read, text) : [];
  return { orders: [...found.values()].slice(0, findingsMax), users };
}

interface MatchedIds {
  readonly by: Match;
  readonly ids: readonly number[];
}

async function idsOf(
  { payments, refunds, emails }: StoreReads,
  mailer: Deps['mailer'],
  text: string,
): Promise<readonly MatchedIds[]> {
  const address = parseEmailAddress(text);
  const upper = text.toUpperCase();
  const orderIds = (rows: readonly ({ readonly orderId: number } | undefined)[]) =>
    rows.flatMap((row) => (row === undefined ? [] : [row.orderId]));
  return [
    {
      by: 'payment',
      ids: orderIds([
        // The number of an attempt is the key of its jobs, also if the provider knows only the joint payment.
        await payments.byNo(upper),
        ...(await payments.byNumberAtProvider(upper)),
        ...(await payments.byProviderRef(text, findingsMax)),
      ]),
    },
    {
      by: 'refund',
      ids: orderIds([await refunds.byNo(upper), ...(await refunds.byProviderId(text, findingsMax))]),
    },
    {
      by: 'email',
      ids:
        address === undefined || mailer === null
          ? []
          : await emails.ordersOf(mailer.digestsOf(address), findingsMax),
    },
    { by: 'order_id', ids: idOf(text) === null ? [] : [Number(text)] },
  ];
}

export async function orderOfId({ orders }: StoreReads, id: number): Promise<FoundOrder | undefined> {
  const orderNo = await orders.noById(id);
  if (orderNo === undefined) return undefined;
  const [found] = await orders.search({ ...everyOrder, orderNoPrefix: orderNo }, null, 1);
  return found;
}

async function usersOf({ members }: StoreReads, text: string): Promise<readonly UserRecord[]> {
  const id = idOf(text);
  const users = new Map<number, UserRecord>();
  const byId = id === null ? [] : await members.searchUsers({ id, subject: null }, null, 1);
  const bySubject = await members.searchUsers({ id: null, subject: text }, null, findingsMax);
  for (const user of [...byId, ...bySubject]) users.set(user.id, user);
  return [...users.values()].slice(0, findingsMax);
}

function idOf(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
