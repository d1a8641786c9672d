/**
 * Serves results through signed links (`deal_result`). A request with a valid signature needs no
 * credential.
 */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { dispositionOf } from '../../domain/disposition-of.ts';
import type { StoredFile } from '../../usecases/ports/file-store.ts';
import { clientKey } from '../callers/client-address.ts';
import { problemResponses } from '../requests/operation.ts';
import { closedPolicy } from '../requests/protective-headers.ts';
import type { RouteContext } from '../route-context.ts';

/**
 * Both parameters are optional in the schema, so that a link without them is refused as forged (404) and
 * not as invalid (422).
 */
const linkQuery = Type.Object({
  expires: Type.Optional(
    Type.String({ maxLength: 32, default: '', description: 'Part of the signed link.' }),
  ),
  signature: Type.Optional(
    Type.String({ maxLength: 256, default: '', description: 'Part of the signed link.' }),
  ),
  via: Type.Optional(
    Type.Enum(['service'], {
      description:
        'Not part of the signed link: with `via=service`, the service sends the file itself and never redirects to an object store. For web pages that read the file, because an object store is another origin.',
    }),
  ),
});

const linkParams = Type.Object({
  '*': Type.String({ maxLength: 512, description: 'The name of the file, as in the link.' }),
});

function describe(reply: FastifyReply, stored: StoredFile): FastifyReply {
  return (
    reply
      .header('content-type', stored.contentType)
      .header('content-length', stored.sizeBytes)
      .header('content-disposition', dispositionOf(stored.contentType))
      // Photos of people must not stay in the cache of a shared computer. A cached picture would not be used anyway,
      // because the next look-up of the order returns a new address.
      .header('cache-control', 'no-store')
      .header('content-security-policy', `${closedPolicy}; sandbox`)
      .header('cross-origin-resource-policy', 'cross-origin')
  );
}

export function registerResultDownloads(plain: FastifyInstance, { options }: RouteContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const schema = {
    operationId: 'download',
    summary: 'Download a result',
    description:
      'Use the address in `deal_result` unchanged, except that a web page may add `via=service`; do not build such addresses yourself.',
    tags: ['Orders'],
    security: [],
    params: linkParams,
    querystring: linkQuery,
    response: {
      200: {
        description: 'The finished picture, or a report about it.',
        content: {
          'image/*': { schema: { type: 'string', format: 'binary' } },
          'application/pdf': { schema: { type: 'string', format: 'binary' } },
        },
      },
      302: {
        description:
          'The image is in an object store: follow `Location`, which is valid for a minute. Clients that follow redirects need nothing else.',
        headers: { location: { type: 'string', format: 'uri' } },
      },
      ...problemResponses([
        'malformed_request',
        'unknown_file',
        'result_expired',
        'link_expired',
        'invalid_parameters',
        'too_many_requests',
        'internal',
        'unavailable',
      ]),
    },
  };
  app.get('/files/*', { schema, exposeHeadRoute: false }, async (request, reply) => {
    const { expires = '', signature = '', via } = request.query;
    const file = request.params['*'];
    const stored = await options.service.openResult(file, expires, signature);
    if (stored.directLink !== undefined && via !== 'service') {
      return reply
        .header('cache-control', 'no-store')
        .header('cross-origin-resource-policy', 'cross-origin')
        .redirect(await stored.directLink(), 302);
    }
    return describe(reply, stored).send(await stored.open(clientKey(request.ip)));
  });
  app.head(
    '/files/*',
    { schema: { hide: true, params: linkParams, querystring: linkQuery } },
    async (request, reply) => {
      const { expires = '', signature = '' } = request.query;
      const file = request.params['*'];
      return describe(reply, await options.service.openResult(file, expires, signature)).send();
    },
  );
}
