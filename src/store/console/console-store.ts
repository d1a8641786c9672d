/** All that the console needs of the database, put together. */

import type { ConsoleReads, ConsoleWrites } from '../../usecases/ports/console-store.ts';
import type { Session, TransactionSession } from '../session.ts';

async function missing(): Promise<never> {
  throw new Error('not there yet');
}

export function consoleReads(_session: Session): ConsoleReads {
  return {
    searchOrders: missing,
    notifiesOfPayment: missing,
    notifiesOfRefund: missing,
    jobAttemptsOf: missing,
    jobsNamed: missing,
    outsideEventsOf: missing,
    approvalById: missing,
    pendingApprovalOf: missing,
    approvals: missing,
    allGoods: missing,
    searchUsers: missing,
    notedGrantsOf: missing,
    operators: missing,
    operatorById: missing,
    sessionByDigest: missing,
    sessionById: missing,
    sessionsOf: missing,
    auditEntries: missing,
    jobById: missing,
    deadJobs: missing,
    stuckJobs: missing,
    moneySlices: missing,
    queuesByKind: missing,
    workersSeen: missing,
    processingTimes: missing,
  };
}

export function consoleWrites(_session: TransactionSession): ConsoleWrites {
  return {
    insertAuditEntry: missing,
    insertSession: missing,
    seeSession: missing,
    endSession: missing,
    endSessionsOf: missing,
    purgeSessions: missing,
    signInTries: missing,
    saveSignInTries: missing,
    purgeSignInTries: missing,
    lockSignIn: missing,
    lockOperators: missing,
    insertOperator: missing,
    saveOperator: missing,
    saveGood: missing,
    insertOperatorGrant: missing,
    endGrant: missing,
    insertApproval: missing,
    decideApproval: missing,
    insertOutsideEvent: missing,
    purgeOutsideEvents: missing,
    insertJobAttempt: missing,
    purgeJobAttempts: missing,
    seeWorker: missing,
    purgeWorkers: missing,
    reviveJob: missing,
    hastenJob: missing,
    removeDeadJob: missing,
  };
}
