/** Everything of the console's API, in one place. */

import type { FastifyInstance } from 'fastify';
import { registerConsoleAuditLog } from './audit-log-routes.ts';
import type { ConsoleEdge } from './console-edge.ts';
import { registerConsoleGoods } from './goods-routes.ts';
import { registerConsoleHealth } from './health-routes.ts';
import { registerConsoleJobs } from './jobs-routes.ts';
import { registerConsoleMoney } from './money-routes.ts';
import { registerConsoleOperators } from './operators-routes.ts';
import { registerConsoleOrders } from './orders-routes.ts';
import { registerConsoleSession } from './session-routes.ts';
import { registerConsoleUsers } from './users-routes.ts';

export function registerConsole(app: FastifyInstance, edge: ConsoleEdge): void {
  registerConsoleSession(app, edge);
  registerConsoleOperators(app, edge);
  registerConsoleAuditLog(app, edge);
  registerConsoleOrders(app, edge);
  registerConsoleUsers(app, edge);
  registerConsoleGoods(app, edge);
  registerConsoleJobs(app, edge);
  registerConsoleMoney(app, edge);
  registerConsoleHealth(app, edge);
}
