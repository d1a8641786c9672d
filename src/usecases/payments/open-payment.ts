/** Opens a payment at its provider, after its attempts were written, and writes the provider's answer. */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import { numberAtProvider, type PaymentAttempt } from '../../domain/payment-state.ts';
import { type ActDeps, perform, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import {
  type OpenedPayment,
  type Payer,
  type PaymentProvider,
  PaymentRefused,
  ProviderUnreachable,
} from '../ports/payment-provider.ts';
import { paymentRef } from '../ports/provider-refs.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { applyPaymentReport } from './apply-payment-report.ts';
import { lockOrders } from './settle-payment.ts';

export type NonEmpty<T> = readonly [T, ...T[]];

export interface NewPayment {
  /** One for each order, in the same sequence. */
  readonly attempts: NonEmpty<PaymentAttempt>;
  readonly orders: NonEmpty<Order>;
  readonly title: string;
  readonly payer: Payer | null;
}

export interface OpenedStart {
  readonly kind: 'opened';
  readonly clientData: Readonly<Record<string, string>>;
}

interface Caused {
  readonly clientAddress: string;
  readonly requestId: string;
}

/**
 * @throws AppError `payment_provider_failed`; `illegal_transition` when an order can no longer be paid.
 */
export async function openPayment(
  deps: ActDeps & Pick<Deps, 'log'>,
  provider: PaymentProvider,
  { attempts, orders, title, payer }: NewPayment,
  { clientAddress, requestId }: Caused,
): Promise<OpenedStart> {
  const { publicUrl } = deps.settings;
  const [first] = orders;
  const { paymentNo, amountMinor, currency, channel, createdAt } = paymentRef(attempts[0]);
  try {
    const opened = await provider.open({
      paymentNo,
      orderNo: first.orderNo,
      title,
      amountMinor,
      currency,
      channel,
      goodId: first.goodsId,
      quantity: quantityOf(orders),
      payer,
      clientAddress,
      createdAt,
      expiresAt: Math.min(...orders.map(({ expiresAt }) => expiresAt)),
      notifyUrl: `${publicUrl}/index.php/v1/pay_notify/${provider.name}`,
      returnUrl: orders.length === 1 ? `${publicUrl}/?order_no=${first.orderNo}` : `${publicUrl}/?orders`,
    });
    await deps.store.transaction((tx) => writeOpened(tx, attempts, opened));
    return { kind: 'opened', clientData: opened.clientData };
  } catch (cause) {
    if (cause instanceof PaymentRefused) {
      deps.log.warn({ paymentNo, provider: provider.name, err: cause }, 'payment refused by its provider');
      await perform(deps, { actor: system, requestId }, (act) =>
        applyPaymentReport(act, paymentNo, { state: 'closed' }),
      );
      throw new AppError('payment_provider_failed', 'The payment provider refused this payment.', {
        cause,
        reason: 'payment_refused',
      });
    }
    if (!(cause instanceof ProviderUnreachable)) throw cause;
    // It is unknown whether the provider opened the payment. The `check_payment` jobs will query the provider.
    deps.log.warn({ paymentNo, provider: provider.name, err: cause }, 'payment not opened');
    throw notStarted(cause);
  }
}

export function notStarted(cause?: ProviderUnreachable): AppError {
  const text = 'The payment could not be started. Please try again.';
  return new AppError('payment_provider_failed', text, {
    retryAfterS: 5,
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * @throws AppError `illegal_transition` when an order was cancelled, or paid by another attempt, while the provider
 * opened this payment. The customer must then not pay. The cancellation or the other payment has added the job
 * `close_payment`, which closes this payment.
 */
async function writeOpened(
  tx: StoreTransaction,
  written: NonEmpty<PaymentAttempt>,
  opened: OpenedPayment,
): Promise<void> {
  const orders = await lockOrders(tx, written);
  const number = numberAtProvider(written[0]);
  const attempts = await tx.payments.byNumberAtProvider(number);
  if (attempts.length === 0) throw new Error(`there is no payment ${number}`);
  const clientData = JSON.stringify(opened.clientData);
  for (const attempt of attempts) {
    const order = orders.get(attempt.orderId);
    if (order === undefined) throw new Error(`payment ${number} has no order`);
    // A fast payment notification may have settled the attempt already.
    if (attempt.state === 'won') continue;
    if (order.money.status !== 'wait_pay') throw cannotBePaid(order);
    if (attempt.state !== 'opening') continue;
    await tx.payments.save(
      { ...attempt, state: 'open', providerRef: opened.providerRef, clientData },
      'opening',
    );
  }
}

/** What the provider receives as the quantity: the number of months of a membership, otherwise 1. */
function quantityOf(orders: NonEmpty<Order>): number {
  const [{ details }] = orders;
  return orders.length === 1 && typeof details.num === 'number' ? details.num : 1;
}

export function cannotBePaid({ money }: Order): AppError {
  if (money.status === 'wait_pay') {
    return new AppError('illegal_transition', 'The time to pay this order is over.', {
      reason: 'payment_time_over',
    });
  }
  return new AppError('illegal_transition', `The order cannot be paid: its status is ${money.status}.`, {
    reason: 'order_not_payable',
  });
}
