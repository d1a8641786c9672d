/** What the console's API answers, taken from the service's own schemas: a page that disagrees is not built. */

import type { Static } from 'typebox';
import type {
  consoleGoodSchema,
  consoleGoodsSchema,
  iconSchema,
} from '../../../src/http/goods/console-goods-schemas.ts';
import type { healthSchema } from '../../../src/http/health/console-health-schemas.ts';
import type { jobSchema, jobsSchema, retriedAllSchema } from '../../../src/http/jobs/console-job-schemas.ts';
import type { userDetailSchema, usersSchema } from '../../../src/http/members/console-user-schemas.ts';
import type { auditSchema } from '../../../src/http/operators/console-audit-log-schemas.ts';
import type {
  madeOperatorSchema,
  operatorSchema,
  operatorsSchema,
} from '../../../src/http/operators/console-operator-schemas.ts';
import type { sessionSchema, sessionsSchema } from '../../../src/http/operators/console-session-schemas.ts';
import type {
  orderCountsSchema,
  orderDetailSchema,
  ordersSchema,
} from '../../../src/http/orders/console-order-schemas.ts';
import type { moneySchema } from '../../../src/http/payments/console-money-schemas.ts';
import type { approvalsSchema } from '../../../src/http/refunds/console-refund-approval-schemas.ts';

export type Session = Static<typeof sessionSchema>;
export type Permission = Session['permissions'][number];
export type Operator = Static<typeof operatorSchema>;
export type Operators = Static<typeof operatorsSchema>;
export type MadeOperator = Static<typeof madeOperatorSchema>;
export type Sessions = Static<typeof sessionsSchema>;
export type SessionItem = Sessions['sessions'][number];
export type AuditPage = Static<typeof auditSchema>;
export type AuditEntry = AuditPage['entries'][number];

export type OrdersPage = Static<typeof ordersSchema>;
export type OrderItem = OrdersPage['orders'][number];
export type OrderCounts = Static<typeof orderCountsSchema>;
export type OrderDetail = Static<typeof orderDetailSchema>;
export type OrderAction = OrderDetail['actions'][number];
export type TimelineItem = OrderDetail['timeline'][number];
export type ApprovalsPage = Static<typeof approvalsSchema>;
export type Approval = ApprovalsPage['approvals'][number];

export type Good = Static<typeof consoleGoodSchema>;
export type Goods = Static<typeof consoleGoodsSchema>;
export type Icon = Static<typeof iconSchema>;

export type UsersPage = Static<typeof usersSchema>;
export type UserItem = UsersPage['users'][number];
export type UserDetail = Static<typeof userDetailSchema>;
export type Grant = UserDetail['grants'][number];

export type JobsPage = Static<typeof jobsSchema>;
export type Job = Static<typeof jobSchema>;
export type RetriedAll = Static<typeof retriedAllSchema>;
export type Money = Static<typeof moneySchema>;
export type MoneyRow = Money['days'][number];
export type Health = Static<typeof healthSchema>;
