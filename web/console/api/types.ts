/** What the console's API answers, taken from the service's own schemas: a page that disagrees is not built. */

import type { Static } from 'typebox';
import type {
  consoleGoodSchema,
  consoleGoodsSchema,
  iconSchema,
} from '../../../src/http/goods/goods-schemas.ts';
import type {
  healthSchema,
  jobSchema,
  jobsSchema,
  moneySchema,
  retriedAllSchema,
} from '../../../src/http/jobs/work-schemas.ts';
import type {
  auditSchema,
  madeOperatorSchema,
  operatorSchema,
  operatorsSchema,
  sessionSchema,
  sessionsSchema,
  userDetailSchema,
  usersSchema,
} from '../../../src/http/operators/people-schemas.ts';
import type {
  approvalsSchema,
  orderCountsSchema,
  orderDetailSchema,
  ordersSchema,
} from '../../../src/http/orders/orders-schemas.ts';

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
