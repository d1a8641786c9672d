/** Serves the reference for client developers: the OpenAPI document, a page that shows it, and the error codes. */

import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { errorReasons } from '../../domain/error-reasons.ts';
import { type ErrorCode, errorCatalogue } from '../../domain/errors.ts';
import { errorExplanations } from '../errors/error-explanations.ts';
import { type Html, html } from './html.ts';
import { sendPage } from './page.ts';

/**
 * The policy of the API reference allows files from this origin only. Swagger UI creates style elements, so
 * inline styles are allowed.
 */
const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Without this element, a phone shows the page at the width of a desktop, with letters too small to read. */
const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';

/** Adds the viewport to Swagger UI's page, which has no option for it. */
function withViewport(reply: FastifyReply, payload: unknown): unknown {
  const isHtml = String(reply.getHeader('content-type')).startsWith('text/html');
  return isHtml && typeof payload === 'string' ? payload.replace('<head>', `<head>${viewport}`) : payload;
}

/**
 * Hides the top bar of Swagger UI, because it only loads documents from other origins, which the policy forbids. Lets
 * long paths and tables break, so that they do not widen the page on a phone.
 */
const referenceStyles = `.swagger-ui .topbar { display: none; }
@media (max-width: 600px) {
  .swagger-ui .wrapper { padding: 0 8px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; word-break: break-all; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex-basis: 100%; padding: 0; }
  .swagger-ui .opblock-body { overflow-x: auto; }
  .swagger-ui .scheme-container .schemes { flex-wrap: wrap; gap: 12px; }
}`;

/** Lists the reasons that a problem with this error code can have; empty for a code without reasons. */
function reasonsLine(code: ErrorCode): Html {
  const reasons = Object.entries(errorReasons).filter(([, of]) => of === code);
  if (reasons.length === 0) return html``;
  return html`<p>Reasons: ${reasons.map(([reason]) => html`<code>${reason}</code> `)}</p>`;
}

function errorRow(code: ErrorCode): Html {
  const { status, title } = errorCatalogue[code];
  return html`<section id="${code}"><h2><code>${code}</code> <span class="status">${status}</span></h2><p><strong>${title}.</strong> ${errorExplanations[code]}</p>${reasonsLine(code)}</section>
`;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}

export function registerDocs(app: FastifyInstance): void {
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  );
  app.get('/docs/errors', { schema: { hide: true } }, async (_request, reply) =>
    sendPage(
      reply,
      'Photokiosk error codes',
      html`<main><h1>Error codes</h1>
<p>Every error is <code>application/problem+json</code> with one of these codes. A reason, where there is one, is narrower than its code. Codes and reasons are stable; texts may change.</p>
${Object.keys(errorCatalogue).filter(isErrorCode).map(errorRow)}<p class="links"><a href="/docs">API reference</a></p></main>`,
    ),
  );
  app.register(async (own) => {
    own.addHook('onSend', async (_request, reply, payload) => withViewport(reply, payload));
    await own.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: referencePolicy,
      uiConfig: {
        docExpansion: 'list',
        defaultModelsExpandDepth: 0,
        displayRequestDuration: true,
        validatorUrl: null,
      },
      theme: {
        title: 'Photokiosk API',
        css: [{ filename: 'photokiosk.css', content: referenceStyles }],
      },
    });
  });
}
