/**
 * The states of an order and the transitions between them, as data. This table alone decides whether an event is
 * allowed. A test checks that every state is reachable and every target is a known state.
 */

import { assertNever } from './never.ts';
import { createdOrder, type Deal, type DealStatus, type Money, type Order, type Status } from './order.ts';
import type { HistoryEntry, OrderEvent, OrderEventType } from './order-events.ts';

/** `status/deal_status`. Only these twelve pairs exist. */
export type OrderState =
  | 'wait_pay/init'
  | 'cancal/init'
  | `pay/${DealStatus}`
  | 'wait_refund/init'
  | 'wait_refund/done'
  | 'wait_refund/fail'
  | 'refund/init'
  | 'refund/done'
  | 'refund/fail';

type Steps = Readonly<Partial<Record<OrderState, OrderState>>>;

/**
 * For each event, the states in which it is allowed, each with the state after it. An event is illegal in
 * every other state.
 */
export const transitions: Readonly<Record<Exclude<OrderEventType, 'created'>, Steps>> = {
  paid: { 'wait_pay/init': 'pay/init' },
  cancelled: { 'wait_pay/init': 'cancal/init' },
  work_started: { 'pay/init': 'pay/ing' },
  work_returned: { 'pay/ing': 'pay/init' },
  work_done: { 'pay/ing': 'pay/done' },
  work_failed: { 'pay/ing': 'pay/fail' },
  // Occurs only for orders with the price 0, because the failure of a paid order starts its refund at once.
  work_retried: { 'pay/fail': 'pay/init' },
  // The order stays paid: only a part of the price is refunded.
  months_refunded: { 'pay/done': 'pay/done' },
  // The customer keeps the former picture until the new one replaces it, so the order stays finished.
  result_replaced: { 'pay/done': 'pay/done' },
  refund_requested: {
    'pay/init': 'wait_refund/init',
    // The running work is cancelled, and its result is refused if it arrives later.
    'pay/ing': 'wait_refund/fail',
    'pay/done': 'wait_refund/done',
    'pay/fail': 'wait_refund/fail',
  },
  refund_failed: {
    'wait_refund/init': 'wait_refund/init',
    'wait_refund/done': 'wait_refund/done',
    'wait_refund/fail': 'wait_refund/fail',
  },
  refund_retried: {
    'wait_refund/init': 'wait_refund/init',
    'wait_refund/done': 'wait_refund/done',
    'wait_refund/fail': 'wait_refund/fail',
  },
  refund_done: {
    'wait_refund/init': 'refund/init',
    'wait_refund/done': 'refund/done',
    'wait_refund/fail': 'refund/fail',
  },
  refund_confirmed: {
    'wait_refund/init': 'refund/init',
    'wait_refund/done': 'refund/done',
    'wait_refund/fail': 'refund/fail',
  },
  refund_settled: {
    'wait_refund/init': 'refund/init',
    'wait_refund/done': 'refund/done',
    'wait_refund/fail': 'refund/fail',
  },
  refund_doubted: {
    'refund/init': 'wait_refund/init',
    'refund/done': 'wait_refund/done',
    'refund/fail': 'wait_refund/fail',
  },
  result_purged: {
    'pay/done': 'pay/done',
    'wait_refund/done': 'wait_refund/done',
    'refund/done': 'refund/done',
  },
};

export const initialState: OrderState = 'wait_pay/init';

const states: ReadonlySet<string> = new Set<OrderState>([
  'wait_pay/init',
  'cancal/init',
  'pay/init',
  'pay/ing',
  'pay/done',
  'pay/fail',
  'wait_refund/init',
  'wait_refund/done',
  'wait_refund/fail',
  'refund/init',
  'refund/done',
  'refund/fail',
]);

export const orderStates: readonly string[] = [...states];

function isOrderState(pair: string): pair is OrderState {
  return states.has(pair);
}

/** @throws Error for a pair that cannot exist: the stored row is damaged. */
export function stateOf(money: Status, deal: DealStatus): OrderState {
  const pair = `${money}/${deal}`;
  if (!isOrderState(pair)) throw new Error(`no such order state: ${pair}`);
  return pair;
}

