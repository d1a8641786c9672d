/** The acts of the random schedules: of customers, operators, the clock, the network and Stripe. */

import fc from 'fast-check';
import { AppError } from '../../../src/domain/errors.ts';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { actOnShop, severalOf } from '../../support/random-schedules.ts';
import { anonymous, operator, type Shop } from '../../support/shop.ts';
import type { FakeSession } from './fake-books.ts';
import type { FakeStripe, Fault, SentEvent } from './fake-stripe.ts';

export interface World {
  readonly shop: Shop;
  readonly stripe: FakeStripe;
  readonly orders: string[];
  /**
   * The events that are delivered sooner or later, perhaps several times. An event that is lost is not in this list:
   * the service must find its payment by queries. Events of slow payments, and of refunds that fail after they
   * succeeded, are never lost, because without them only the daily bill would show the change.
   */
  readonly events: SentEvent[];
}

const faults: readonly Fault[] = [
  'dropped before',
  'dropped after',
  '500 before',
  '500 after',
  'busy',
  'too many calls',
];
export const minuteMs = 60_000;

function pick<T>(items: readonly T[], index: number): T | undefined {
  return items[index % Math.max(1, items.length)];
}

export function sessionsWith({ stripe }: World, wanted: (session: FakeSession) => boolean): FakeSession[] {
  return [...stripe.books.sessions.values()].filter((session) => wanted(stripe.books.fresh(session)));
}

export function paymentNoOf({ metadata }: FakeSession): string {
  return metadata.payment_no ?? '';
}

/** Ignores the errors that a caller gets when an act is not allowed or Stripe fails, and rejects with other errors. */
async function ignoreRefusal(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProviderUnreachable) return;
    const code = error instanceof AppError ? error.code : '';
    if (!['illegal_transition', 'payment_provider_failed', 'unavailable'].includes(code)) throw error;
  }
}

export function isOnItsWay({ stripe }: World, { intentId }: FakeSession): boolean {
  return stripe.books.intents.get(intentId ?? '')?.status === 'processing';
}

type Act = (world: World, index: number) => unknown;

function withOrder(work: (world: World, orderNo: string) => Promise<unknown>): Act {
  return (world, index) => {
    const orderNo = pick(world.orders, index);
    return orderNo === undefined ? undefined : ignoreRefusal(work(world, orderNo));
  };
}

function withSession(
  wanted: (world: World, session: FakeSession) => boolean,
  work: (world: World, paymentNo: string, index: number) => SentEvent,
): Act {
  return (world, index) => {
    const session = pick(
      sessionsWith(world, (one) => wanted(world, one)),
      index,
    );
    if (session !== undefined) world.events.push(work(world, paymentNoOf(session), index));
  };
}

function withRefund(status: string, work: (world: World, refundNo: string) => SentEvent): Act {
  return (world, index) => {
    const refunds = [...world.stripe.books.refunds.values()];
    const refund = pick(
      refunds.filter((one) => one.status === status),
      index,
    );
    const refundNo = refund?.metadata.refund_no;
    // At Stripe, only the newest object of a refund number can still change.
    if (refundNo === undefined || world.stripe.refundOf(refundNo) !== refund) return;
    world.events.push(work(world, refundNo));
  };
}

export function planRefunds(plan: 'done' | 'pending' | 'failed'): Act {
  return ({ stripe }) => {
    for (const intentId of stripe.books.intents.keys()) stripe.books.plans.set(intentId, plan);
  };
}

const passes =
  (ms: number): Act =>
  ({ shop }) =>
    shop.clock.advance(ms);

const isOpen = (_world: World, { status }: FakeSession) => status === 'open';

