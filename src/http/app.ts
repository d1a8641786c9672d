/**
 * Builds the HTTP layer: creates the Fastify app and registers every hook and route, in this order.
 * `main.ts` creates everything in `HttpOptions`, listens and handles signals.
 *
 * The routes are in the folders of their topics:
 * - `*-operations.ts`: the client API, `/index.php/v1/<operation>`.
 * - `console-*-routes.ts`: the console's API, `/admin/api/…`; `console/console-routes.ts` registers all of it.
 * - `*-downloads.ts`, `*-probes.ts`, `*-pages.ts` and `pages/`: files, health checks and web pages.
 */

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { HttpOptions } from './app-options.ts';
import { admitOrders } from './callers/anonymous-orders.ts';
import { callerOf } from './callers/caller.ts';
import { createLimitExchange } from './callers/limit-exchange.ts';
import { type RateLimit, rateLimit } from './callers/rate-limit.ts';
import { registerConsoleRoutes } from './console/console-routes.ts';
import { registerEmailEntry, registerEmailLookups } from './emails/email-operations.ts';
import { registerUnsubscribePages } from './emails/unsubscribe-pages.ts';
import { connectionErrorHandler, handleErrors, routerErrorHandler } from './errors/error-handler.ts';
import { registerDocumentOperations } from './goods/document-operations.ts';
import { registerGoodsOperations } from './goods/goods-operations.ts';
import { registerIconDownloads } from './goods/icon-downloads.ts';
import { meterDisk } from './health/disk-metrics.ts';
import { registerHealthProbes } from './health/health-probes.ts';
import {
  meterDifferences,
  meterQueue,
  meterWebhooks,
  registerMetrics,
  requestMeter,
} from './health/metrics.ts';
import { meterProviders } from './health/provider-metrics.ts';
import { registerConsentOperation } from './members/consent-operations.ts';
import { registerGuestTokenOperations } from './members/guest-token-operations.ts';
import { registerLoginOperations } from './members/login-operations.ts';
import { registerMembershipOperations } from './members/membership-operations.ts';
import { registerOpenApi } from './openapi.ts';
import { registerCancelOperations } from './orders/cancel-operations.ts';
import { registerEventStreamOperations } from './orders/event-stream-operations.ts';
import { registerOrderLookupOperations } from './orders/order-lookup-operations.ts';
import { registerOrderOperations } from './orders/order-operations.ts';
import { registerAssets } from './pages/assets.ts';
import { registerDocs } from './pages/docs.ts';
import { registerShopConfig } from './pages/shop-config.ts';
import { registerShopManifest } from './pages/shop-manifest.ts';
import { registerShopTheme } from './pages/shop-theme.ts';
import { registerWebPages } from './pages/web-pages.ts';
import { registerNotificationOperations } from './payments/notification-operations.ts';
import { registerPaymentOperations } from './payments/payment-operations.ts';
import { registerSandboxPages } from './payments/sandbox-pages.ts';
import { registerPhotoLinkCreation, registerPhotoLinkLookups } from './pictures/photo-link-operations.ts';
import { registerPictureOperations } from './pictures/picture-operations.ts';
import { registerResultDownloads } from './pictures/result-downloads.ts';
import { registerUploadOperations } from './pictures/upload-operations.ts';
import { registerProblemLookups, registerProblemReports } from './problems/problem-operations.ts';
import { registerRefundOperations } from './refunds/refund-operations.ts';
import { requireBodies } from './requests/body-arrival.ts';
import { parseBodies } from './requests/body-parsers.ts';
import { boundConnections, type Connections } from './requests/connections.ts';
import { collectMethods } from './requests/method-table.ts';
import { rewriteUrl } from './requests/operation.ts';
import { parameterValidator } from './requests/parameters.ts';
import {
  type ProtectiveHeaders,
  protectiveHeaders,
  sendProtectiveHeaders,
} from './requests/protective-headers.ts';
import { requestIds } from './requests/request-ids.ts';
import { limitRequestsInFlight } from './requests/request-slots.ts';
import { trackRequests } from './requests/request-tracker.ts';
import { requireHost } from './requests/require-host.ts';
import { responseSerializers } from './requests/response-serializers.ts';
import { requireCosts, withCost } from './requests/route-cost.ts';
import { trustedProxies } from './requests/trusted-proxies.ts';
import { keepWhileWorking } from './requests/working-connections.ts';
import { registerMyDataOperation } from './retention/my-data-operations.ts';
import type { RouteContext } from './route-context.ts';
import { sharedSchemas } from './shared-schemas.ts';

