/** The store port over either engine: the same statements, put together. */

import type { Store, StoreReads, StoreTransaction } from '../usecases/ports/store.ts';
import type { Clock, Log } from '../usecases/ports/tools.ts';
import { auditReads } from './audit.ts';
import { approvalReads, approvalWrites } from './console/approvals.ts';
import { auditLogReads, auditLogWrites } from './console/audit-log.ts';
import { moneyReads } from './console/money.ts';
import { operatorReads, operatorWrites } from './console/operators.ts';
import { shelfAndUserReads, shelfAndUserWrites } from './console/shelf-and-users.ts';
import { timelineReads, timelineWrites } from './console/timeline.ts';
import { workReads, workWrites } from './console/work.ts';
import { goodsReads, goodsWrites } from './goods.ts';
import { intakeReads, intakeWrites } from './intake.ts';
import { jobReads, jobWrites } from './jobs.ts';
import { orderReads, orderWrites } from './orders.ts';
import { paymentReads, paymentWrites } from './payments.ts';
import { peopleReads, peopleWrites } from './people.ts';
import type { Engine, Session, TransactionSession } from './session.ts';

/**
 * @param clock gives jobs their `createdAt`; nothing is decided by it.
 * @param log gets a line for each transition of an order, once it is durable.
 */
export function createStore(engine: Engine, clock: Clock, log: Log): Store {
  let closing: Promise<void> | undefined;
  return {
    async transaction(work) {
      if (closing !== undefined) throw new Error('the store is closed');
      return engine.transaction((session) => work(writes(session, clock, log)));
    },
    read: reads(engine.reader),
    subscribe: engine.subscribe,
    broadcast: engine.broadcast,
    ping: engine.ping,
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
    ...operatorReads(session),
    ...auditLogReads(session),
    ...approvalReads(session),
    ...timelineReads(session),
    ...shelfAndUserReads(session),
    ...workReads(session),
    ...moneyReads(session),
  };
}

function writes(session: TransactionSession, clock: Clock, log: Log): StoreTransaction {
  return {
    ...reads(session),
    ...orderWrites(session, log),
    ...paymentWrites(session),
    ...goodsWrites(session),
    ...peopleWrites(session),
    ...intakeWrites(session),
    ...jobWrites(session, () => clock.now()),
    ...operatorWrites(session),
    ...auditLogWrites(session),
    ...approvalWrites(session),
    ...timelineWrites(session),
    ...shelfAndUserWrites(session),
    ...workWrites(session),
    announce: session.announce,
  };
}
