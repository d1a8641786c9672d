/** The operations of the console's API. */

import { consoleGoodsCases } from './console-goods-cases.ts';
import { consoleInboxCases } from './console-inbox-cases.ts';
import { consoleJobCases } from './console-job-cases.ts';
import { consoleMemberCases } from './console-member-cases.ts';
import { consoleOperatorCases } from './console-operator-cases.ts';
import { consoleOrderCases } from './console-order-cases.ts';
import { consoleProblemCases } from './console-problem-cases.ts';
import { consoleReconciliationCases } from './console-reconciliation-cases.ts';
import { consoleWebhookCases } from './console-webhook-cases.ts';
import type { OperationCases } from './operation-cases.ts';

/** For each operation, calls that produce its statuses; by `operationId` without the prefix `console_`. */
export const consoleCases: Readonly<Record<string, OperationCases>> = {
  ...consoleOperatorCases,
  ...consoleOrderCases,
  ...consoleMemberCases,
  ...consoleGoodsCases,
  ...consoleJobCases,
  ...consoleReconciliationCases,
  ...consoleWebhookCases,
  ...consoleInboxCases,
  ...consoleProblemCases,
};
