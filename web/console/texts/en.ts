/** Every text of the console in English, one catalogue per topic. */

import { enDocuments } from './en-documents.ts';
import { enErasure } from './en-erasure.ts';
import { enErrors } from './en-errors.ts';
import { enFilters } from './en-filters.ts';
import { enBulk, enFinder } from './en-finder.ts';
import { enInbox, enNotes } from './en-inbox.ts';
import { enNames } from './en-names.ts';
import { enNumbers } from './en-numbers.ts';
import { enJobs, enOrders, enRefunds } from './en-orders.ts';
import { enProblems } from './en-problems.ts';
import { enReconciliation } from './en-reconciliation.ts';
import { enSecondFactor } from './en-second-factor.ts';
import { enAccount, enAuditLog, enHealth, enOperators } from './en-service.ts';
import { enSettings } from './en-settings.ts';
import { enLayout, enShared } from './en-shared.ts';
import { enGoods, enOverview, enPayments, enUsers } from './en-shop.ts';
import { enWebhooks } from './en-webhooks.ts';

export const en = {
  common: enShared,
  layout: enLayout,
  errors: enErrors,
  names: enNames,
  overview: enOverview,
  finder: enFinder,
  bulk: enBulk,
  filters: enFilters,
  inbox: enInbox,
  notes: enNotes,
  orders: enOrders,
  problems: enProblems,
  refunds: enRefunds,
  jobs: enJobs,
  goods: enGoods,
  documents: enDocuments,
  settings: enSettings,
  users: enUsers,
  erasure: enErasure,
  payments: enPayments,
  numbers: enNumbers,
  reconciliation: enReconciliation,
  health: enHealth,
  operators: enOperators,
  account: enAccount,
  secondFactor: enSecondFactor,
  auditLog: enAuditLog,
  webhooks: enWebhooks,
};
