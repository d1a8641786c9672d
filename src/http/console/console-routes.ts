/** Registers all routes of the console's API. */

import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { oneLineText } from '../../domain/one-line-text.ts';
import type { SessionCaller } from '../../usecases/callers/caller.ts';
import { readsWholeNumbers } from '../../usecases/webhooks/list-events.ts';
import type { ConsoleDeps, HttpOptions } from '../app-options.ts';
import { rememberCaller } from '../callers/known-callers.ts';
import { registerConsoleDocumentRoutes } from '../goods/console-document-routes.ts';
import { registerConsoleGoodsRoutes } from '../goods/console-goods-routes.ts';
import { registerConsoleHealthRoutes } from '../health/console-health-routes.ts';
import { registerConsoleInboxRoutes } from '../inbox/console-inbox-routes.ts';
import { registerConsoleJobRoutes } from '../jobs/console-job-routes.ts';
import { registerConsoleUserRoutes } from '../members/console-user-routes.ts';
import { registerConsoleNumbersRoutes } from '../numbers/console-numbers-routes.ts';
import { registerConsoleApiTokenRoutes } from '../operators/console-api-token-routes.ts';
import { registerConsoleAuditLogRoutes } from '../operators/console-audit-log-routes.ts';
import { registerConsoleOperatorRoutes } from '../operators/console-operator-routes.ts';
import { registerConsoleReauthenticationRoutes } from '../operators/console-reauthentication-routes.ts';
import {
  beginAppRoute,
  registerConsoleSecondFactorRoutes,
} from '../operators/console-second-factor-routes.ts';
import { registerConsoleSessionRoutes } from '../operators/console-session-routes.ts';
import { registerConsoleSignInRoutes } from '../operators/console-sign-in-routes.ts';
import { requireSignedIn } from '../operators/signed-in.ts';
import { registerConsoleOrderRoutes, showNumberRoute } from '../orders/console-order-routes.ts';
import { registerConsoleMoneyRoutes } from '../payments/console-money-routes.ts';
import { registerConsoleProblemRoutes } from '../problems/console-problem-routes.ts';
import { registerConsoleReconciliationRoutes } from '../reconciliation/console-reconciliation-routes.ts';
import { type ObjectSchema, parameterValidator } from '../requests/parameters.ts';
import { registerConsoleErasureRoutes } from '../retention/console-erasure-routes.ts';
import { registerConsoleShopRoutes } from '../shop/console-shop-routes.ts';
import { registerConsoleEndpointRoutes } from '../webhooks/console-endpoint-routes.ts';
import { eventsRoute, registerConsoleEventRoutes } from '../webhooks/console-event-routes.ts';
import type { ConsoleContext } from './console-context.ts';
import { maskNumbersInAnswers } from './mask-numbers.ts';

/** Treats an empty query parameter as missing, because an empty search field of a page sends one. */
const validator: FastifySchemaCompiler<ObjectSchema> = (route) => {
  const judge = parameterValidator(route);
  return route.httpPart === 'querystring' ? (data: unknown) => judge(withoutEmpty(data)) : judge;
};

function withoutEmpty(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== ''));
}

/**
 * Turns the field `reason` of a body into one line of clean text, because the audit log and the console show reasons,
 * and customers see the reasons of refunds.
 */
function cleanReason(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return;
  if (typeof body.reason === 'string') body.reason = oneLineText(body.reason);
}

/** @param app a Fastify context of its own, because these hooks and parsers are for the console only. */
export function registerConsoleRoutes(app: FastifyInstance, deps: ConsoleDeps, options: HttpOptions): void {
  // A form of another site can make a browser send bodies of these types without a CORS preflight, so they are not
  // parsed.
  app.removeContentTypeParser(['application/x-www-form-urlencoded', 'multipart/form-data']);
  app.setValidatorCompiler(validator);
  app.addHook('preValidation', async ({ body }) => cleanReason(body));
  const { judgeAgain, signedInOf, tokenCallerOf } = requireSignedIn(app, deps);
  const sessionCallerOf = (request: FastifyRequest): SessionCaller => {
    const { operator, id, provenAt } = signedInOf(request).session;
    const source = { address: request.ip, requestId: request.id };
    return { kind: 'operator', operator, sessionId: id, provenAt, ...source };
  };
  const callerOf = (request: FastifyRequest) => {
    const caller = tokenCallerOf(request) ?? sessionCallerOf(request);
    rememberCaller(request, caller);
    return caller;
  };
  const isUnmasked = (request: FastifyRequest) => {
    const route = `${request.method} ${request.routeOptions.url}`;
    if (route === eventsRoute) return readsWholeNumbers(callerOf(request));
    return route === showNumberRoute || route === beginAppRoute;
  };
  maskNumbersInAnswers(app, isUnmasked, (request) => {
    try {
      return callerOf(request).operator.role;
    } catch {
      // A call without a session, such as the call that signs in, has no role.
      return null;
    }
  });
  const context: ConsoleContext = {
    deps,
    options,
    signedInOf,
    sessionCallerOf,
    callerOf,
    async callerNow(request) {
      await judgeAgain(request);
      return callerOf(request);
    },
  };
  registerConsoleSignInRoutes(app, context);
  registerConsoleSessionRoutes(app, context);
  registerConsoleReauthenticationRoutes(app, context);
  registerConsoleSecondFactorRoutes(app, context);
  registerConsoleApiTokenRoutes(app, context);
  registerConsoleOperatorRoutes(app, context);
  registerConsoleAuditLogRoutes(app, context);
  registerConsoleOrderRoutes(app, context);
  registerConsoleErasureRoutes(app, context);
  registerConsoleUserRoutes(app, context);
  registerConsoleGoodsRoutes(app, context);
  registerConsoleDocumentRoutes(app, context);
  registerConsoleShopRoutes(app, context);
  registerConsoleJobRoutes(app, context);
  registerConsoleMoneyRoutes(app, context);
  registerConsoleProblemRoutes(app, context);
  registerConsoleReconciliationRoutes(app, context);
  registerConsoleHealthRoutes(app, context);
  registerConsoleEndpointRoutes(app, context);
  registerConsoleEventRoutes(app, context);
  registerConsoleInboxRoutes(app, context);
  registerConsoleNumbersRoutes(app, context);
}
