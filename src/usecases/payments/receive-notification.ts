/**
 * A provider's webhook call: judged over its raw bytes, recorded once, applied in the same transaction. A
 * repeat is accepted and changes nothing; a forged one changes nothing and is refused.
 */

import { AppError } from '../../domain/errors.ts';
import type { Deps } from '../deps.ts';
import type { NotifyAnswer, NotifyVerdict, RawNotify } from '../ports/payment-provider.ts';
import type { NotifyRecord } from '../ports/store.ts';
import { hearOfRefund } from '../refunds/settle-refund.ts';
import { settlePayment } from './settle-payment.ts';

type NotifyDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'settings' | 'providers' | 'log'>;

/** @throws AppError `unknown_operation` for a provider that is not enabled. */
export async function takeNotify(
  deps: NotifyDeps,
  providerName: string,
  notify: RawNotify,
  requestId: string,
): Promise<NotifyAnswer> {
  const provider = deps.providers.find((known) => known.name === providerName);
  if (provider === undefined)
    throw new AppError('unknown_operation', 'No payment provider of this name is enabled.');
  const verdict = await provider.judgeNotify(notify);
  if (verdict.kind === 'forged') {
    deps.log.warn({ provider: providerName, why: verdict.why, requestId }, 'notify refused');
    return provider.answerNotify(false);
  }
  const applied = await apply(deps, providerName, verdict, requestId);
  // Genuine news of a payment that we never opened: the merchant account serves another system as well, or
  // the database is older than its provider.
  const level = applied.startsWith('unknown') || applied === 'contradicted' ? 'warn' : 'info';
  deps.log[level](
    { provider: providerName, eventId: verdict.eventId, verdict: applied, requestId },
    'notify',
  );
  return provider.answerNotify(true);
}

/** @returns the verdict as it was recorded, or `duplicate`. */
async function apply(
  deps: NotifyDeps,
  provider: string,
  verdict: Exclude<NotifyVerdict, { kind: 'forged' }>,
  requestId: string,
): Promise<string> {
  const record = {
    provider,
    eventId: verdict.eventId,
    paymentNo: verdict.kind === 'payment' ? verdict.paymentNo : null,
    refundNo: verdict.kind === 'refund' ? verdict.refundNo : null,
    receivedAt: deps.clock.now(),
    ...moneyOf(verdict),
  };
  try {
    return await deps.store.transaction(async (tx) => {
      const applied = await settle();
      // Last, so that the record carries the verdict; a repeat is found here and undoes what it did above.
      if (!(await tx.recordNotify({ ...record, verdict: applied }))) throw seenBefore;
      return applied;

      // What one provider's key can sign must not move another's money.
      async function settle(): Promise<string> {
        switch (verdict.kind) {
          case 'payment':
            if ((await tx.attemptByPaymentNo(verdict.paymentNo))?.provider !== provider)
              return 'unknown_payment';
            return settlePayment(deps, tx, verdict.paymentNo, verdict.standing, requestId);
          case 'refund':
            if ((await tx.refundByNo(verdict.refundNo))?.provider !== provider) return 'unknown_refund';
            return hearOfRefund(deps, tx, verdict.refundNo, verdict.standing, requestId);
          case 'ignored':
            return 'ignored';
        }
      }
    });
  } catch (error) {
    if (error === seenBefore) return 'duplicate';
    throw error;
  }
}

function moneyOf(verdict: NotifyVerdict): Pick<NotifyRecord, 'receivedMinor' | 'currency'> {
  if (verdict.kind !== 'payment' || verdict.standing.state !== 'paid') {
    return { receivedMinor: null, currency: null };
  }
  const { receivedMinor, currency } = verdict.standing;
  return { receivedMinor, currency };
}

/** Rolls the transaction back; never leaves this file. */
const seenBefore = new Error('this event was recorded before');
