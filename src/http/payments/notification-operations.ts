/**
 * The client API's `pay_notify/<provider>`: takes payment notifications. The service receives the raw bytes of the
 * body, because the signature covers bytes and an unverified body must not be parsed.
 */

import type { IncomingHttpHeaders } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ErrorCode } from '../../domain/errors.ts';
import type { NotificationAnswer, RawNotification } from '../../usecases/ports/payment-provider.ts';
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

const path = `${operationPrefix}pay_notify/:provider`;

const shared = {
  tags: ['Payment'],
  security: [],
  params: Type.Object({
    provider: Type.String({
      maxLength: 32,
      description: 'Name of an enabled provider.',
      examples: ['stripe'],
    }),
  }),
};

const errors: readonly ErrorCode[] = [
  'malformed_request',
  'unknown_operation',
  'invalid_parameters',
  'internal',
  'unavailable',
];

/** @param plain a Fastify context of its own, because the body parsers are replaced. */
export function registerNotificationOperations(plain: FastifyInstance, { options }: RouteContext): void {
  const countOutcome = meterNotifications(options.metrics);
  plain.removeAllContentTypeParsers();
  plain.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  const routes = plain.withTypeProvider<TypeBoxTypeProvider>();

  async function receive(
    provider: string,
    request: FastifyRequest,
    part: Pick<RawNotification, 'method' | 'body'>,
  ): Promise<NotificationAnswer> {
    const notification = {
      ...part,
      headers: singleHeaders(request.headers),
      query: singleTexts(request.query),
    };
    const { answer, outcome } = await options.service.receiveNotification(provider, notification, request.id);
    countOutcome(provider, outcome);
    return answer;
  }

  routes.post(
    path,
    {
      bodyLimit: bodySizeBytesMax,
      schema: {
        operationId: 'pay_notify',
        summary: 'Receive a payment notification',
        description:
          'Only payment providers call this. The signature is verified over the raw bytes. Body and status of the response are what the provider expects.',
        ...shared,
        response: {
          '2xx': { description: 'The response that the payment provider expects.' },
          ...problemResponses([...errors, 'body_too_large', 'unsupported_media_type']),
        },
      },
    },
    async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : noBytes;
      return send(reply, await receive(request.params.provider, request, { method: 'POST', body }));
    },
  );

  routes.get(
    path,
    {
      // Otherwise Fastify would also use this route for HEAD requests, and they would count as a provider's check of
      // the address.
      exposeHeadRoute: false,
      schema: {
        operationId: 'pay_notify_check',
        summary: 'Prove the address of payment notifications',
        description:
          'Some payment providers check the address before they send notifications to it. The signature in the query is verified.',
        ...shared,
        response: {
          '2xx': { description: 'The text that proves the address.' },
          ...problemResponses(errors),
        },
      },
    },
    async (request, reply) =>
      send(reply, await receive(request.params.provider, request, { method: 'GET', body: noBytes })),
  );
}

function send(reply: FastifyReply, { status, contentType, body }: NotificationAnswer): FastifyReply {
  return reply.code(status).header('content-type', contentType).serializer(String).send(body);
}
