/** Tests of the guarantees that the port `Store` gives. The store must pass them on every kind of database. */

import type { OpenTestDatabase } from '../../support/databases.ts';
import { auditLogContract } from './audit-log.ts';
import { documentContract } from './documents.ts';
import { emailContract } from './emails.ts';
import { goodContract } from './goods.ts';
import { idempotencyContract } from './idempotency.ts';
import { inboxContract } from './inbox.ts';
import { jobRecordContract } from './job-records.ts';
import { jobContract } from './jobs.ts';
import { limitContract } from './limits.ts';
import { memberContract } from './members.ts';
import { operatorContract } from './operators.ts';
import { orderSearchContract } from './order-search.ts';
import { orderContract } from './orders.ts';
import { paymentContract } from './payments.ts';
import { photoLinkContract } from './photo-links.ts';
import { problemsContract } from './problems.ts';
import { reconciliationContract } from './reconciliation.ts';
import { refundContract } from './refunds.ts';
import { sandboxLedgerContract } from './sandbox-ledger.ts';
import { secondFactorContract } from './second-factors.ts';
import { selfAuditContract } from './self-audit.ts';
import { transactionContract } from './transactions.ts';
import { uploadContract } from './uploads.ts';
import { webhookContract } from './webhooks.ts';

export function storeContract(open: OpenTestDatabase): void {
  orderContract(open);
  orderSearchContract(open);
  paymentContract(open);
  refundContract(open);
  reconciliationContract(open);
  sandboxLedgerContract(open);
  memberContract(open);
  operatorContract(open);
  secondFactorContract(open);
  auditLogContract(open);
  documentContract(open);
  goodContract(open);
  photoLinkContract(open);
  uploadContract(open);
  idempotencyContract(open);
  jobContract(open);
  limitContract(open);
  jobRecordContract(open);
  webhookContract(open);
  inboxContract(open);
  problemsContract(open);
  emailContract(open);
  selfAuditContract(open);
  transactionContract(open);
}
