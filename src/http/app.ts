/**
 * Builds the HTTP edge. Everything that is registered is registered here, in this order; listening, signals
 * and the making of what is in `HttpOptions` are `main.ts`'s.
 */

import Fastify, { type FastifyInstance } from 'fastify';
import type { HttpOptions } from './app-options.ts';
import { registerAssets } from './assets.ts';
import { parseBodies } from './body-parsers.ts';
import { callerOf } from './caller.ts';
import { registerIcons } from './console/icons-route.ts';
import { registerConsole } from './console/register-console.ts';
import { registerDocs } from './docs.ts';
import type { Edge } from './edge.ts';
import { connectionErrorHandler, handleErrors, routerErrorHandler } from './error-handler.ts';
import { followExchanges } from './exchange.ts';
import { registerFiles } from './files.ts';
import { registerGoodsOperations } from './goods-operations.ts';
import { registerHealth } from './health.ts';
import { collectMethods } from './method-table.ts';
import { meterQueue, registerMetrics, requestMeter } from './metrics.ts';
import { registerOpenApi } from './openapi.ts';
import { rewriteUrl } from './operation.ts';
import { registerOrderEvents } from './order-events.ts';
import { registerOrderLookups } from './order-lookups.ts';
import { registerOrderOperations } from './order-operations.ts';
import { parameterValidator } from './parameters.ts';
import { registerPayNotify } from './pay-notify.ts';
import { registerPaymentOperations } from './payment-operations.ts';
import { registerPictureOperations } from './picture-operations.ts';
import { requestIds } from './request-ids.ts';
import { registerSandboxPages } from './sandbox-pages.ts';
import { sharedSchemas } from './schemas.ts';
import { registerShopConfig } from './shop-config.ts';
import { followUnused } from './unused-connections.ts';
import { registerUpload } from './upload.ts';
import { registerWebPages } from './web-pages.ts';

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
    identify: callerOf(options),
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
