/**
 * Starts a payment for one order, or a joint payment for several. The attempts are written before the provider is
 * called, so that the service knows every charge. `check_payment` jobs query the attempts until they are settled.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import { textsIn } from '../../domain/goods/good-text.ts';
import type { Language } from '../../domain/language.ts';
import type { Order } from '../../domain/order.ts';
import { mayStillOpen, type PaymentAttempt } from '../../domain/payment-state.ts';
import { type Act, type ActDeps, causedBy, perform, system } from '../act.ts';
import type { AuditFacts } from '../callers/audit-store.ts';
import type { Caller } from '../callers/caller.ts';
import { actorOf } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { payerOf } from '../members/payer-of.ts';
import type { Payer, PaymentProvider } from '../ports/payment-provider.ts';
import type { SecretSeals } from '../ports/second-factors.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { newPaymentNo } from '../public-ids.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { checkPaymentJob, firstCheckMs } from './check-payment-job.ts';
import { chooseChannel } from './choose-channel.ts';
import { endUsedPayment } from './end-used-payment.ts';
import { isRepeatedFree } from './is-repeated-free.ts';
import {
  cannotBePaid,
  type NewPayment,
  type NonEmpty,
  notStarted,
  type OpenedStart,
  openPayment,
} from './open-payment.ts';
import { lockOrdersFor, throwOrderError } from './orders-of-call.ts';
import { startWork } from './start-work.ts';

export interface PayOrdersCall {
  readonly caller: Caller;
  /** At least one. Several orders are paid by one payment, if the provider takes joint payments. */
  readonly orderNos: readonly string[];
  /** Undefined: the first enabled provider. */
  readonly provider: string | undefined;
  /** Undefined: the provider's first channel. */
  readonly channel: string | undefined;
  /** The language of the good's title in the payment; null: the title that the good itself has. */
  readonly language: Language | null;
  /** The IP address of the customer's device, which some providers require. */
  readonly clientAddress: string;
  readonly requestId: string;
}

type PayDeps = ActDeps & Pick<Deps, 'providers' | 'factors' | 'log'>;

/** `free`: the price is 0, so the orders are paid at once. `opened`: `clientData` is what the client needs to pay. */
export type PaymentStart = { readonly kind: 'free' } | OpenedStart;

type Prepared =
  | { readonly kind: 'free' }
  | { readonly kind: 'open'; readonly attempt: PaymentAttempt }
  /** `reopened`: the payment is open, and the customer needs new data for it. */
  | ({ readonly kind: 'new' | 'reopened' } & NewPayment);

/**
 * How often one call tries to find a number with which the customer can pay. The call repeats the search after it has
 * ended a used number; a number of a concurrent call can be used by then too.
 */
const searchesMax = 3;

/**
 * Starts a payment. Uses a payment of the same orders that is already open, or being opened, at the same provider and
 * channel, so that a second tap on "pay" cannot lead to two charges. A repeated call for free orders changes nothing.
 * @throws AppError `forbidden`, `unknown_order`, `illegal_transition` (an order is not unpaid, or has too many attempts),
 * `invalid_parameters` (provider, channel, several orders at a provider that takes one), `payment_provider_failed`.
 */
export async function payOrders(deps: PayDeps, call: PayOrdersCall): Promise<PaymentStart> {
  requirePermission(call.caller, 'inbox_work');
  const { provider, channel } = chooseChannel(deps.providers, call);
  const cause = { actor: system, requestId: call.requestId };
  for (let search = 0; search < searchesMax; search++) {
    const prepared = await perform(deps, cause, (act) =>
      prepare(act, deps.factors.seals, call, provider, channel),
    );
    if (prepared.kind === 'free') return { kind: 'free' };
    if (prepared.kind === 'open') return { kind: 'opened', clientData: parseClientData(prepared.attempt) };
    const isReopened = prepared.kind === 'reopened' && provider.oneSheetPerNumber === true;
    if (isReopened && (await endUsedPayment(deps, provider, prepared, call.requestId))) continue;
    return openPayment(deps, provider, prepared, call);
  }
  throw notStarted();
}