export function orderState(order: Order): OrderState {
  return stateOf(order.money.status, order.deal.status);
}

/** @returns the state after `event`, or undefined if the event is illegal in `state`. */
export function nextState(state: OrderState, event: OrderEventType): OrderState | undefined {
  return event === 'created' ? undefined : transitions[event][state];
}

/**
 * Applies an event to an order.
 * @returns the changed order, or undefined if the event is illegal in the order's state.
 */
export function applyEvent(order: Order, event: OrderEvent): Order | undefined {
  if (nextState(orderState(order), event.type) === undefined) return undefined;
  return {
    ...order,
    details: event.type === 'result_replaced' ? event.details : order.details,
    money: moneyAfter(order.money, event),
    deal: dealAfter(order.deal, event),
    version: order.version + 1,
  };
}

function moneyAfter(money: Money, event: OrderEvent): Money {
  switch (event.type) {
    case 'paid':
      return { status: 'pay', paidAt: event.at, attemptId: event.attemptId };
    case 'cancelled':
      return { status: 'cancal', cancelledAt: event.at, cancelledBy: event.by };
    case 'refund_requested':
      if (money.status !== 'pay' || money.attemptId === null) throw new Error('no money to refund');
      return {
        status: 'wait_refund',
        paidAt: money.paidAt,
        attemptId: money.attemptId,
        refundNo: event.refundNo,
      };
    case 'refund_done':
    case 'refund_confirmed':
    case 'refund_settled':
      if (money.status !== 'wait_refund') throw new Error('no open refund');
      return { ...money, status: 'refund' };
    case 'refund_doubted':
      if (money.status !== 'refund') throw new Error('no finished refund');
      return { ...money, status: 'wait_refund' };
    case 'created':
    case 'work_started':
    case 'work_returned':
    case 'work_done':
    case 'work_failed':
    case 'work_retried':
    case 'months_refunded':
    case 'refund_failed':
    case 'refund_retried':
    case 'result_replaced':
    case 'result_purged':
      return money;
    default:
      return assertNever(event);
  }
}

function dealAfter(deal: Deal, event: OrderEvent): Deal {
  switch (event.type) {
    case 'work_started':
      return { status: 'ing', startedAt: event.at };
    case 'work_returned':
    case 'work_retried':
      return { status: 'init' };
    case 'work_done':
      return {
        status: 'done',
        finishedAt: event.at,
        resultFile: event.resultFile,
        resultUntil: event.resultUntil,
      };
    case 'work_failed':
      return { status: 'fail', finishedAt: event.at, reason: event.reason };
    case 'refund_requested':
      return deal.status === 'ing' ? { status: 'fail', finishedAt: event.at, reason: 'withdrawn' } : deal;
    case 'result_replaced':
      return deal.status === 'done'
        ? { ...deal, resultFile: event.resultFile, resultUntil: event.resultUntil }
        : deal;
    case 'result_purged':
      return deal.status === 'done' ? { ...deal, resultFile: null } : deal;
    case 'created':
    case 'paid':
    case 'cancelled':
    case 'months_refunded':
    case 'refund_failed':
    case 'refund_retried':
    case 'refund_done':
    case 'refund_confirmed':
    case 'refund_settled':
    case 'refund_doubted':
      return deal;
    default:
      return assertNever(event);
  }
}

/**
 * Replays the history of an order. `placed` supplies the facts that no event changes.
 * @throws Error when the service cannot have written this history: it has no beginning, a gap or an illegal event.
 */
export function replayHistory(placed: Order, history: readonly HistoryEntry[]): Order {
  const [first, ...rest] = history;
  if (first?.event.type !== 'created') throw new Error(`history of ${placed.orderNo} has no beginning`);
  let order = createdOrder(placed.id, placed);
  for (const entry of rest) {
    if (entry.seq !== order.version + 1) throw new Error(`history of ${placed.orderNo} has a gap`);
    const next = applyEvent(order, entry.event);
    if (next === undefined) {
      throw new Error(`history of ${placed.orderNo}: ${entry.event.type} in ${orderState(order)}`);
    }
    order = next;
  }
  return order;
}
