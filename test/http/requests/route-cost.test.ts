/** Every route has a cost, which determines its limits. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import { builtWebFolder } from '../../../src/http/pages/web-pages.ts';
import { testApp } from '../../support/test-app.ts';

async function costs(): Promise<ReadonlyMap<string, string | undefined>> {
  const { app } = testApp({
    webFolder: builtWebFolder,
    sandboxCheckout: {
      view: async () => undefined,
      decide: async () => {
        throw new AppError('unknown_payment', 'There is no such payment.');
      },
    },
  });
  const found = new Map<string, () => string | undefined>();
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) found.set(`${method} ${route.url}`, () => route.config?.cost);
  });
  await app.ready();
  await app.close();
  return new Map([...found].map(([route, cost]) => [route, cost()]));
}

describe('the cost of a route', () => {
  it('is set for every route, also for HEAD and for the files of pages', async () => {
    const found = await costs();
    assert.ok(found.size > 60, `only ${found.size} routes`);
    assert.deepEqual(
      [...found].filter(([, cost]) => cost === undefined),
      [],
    );
  });

  it('names the kind of limited work that the call causes, for example an order or an upload', async () => {
    const found = await costs();
    const expected = {
      'POST /index.php/v1/goods_list': 'read',
      'POST /index.php/v1/mark_order_vip': 'order',
      'POST /index.php/v1/fetch_order': 'read',
      'POST /index.php/v1/pay_order': 'order',
      'POST /index.php/v1/pay_orders': 'order',
      'POST /index.php/v1/refund_order': 'order',
      'POST /index.php/v1/check_photo': 'picture',
      'POST /index.php/v1/photo_sheet': 'picture',
      'GET /index.php/v1/order_events': 'read',
      'POST /index.php/v1/ext_upload': 'upload',
      'POST /index.php/v1/pay_notify/:provider': 'notification',
      'POST /admin/api/session': 'signIn',
      'GET /admin/api/session': 'console',
      'POST /admin/api/icons': 'upload',
      'GET /files/*': 'read',
      'POST /sandbox/checkout/:paymentNo': 'read',
      'GET /health/live': 'probe',
      'HEAD /metrics': 'probe',
      'GET /': 'page',
      'GET /docs/errors': 'page',
    };
    for (const [route, cost] of Object.entries(expected)) assert.equal(found.get(route), cost, route);
  });

  it('is required: an app that has a route without a cost does not start', async () => {
    const { app } = testApp();
    app.get('/new', async () => 'new');
    await assert.rejects(async () => app.ready(), /the route GET \/new has no cost/);
  });
});
