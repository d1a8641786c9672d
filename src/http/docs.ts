/** The reference for client developers: OpenAPI document, a page that shows it, and every error code explained. */

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { type ErrorCode, errorCatalogue } from '../domain/errors.ts';
import { errorExplanations } from './error-explanations.ts';
import { type Html, html } from './html.ts';
import { sendPage } from './page.ts';

const description = `Order service for image processing and membership goods.

A success is the bare value, never an envelope. An error has a real HTTP status and is \`application/problem+json\` (RFC 9457) with a stable \`code\`; [all codes](/docs/errors).

Bodies may be JSON, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`; numeric strings are taken as numbers; unknown parameters are ignored. \`/v1/…\` answers as \`/index.php/v1/…\` does.

Every answer carries \`X-Request-Id\`. Where a rate limit is set, \`RateLimit-Policy\` and \`RateLimit\` tell it. Creating calls take an \`Idempotency-Key\` (kept 24 hours); a stored answer is marked \`Idempotent-Replayed: true\`.`;

/** Must be registered before the routes that it describes. */
export function registerOpenApi(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Photokiosk', version: 'v1', description },
      servers: [{ url: '/', description: 'This service' }],
      tags: [
        { name: 'Catalogue', description: 'What can be bought.' },
        { name: 'Uploads', description: 'Photos for image goods.' },
        { name: 'Orders', description: 'Ordering, looking up and watching.' },
        { name: 'Payment', description: 'Paying, cancelling, refunding.' },
        { name: 'Account', description: 'What belongs to the caller.' },
      ],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'A guest token from `X-User-Token`, or a JWT of the shop’s identity provider.',
          },
          operator: { type: 'http', scheme: 'basic', description: 'Operators of the shop.' },
          guest: { type: 'apiKey', in: 'cookie', name: 'photokiosk_guest' },
        },
      },
      // An empty object: calls work without a credential as well.
      security: [{}, { bearer: [] }, { guest: [] }, { operator: [] }],
    },
  });
}

function errorRow(code: ErrorCode): Html {
  const { status, title } = errorCatalogue[code];
  return html`<section id="${code}"><h2><code>${code}</code> <span class="status">${status}</span></h2><p><strong>${title}.</strong> ${errorExplanations[code]}</p></section>
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
<p>Every error is <code>application/problem+json</code> with one of these codes. Codes are stable; texts may change.</p>
${Object.keys(errorCatalogue).filter(isErrorCode).map(errorRow)}<p class="links"><a href="/docs">API reference</a></p></main>`,
    ),
  );
  app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: 0, displayRequestDuration: true },
    theme: { title: 'Photokiosk API' },
  });
}
