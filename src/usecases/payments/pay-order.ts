/**
 * Starts a payment attempt. The attempt is written before the provider is called, so that the service knows every
 * charge. A `check_payment` job queries the attempt until it is settled.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import { textsIn } from '../../domain/goods/good-text.ts';
import type { Language } from '../../domain/language.ts';
import type { Order } from '../../domain/order.ts';
import { mayStillOpen, type PaymentAttempt } from '../../domain/payment-state.ts';
import { type Act, type ActDeps, causedBy, perform, system } from '../act.ts';
import type { AuditFacts } from '../callers/audit-store.ts';
import type { Caller } from '../callers/caller.ts';
import { lockOrderFor } from '../callers/hold-caller.ts';
import { actorOf } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { payerOf } from '../members/payer-of.ts';
import {
  type OpenedPayment,
  type Payer,
  type PaymentProvider,
  PaymentRefused,
  ProviderUnreachable,
} from '../ports/payment-provider.ts';
import type { SecretSeals } from '../ports/second-factors.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { newPaymentNo } from '../public-ids.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { applyPaymentReport } from './apply-payment-report.ts';
import { checkPaymentJob, firstCheckMs } from './check-payment-job.ts';
import { chooseChannel } from './choose-channel.ts';
import { isRepeatedFree } from './is-repeated-free.ts';
import { startWork } from './start-work.ts';

export interface PayOrderCall {
  readonly caller: Caller;
  readonly orderNo: string;
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

/** `free`: the price is 0, so the order is paid at once. `opened`: `clientData` is what the client needs to pay. */
export type PaymentStart =
  | { readonly kind: 'free' }
  | { readonly kind: 'opened'; readonly clientData: Readonly<Record<string, string>> };

type PayDeps = ActDeps & Pick<Deps, 'providers' | 'factors' | 'log'>;

type Prepared =
  | { readonly kind: 'free' }
  | { readonly kind: 'open'; readonly attempt: PaymentAttempt }
  | {
      readonly kind: 'new';
      readonly attempt: PaymentAttempt;
      readonly order: Order;
      readonly title: string;
      readonly payer: Payer | null;
    };

/**
 * Starts a payment. Uses an attempt that is already open, or being opened, at the same provider and channel, so that
 * a second tap on "pay" cannot lead to two charges. A repeated call for a free order changes nothing.
 * @throws AppError `forbidden`, `unknown_order`, `illegal_transition` (the order is not unpaid, or has too many attempts),
 * `invalid_parameters` (provider, channel), `payment_provider_failed`.
 */
export async function payOrder(deps: PayDeps, call: PayOrderCall): Promise<PaymentStart> {
  requirePermission(call.caller, 'inbox_work');
  const { provider, channel } = chooseChannel(deps.providers, call);
  const cause = { actor: system, requestId: call.requestId };
  const prepared = await perform(deps, cause, (act) =>
    prepare(act, deps.factors.seals, call, provider, channel),
  );
  switch (prepared.kind) {
    case 'free':
      return { kind: 'free' };
    case 'open':
      return { kind: 'opened', clientData: parseClientData(prepared.attempt) };
    case 'new':
      return open(deps, provider, prepared, call);
  }
}

