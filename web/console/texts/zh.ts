/** Every text of the console in Chinese, one catalogue per topic. */

import { zhDocuments } from './zh-documents.ts';
import { zhErasure } from './zh-erasure.ts';
import { zhErrors } from './zh-errors.ts';
import { zhFilters } from './zh-filters.ts';
import { zhBulk, zhFinder } from './zh-finder.ts';
import { zhInbox, zhNotes } from './zh-inbox.ts';
import { zhNames } from './zh-names.ts';
import { zhNumbers } from './zh-numbers.ts';
import { zhJobs, zhOrders, zhRefunds } from './zh-orders.ts';
import { zhProblems } from './zh-problems.ts';
import { zhReconciliation } from './zh-reconciliation.ts';
import { zhSecondFactor } from './zh-second-factor.ts';
import { zhAccount, zhAuditLog, zhHealth, zhOperators } from './zh-service.ts';
import { zhSettings } from './zh-settings.ts';
import { zhLayout, zhShared } from './zh-shared.ts';
import { zhGoods, zhOverview, zhPayments, zhUsers } from './zh-shop.ts';
import { zhWebhooks } from './zh-webhooks.ts';

export const zh = {
  common: zhShared,
  layout: zhLayout,
  errors: zhErrors,
  names: zhNames,
  overview: zhOverview,
  finder: zhFinder,
  bulk: zhBulk,
  filters: zhFilters,
  inbox: zhInbox,
  notes: zhNotes,
  orders: zhOrders,
  problems: zhProblems,
  refunds: zhRefunds,
  jobs: zhJobs,
  goods: zhGoods,
  documents: zhDocuments,
  settings: zhSettings,
  users: zhUsers,
  erasure: zhErasure,
  payments: zhPayments,
  numbers: zhNumbers,
  reconciliation: zhReconciliation,
  health: zhHealth,
  operators: zhOperators,
  account: zhAccount,
  secondFactor: zhSecondFactor,
  auditLog: zhAuditLog,
  webhooks: zhWebhooks,
};
