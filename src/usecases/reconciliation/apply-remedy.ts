/**
 * Carries out the remedy that the service proposes for a difference. The bill alone changes no payment and no refund:
 * the provider is queried first, and its answer is applied in the same way as any report.
 */

import { AppError } from '../../domain/errors.ts';
import { type Act, type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { writeDifference } from '../differences/write-difference.ts';
import { orderOfAttempt } from '../order-of-attempt.ts';
import { applyPaymentReport } from '../payments/apply-payment-report.ts';
import type { PaymentReport } from '../ports/payment-provider.ts';
import { openPaymentRef } from '../ports/provider-refs.ts';
import { applyRefundNotification, queryNow } from '../refunds/apply-refund-notification.ts';
import { retryWithJobs } from '../refunds/refund-order.ts';
import { approvalPending } from '../refunds/request-approval.ts';
import { reconcileDayJob } from './reconcile-day-job.ts';
import type { Difference, ListedDifference, Remedy } from './reconciliation-store.ts';
import { differenceFacts, requireOpenDifference } from './resolve-difference.ts';

/**
 * How long after a remedy the service compares the bill and its own records again. A job that retries a refund needs
 * some seconds.
 */
const compareAgainMs = 60_000;

type RemedyDeps = ActDeps & Pick<Deps, 'providers' | 'log'>;

/**
 * @param expected the remedy that the operator has confirmed; null: whichever remedy the service proposes now.
 * @returns the difference after the remedy. The difference stays open while a retried refund is under way.
 * @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (the difference is resolved already, has no remedy
 * or another remedy, or the provider does not report the payment as paid), `payment_provider_failed`.
 */
export async function applyRemedy(
  deps: RemedyDeps,
  caller: OperatorCaller,
  id: number,
  reason: string,
  expected: Remedy | null,
): Promise<ListedDifference> {
  requirePermission(caller, 'differences_resolve');
  const difference = await requireOpenDifference(deps.store.read.reconciliation, id);
  if (expected !== null && difference.remedy !== expected) throw remedyChanged();
  const carryOut = await prepare(deps, difference);
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  return perform(deps, cause, async (act) => {
    const { tx, clock } = act;
    const order = difference.orderId === null ? undefined : await tx.orders.lockById(difference.orderId);
    const open = await requireOpenDifference(tx.reconciliation, id);
    if (open.remedy !== difference.remedy) throw remedyChanged();
    await carryOut(act);
    const remediedBy = caller.operator.name;
    await tx.reconciliation.saveDifference({ ...open, remediedAt: clock.now(), remediedBy });
    await recordAudit(act, caller, {
      action: 'difference_remedied',
      targetKind: 'difference',
      targetId: String(id),
      reason,
      before: differenceFacts(open),
      after: { remedy: open.remedy },
    });
    await writeDifference(act, { ...open, isBillComplete: false }, open.orderId);
    await tx.jobs.runBy(reconcileDayJob.kind, clock.now() + compareAgainMs);
    const after = await tx.reconciliation.difference(id);
    if (after === undefined) throw new Error(`difference ${id} is gone`);
    return { ...after, orderNo: order?.orderNo ?? null };
  });
}

/**
 * Calls the provider, outside any transaction.
 * @returns the function that writes the effect of the remedy in a transaction.
 */
async function prepare(deps: RemedyDeps, difference: Difference): Promise<(act: Act) => Promise<unknown>> {
  switch (difference.remedy) {
    case 'look':
      throw noRemedy();
    case 'retry_refund':
      return (act) => retryRefund(act, difference);
    case 'apply_payment':
    case 'refund_payment': {
      const report = await queryPayment(deps, difference);
      return (act) => applyPaymentReport(act, difference.number, report, difference.provider);
    }
  }
}

async function queryPayment(
  deps: RemedyDeps,
  { number, provider: name }: Difference,
): Promise<PaymentReport> {
  const { read } = deps.store;
  const [attempt] = await read.payments.byNumberAtProvider(number);
  const provider = deps.providers.find((known) => known.name === name);
  if (attempt === undefined || provider === undefined) throw noRemedy();
  const order = await orderOfAttempt(deps.store.read, attempt);
  let report: PaymentReport;
  try {
    report = await provider.query(openPaymentRef(attempt, order));
  } catch (cause) {
    deps.log.warn({ err: cause, provider: name }, 'payment of a difference not queried');
    throw new AppError('payment_provider_failed', 'The payment provider did not respond.', { cause });
  }
  if (report.state === 'paid') return report;
  throw new AppError('illegal_transition', 'The payment provider does not report this payment as paid.', {
    reason: 'provider_disagrees',
  });
}

/**
 * Requests a failed refund again, under the same number. For any other refund, makes its job call the provider about
 * the refund now.
 */
async function retryRefund(act: Act, { number }: Difference): Promise<void> {
  const { tx } = act;
  const refund = await tx.refunds.byNo(number);
  const order = refund === undefined ? undefined : await tx.orders.lockById(refund.orderId);
  if (refund === undefined || order === undefined || refund.settledBy !== null) throw noRemedy();
  switch (refund.state) {
    case 'failed':
      if ((await retryWithJobs(act, order, [refund])).length === 0) throw approvalPending();
      return;
    case 'done': {
      const doubt = { state: 'failed', code: 'provider_refused', providerRefundId: null } as const;
      await applyRefundNotification(act, number, { ...doubt, reason: 'The provider’s bill differs.' });
      return;
    }
    case 'requested':
    case 'pending':
      return queryNow(act, number);
  }
}

function remedyChanged(): AppError {
  return new AppError('illegal_transition', 'The service proposes another remedy for this difference now.', {
    reason: 'remedy_changed',
  });
}

function noRemedy(): AppError {
  return new AppError('illegal_transition', 'The service cannot carry out a remedy for this difference.', {
    reason: 'no_remedy',
  });
}
