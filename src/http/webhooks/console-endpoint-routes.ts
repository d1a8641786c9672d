/** Console API: list, add, change, pause, resume, test and remove webhook endpoints, and rotate their secrets. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { webhookEvents } from '../../domain/webhook-events.ts';
import type { WebhookEndpoint } from '../../usecases/webhooks/endpoint-store.ts';
import {
  addEndpoint,
  changeEndpoint,
  type EndpointWithSecret,
  listEndpoints,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../../usecases/webhooks/manage-endpoints.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idParams } from '../console/schema-fields.ts';
import {
  endpointBody,
  endpointChangeBody,
  endpointSchema,
  endpointsSchema,
  endpointWithSecretSchema,
} from './console-webhook-schemas.ts';
import { endpointToWire, endpointVersionOf } from './console-webhook-wire.ts';

const path = `${consolePrefix}webhook_endpoints`;
const needsProof = 'For owners, with a session and a recent proof of identity.';

const listed = consoleSchema(
  {
    name: 'webhook_endpoints',
    summary: 'List webhook endpoints',
    answer: endpointsSchema,
    answerDescription: 'The endpoints, and the types of events that an endpoint can choose.',
  },
  {},
);

const added = consoleSchema(
  {
    name: 'add_webhook_endpoint',
    summary: 'Add a webhook endpoint',
    description: needsProof,
    answer: endpointWithSecretSchema,
    answerStatus: 201,
    answerDescription: 'The endpoint, with its secret.',
    errors: ['illegal_transition'],
  },
  { body: endpointBody },
);

const changed = consoleSchema(
  {
    name: 'change_webhook_endpoint',
    summary: 'Change a webhook endpoint',
    description: `Changes its address and its events. If the request contains a \`version\` and the endpoint has changed since that version, the call is refused. ${needsProof}`,
    answer: endpointSchema,
    answerDescription: 'The endpoint, changed.',
    errors: ['unknown_item', 'illegal_transition'],
  },
  { params: idParams, body: endpointChangeBody },
);

const rotated = consoleSchema(
  {
    name: 'rotate_webhook_secret',
    ignoresBody: true,
    summary: 'Rotate the secret of a webhook endpoint',
    description: `For one day, deliveries have two signatures: with the new and with the former secret. ${needsProof}`,
    answer: endpointWithSecretSchema,
    answerDescription: 'The endpoint, with its new secret.',
    errors: ['unknown_item', 'illegal_transition'],
  },
  { params: idParams },
);

const removed = consoleSchema(
  {
    name: 'remove_webhook_endpoint',
    ignoresBody: true,
    summary: 'Remove a webhook endpoint',
    description: `Also removes its delivery log. ${needsProof}`,
    answerDescription: 'The endpoint is removed.',
    errors: ['unknown_item', 'illegal_transition'],
  },
  { params: idParams },
);

const tested = consoleSchema(
  {
    name: 'test_webhook_endpoint',
    ignoresBody: true,
    summary: 'Send a test event',
    description: `Sends the event \`webhook.test\` to this endpoint only. The delivery log shows the result. ${needsProof}`,
    answerDescription: 'The event is written and will be sent.',
    errors: ['unknown_item'],
  },
  { params: idParams },
);

const switched = (name: string, summary: string, description: string) =>
  consoleSchema(
    {
      name,
      ignoresBody: true,
      summary,
      description: `${description} ${needsProof}`,
      answer: endpointSchema,
      answerDescription: 'The endpoint as it is now.',
      errors: ['unknown_item'],
    },
    { params: idParams },
  );

const paused = switched(
  'pause_webhook_endpoint',
  'Pause a webhook endpoint',
  'New events are kept and sent when the endpoint is resumed.',
);
const resumed = switched(
  'resume_webhook_endpoint',
  'Resume a webhook endpoint',
  'Ends a pause, or switches an endpoint on again that the service switched off. Events that came meanwhile are sent.',
);

export function registerConsoleEndpointRoutes(plain: FastifyInstance, context: ConsoleContext): void {
  const { deps, callerOf, sessionCallerOf } = context;
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const toWire = (request: FastifyRequest, endpoint: WebhookEndpoint) =>
    endpointToWire(endpoint, callerOf(request), deps.clock.now());
  const withSecret = (request: FastifyRequest, { endpoint, secret }: EndpointWithSecret) => ({
    endpoint: toWire(request, endpoint),
    secret,
  });

  app.get(path, { schema: listed }, async (request) => {
    const endpoints = await listEndpoints(deps, callerOf(request));
    return { endpoints: endpoints.map((each) => toWire(request, each)), event_types: [...webhookEvents] };
  });

  app.post(path, { schema: added }, async (request, reply) => {
    const { url, events = [] } = request.body;
    const made = await addEndpoint(deps, sessionCallerOf(request), { url, events });
    return reply.code(201).send(withSecret(request, made));
  });

  app.post(`${path}/:id`, { schema: changed }, async (request) => {
    const { url, events = [], version } = request.body;
    const isUnchanged =
      version === undefined ? null : (now: WebhookEndpoint) => endpointVersionOf(now) === version;
    const { id } = request.params;
    const change = { url, events, isUnchanged };
    return toWire(request, await changeEndpoint(deps, sessionCallerOf(request), id, change));
  });

  app.post(`${path}/:id/rotate`, { schema: rotated }, async (request) =>
    withSecret(request, await rotateSecret(deps, sessionCallerOf(request), request.params.id)),
  );

  app.post(`${path}/:id/pause`, { schema: paused }, async (request) =>
    toWire(request, await pauseEndpoint(deps, sessionCallerOf(request), request.params.id)),
  );

  app.post(`${path}/:id/resume`, { schema: resumed }, async (request) =>
    toWire(request, await resumeEndpoint(deps, sessionCallerOf(request), request.params.id)),
  );

  app.post(`${path}/:id/test`, { schema: tested }, async (request, reply) => {
    await testEndpoint(deps, sessionCallerOf(request), request.params.id);
    return reply.code(204).send();
  });

  app.delete(`${path}/:id`, { schema: removed }, async (request, reply) => {
    await removeEndpoint(deps, sessionCallerOf(request), request.params.id);
    return reply.code(204).send();
  });
}
