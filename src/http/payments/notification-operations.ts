/**
 * The client API's `pay_notify/<provider>`: takes payment notifications. The service receives the raw bytes of the
 * body, because the signature covers bytes and an unverified body must not be parsed.
 */

import type { IncomingHttpHeaders } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { operationPrefix, problemResponses } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';
import { meterNotifications } from './notification-metrics.ts';

const bodySizeBytesMax = 256 * 1024;

function singleHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  const single: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers))
    single[name] = Array.isArray(value) ? value.join(', ') : value;
  return single;
}

/** A parameter that occurs twice is left out, because no provider sends one twice. */
function singleTexts(query: unknown): Record<string, string> {
  if (typeof query !== 'object' || query === null) return {};
  return Object.fromEntries(Object.entries(query).filter((entry) => typeof entry[1] === 'string'));
}

const noBytes = new Uint8Array(0);

/** @param plain a Fastify context of its own, because the body parsers are replaced. */
export function registerNotificationOperations(plain: FastifyInstance, { options }: RouteContext): void {
  const countOutcome = meterNotifications(options.metrics);
  plain.removeAllContentTypeParsers();
  plain.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  plain.withTypeProvider<TypeBoxTypeProvider>().post(
    `${operationPrefix}pay_notify/:provider`,
    {
      bodyLimit: bodySizeBytesMax,
      schema: {
        operationId: 'pay_notify',
        summary: 'Receive a payment notification',
        description:
          'Only payment providers call this. The signature is verified over the raw bytes. Body and status of the response are what the provider expects.',
        tags: ['Payment'],
        security: [],
        params: Type.Object({
          provider: Type.String({
            maxLength: 32,
            description: 'Name of an enabled provider.',
            examples: ['stripe'],
          }),
        }),
        response: {
          '2xx': { description: 'The response that the payment provider expects.' },
          ...problemResponses([
            'malformed_request',
            'unknown_operation',
            'body_too_large',
            'unsupported_media_type',
            'invalid_parameters',
            'internal',
            'unavailable',
          ]),
        },
      },
    },
    async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : noBytes;
      const notification = {
        method: 'POST',
        headers: singleHeaders(request.headers),
        query: singleTexts(request.query),
        body,
      } as const;
      const { answer, outcome } = await options.service.receiveNotification(
        request.params.provider,
        notification,
        request.id,
      );
      countOutcome(request.params.provider, outcome);
      return reply
        .code(answer.status)
        .header('content-type', answer.contentType)
        .serializer(String)
        .send(answer.body);
    },
  );
}
