/** Style sheet and icons of the built-in pages and the default catalogue. */

import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const folder = fileURLToPath(new URL('../../../web/static/', import.meta.url));

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
      maxAge: 3_600_000,
      setHeaders: (response) => {
        // An icon opened by itself is a document: it may do nothing.
        response.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
      },
    });
  }
}