async function prepare(
  act: Act,
  seals: SecretSeals,
  call: PayOrdersCall,
  provider: PaymentProvider,
  channel: string,
): Promise<Prepared> {
  const { tx } = act;
  const orders = await payFreeOrders(act, call, await lockOrdersFor(tx, call));
  if (!isNonEmpty(orders)) return { kind: 'free' };
  if (orders.length > 1 && provider.oneOrderOnly === true) throw oneOrderOnly(provider);
  const [first] = orders;
  if (orders.some(({ currency }) => currency !== first.currency)) throw severalCurrencies();
  const payer = await requirePayer(tx, seals, call.caller, first, provider, channel);
  const now = act.clock.now();
  const soonest = orders.reduce((one, other) => (other.expiresAt < one.expiresAt ? other : one));
  const isPayable = ({ createdAt }: Pick<PaymentAttempt, 'createdAt'>) =>
    now <= (provider.payableUntil?.({ createdAt, expiresAt: soonest.expiresAt }) ?? soonest.expiresAt);
  const same = (await paymentsOf(tx, orders)).filter(
    ([attempt]) =>
      isPayable(attempt) &&
      attempt.provider === provider.name &&
      attempt.channel === channel &&
      // A payment that was opened for another account of the customer cannot be paid with this account.
      attempt.payerId === (payer?.id ?? null),
  );
  const open = same.find(([attempt]) => attempt.state === 'open' && attempt.clientData !== null);
  const clientDataMs = provider.clientDataMs?.(channel) ?? Number.POSITIVE_INFINITY;
  if (open !== undefined && now - open[0].createdAt < clientDataMs) return { kind: 'open', attempt: open[0] };
  // Open the same payment again instead of a new one. A provider treats a repeated request with the same number as
  // the same payment, and returns new data if the customer can no longer use the data that it returned before. If the
  // provider opens one payment sheet for each number, the caller first ends a payment with a used number.
  const opening = open ?? same.find(([attempt]) => mayStillOpen(attempt, now));
  if (opening === undefined && !isPayable({ createdAt: now })) {
    throwOrderError(soonest.orderNo, call.orderNos, cannotBePaid(soonest));
  }
  const title = opening?.[0].title ?? (await titleOf(tx, orders, call.language));
  const attempts = opening ?? (await writeAttempts(act, call, orders, { provider, channel, payer, title }));
  return { kind: open === undefined ? 'new' : 'reopened', attempts, orders, title, payer };
}

/**
 * Pays the orders that cost nothing.
 * @returns the other orders, which can all be paid.
 * @throws AppError `illegal_transition`
 */
async function payFreeOrders(act: Act, call: PayOrdersCall, orders: readonly Order[]): Promise<Order[]> {
  const now = act.clock.now();
  const priced: Order[] = [];
  for (const order of orders) {
    if (await isRepeatedFree(act, call.caller, order)) continue;
    if (order.money.status !== 'wait_pay' || order.expiresAt <= now) {
      throwOrderError(order.orderNo, call.orderNos, cannotBePaid(order));
    }
    if (order.priceMinor > 0) {
      priced.push(order);
      continue;
    }
    const byCaller = causedBy(act, actorOf(call.caller, order));
    await startWork(act, await advanceOrder(byCaller, order, { type: 'paid', at: now, attemptId: null }));
    await audit(act, call.caller, order, { status: 'pay' });
  }
  return priced;
}

/** @returns the payments that pay exactly these orders, each with its attempts in the sequence of the orders. */
async function paymentsOf(
  { payments }: Pick<StoreTransaction, 'payments'>,
  orders: NonEmpty<Order>,
): Promise<NonEmpty<PaymentAttempt>[]> {
  const found: NonEmpty<PaymentAttempt>[] = [];
  for (const attempt of await payments.ofOrder(orders[0].id)) {
    if ((attempt.jointNo === null) !== (orders.length === 1)) continue;
    const attempts =
      attempt.jointNo === null ? [attempt] : await payments.byNumberAtProvider(attempt.jointNo);
    const isSame =
      attempts.length === orders.length && orders.every(({ id }, index) => attempts[index]?.orderId === id);
    if (isSame && isNonEmpty(attempts)) found.push(attempts);
  }
  return found;
}

interface Way {
  readonly provider: PaymentProvider;
  readonly channel: string;
  readonly payer: Payer | null;
  readonly title: string;
}

