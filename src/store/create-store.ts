/** The store port over either engine: the same statements, put together. */

import type { Store, StoreReads, StoreTransaction } from '../usecases/ports/store.ts';
import type { Clock, Log } from '../usecases/ports/tools.ts';
import { consoleReads, consoleWrites } from './console-store.ts';
import { goodsReads, goodsWrites } from './goods/goods-core.ts';
import { jobReads, jobWrites } from './jobs/job-queue.ts';
import { joinParts } from './join-parts.ts';
import { peopleReads, peopleWrites } from './members/people.ts';
import { orderReads, orderWrites } from './orders/order-rows-store.ts';
import { paymentReads, paymentWrites } from './payments/payments-all.ts';
import { intakeReads, intakeWrites } from './pictures/intake.ts';
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
    read: reads(engine.reader),
    subscribe: engine.subscribe,
    broadcast: engine.broadcast,
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

function reads(session: Session): StoreReads {
  return {
    ...orderReads(session),
    ...paymentReads(session),
    ...goodsReads(session),
    ...peopleReads(session),
    ...intakeReads(session),
    ...jobReads(session),
    ...auditReads(session),
    ...consoleReads(session),
  };
}

/** Looking up within a transaction is the same as outside, over its own session. */
function transactionsOf(clock: Clock, log: Log): (session: TransactionSession) => StoreTransaction {
  return joinParts([
    orderReads,
    paymentReads,
    goodsReads,
    peopleReads,
    intakeReads,
    jobReads,
    auditReads,
    consoleReads,
    (session: TransactionSession) => orderWrites(session, log),
    paymentWrites,
    goodsWrites,
    peopleWrites,
    intakeWrites,
    (session: TransactionSession) => jobWrites(session, () => clock.now()),
    consoleWrites,
    ({ announce }: TransactionSession) => ({ announce }),
  ]);
}
