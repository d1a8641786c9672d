/**
 * Implements the store's port over an engine: one part for each topic, the same statements for both
 * databases.
 */

import type { Store, StoreReads, StoreTransaction } from '../usecases/ports/store.ts';
import type { Clock, Log } from '../usecases/ports/tools.ts';
import { auditReads, auditWrites } from './callers/audit-store.ts';
import { idempotencyReads, idempotencyWrites } from './callers/idempotency-store.ts';
import { limitWrites } from './callers/limit-store.ts';
import { emailReads, emailWrites } from './emails/email-store.ts';
import { documentReads, documentWrites } from './goods/document-store.ts';
import { goodReads, goodWrites } from './goods/good-store.ts';
import { unusedIconReads, unusedIconWrites } from './goods/unused-icon-store.ts';
import { inboxReads, inboxWrites } from './inbox/inbox-store.ts';
import { jobReads, jobWrites } from './jobs/job-store.ts';
import { lazyParts } from './lazy-parts.ts';
import { consentReads, consentWrites } from './members/consent-store.ts';
import { memberReads, memberWrites } from './members/member-store.ts';
import { numbersReads } from './numbers/numbers-store.ts';
import { apiTokenReads, apiTokenWrites } from './operators/api-token-store.ts';
import { operatorReads, operatorWrites } from './operators/operator-store.ts';
import { pendingSignInReads, pendingSignInWrites } from './operators/pending-sign-in-store.ts';
import { secondFactorReads, secondFactorWrites } from './operators/second-factor-store.ts';
import { sessionReads, sessionWrites } from './operators/session-store.ts';
import { signInReads, signInWrites } from './operators/sign-in-store.ts';
import { orderReads, orderWrites } from './orders/order-store.ts';
import { savedFilterReads, savedFilterWrites } from './orders/saved-filter-store.ts';
import { disputeReads, disputeWrites } from './payments/dispute-store.ts';
import { paymentReads, paymentWrites } from './payments/payment-store.ts';
import { photoLinkReads, photoLinkWrites } from './pictures/photo-link-store.ts';
import { uploadReads, uploadWrites } from './pictures/upload-store.ts';
import { problemReads, problemWrites } from './problems/problem-store.ts';
import { reconciliationReads, reconciliationWrites } from './reconciliation/reconciliation-store.ts';
import { refundReads, refundWrites } from './refunds/refund-store.ts';
import { erasureReads, erasureWrites } from './retention/erasure-store.ts';
import { selfAuditReads } from './self-audit/self-audit-store.ts';
import type { Engine, Session, TransactionSession } from './session.ts';
import { shopSettingsReads, shopSettingsWrites } from './shop/shop-settings-store.ts';
import {
  type EndpointMemory,
  endpointMemory,
  endpointReads,
  endpointWrites,
} from './webhooks/endpoint-store.ts';
import { webhookReads, webhookWrites } from './webhooks/webhook-store.ts';

/**
 * @param clock the clock of this machine. It sets the `createdAt` of jobs, which pages only show, and
 * `clockAheadMs` compares it with the clock of the database.
 * @param log receives one line for each transition of an order, after the commit is durable.
 */
export function createStore(engine: Engine, clock: Clock, log: Log): Store {
  let closing: Promise<void> | undefined;
  const transactionOf = transactionsOf(clock, log, endpointMemory(engine));
  return {
    async transaction(work) {
      if (closing !== undefined) throw new Error('the store is closed');
      return engine.transaction((session) => work(transactionOf(session)));
    },
    read: readsOf(engine.reader, engine.reports),
    subscribe: engine.subscribe,
    publish: engine.publish,
    ping: engine.ping,
    async clockAheadMs() {
      const before = clock.now();
      const at = await engine.databaseTime();
      const after = clock.now();
      if (at === null) return 0;
      // The database read its clock at an unknown moment between `before` and `after`, so only the distance of `at`
      // from this interval is a certain difference.
      return before > at ? before - at : Math.min(0, after - at);
    },
    dropDeletedBytes: async () => (await engine.dropDeletedBytes?.()) ?? true,
    close: () => (closing ??= engine.close()),
  };
}

/** @param reports the session for reads that may take seconds. */
export function readsOf(session: Session, reports: Session = session): StoreReads {
  return {
    orders: orderReads(session, reports),
    savedFilters: savedFilterReads(session),
    payments: paymentReads(session, reports),
    disputes: disputeReads(session),
    refunds: refundReads(session),
    problems: problemReads(session),
    emails: emailReads(session),
    reconciliation: reconciliationReads(session),
    uploads: uploadReads(session),
    photoLinks: photoLinkReads(session),
    goods: goodReads(session),
    documents: documentReads(session),
    unusedIcons: unusedIconReads(session),
    members: memberReads(session),
    consents: consentReads(session),
    operators: operatorReads(session),
    sessions: sessionReads(session),
    pendingSignIns: pendingSignInReads(session),
    secondFactors: secondFactorReads(session),
    apiTokens: apiTokenReads(session),
    signIns: signInReads(session),
    auditLog: auditReads(session),
    jobs: jobReads(session, reports),
    webhooks: webhookReads(session),
    webhookEndpoints: endpointReads(session),
    idempotency: idempotencyReads(session),
    inbox: inboxReads(session),
    shopSettings: shopSettingsReads(session),
    numbers: numbersReads(reports),
    selfAudit: selfAuditReads(reports),
    erasures: erasureReads(session),
  };
}

function transactionsOf(clock: Clock, log: Log, memory: EndpointMemory) {
  return lazyParts<TransactionSession, StoreTransaction>({
    orders: (session) => orderWrites(session, log),
    savedFilters: savedFilterWrites,
    payments: paymentWrites,
    disputes: disputeWrites,
    refunds: refundWrites,
    problems: problemWrites,
    emails: emailWrites,
    reconciliation: reconciliationWrites,
    uploads: uploadWrites,
    photoLinks: photoLinkWrites,
    goods: goodWrites,
    documents: documentWrites,
    unusedIcons: unusedIconWrites,
    members: memberWrites,
    consents: consentWrites,
    operators: operatorWrites,
    sessions: sessionWrites,
    pendingSignIns: pendingSignInWrites,
    secondFactors: secondFactorWrites,
    apiTokens: apiTokenWrites,
    signIns: signInWrites,
    auditLog: auditWrites,
    jobs: (session) => jobWrites(session, () => clock.now()),
    webhooks: webhookWrites,
    webhookEndpoints: (session) => endpointWrites(session, memory),
    idempotency: idempotencyWrites,
    limits: limitWrites,
    inbox: inboxWrites,
    shopSettings: shopSettingsWrites,
    numbers: numbersReads,
    selfAudit: selfAuditReads,
    erasures: erasureWrites,
    publish: (session) => session.publish,
  });
}
