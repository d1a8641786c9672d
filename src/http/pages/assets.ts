/** Style sheets and icons of the built-in pages and the default catalogue. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { closedPolicy } from '../requests/protective-headers.ts';

const folder = fileURLToPath(new URL('../../../web/static/', import.meta.url));
/** The colours and sizes that the built-in pages share with the shop and the console. */
const tokensFile = fileURLToPath(new URL('../../../web/shared/tokens.css', import.meta.url));
const maxAgeS = 3_600;
/**
 * A browser treats an SVG that is opened directly as a document. This policy prevents the document from
 * loading files and running scripts.
 */
const svgPolicy = `${closedPolicy}; style-src 'unsafe-inline'`;

/** Registers one route per file at the start, so that no request can name any other file. */
export function registerAssets(app: FastifyInstance): void {
  for (const name of ['assets', 'icons']) {
    app.register(fastifyStatic, {
      root: `${folder}${name}`,
      prefix: `/${name}/`,
      wildcard: false,
      decorateReply: false,
      index: false,
      schemaHide: true,
      maxAge: maxAgeS * 1_000,
      setHeaders: (response, path) => {
        response.header('content-security-policy', svgPolicy);
        if (path.endsWith('.svg')) response.header('content-type', 'image/svg+xml; charset=utf-8');
      },
    });
  }
  const tokens = readFileSync(tokensFile);
  app.get('/assets/tokens.css', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-type', 'text/css; charset=utf-8')
      .header('cache-control', `public, max-age=${maxAgeS}`)
      .send(tokens),
  );
  // Browsers request `/favicon.ico` for documents without a link to an icon, for example pictures and JSON.
  const icon = readFileSync(`${folder}icons/favicon.ico`);
  app.get('/favicon.ico', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-type', 'image/x-icon')
      .header('cache-control', `public, max-age=${maxAgeS}`)
      .send(icon),
  );
}
