/**
 * Builds the HTTP layer: creates the Fastify app and registers every hook and route, in this order.
 * `main.ts` creates everything in `HttpOptions`, listens and handles signals.
 *
 * Where a route is found, in the folder of its topic:
 * - `*-operations.ts`: the client API, `/index.php/v1/<operation>`.
 * - `console-*-routes.ts`: the console's API, `/admin/api/…`; `console/console-routes.ts` registers all of it.
 * - `*-downloads.ts`, `*-probes.ts`, `*-pages.ts` and `pages/`: files, health checks and web pages.
 */

import Fastify, { type FastifyInstance } from 'fastify';
import type { HttpOptions } from './app-options.ts';
import { callerOf } from './callers/caller.ts';
import { registerConsoleRoutes } from './console/console-routes.ts';
import { connectionErrorHandler, handleErrors, routerErrorHandler } from './errors/error-handler.ts';
import { registerGoodsOperations } from './goods/goods-operations.ts';
import { registerIconDownloads } from './goods/icon-downloads.ts';
import { meterDisk } from './health/disk-metrics.ts';
import { registerHealthProbes } from './health/health-probes.ts';
import { meterQueue, registerMetrics, requestMeter } from './health/metrics.ts';
import { registerMembershipOperations } from './members/membership-operations.ts';
import { registerOpenApi } from './openapi.ts';
import { registerCancelOperations } from './orders/cancel-operations.ts';
import { registerEventStreamOperations } from './orders/event-stream-operations.ts';
import { registerOrderLookupOperations } from './orders/order-lookup-operations.ts';
import { registerOrderOperations } from './orders/order-operations.ts';
import { registerAssets } from './pages/assets.ts';
import { registerDocs } from './pages/docs.ts';
import { registerShopConfig } from './pages/shop-config.ts';
import { registerWebPages } from './pages/web-pages.ts';
import { registerNotificationOperations } from './payments/notification-operations.ts';
import { registerPaymentOperations } from './payments/payment-operations.ts';
import { registerSandboxPages } from './payments/sandbox-pages.ts';
import { registerPictureOperations } from './pictures/picture-operations.ts';
import { registerResultDownloads } from './pictures/result-downloads.ts';
import { registerUploadOperations } from './pictures/upload-operations.ts';
import { registerRefundOperations } from './refunds/refund-operations.ts';
import { parseBodies } from './requests/body-parsers.ts';
import { collectMethods } from './requests/method-table.ts';
import { rewriteUrl } from './requests/operation.ts';
import { parameterValidator } from './requests/parameters.ts';
import { requestIds } from './requests/request-ids.ts';
import { trackRequests } from './requests/request-tracker.ts';
import { trackUnusedConnections } from './requests/unused-connections.ts';
import type { RouteContext } from './route-context.ts';
import { sharedSchemas } from './shared-schemas.ts';

function createServer({ limits, publicUrl, trustProxy }: HttpOptions): FastifyInstance {
  const newRequestId = requestIds();
  const app: FastifyInstance = Fastify({
    // `request-tracker.ts` writes one line per request into the service's own log.
    logger: false,
    genReqId: newRequestId,
    requestIdHeader: false,
    rewriteUrl,
    trustProxy,
    bodyLimit: limits.bodySizeBytesMax,
    routerOptions: { maxParamLength: 512 },
    connectionTimeout: limits.idleTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: limits.headersTimeoutMs,
      // How often Node checks for requests that arrive too slowly. Node's default is 30 s.
      connectionsCheckingInterval: Math.min(5_000, limits.headersTimeoutMs),
    },
    // During the stop, `request-tracker.ts` answers 503 as a problem document.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: routerErrorHandler(publicUrl),
    clientErrorHandler: connectionErrorHandler(publicUrl, newRequestId),
  });
  app.server.maxConnections = limits.connectionsMax;
  return app;
}

/**
 * When the app closes, event streams end at once, and requests that are still running after `graceMs` lose
 * their connection.
 * @returns a signal that aborts when the app starts to close.
 */
function stopSignal(app: FastifyInstance, graceMs: number): AbortSignal {
  const stop = new AbortController();
  const closeUnused = trackUnusedConnections(app.server);
  app.addHook('onResponse', async () => {
    // Fastify closes idle connections once, when the stop begins. This connection was busy then, so it is
    // closed after its response.
    if (stop.signal.aborted) setImmediate(() => app.server.closeIdleConnections());
  });
  app.addHook('preClose', async () => {
    stop.abort();
    closeUnused();
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref();
  });
  return stop.signal;
}

/** @returns an app that does not listen yet. `listen` and `inject` make it ready. */
export function buildApp(options: HttpOptions): FastifyInstance {
  const { limits, metrics, sandboxCheckout, service } = options;
  const app = createServer(options);
  const methods = collectMethods(app);
  handleErrors(app, options.publicUrl, options.log, methods);
  const requests = trackRequests(app, options, requestMeter(metrics));
  app.setValidatorCompiler(parameterValidator);
  parseBodies(app, limits.bodySizeBytesMax);
  meterQueue(metrics, service);
  meterDisk(metrics, service);

  const context: RouteContext = {
    options,
    identify: callerOf(service),
    requests,
    stopped: stopSignal(app, limits.stopGraceMs),
  };
  for (const schema of sharedSchemas) app.addSchema(schema);
  registerOpenApi(app);
  registerClientApi(app, context);
  app.register(async (own) => registerConsoleRoutes(own, options.console, options));
  app.register(async (pages) => {
    registerResultDownloads(pages, context);
    registerHealthProbes(pages, options);
    registerMetrics(pages, metrics);
    registerShopConfig(pages, options);
    registerWebPages(pages, options);
    if (sandboxCheckout !== null) registerSandboxPages(pages, sandboxCheckout);
    registerAssets(pages);
    registerIconDownloads(pages, options.console);
    registerDocs(pages);
  });
  return app;
}

/** Every operation of the client API. The order is that of the OpenAPI document. */
function registerClientApi(app: FastifyInstance, context: RouteContext): void {
  app.register(async (operations) => {
    // goods_list
    registerGoodsOperations(operations, context);
    // mark_order_*, one for each kind of good
    registerOrderOperations(operations, context);
    // fetch_order, my_orders
    registerOrderLookupOperations(operations, context);
    // my_vip
    registerMembershipOperations(operations, context);
    // pay_order
    registerPaymentOperations(operations, context);
    // cancel_order
    registerCancelOperations(operations, context);
    // refund_order
    registerRefundOperations(operations, context);
    // check_photo, photo_color, photo_sheet
    registerPictureOperations(operations, context);
    // order_events
    registerEventStreamOperations(operations, context);
    // ext_upload and pay_notify replace the body parsers, each in a Fastify context of its own.
    operations.register(async (own) => registerUploadOperations(own, context));
    operations.register(async (own) => registerNotificationOperations(own, context));
  });
}
