/**
 * Builds the OpenAPI 3.1 document from the schemas of the routes. The document is the contract of `v1`,
 * which must not change in an incompatible way.
 */

import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { guestCookieNameOf } from './callers/credentials.ts';
import { sessionCookie } from './operators/session-secret.ts';
import { headersKey } from './requests/operation.ts';

const description = `Order service for photo work and memberships.

A successful response is the bare value, without an envelope. An error has an HTTP status of 4xx or 5xx and is \`application/problem+json\` (RFC 9457) with a stable \`code\`. The service explains [all codes](/docs/errors).

Bodies are JSON, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`. Numeric strings are converted to numbers, and unknown parameters are ignored. Every operation has the same response with and without \`/index.php\` in its path.

Every response has the header \`X-Request-Id\`. If rate limits are enabled, the headers \`RateLimit-Policy\` and \`RateLimit\` show them. Calls that create something accept an \`Idempotency-Key\`, which the service keeps for 24 hours. A stored response has the header \`Idempotent-Replayed: true\`.`;

const tags = [
  { name: 'Catalogue', description: 'The goods for sale.' },
  { name: 'Uploads', description: 'Photos for image goods.' },
  { name: 'Orders', description: 'Place, look up and watch orders.' },
  { name: 'Payment', description: 'Pay, cancel and refund orders.' },
  { name: 'Account', description: 'The caller’s orders, membership and tokens.' },
  { name: 'Shop', description: 'Only for the shop’s own page at `/`, and may change with the page.' },
  {
    name: 'Console',
    description:
      'Only for the operators’ own pages at `/admin`, and may change with them. Bodies are JSON. Calls that change something need the header `X-CSRF-Token`. A page marks the requests that it sends without an action of the operator with `X-Background: 1`: they do not prolong the session.',
  },
];

const cookieNames = 'If the public address of the shop is https, the name begins with `__Host-`.';

/** @param secure whether the shop's public address is https. */
const securitySchemesOf = (secure: boolean) =>
  ({
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'A guest token from `X-User-Token`, or a JWT of the shop’s identity provider.',
    },
    operator: { type: 'http', scheme: 'basic', description: 'Operators of the shop.' },
    operator_token: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API token of an operator, `pk_…`. Operators create tokens in the console.',
    },
    guest: {
      type: 'apiKey',
      in: 'cookie',
      name: guestCookieNameOf(secure),
      description: `The guest token, in a browser. ${cookieNames}`,
    },
    console: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie.nameOf(secure),
      description: `The session of an operator’s browser. ${cookieNames}`,
    },
  }) as const;

function withDocumentedHeaders(schema: FastifySchema | undefined): FastifySchema {
  const { [headersKey]: headers, ...rest }: FastifySchema & Record<string, unknown> = { ...schema };
  if (headers === undefined) return rest;
  return { ...rest, headers: { type: 'object', properties: headers } };
}

interface Operation {
  requestBody?: { required?: boolean; content?: Record<string, { schema?: { required?: unknown } }> };
}

/** Marks bodies without required fields as optional, because the OpenAPI plug-in marks every body as required. */
function mendBodies(paths: Readonly<Record<string, unknown>>): void {
  for (const item of Object.values(paths)) {
    const { post } = item as { post?: Operation };
    const body = post?.requestBody;
    if (body?.content === undefined) continue;
    body.required = Object.values(body.content).some(({ schema }) => Array.isArray(schema?.required));
  }
}

/** Puts the console's paths last, so that client developers read the client API without a gap. */
function clientPathsFirst<Item>(paths: Readonly<Record<string, Item>>): Record<string, Item> {
  const isConsole = (path: string) => path.startsWith('/admin/');
  const entries = Object.entries(paths);
  return Object.fromEntries([
    ...entries.filter(([path]) => !isConsole(path)),
    ...entries.filter(([path]) => isConsole(path)),
  ]);
}

/** Call it before the routes that the document describes are registered. */
export function registerOpenApi(app: FastifyInstance, publicUrl: string): void {
  const securitySchemes = securitySchemesOf(publicUrl.startsWith('https:'));
  app.register(swagger, {
    refResolver: { buildLocalReference: (schema, _base, _fragment, index) => String(schema.$id ?? index) },
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Photokiosk', version: 'v1', description },
      servers: [{ url: '/', description: 'This service' }],
      tags,
      components: { securitySchemes },
      // The empty object means that calls without a credential are allowed as well.
      security: [{}, { bearer: [] }, { guest: [] }, { operator: [] }, { operator_token: [] }],
    },
    transform: ({ schema, url }) => ({ schema: withDocumentedHeaders(schema), url }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { paths = {} } = document.openapiObject;
      mendBodies(paths);
      return Object.assign(document.openapiObject, { paths: clientPathsFirst(paths) });
    },
  });
}
