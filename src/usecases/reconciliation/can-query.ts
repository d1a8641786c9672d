/**
 * Whether a provider that has no readable bill can still be queried about a payment or refund. Such a provider may
 * need the customer's account for each query, and the erasure of a customer removes the account.
 */

import type { MovementKind } from '../../domain/compare-books.ts';
import type { PaymentAttempt } from '../../domain/payment-state.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import type { StoreReads } from '../ports/store.ts';

type QueriedProvider = Pick<PaymentProvider, 'queriesNeedPayer'>;

export function canQuery(
  provider: QueriedProvider | undefined,
  { payerId }: Pick<PaymentAttempt, 'payerId'>,
): boolean {
  return provider?.queriesNeedPayer !== true || payerId !== null;
}

/** The same for the payment or refund with this number. */
export async function canQueryNumber(
  reads: StoreReads,
  provider: QueriedProvider | undefined,
  kind: MovementKind,
  number: string,
): Promise<boolean> {
  if (provider?.queriesNeedPayer !== true) return true;
  const refund = kind === 'refund' ? await reads.refunds.byNo(number) : undefined;
  const attempt =
    refund === undefined
      ? (await reads.payments.byNumberAtProvider(number))[0]
      : await reads.payments.byId(refund.attemptId);
  return attempt === undefined || canQuery(provider, attempt);
}
