/** All that the console needs of the database, put together. */

import type { ConsoleReads, ConsoleWrites } from '../usecases/ports/console-store.ts';
import { shopReads, shopWrites } from './goods/shop.ts';
import { consoleJobReads, consoleJobWrites } from './jobs/job-records.ts';
import { workRecordReads, workRecordWrites } from './jobs/work-records.ts';
import { auditLogReads, auditLogWrites } from './operators/audit-log.ts';
import { operatorReads, operatorWrites } from './operators/operators.ts';
import { refusedSignInWrites } from './operators/refused-sign-ins.ts';
import { sessionReads, sessionWrites } from './operators/sessions.ts';
import { countOrders } from './orders/count-orders.ts';
import { searchOrders } from './orders/search-orders.ts';
import { moneyReads, moneyWrites } from './payments/money.ts';
import type { Session, TransactionSession } from './session.ts';

export function consoleReads(session: Session): ConsoleReads {
  return {
    ...searchOrders(session),
    ...countOrders(session),
    ...moneyReads(session),
    ...shopReads(session),
    ...operatorReads(session),
    ...sessionReads(session),
    ...auditLogReads(session),
    ...consoleJobReads(session),
    ...workRecordReads(session),
  };
}

export function consoleWrites(session: TransactionSession): ConsoleWrites {
  return {
    ...moneyWrites(session),
    ...shopWrites(session),
    ...operatorWrites(session),
    ...sessionWrites(session),
    ...refusedSignInWrites(session),
    ...auditLogWrites(session),
    ...consoleJobWrites(session),
    ...workRecordWrites(session),
  };
}
