/** The store port over either engine: the same statements, put together. */

import type { Store, StoreReads, StoreTransaction } from '../usecases/ports/store.ts';
import type { Clock, Log } from '../usecases/ports/tools.ts';
import { goodsReads, goodsWrites } from './goods/goods-core.ts';
import { goodsShopReads, goodsShopWrites, membersShopReads, membersShopWrites } from './goods/shop.ts';
import { jobReads, jobWrites } from './jobs/job-queue.ts';
import { consoleJobReads, consoleJobWrites } from './jobs/job-records.ts';
import {
  jobsWorkRecordReads,
  jobsWorkRecordWrites,
  webhooksWorkRecordReads,
  webhooksWorkRecordWrites,
} from './jobs/work-records.ts';
import { lazyParts } from './lazy-parts.ts';
import { membersPeopleReads, operatorsPeopleReads, peopleWrites } from './members/people.ts';
import { auditLogReads, auditLogWrites } from './operators/audit-log.ts';
import { operatorReads, operatorWrites } from './operators/operators.ts';
import { refusedSignInWrites } from './operators/refused-sign-ins.ts';
import { sessionReads, sessionsSessionWrites, signInsSessionWrites } from './operators/sessions.ts';
import { countOrders } from './orders/count-orders.ts';
import { orderReads, orderWrites } from './orders/order-rows-store.ts';
import { searchOrders } from './orders/search-orders.ts';
import { moneyWrites, paymentsMoneyReads, refundsMoneyReads } from './payments/money.ts';
import {
  paymentsPaymentReads,
  paymentsPaymentWrites,
  refundsPaymentReads,
  refundsPaymentWrites,
} from './payments/payments-all.ts';
import {
  idempotencyIntakeReads,
  idempotencyIntakeWrites,
  uploadsIntakeReads,
  uploadsIntakeWrites,
} from './pictures/intake.ts';
import { auditReads } from './self-audit/audit.ts';
import type { Engine, Session, TransactionSession } from './session.ts';

/**
 * @param clock gives jobs their `createdAt`; nothing is decided by it.
 * @param log gets a line for each transition of an order, once it is durable.
 */
export function createStore(engine: Engine, clock: Clock, log: Log): Store {
  let closing: Promise<void> | undefined;
  const transactionOf = transactionsOf(clock, log);
  return {
    async transaction(work) {
      if (closing !== undefined) throw new Error('the store is closed');
      return engine.transaction((session) => work(transactionOf(session)));
    },
    read: readsOf(engine.reader),
    subscribe: engine.subscribe,
    publish: engine.publish,
    ping: engine.ping,
    async clockAheadMs() {
      const before = clock.now();
      const at = await engine.databaseTime();
      const after = clock.now();
      if (at === null) return 0;
      // Between asking and hearing any moment may have been the database's.
      return before > at ? before - at : Math.min(0, after - at);
    },
    close: () => (closing ??= engine.close()),
  };
}

export function readsOf(session: Session): StoreReads {
  return {
    orders: {
      ...orderReads(session),
      ...searchOrders(session),
      ...countOrders(session),
    },
    payments: { ...paymentsPaymentReads(session), ...paymentsMoneyReads(session) },
    refunds: { ...refundsPaymentReads(session), ...refundsMoneyReads(session) },
    uploads: uploadsIntakeReads(session),
    goods: { ...goodsReads(session), ...goodsShopReads(session) },
    members: { ...membersPeopleReads(session), ...membersShopReads(session) },
    operators: { ...operatorReads(session), ...operatorsPeopleReads(session) },
    sessions: sessionReads(session),
    auditLog: auditLogReads(session),
    jobs: {
      ...jobReads(session),
      ...consoleJobReads(session),
      ...jobsWorkRecordReads(session),
    },
    webhooks: webhooksWorkRecordReads(session),
    idempotency: idempotencyIntakeReads(session),
    selfAudit: auditReads(session),
  };
}

/** Reads within a transaction are the same as outside, over the transaction's session. */
function transactionsOf(clock: Clock, log: Log) {
  return lazyParts<TransactionSession, StoreTransaction>({
    orders: (session: TransactionSession) => ({
      ...orderReads(session),
      ...searchOrders(session),
      ...countOrders(session),
      ...orderWrites(session, log),
    }),
    payments: (session: TransactionSession) => ({
      ...paymentsPaymentReads(session),
      ...paymentsMoneyReads(session),
      ...paymentsPaymentWrites(session),
    }),
    refunds: (session: TransactionSession) => ({
      ...refundsPaymentReads(session),
      ...refundsMoneyReads(session),
      ...refundsPaymentWrites(session),
      ...moneyWrites(session),
    }),
    uploads: (session: TransactionSession) => ({
      ...uploadsIntakeReads(session),
      ...uploadsIntakeWrites(session),
    }),
    goods: (session: TransactionSession) => ({
      ...goodsReads(session),
      ...goodsShopReads(session),
      ...goodsWrites(session),
      ...goodsShopWrites(session),
    }),
    members: (session: TransactionSession) => ({
      ...membersPeopleReads(session),
      ...membersShopReads(session),
      ...peopleWrites(session),
      ...membersShopWrites(session),
    }),
    operators: (session: TransactionSession) => ({
      ...operatorReads(session),
      ...operatorsPeopleReads(session),
      ...operatorWrites(session),
    }),
    sessions: (session: TransactionSession) => ({
      ...sessionReads(session),
      ...sessionsSessionWrites(session),
    }),
    signIns: (session: TransactionSession) => ({
      ...signInsSessionWrites(session),
      ...refusedSignInWrites(session),
    }),
    auditLog: (session: TransactionSession) => ({ ...auditLogReads(session), ...auditLogWrites(session) }),
    jobs: (session: TransactionSession) => ({
      ...jobReads(session),
      ...consoleJobReads(session),
      ...jobsWorkRecordReads(session),
      ...jobWrites(session, () => clock.now()),
      ...consoleJobWrites(session),
      ...jobsWorkRecordWrites(session),
    }),
    webhooks: (session: TransactionSession) => ({
      ...webhooksWorkRecordReads(session),
      ...webhooksWorkRecordWrites(session),
    }),
    idempotency: (session: TransactionSession) => ({
      ...idempotencyIntakeReads(session),
      ...idempotencyIntakeWrites(session),
    }),
    selfAudit: auditReads,
    publish: (session: TransactionSession) => session.publish,
  });
}