async function prepare(
  act: Act,
  seals: SecretSeals,
  call: PayOrderCall,
  provider: PaymentProvider,
  channel: string,
): Promise<Prepared> {
  const { tx, settings } = act;
  const order = await lockOrderFor(tx, call.caller, call.orderNo);
  const now = act.clock.now();
  if (await isRepeatedFree(act, call.caller, order)) return { kind: 'free' };
  if (order.money.status !== 'wait_pay' || order.expiresAt <= now) {
    throw cannotBePaid(order);
  }
  if (order.priceMinor === 0) {
    const byCaller = causedBy(act, actorOf(call.caller, order));
    await startWork(act, await advanceOrder(byCaller, order, { type: 'paid', at: now, attemptId: null }));
    await audit(act, call, { status: 'pay' });
    return { kind: 'free' };
  }
  const payer = await requirePayer(tx, seals, call.caller, order, provider, channel);
  const attempts = await tx.payments.ofOrder(order.id);
  // An attempt that was opened for another account of the customer cannot be paid with this account.
  const same = attempts.filter(
    (attempt) =>
      attempt.provider === provider.name &&
      attempt.channel === channel &&
      attempt.payerId === (payer?.id ?? null),
  );
  const open = same.find((attempt) => attempt.state === 'open' && attempt.clientData !== null);
  const clientDataMs = provider.clientDataMs?.(channel) ?? Number.POSITIVE_INFINITY;
  if (open !== undefined && now - open.createdAt < clientDataMs) return { kind: 'open', attempt: open };
  const title = await titleOf(tx, order, call.language);
  // Open the same attempt again instead of a new one. A provider treats a repeated request with the same number as
  // the same payment, and returns new data if the customer can no longer use the data that it returned before.
  const opening = open ?? same.find((attempt) => mayStillOpen(attempt, now));
  if (opening !== undefined) {
    return { kind: 'new', attempt: opening, order, title: opening.title ?? title, payer };
  }
  if (attempts.length >= settings.paymentAttemptsMax) {
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
  await audit(act, call, { provider: provider.name, channel, amount: order.priceMinor });
  return { kind: 'new', attempt, order, title, payer };
}

/** Records a payment that an operator starts for a customer. */
function audit(act: Act, { caller, orderNo }: PayOrderCall, after: AuditFacts): Promise<void> {
  return recordAudit(act, caller, {
    action: 'payment_started',
    targetKind: 'order',
    targetId: orderNo,
    reason: null,
    before: { status: 'wait_pay' },
    after,
  });
}

async function titleOf(
  { goods }: Pick<StoreTransaction, 'goods'>,
  { goodsId, functName }: Order,
  language: Language | null,
): Promise<string> {
  const good = await goods.byId(goodsId);
  return good === undefined ? functName : textsIn(good, language).title;
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

/** What the provider receives as the quantity: the number of months of a membership, or 1 for a picture. */
function quantityOf({ details }: Order): number {
  return typeof details.num === 'number' ? details.num : 1;
}

function cannotBePaid({ money }: Order): AppError {
  if (money.status === 'wait_pay') {
    return new AppError('illegal_transition', 'The time to pay this order is over.', {
      reason: 'payment_time_over',
    });
  }
  return new AppError('illegal_transition', `The order cannot be paid: its status is ${money.status}.`, {
    reason: 'order_not_payable',
  });
}

async function open(
  deps: PayDeps,
  provider: PaymentProvider,
  { attempt, order, title, payer }: Extract<Prepared, { kind: 'new' }>,
  { clientAddress, requestId }: PayOrderCall,
): Promise<PaymentStart> {
  const { publicUrl } = deps.settings;
  try {
    const opened = await provider.open({
      paymentNo: attempt.paymentNo,
      orderNo: order.orderNo,
      title,
      amountMinor: attempt.amountMinor,
      currency: attempt.currency,
      channel: attempt.channel,
      goodId: order.goodsId,
      quantity: quantityOf(order),
      payer,
      clientAddress,
      createdAt: attempt.createdAt,
      expiresAt: order.expiresAt,
      notifyUrl: `${publicUrl}/index.php/v1/pay_notify/${provider.name}`,
      returnUrl: `${publicUrl}/?order_no=${order.orderNo}`,
    });
    await deps.store.transaction((tx) => writeOpened(tx, order.id, attempt.paymentNo, opened));
    return { kind: 'opened', clientData: opened.clientData };
  } catch (cause) {
    if (cause instanceof PaymentRefused) {
      deps.log.warn(
        { paymentNo: attempt.paymentNo, provider: provider.name, err: cause },
        'payment refused by its provider',
      );
      await perform(deps, { actor: system, requestId }, (act) =>
        applyPaymentReport(act, attempt.paymentNo, { state: 'closed' }),
      );
      throw new AppError('payment_provider_failed', 'The payment provider refused this payment.', {
        cause,
        reason: 'payment_refused',
      });
    }
    if (!(cause instanceof ProviderUnreachable)) throw cause;
    // It is unknown whether the provider opened the payment. The `check_payment` job will query the provider.
    deps.log.warn(
      { paymentNo: attempt.paymentNo, provider: provider.name, err: cause },
      'payment not opened',
    );
    throw new AppError('payment_provider_failed', 'The payment could not be started. Please try again.', {
      cause,
      retryAfterS: 5,
    });
  }
}

/**
 * @throws AppError `illegal_transition` when the order was cancelled, or paid by another attempt, while the provider
 * opened this attempt. The customer must then not pay. The cancellation or the other payment has added the job
 * `close_payment`, which closes this attempt.
 */
async function writeOpened(
  tx: StoreTransaction,
  orderId: number,
  paymentNo: string,
  opened: OpenedPayment,
): Promise<void> {
  const order = await tx.orders.lockById(orderId);
  const attempt = await tx.payments.byNo(paymentNo);
  if (order === undefined || attempt === undefined) throw new Error(`payment ${paymentNo} has no order`);
  // A fast payment notification may have settled the attempt already.
  if (attempt.state === 'won') return;
  if (order.money.status !== 'wait_pay') throw cannotBePaid(order);
  if (attempt.state !== 'opening') return;
  const clientData = JSON.stringify(opened.clientData);
  await tx.payments.save(
    { ...attempt, state: 'open', providerRef: opened.providerRef, clientData },
    'opening',
  );
}

function parseClientData(attempt: PaymentAttempt): Record<string, string> {
  const value: unknown = JSON.parse(attempt.clientData ?? '{}');
  if (typeof value !== 'object' || value === null) throw new Error('damaged client data');
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
