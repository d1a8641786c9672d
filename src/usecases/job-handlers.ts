/** Every handler of a job but the delivery of events (`events/`), and the schedules that must always exist. */

import type { Deps } from './deps.ts';
import { expireOrdersHandler } from './orders/expire-orders.ts';
import { checkPaymentHandler } from './payments/check-payment.ts';
import { closePaymentsHandler } from './payments/close-payments.ts';
import { processOrderHandler } from './pictures/process-order.ts';
import type { JobHandler } from './ports/job-handler.ts';
import type { JobKind } from './ports/jobs.ts';
import { refundPaymentHandler } from './refunds/refund-payment.ts';
import { purgeFilesHandler, removeFileHandler } from './retention/purge-files.ts';
import { auditMoneyHandler } from './self-audit/audit-money.ts';

export function jobHandlers(deps: Deps): JobHandler[] {
  return [
    processOrderHandler(deps),
    checkPaymentHandler(deps),
    closePaymentsHandler(deps),
    refundPaymentHandler(deps),
    removeFileHandler(deps),
    expireOrdersHandler(deps),
    purgeFilesHandler(deps),
    auditMoneyHandler(deps),
  ];
}

const schedules: readonly JobKind[] = ['expire_orders', 'purge_files', 'audit_money'];

/** A schedule only stops by a programmer's mistake, so its attempts have no bound that time could reach. */
const attemptsMax = 1_000_000;

/** Each schedule is one job that puts itself back; several processes may call this together. */
export async function ensureSchedules({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<void> {
  await store.transaction(async (tx) => {
    for (const kind of schedules) {
      const runAt = clock.now();
      await tx.enqueue({
        kind,
        key: 'schedule',
        payload: {},
        priority: 0,
        runAt,
        attemptsMax,
        requestId: null,
      });
    }
  });
}
