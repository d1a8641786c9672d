/** Serves the style sheet and icons of the built-in pages, and the icons of the default catalogue. */

import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const folder = fileURLToPath(new URL('../../../web/static/', import.meta.url));

/** Registers one route per file at the start, so that no request can reach another file. */
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
        // A browser shows an SVG opened directly as a document. This policy forbids its scripts.
        response.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
      },
    });
  }
}
