/** Cases of the console’s API for webhook endpoints, deliveries and events. */

import assert from 'node:assert/strict';
import { addEndpoint, removeEndpoint } from '../../../src/usecases/webhooks/manage-endpoints.ts';
import { operatorOf } from '../../support/console-fixture.ts';
import { by, onItem, read } from './console-calls.ts';
import type { OperationCases, World } from './operation-cases.ts';

const owner = operatorOf('owner');
const target = { url: 'https://erp.example/hook', events: ['order.paid'] };

async function added({ shop }: World): Promise<number> {
  for (const { id, origin } of await shop.store.read.webhookEndpoints.all())
    if (origin === 'console') await removeEndpoint(shop.deps, owner, id);
  return (await addEndpoint(shop.deps, owner, target)).endpoint.id;
}

async function ofEnvironment({ shop }: World): Promise<number> {
  const [first] = await shop.store.read.webhookEndpoints.all();
  assert.equal(first?.origin, 'environment');
  return first.id;
}

const onEndpoint = (
  act: string,
  method: 'POST' | 'DELETE',
  payload: object | undefined,
  isEditing: boolean,
): OperationCases =>
  onItem((id) => `webhook_endpoints/${id}${act}`, method, payload, 'owner', 'support', {
    possible: added,
    ...(isEditing ? { impossible: ofEnvironment } : {}),
  });

/** For each operation, calls that produce its statuses; by `operationId` without the prefix `console_`. */
export const consoleWebhookCases: Readonly<Record<string, OperationCases>> = {
  webhook_endpoints: read('webhook_endpoints'),
  add_webhook_endpoint: {
    success: async (world) => {
      await added(world);
      return by(world, 'owner', 'POST', 'webhook_endpoints', target);
    },
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'webhook_endpoints', target),
      invalid_parameters: (world) =>
        by(world, 'owner', 'POST', 'webhook_endpoints', { url: 'http://erp.example/' }),
      illegal_transition: async (world) => {
        await added(world);
        while ((await world.shop.store.read.webhookEndpoints.all()).length < 16)
          await addEndpoint(world.shop.deps, owner, target);
        return by(world, 'owner', 'POST', 'webhook_endpoints', target);
      },
    },
  },
  change_webhook_endpoint: onEndpoint('', 'POST', target, true),
  rotate_webhook_secret: onEndpoint('/rotate', 'POST', undefined, true),
  remove_webhook_endpoint: onEndpoint('', 'DELETE', undefined, true),
  test_webhook_endpoint: onEndpoint('/test', 'POST', undefined, false),
  pause_webhook_endpoint: onEndpoint('/pause', 'POST', undefined, false),
  resume_webhook_endpoint: onEndpoint('/resume', 'POST', undefined, false),
  webhook_deliveries: {
    success: async (world) =>
      by(world, 'viewer', 'GET', `webhook_endpoints/${await added(world)}/deliveries`),
    refusals: {
      unknown_item: (world) => by(world, 'viewer', 'GET', 'webhook_endpoints/999999/deliveries'),
      invalid_parameters: (world) => by(world, 'viewer', 'GET', 'webhook_endpoints/1/deliveries?before=x'),
    },
  },
  replay_webhooks: {
    success: async (world) =>
      by(world, 'support', 'POST', `webhook_endpoints/${await added(world)}/replay`, {
        from: '2026-11-01T00:00:00Z',
        to: '2026-11-02T00:00:00Z',
      }),
    refusals: {
      forbidden: (world) => by(world, 'viewer', 'POST', 'webhook_endpoints/1/replay', { event_id: 'X' }),
      unknown_item: (world) =>
        by(world, 'support', 'POST', 'webhook_endpoints/999999/replay', { event_id: 'X' }),
      invalid_parameters: (world) => by(world, 'support', 'POST', 'webhook_endpoints/1/replay', {}),
    },
  },
  events: read('events', 'from=yesterday'),
};