/** @throws AppError `illegal_transition`: an order has too many attempts. */
async function writeAttempts(
  act: Act,
  { caller }: PayOrdersCall,
  orders: NonEmpty<Order>,
  { provider, channel, payer, title }: Way,
): Promise<NonEmpty<PaymentAttempt>> {
  const { tx, settings } = act;
  const now = act.clock.now();
  const joint =
    orders.length === 1
      ? { jointNo: null, jointMinor: null }
      : {
          jointNo: newPaymentNo(now, act.random),
          jointMinor: orders.reduce((sum, { priceMinor }) => sum + priceMinor, 0),
        };
  const attempts: PaymentAttempt[] = [];
  for (const order of orders) {
    if ((await tx.payments.ofOrder(order.id)).length >= settings.paymentAttemptsMax) {
      throw new AppError('illegal_transition', 'Too many payment attempts. Please place a new order.', {
        reason: 'too_many_payment_attempts',
      });
    }
    const attempt = await tx.payments.insert({
      orderId: order.id,
      paymentNo: newPaymentNo(now, act.random),
      provider: provider.name,
      channel,
      amountMinor: order.priceMinor,
      currency: order.currency,
      ...joint,
      title,
      state: 'opening',
      providerRef: null,
      payerId: payer?.id ?? null,
      clientData: null,
      receivedMinor: null,
      receivedAt: null,
      createdAt: now,
    });
    await checkPaymentJob.enqueue(act, attempt.paymentNo, {}, { runAt: now + firstCheckMs });
    await audit(act, caller, order, { provider: provider.name, channel, amount: order.priceMinor });
    attempts.push(attempt);
  }
  if (!isNonEmpty(attempts)) throw new Error('a payment has at least one order');
  return attempts;
}

function isNonEmpty<T>(items: readonly T[]): items is NonEmpty<T> {
  return items.length > 0;
}

/** Records a payment that an operator starts for a customer. */
function audit(act: Act, caller: Caller, { orderNo }: Order, after: AuditFacts): Promise<void> {
  return recordAudit(act, caller, {
    action: 'payment_started',
    targetKind: 'order',
    targetId: orderNo,
    reason: null,
    before: { status: 'wait_pay' },
    after,
  });
}

/** The title of the good, and how many orders the payment pays: `Colourise ×3`, or `Colourise +2` for different goods. */
async function titleOf(
  { goods }: Pick<StoreTransaction, 'goods'>,
  orders: NonEmpty<Order>,
  language: Language | null,
): Promise<string> {
  const [{ goodsId, functName }] = orders;
  const good = await goods.byId(goodsId);
  const title = good === undefined ? functName : textsIn(good, language).title;
  if (orders.length === 1) return title;
  const isOneGood = orders.every((order) => order.goodsId === goodsId);
  return isOneGood ? `${title} ×${orders.length}` : `${title} +${orders.length - 1}`;
}

/**
 * The customer's account at the provider, if the channel needs one.
 * @throws AppError `invalid_parameters` when the customer has not signed in with such an account.
 */
async function requirePayer(
  tx: StoreTransaction,
  seals: SecretSeals,
  caller: Caller,
  order: Order,
  provider: PaymentProvider,
  channel: string,
): Promise<Payer | null> {
  if (!provider.needsPayer(channel)) return null;
  // Prefer the account of the caller to that of the order's customer, because every person who has the number of a
  // guest's order may pay it.
  const payers = caller.kind === 'user' ? [caller.userId, order.userId] : [order.userId];
  for (const userId of payers) {
    const payer = await payerOf(tx.members, seals, userId, provider.name);
    if (payer !== undefined) return payer;
  }
  throw invalidParameter('provider', 'login_needed', `Call login before you pay with ${provider.name}.`);
}

function oneOrderOnly({ name }: PaymentProvider): AppError {
  const text = `${name} takes one order at a time. Pay each order by itself.`;
  return invalidParameter('provider', 'one_order_only', text);
}

function severalCurrencies(): AppError {
  const text = 'The prices are in different currencies. Pay each order by itself.';
  return invalidParameter('order_nos', 'several_currencies', text);
}

function parseClientData(attempt: PaymentAttempt): Record<string, string> {
  const value: unknown = JSON.parse(attempt.clientData ?? '{}');
  if (typeof value !== 'object' || value === null) throw new Error('damaged client data');
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