function createServer(
  options: HttpOptions,
  limitRate: RateLimit | null,
  headers: ProtectiveHeaders,
): FastifyInstance {
  const { limits, publicUrl, trustProxy } = options;
  const newRequestId = requestIds();
  const refuse = routerErrorHandler(publicUrl, headers);
  // No hook runs for an address that the router cannot read, so the request is counted for the rate limit here. The
  // function is asynchronous because Fastify catches no error that is thrown at this place.
  const countUnroutable = async (request: FastifyRequest, reply: FastifyReply) =>
    limitRate?.(request, reply, 'read');
  const app: FastifyInstance = Fastify({
    // `request-tracker.ts` writes one line per request into the service's own log.
    logger: false,
    genReqId: newRequestId,
    requestIdHeader: false,
    rewriteUrl,
    trustProxy,
    bodyLimit: limits.bodySizeBytesMax,
    routerOptions: { maxParamLength: 512 },
    schemaController: { compilersFactory: { buildSerializer: responseSerializers() } },
    connectionTimeout: limits.idleTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    http: {
      maxHeaderSize: 16 * 1024,
      // Requests without a `Host` header reach the hooks, and `require-host.ts` refuses them.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeoutMs,
      // How often Node checks for requests that arrive too slowly. Node's default is 30 s.
      connectionsCheckingInterval: Math.min(5_000, limits.headersTimeoutMs),
    },
    // Fastify does not answer 503 itself while the service stops, because `request-tracker.ts` answers 503 with a
    // problem document.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors(error, request, reply) {
      void countUnroutable(request, reply).then(
        (refused) => refuse(refused ?? error, request, reply),
        (failure: unknown) => refuse(failure, request, reply),
      );
    },
    clientErrorHandler: connectionErrorHandler(publicUrl, headers, newRequestId),
  });
  // When `connectionsMax` is reached, `connections.ts` closes an old connection for each new one. Node's own limit
  // refuses new connections of all clients. It is twice as high, so that it has an effect only while many closed
  // connections are still being removed.
  app.server.maxConnections = 2 * limits.connectionsMax;
  // Ignore unknown values of the header `Expect`, which RFC 9110, 10.1.1, allows. Node would answer 417 before any
  // hook runs.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;
}

/**
 * When the app closes, event streams end at once, and requests that are still running after `graceMs` lose
 * their connection.
 * @returns a signal that aborts when the app starts to close.
 */
function stopSignal(app: FastifyInstance, connections: Connections, graceMs: number): AbortSignal {
  const stop = new AbortController();
  app.addHook('onResponse', async () => {
    // Fastify closes idle connections only once, when the stop begins. The connection of this response was busy at
    // that time, so it is closed here.
    if (stop.signal.aborted) setImmediate(() => app.server.closeIdleConnections());
  });
  app.addHook('preClose', async () => {
    stop.abort();
    connections.closeUnused();
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref();
  });
  return stop.signal;
}

