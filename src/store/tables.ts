/**
 * The one list of tables. Every table has equal columns in both databases: whole numbers, texts and nulls.
 * Instants are milliseconds since the epoch. `migrations/` creates the tables; a test compares them with
 * these definitions.
 *
 * Queries name their columns. PostgreSQL keeps a prepared `select *` with the columns of its first run, so it
 * would fail in processes of an older version as soon as a newer version has added a column.
 */

import { auditLogTable } from './callers/audit-log-table.ts';
import { idempotencyRecordsTable } from './callers/idempotency-records-table.ts';
import { heldPlacesTable, spentLimitsTable } from './callers/limit-tables.ts';
import { orderEmailRecipientsTable } from './emails/order-email-recipients-table.ts';
import { orderEmailsTable } from './emails/order-emails-table.ts';
import { documentVersionsTable } from './goods/document-versions-table.ts';
import { goodsTable } from './goods/goods-table.ts';
import { shippedRulesTable } from './goods/shipped-rules-table.ts';
import { unusedIconsTable } from './goods/unused-icons-table.ts';
import { inboxOwnersTable, notesTable } from './inbox/inbox-tables.ts';
import { jobAttemptsTable } from './jobs/job-attempts-table.ts';
import { jobsTable } from './jobs/jobs-table.ts';
import { workersTable } from './jobs/workers-table.ts';
import { consentTextsTable, faceConsentsTable } from './members/consent-tables.ts';
import { membershipGrantsTable } from './members/membership-grants-table.ts';
import { providerAccountsTable } from './members/provider-accounts-table.ts';
import { usersTable } from './members/users-table.ts';
import { apiTokensTable } from './operators/api-tokens-table.ts';
import { operatorSessionsTable } from './operators/operator-sessions-table.ts';
import { operatorsTable } from './operators/operators-table.ts';
import { pendingSignInsTable } from './operators/pending-sign-ins-table.ts';
import {
  authenticatorAppsTable,
  passkeysTable,
  recoveryCodesTable,
  signInRulesTable,
  usedChallengesTable,
} from './operators/second-factor-tables.ts';
import { refusedSignInsTable, signInTriesTable } from './operators/sign-in-tables.ts';
import { orderHistoryTable } from './orders/order-history-table.ts';
import { ordersTable } from './orders/orders-table.ts';
import { savedFiltersTable } from './orders/saved-filters-table.ts';
import { disputesTable } from './payments/disputes-table.ts';
import { paymentAttemptsTable } from './payments/payment-attempts-table.ts';
import { paymentNotificationsTable } from './payments/payment-notifications-table.ts';
import { refusedNotificationsTable } from './payments/refused-notifications-table.ts';
import { photoLinksTable } from './pictures/photo-links-table.ts';
import { uploadsTable } from './pictures/uploads-table.ts';
import { orderProblemsTable } from './problems/order-problems-table.ts';
import { billDaysTable, billRowsTable, billTotalsTable } from './reconciliation/bill-tables.ts';
import { differencesTable } from './reconciliation/differences-table.ts';
import { refundApprovalsTable } from './refunds/refund-approvals-table.ts';
import { refundsTable } from './refunds/refunds-table.ts';
import { erasuresTable } from './retention/erasures-table.ts';
import { sandboxPaymentsTable, sandboxRefundsTable } from './sandbox/sandbox-tables.ts';
import { shopSettingsTable } from './shop/shop-settings-table.ts';
import type { KyselyTable } from './table.ts';
import {
  webhookDeliveriesTable,
  webhookEndpointsTable,
  webhookReplaysTable,
} from './webhooks/webhook-endpoint-tables.ts';
import { webhookEventsTable } from './webhooks/webhook-events-table.ts';

export const tables = {
  api_tokens: apiTokensTable,
  audit_log: auditLogTable,
  authenticator_apps: authenticatorAppsTable,
  bill_days: billDaysTable,
  bill_rows: billRowsTable,
  bill_totals: billTotalsTable,
  consent_texts: consentTextsTable,
  document_versions: documentVersionsTable,
  erasures: erasuresTable,
  face_consents: faceConsentsTable,
  goods: goodsTable,
  held_places: heldPlacesTable,
  idempotency_records: idempotencyRecordsTable,
  inbox_owners: inboxOwnersTable,
  job_attempts: jobAttemptsTable,
  jobs: jobsTable,
  membership_grants: membershipGrantsTable,
  operator_sessions: operatorSessionsTable,
  operators: operatorsTable,
  notes: notesTable,
  order_history: orderHistoryTable,
  differences: differencesTable,
  disputes: disputesTable,
  order_email_recipients: orderEmailRecipientsTable,
  order_emails: orderEmailsTable,
  order_problems: orderProblemsTable,
  orders: ordersTable,
  outside_events: webhookEventsTable,
  passkeys: passkeysTable,
  payment_attempts: paymentAttemptsTable,
  payment_notifies: paymentNotificationsTable,
  pending_sign_ins: pendingSignInsTable,
  photo_links: photoLinksTable,
  provider_accounts: providerAccountsTable,
  recovery_codes: recoveryCodesTable,
  refund_approvals: refundApprovalsTable,
  refunds: refundsTable,
  refused_notifications: refusedNotificationsTable,
  refused_sign_ins: refusedSignInsTable,
  sandbox_payments: sandboxPaymentsTable,
  sandbox_refunds: sandboxRefundsTable,
  saved_filters: savedFiltersTable,
  shipped_rules: shippedRulesTable,
  shop_settings: shopSettingsTable,
  sign_in_rules: signInRulesTable,
  sign_in_tries: signInTriesTable,
  spent_limits: spentLimitsTable,
  unused_icons: unusedIconsTable,
  uploads: uploadsTable,
  used_challenges: usedChallengesTable,
  users: usersTable,
  webhook_deliveries: webhookDeliveriesTable,
  webhook_endpoints: webhookEndpointsTable,
  webhook_replays: webhookReplaysTable,
  workers: workersTable,
};

/** All tables in the form of Kysely's types. */
export type Tables = { readonly [Name in keyof typeof tables]: KyselyTable<(typeof tables)[Name]> };
