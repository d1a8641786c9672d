/** Everything of the console's API, in one place. */

import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { ConsoleDeps, HttpOptions } from '../app-options.ts';
import { registerConsoleGoods } from '../goods/goods-routes.ts';
import { registerConsoleHealth } from '../health/health-routes.ts';
import { registerConsoleJobs } from '../jobs/jobs-routes.ts';
import { registerConsoleUsers } from '../members/users-routes.ts';
import { registerConsoleAuditLog } from '../operators/audit-log-routes.ts';
import { registerConsoleOperators } from '../operators/operators-routes.ts';
import { registerConsoleSession } from '../operators/session-routes.ts';
import { requireSignedIn } from '../operators/signed-in.ts';
import { registerConsoleOrders } from '../orders/orders-routes.ts';
import { registerConsoleMoney } from '../payments/money-routes.ts';
import { type ObjectSchema, parameterValidator } from '../requests/parameters.ts';
import type { ConsoleEdge } from './console-edge.ts';

/** An empty query parameter counts as missing: that is how a page's empty search field arrives. */
const validator: FastifySchemaCompiler<ObjectSchema> = (route) => {
  const judge = parameterValidator(route);
  return route.httpPart === 'querystring' ? (data: unknown) => judge(withoutEmpty(data)) : judge;
};

function withoutEmpty(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== ''));
}

/** @param app one of its own: hooks and parsers set here hold for the console alone. */
export function registerConsole(app: FastifyInstance, deps: ConsoleDeps, options: HttpOptions): void {
  // A form of another site can send these without asking the browser's permission.
  app.removeContentTypeParser(['application/x-www-form-urlencoded', 'multipart/form-data']);
  app.setValidatorCompiler(validator);
  const signedInOf = requireSignedIn(app, deps);
  const edge: ConsoleEdge = {
    deps,
    options,
    signedInOf,
    callerOf(request) {
      const { operator, id } = signedInOf(request).session;
      return { kind: 'operator', operator, sessionId: id, address: request.ip, requestId: request.id };
    },
  };
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
