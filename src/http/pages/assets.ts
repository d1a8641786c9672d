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
        // An SVG that is opened as a page is a document; this policy lets it load and run nothing.
        response.header('content-security-policy', `${closedPolicy}; style-src 'unsafe-inline'`);
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
}