/** @returns an app that does not listen yet. `listen` and `inject` make it ready. */
export function buildApp(options: HttpOptions): FastifyInstance {
  const { limits, metrics, sandboxCheckout, service } = options;
  const limitExchange = createLimitExchange(options.sharedLimits, options.log);
  const limitRate = rateLimit(options, limitExchange);
  const headers = protectiveHeaders(options.publicUrl);
  const app = createServer(options, limitRate, headers);
  app.addHook('onClose', () => limitExchange.stop());
  const connections = boundConnections(app.server, limits, trustedProxies(options.trustProxy));
  keepWhileWorking(app.server, limits.idleTimeoutMs);
  requireCosts(app);
  const methods = collectMethods(app);
  sendProtectiveHeaders(app, headers);
  handleErrors(app, options.publicUrl, options.log, methods);
  trackRequests(app, options, limitRate, requestMeter(metrics));
  requireHost(app);
  requireBodies(app, limits);
  limitRequestsInFlight(app, limits.requestsInFlight, connections);
  app.setValidatorCompiler(parameterValidator);
  parseBodies(app, limits.bodySizeBytesMax);
  meterQueue(metrics, service);
  meterDifferences(metrics, service);
  meterWebhooks(metrics, service);
  meterDisk(metrics, service);
  meterProviders(metrics, options.console.providerCalls);

  const context: RouteContext = {
    options,
    identify: callerOf(service, options.publicUrl),
    limitExchange,
    admitOrder: admitOrders(options, limitExchange),
    stopped: stopSignal(app, connections, limits.stopGraceMs),
  };
  for (const schema of sharedSchemas) app.addSchema(schema);
  registerOpenApi(app, options.publicUrl);
  registerClientApi(app, context);
  withCost(app, 'console', (own) => registerConsoleRoutes(own, options.console, options));
  withCost(app, 'read', (own) => registerResultDownloads(own, context));
  withCost(app, 'probe', (own) => {
    registerHealthProbes(own, options);
    registerMetrics(own, metrics);
  });
  if (sandboxCheckout !== null) withCost(app, 'read', (own) => registerSandboxPages(own, sandboxCheckout));
  withCost(app, 'page', (pages) => {
    registerShopConfig(pages, options);
    registerShopTheme(pages, options);
    registerShopManifest(pages, options);
    registerUnsubscribePages(pages, options);
    registerWebPages(pages, options);
    registerAssets(pages);
    registerIconDownloads(pages, options.console);
    registerDocs(pages);
  });
  return app;
}

/** Every operation of the client API. The OpenAPI document lists the operations in this order. */
function registerClientApi(app: FastifyInstance, context: RouteContext): void {
  // goods_list
  withCost(app, 'read', (own) => registerGoodsOperations(own, context));
  // document_list
  withCost(app, 'read', (own) => registerDocumentOperations(own, context));
  // mark_order_*, one for each kind of good
  withCost(app, 'order', (own) => registerOrderOperations(own, context));
  withCost(app, 'read', (own) => {
    // fetch_order, order_details, my_orders
    registerOrderLookupOperations(own, context);
    // order_problems
    registerProblemLookups(own, context);
    // order_email
    registerEmailLookups(own, context);
    // my_vip
    registerMembershipOperations(own, context);
  });
  // my_data
  withCost(app, 'order', (own) => registerMyDataOperation(own, context));
  withCost(app, 'order', (own) => {
    // login
    registerLoginOperations(own, context);
    // guest_token, end_guest_tokens
    registerGuestTokenOperations(own, context);
    // face_consent
    registerConsentOperation(own, context);
    // pay_order, pay_orders
    registerPaymentOperations(own, context);
    // cancel_order
    registerCancelOperations(own, context);
    // refund_order
    registerRefundOperations(own, context);
    // report_problem
    registerProblemReports(own, context);
    // create_photo_link
    registerPhotoLinkCreation(own, context);
    // set_order_email, remove_order_email
    registerEmailEntry(own, context);
  });
  // check_photo, photo_color, photo_sheet
  withCost(app, 'picture', (own) => registerPictureOperations(own, context));
  // photo_link, end_photo_link
  withCost(app, 'read', (own) => registerPhotoLinkLookups(own, context));
  // order_events
  withCost(app, 'read', (own) => registerEventStreamOperations(own, context));
  // ext_upload
  withCost(app, 'upload', (own) => registerUploadOperations(own, context));
  // pay_notify
  withCost(app, 'notification', (own) => registerNotificationOperations(own, context));
}
