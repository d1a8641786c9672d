/**
 * Receives a payment notification: verifies its signature over the raw bytes, then records and applies it in one
 * transaction. A repeated notification is accepted and changes nothing. A forged notification is refused. A genuine
 * notification on which the service does not act is accepted and not stored: WeChat sends every event of a mini program
 * to one address, for example each message of a customer.
 */

import { AppError } from '../../domain/errors.ts';
import type { Act } from '../act.ts';
import { type ActDeps, perform, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import {
  type NotificationAnswer,
  type PaymentProvider,
  ProviderUnreachable,
  type RawNotification,
  type ReceivedNotification,
} from '../ports/payment-provider.ts';
import { applyRefundNotification } from '../refunds/apply-refund-notification.ts';
import { applyDispute } from './apply-dispute.ts';
import { applyPaymentReport } from './apply-payment-report.ts';
import type { NotificationRecord, RefusalCode } from './payment-store.ts';
import { storePayerOfErased } from './store-payer-of-erased.ts';

type GenuineNotification = Extract<ReceivedNotification, { kind: 'payment' | 'refund' | 'dispute' }>;

/** `Retry-After` of a notification that cannot be confirmed yet, in seconds. */
const confirmAgainS = 5;

/** Thrown to roll the transaction back when the same event was recorded before. */
class AlreadyRecorded extends Error {}

/** The response to the provider, and the outcome of the notification for the metrics. */
export interface HandledNotification {
  readonly answer: NotificationAnswer;
  readonly outcome: 'accepted' | 'address_check' | RefusalCode;
}

/**
 * @throws AppError `unknown_operation` for a provider that is not enabled; `unavailable` while only the provider can
 * confirm the notification, and does not.
 */
export async function receiveNotification(
  deps: ActDeps & Pick<Deps, 'providers' | 'log' | 'refusedCounts'>,
  providerName: string,
  raw: RawNotification,
  requestId: string,
): Promise<HandledNotification> {
  const provider = deps.providers.find((known) => known.name === providerName);
  if (provider === undefined)
    throw new AppError('unknown_operation', 'No payment provider of this name is enabled.');
  const received = await verified(provider, raw);
  if (received.kind === 'forged') {
    const { code, why } = received;
    deps.log.warn({ provider: providerName, code, why, requestId }, 'payment notification refused');
    deps.refusedCounts.count(providerName, code, why);
    return { answer: provider.answerNotification(false, raw), outcome: code };
  }
  if (received.kind === 'address_check') return { answer: received.answer, outcome: 'address_check' };
  const verdict =
    received.kind === 'ignored' ? 'ignored' : await record(deps, providerName, received, requestId);
  if (verdict === 'duplicate') deps.refusedCounts.count(providerName, 'replay', received.eventId);
  // Log a warning about an unknown payment, and no error: a genuine notification can name one if another system uses
  // the same merchant account, or if the database was restored from a backup.
  const level = verdict.startsWith('unknown') || verdict === 'contradicted' ? 'warn' : 'info';
  deps.log[level](
    { provider: providerName, eventId: received.eventId, verdict, requestId },
    'payment notification',
  );
  const outcome = verdict === 'duplicate' ? 'replay' : 'accepted';
  return { answer: provider.answerNotification(true, raw), outcome };
}

/** @throws AppError `unavailable` while the notification cannot be confirmed. The provider repeats it. */
async function verified(provider: PaymentProvider, raw: RawNotification): Promise<ReceivedNotification> {
  try {
    return await provider.verifyNotification(raw);
  } catch (cause) {
    if (!(cause instanceof ProviderUnreachable)) throw cause;
    const text = 'The notification cannot be confirmed yet.';
    throw new AppError('unavailable', text, { retryAfterS: confirmAgainS, cause });
  }
}

/** @returns the recorded verdict, or `duplicate`. */
async function record(
  deps: ActDeps,
  provider: string,
  received: GenuineNotification,
  requestId: string,
): Promise<string> {
  const receivedAt = deps.clock.now();
  try {
    return await perform(deps, { actor: system, requestId }, async (act) => {
      const verdict = await apply(act, provider, received);
      // Record the notification last, because the record contains the verdict. If the notification was recorded
      // before, this fails, and the transaction with all effects is rolled back.
      const isNew = await act.tx.payments.recordNotification({
        provider,
        eventId: received.eventId,
        paymentNo: received.kind === 'payment' || received.kind === 'dispute' ? received.paymentNo : null,
        refundNo: received.kind === 'refund' ? received.refundNo : null,
        verdict,
        receivedAt,
        ...moneyOf(received),
      });
      if (!isNew) throw new AlreadyRecorded();
      return verdict;
    });
  } catch (error) {
    if (error instanceof AlreadyRecorded) return 'duplicate';
    throw error;
  }
}

/** A provider's notifications may only change payments and refunds of the same provider. */
async function apply(act: Act, provider: string, received: GenuineNotification): Promise<string> {
  switch (received.kind) {
    case 'payment':
      await storePayerOfErased(act, provider, received);
      return applyPaymentReport(act, received.paymentNo, received.report, provider);
    case 'refund': {
      const refund = await act.tx.refunds.byNo(received.refundNo);
      if (refund?.provider !== provider) return 'unknown_refund';
      return applyRefundNotification(act, received.refundNo, received.report);
    }
    case 'dispute':
      return applyDispute(act, provider, received.paymentNo, received.dispute);
  }
}

function moneyOf(received: GenuineNotification): Pick<NotificationRecord, 'receivedMinor' | 'currency'> {
  if (received.kind !== 'payment' || received.report.state !== 'paid') {
    return { receivedMinor: null, currency: null };
  }
  const { receivedMinor, currency } = received.report;
  return { receivedMinor, currency };
}
