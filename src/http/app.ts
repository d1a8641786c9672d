/**
 * Builds the HTTP edge. Everything that is registered is registered here, in this order; listening, signals
 * and the making of what is in `HttpOptions` are `main.ts`'s.
 */

import Fastify, { type FastifyInstance } from 'fastify';
import type { HttpOptions } from './app-options.ts';
import { callerOf } from './callers/caller.ts';
import { registerConsole } from './console/register-console.ts';
import type { Edge } from './edge.ts';
import { connectionErrorHandler, handleErrors, routerErrorHandler } from './errors/error-handler.ts';
import { registerGoodsOperations } from './goods/goods-operations.ts';
import { registerIcons } from './goods/icons-route.ts';
import { registerHealth } from './health/health.ts';
import { meterQueue, registerMetrics, requestMeter } from './health/metrics.ts';
import { registerOpenApi } from './openapi.ts';
import { registerOrderEvents } from './orders/order-events.ts';
import { registerOrderLookups } from './orders/order-lookups.ts';
import { registerOrderOperations } from './orders/order-operations.ts';
import { registerAssets } from './pages/assets.ts';
import { registerDocs } from './pages/docs.ts';
import { registerShopConfig } from './pages/shop-config.ts';
import { registerWebPages } from './pages/web-pages.ts';
import { registerPayNotify } from './payments/pay-notify.ts';
import { registerPaymentOperations } from './payments/payment-operations.ts';
import { registerSandboxPages } from './payments/sandbox-pages.ts';
import { registerFiles } from './pictures/files.ts';
import { registerPictureOperations } from './pictures/picture-operations.ts';
import { registerUpload } from './pictures/upload.ts';
import { parseBodies } from './requests/body-parsers.ts';
import { followExchanges } from './requests/exchange.ts';
import { collectMethods } from './requests/method-table.ts';
import { rewriteUrl } from './requests/operation.ts';
import { parameterValidator } from './requests/parameters.ts';
import { requestIds } from './requests/request-ids.ts';
import { followUnused } from './requests/unused-connections.ts';
import { sharedSchemas } from './schemas.ts';

function createServer({ limits, publicUrl, trustProxy }: HttpOptions): FastifyInstance {
  const newRequestId = requestIds();
  const app: FastifyInstance = Fastify({
    // Each request is logged once, by `exchange.ts`, into the log that was given.
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
      // How often Node looks for requests that take too long to arrive; its default is half a minute.
      connectionsCheckingInterval: Math.min(5_000, limits.headersTimeoutMs),
    },
    // While stopping, `exchange.ts` answers 503 in our own form.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: routerErrorHandler(publicUrl),
    clientErrorHandler: connectionErrorHandler(publicUrl, newRequestId),
  });
  app.server.maxConnections = limits.connectionsMax;
  return app;
}

/** Closing ends event streams at once, and cuts off requests that do not end by themselves. */
function stopSignal(app: FastifyInstance, graceMs: number): AbortSignal {
  const stop = new AbortController();
  const closeUnused = followUnused(app.server);
  app.addHook('onResponse', async () => {
    // Closing ends idle connections once, at its beginning; this one was busy then and would be kept alive.
    if (stop.signal.aborted) setImmediate(() => app.server.closeIdleConnections());
  });
  app.addHook('preClose', async () => {
    stop.abort();
    closeUnused();
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref();
  });
  return stop.signal;
}

/** @returns an app that is not listening yet; `listen` or `inject` make it ready. */
export function buildApp(options: HttpOptions): FastifyInstance {
  const { limits, metrics, sandboxCheckout, service } = options;
  const app = createServer(options);
  const methods = collectMethods(app);
  handleErrors(app, options.publicUrl, options.log, methods);
  const exchanges = followExchanges(app, options, requestMeter(metrics));
  app.setValidatorCompiler(parameterValidator);
  parseBodies(app, limits.bodySizeBytesMax);
  meterQueue(metrics, service);

  const edge: Edge = {
    options,
    identify: callerOf(service),
    exchanges,
    stopped: stopSignal(app, limits.stopGraceMs),
  };
  for (const schema of sharedSchemas) app.addSchema(schema);
  registerOpenApi(app);
  app.register(async (operations) => {
    registerGoodsOperations(operations, edge);
    registerOrderOperations(operations, edge);
    registerOrderLookups(operations, edge);
    registerPaymentOperations(operations, edge);
    registerPictureOperations(operations, edge);
    registerOrderEvents(operations, edge);
    operations.register(async (own) => registerUpload(own, edge));
    operations.register(async (own) => registerPayNotify(own, edge));
  });
  app.register(async (own) => registerConsole(own, options.console, options));
  app.register(async (pages) => {
    registerFiles(pages, edge);
    registerHealth(pages, options);
    registerMetrics(pages, metrics);
    registerShopConfig(pages, options);
    registerWebPages(pages, options);
    if (sandboxCheckout !== null) registerSandboxPages(pages, sandboxCheckout);
    registerAssets(pages);
    registerIcons(pages, options.console);
    registerDocs(pages);
  });
  return app;
}
