/**
 * Starts a payment attempt. The attempt is written down before the provider is called, so that no charge can
 * exist that the service does not know of; a look-up job follows it until it is settled.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import { mayStillOpen, type PaymentAttempt } from '../../domain/payment-state.ts';
import { actorOf, requireAccess } from '../callers/order-access.ts';
import type { Deps } from '../deps.ts';
import { newPaymentNo } from '../numbers.ts';
import { type OpenedPayment, type PaymentProvider, ProviderUnreachable } from '../ports/payment-provider.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { PaymentStart, PayOrderCall } from '../service.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { enqueueCheck } from './check-payment.ts';
import { startWork } from './start-work.ts';

type PayDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'settings' | 'providers' | 'log'>;

type Prepared =
  | { readonly kind: 'free' }
  | { readonly kind: 'open'; readonly attempt: PaymentAttempt }
  | { readonly kind: 'new'; readonly attempt: PaymentAttempt; readonly order: Order; readonly title: string };

/**
 * An attempt that is still open, or being opened, at the same provider and channel is answered again: a second
 * tap on "pay" must not make two charges possible.
 * @throws AppError `unknown_order`, `illegal_transition` (not waiting for payment, or too many attempts),
 * `invalid_parameters` (provider, channel), `payment_provider_failed`.
 */
export async function payOrder(deps: PayDeps, call: PayOrderCall): Promise<PaymentStart> {
  const provider = chooseProvider(deps.providers, call.provider);
  const channel = chooseChannel(provider, call.channel);
  const prepared = await deps.store.transaction((tx) => prepare(deps, tx, call, provider, channel));
  switch (prepared.kind) {
    case 'free':
      return { kind: 'free' };
    case 'open':
      return { kind: 'opened', clientData: parseClientData(prepared.attempt) };
    case 'new':
      return open(deps, provider, prepared);
  }
}

function chooseProvider(providers: readonly PaymentProvider[], name: string | undefined): PaymentProvider {
  const provider = name === undefined ? providers[0] : providers.find((known) => known.name === name);
  if (provider !== undefined) return provider;
  const names = providers.map((known) => known.name).join(', ');
  throw invalidParameter('provider', 'unknown_provider', `Unknown provider. Enabled: ${names}.`);
}

function chooseChannel(provider: PaymentProvider, name: string | undefined): string {
  const channel = name === undefined ? provider.channels[0] : provider.channels.find((c) => c === name);
  if (channel !== undefined) return channel;
  const channels = provider.channels.join(', ');
  throw invalidParameter('channel', 'unknown_channel', `Unknown channel. ${provider.name} has: ${channels}.`);
}

async function prepare(
  deps: PayDeps,
  tx: StoreTransaction,
  call: PayOrderCall,
  provider: PaymentProvider,
  channel: string,
): Promise<Prepared> {
  const order = requireAccess(call.caller, await tx.lockOrder(call.orderNo));
  const now = deps.clock.now();
  if (order.money.status !== 'wait_pay' || order.expiresAt <= now) {
    throw cannotBePaid(order);
  }
  if (order.priceMinor === 0) {
    const actor = actorOf(call.caller, order);
    const event = { type: 'paid', at: now, attemptId: null } as const;
    const paid = await advanceOrder(deps, tx, order, event, actor, call.requestId);
    await startWork(deps, tx, paid, call.requestId);
    return { kind: 'free' };
  }
  const attempts = await tx.attemptsOf(order.id);
  const same = attempts.filter(
    (attempt) => attempt.provider === provider.name && attempt.channel === channel,
  );
  const open = same.find((attempt) => attempt.state === 'open' && attempt.clientData !== null);
  if (open !== undefined) return { kind: 'open', attempt: open };
  const title = (await tx.goodById(order.goodsId))?.title ?? order.functName;
  // The provider takes a repeat under the same number as the same payment.
  const opening = same.find((attempt) => mayStillOpen(attempt, now));
  if (opening !== undefined) return { kind: 'new', attempt: opening, order, title };
  if (attempts.length >= deps.settings.paymentAttemptsMax) {
    throw new AppError('illegal_transition', 'Too many payment attempts. Please place a new order.', {
      reason: 'too_many_payment_attempts',
    });
  }
  const attempt = await tx.insertAttempt({
    orderId: order.id,
    paymentNo: newPaymentNo(now, deps.random),
    provider: provider.name,
    channel,
    amountMinor: order.priceMinor,
    currency: order.currency,
    state: 'opening',
    providerRef: null,
    clientData: null,
    receivedMinor: null,
    receivedAt: null,
    createdAt: now,
  });
  await enqueueCheck(deps, tx, attempt, call.requestId);
  return { kind: 'new', attempt, order, title };
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
  { attempt, order, title }: Extract<Prepared, { kind: 'new' }>,
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
      expiresAt: order.expiresAt,
      notifyUrl: `${publicUrl}/index.php/v1/pay_notify/${provider.name}`,
      returnUrl: `${publicUrl}/?order_no=${order.orderNo}`,
    });
    await deps.store.transaction((tx) => writeOpened(tx, order.id, attempt.paymentNo, opened));
    return { kind: 'opened', clientData: opened.clientData };
  } catch (cause) {
    if (!(cause instanceof ProviderUnreachable)) throw cause;
    // Whether the provider opened it is unknown: the look-up job finds out.
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
 * @throws AppError `illegal_transition` when the order was cancelled, or paid by another attempt, meanwhile:
 * nobody is sent to pay for it any more. The attempt is closed by the job that came with that change.
 */
async function writeOpened(
  tx: StoreTransaction,
  orderId: number,
  paymentNo: string,
  opened: OpenedPayment,
): Promise<void> {
  const order = await tx.lockOrderById(orderId);
  const attempt = await tx.attemptByPaymentNo(paymentNo);
  if (order === undefined || attempt === undefined) throw new Error(`payment ${paymentNo} has no order`);
  // A fast notify may have moved it already; then there is nothing to add.
  if (attempt.state === 'won') return;
  if (order.money.status !== 'wait_pay') throw cannotBePaid(order);
  if (attempt.state !== 'opening') return;
  const clientData = JSON.stringify(opened.clientData);
  await tx.saveAttempt({ ...attempt, state: 'open', providerRef: opened.providerRef, clientData }, 'opening');
}

function parseClientData(attempt: PaymentAttempt): Record<string, string> {
  const value: unknown = JSON.parse(attempt.clientData ?? '{}');
  if (typeof value !== 'object' || value === null) throw new Error('damaged client data');
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
