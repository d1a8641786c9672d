/** Style sheet and icons of the built-in pages and the default catalogue. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const folder = fileURLToPath(new URL('../../web/static/', import.meta.url));
/** The colours and sizes that the built-in pages share with the shop and the console. */
const tokensFile = fileURLToPath(new URL('../../web/shared/tokens.css', import.meta.url));
const maxAgeS = 3_600;

/** Each file is a route of its own, found at the start: no request can name a file that is not one. */
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
      setHeaders: (response) => {
        // An icon opened by itself is a document: it may do nothing.
        response.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
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