export const acts: Readonly<Record<string, Act>> = {
  'place a picture': async ({ shop, orders }) => void orders.push(await shop.placeColourise()),
  'place a membership': async ({ shop, orders }, index) =>
    void orders.push(await shop.placeVip(1 + (index % 6))),
  'start to pay': withOrder(({ shop }, orderNo) => shop.startPayment(orderNo)),
  'start to pay several orders': ({ shop, orders }, index) =>
    ignoreRefusal(shop.startJointPayment(severalOf(orders, index))),
  'place and start to pay two orders': async ({ shop, orders }) => {
    const placed = [await shop.placeColourise(), await shop.placeVip()];
    orders.push(...placed);
    await ignoreRefusal(shop.startJointPayment(placed));
  },
  'place and start to pay': async ({ shop, orders }, index) => {
    const orderNo = index % 2 === 0 ? await shop.placeColourise() : await shop.placeVip();
    orders.push(orderNo);
    await ignoreRefusal(shop.startPayment(orderNo));
  },
  pay: withSession(isOpen, ({ stripe }, paymentNo, index) =>
    stripe.pay(paymentNo, { plan: pick(['done', 'pending', 'failed', 'done'], index) ?? 'done' }),
  ),
  'pay, and the event is lost': (world, index) => {
    const session = pick(
      sessionsWith(world, ({ status }) => status === 'open'),
      index,
    );
    if (session !== undefined) world.stripe.pay(paymentNoOf(session));
  },
  'pay another amount': withSession(isOpen, ({ stripe }, paymentNo, index) =>
    stripe.pay(paymentNo, { amount: 50 + index }),
  ),
  'pay in another currency': withSession(isOpen, ({ stripe }, paymentNo) =>
    stripe.pay(paymentNo, { currency: 'usd' }),
  ),
  'start a slow payment': withSession(isOpen, ({ stripe }, paymentNo) => stripe.startSlowPayment(paymentNo)),
  'a slow payment arrives': withSession(isOnItsWay, ({ stripe }, paymentNo) =>
    stripe.endSlowPayment(paymentNo, 'paid'),
  ),
  'a slow payment fails': withSession(isOnItsWay, ({ stripe }, paymentNo) =>
    stripe.endSlowPayment(paymentNo, 'failed'),
  ),
  'deliver an event': (world, index) => deliver(world, pick(world.events, index), 1),
  'deliver an event twice at once': (world, index) => deliver(world, pick(world.events, index), 2),
  cancel: withOrder(({ shop }, orderNo) => shop.service.cancelOrder(anonymous, orderNo, 'r')),
  'cancel as the operator': withOrder(({ shop }, orderNo) =>
    shop.service.cancelOrder(operator, orderNo, 'r'),
  ),
  'request a refund': withOrder(({ shop }, orderNo) => shop.refund(orderNo)),
  'refund as the operator': async ({ shop, orders }, index) => {
    const states = await Promise.all(orders.map((orderNo) => shop.state(orderNo)));
    const paid = orders.filter(
      (_, at) => states[at]?.startsWith('pay/') || states[at]?.startsWith('wait_refund'),
    );
    const orderNo = pick(paid, index);
    if (orderNo !== undefined) await ignoreRefusal(shop.refund(orderNo, operator, 'r'));
  },
  'refund months': async (world, index) => {
    await actOnShop(world, 'refund months', pick(world.orders, index));
  },
  'a refund is done': withRefund('pending', ({ stripe }, no) => stripe.endRefund(no, 'succeeded')),
  'a refund fails': withRefund('pending', ({ stripe }, no) => stripe.endRefund(no, 'failed', 'declined')),
  'a refund fails after it was done': withRefund('succeeded', ({ stripe }, no) =>
    stripe.endRefund(no, 'failed', 'lost_or_stolen_card'),
  ),
  'refunds are done at once': planRefunds('done'),
  'refunds stay pending': planRefunds('pending'),
  'refunds fail': planRefunds('failed'),
  'the next calls fail': ({ stripe }, index) => {
    const fault = pick(faults, index) ?? 'none';
    for (let calls = 0; calls <= Math.floor(index / faults.length) % 4; calls++) stripe.faults.push(fault);
  },
  'the next call that changes something fails': ({ stripe }, index) => {
    const fault = pick(faults, index) ?? 'none';
    // The adapter repeats a call once if its connection closes, so the call fails only if two connections close.
    stripe.writeFaults.push(fault, ...(fault.startsWith('dropped') ? [fault] : []));
  },
  'pictures are made': ({ shop }) => {
    shop.orderImages.plan = 'made';
  },
  'pictures are refused': ({ shop }) => {
    shop.orderImages.plan = { refused: 'no_face' };
  },
  'run the due jobs': ({ shop }) => shop.drain(),
  'a second passes': passes(1000),
  'a minute passes': passes(minuteMs),
  'half an hour passes': passes(30 * minuteMs),
  'a day passes': passes(24 * 60 * minuteMs),
};

export async function deliver(
  { shop, stripe }: World,
  event: SentEvent | undefined,
  times: number,
): Promise<void> {
  if (event === undefined) return;
  const deliveries = Array.from({ length: times }, () =>
    ignoreRefusal(shop.notify(stripe.deliver(event), 'stripe')),
  );
  await Promise.all(deliveries);
}

/** Acts of a normal order come more often, so that many orders are paid and refunded. */
const frequent = [
  'place and start to pay',
  'place and start to pay',
  'pay',
  'pay',
  'deliver an event',
  'refund as the operator',
  'refund months',
  'the next call that changes something fails',
  'run the due jobs',
  'run the due jobs',
];
const names = [...Object.keys(acts), ...Array.from({ length: 6 }, () => frequent).flat()];
const anyStep = fc.record({ name: fc.constantFrom(...names), index: fc.nat(1000) });
export const anySteps = fc.array(anyStep, { minLength: 15, maxLength: 60, size: 'max' });
