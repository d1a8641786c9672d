/** All that the console needs of the database, put together. */

import type { ConsoleReads, ConsoleWrites } from '../../usecases/ports/console-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { auditLogReads, auditLogWrites } from './audit-log.ts';
import { countOrders } from './count-orders.ts';
import { consoleJobReads, consoleJobWrites } from './jobs.ts';
import { moneyReads, moneyWrites } from './money.ts';
import { operatorReads, operatorWrites } from './operators.ts';
import { refusedSignInWrites } from './refused-sign-ins.ts';
import { searchOrders } from './search-orders.ts';
import { sessionReads, sessionWrites } from './sessions.ts';
import { shopReads, shopWrites } from './shop.ts';
import { workRecordReads, workRecordWrites } from './work-records.ts';

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
