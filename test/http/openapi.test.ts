/** The OpenAPI document. `statuses/` compares its statuses with the responses of the service. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goodKinds } from '../../src/domain/goods/kinds.ts';
import { guestCookieHeader } from '../../src/http/callers/credentials.ts';
import { sessionCookie } from '../../src/http/operators/session-secret.ts';
import { assertCommitted } from '../domain/committed-document.ts';
import { type TestAppOptions, testApp } from '../support/test-app.ts';

async function documentOf(options: TestAppOptions = {}) {
  const { app } = testApp(options);
  const answer = await app.inject('/openapi.json');
  await app.close();
  assert.equal(answer.statusCode, 200);
  return answer.json();
}

describe('the OpenAPI document', () => {
  it('equals the committed document, because v1 is frozen', async () => {
    assertCommitted('openapi.json', `${JSON.stringify(await documentOf(), null, 2)}\n`);
  });

  it('is a document of OpenAPI 3.1 and contains every operation under its specified path', async () => {
    const { openapi, paths } = await documentOf();
    assert.equal(openapi, '3.1.0');
    const shown = ['goods_list', 'fetch_order', ...goodKinds.map(({ functName }) => functName)];
    const ours = [
      'ext_upload',
      'pay_order',
      'pay_orders',
      'cancel_order',
      'refund_order',
      'my_orders',
      'my_vip',
      'my_data',
      'pay_notify/{provider}',
    ];
    for (const name of [...shown, ...ours]) assert.ok(paths[`/index.php/v1/${name}`]?.post, name);
    assert.ok(paths['/index.php/v1/order_events'].get);
  });

  it('has the names of the cookies that the service sets and reads', async () => {
    for (const [publicUrl, prefix] of [
      ['http://127.0.0.1:8080', ''],
      ['https://shop.test', '__Host-'],
    ] as const) {
      const { guest, console } = (await documentOf({ publicUrl })).components.securitySchemes;
      const secure = publicUrl.startsWith('https:');
      assert.deepEqual(
        [guest.name, console.name],
        [`${prefix}photokiosk_guest`, `${prefix}photokiosk_console`],
      );
      assert.ok(guestCookieHeader('x', secure).startsWith(`${guest.name}=`));
      assert.ok(sessionCookie.header('x', 1, secure).startsWith(`${console.name}=`));
    }
  });

  it('lists three body encodings, and requires a body only where a parameter is required', async () => {
    const { paths } = await documentOf();
    const bodyOf = (name: string) => paths[`/index.php/v1/${name}`].post.requestBody;
    assert.deepEqual(Object.keys(bodyOf('fetch_order').content), [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
    assert.equal(bodyOf('fetch_order').required, true);
    assert.equal(bodyOf('my_orders').required, false);
    assert.equal(bodyOf('goods_list'), undefined);
    assert.deepEqual(Object.keys(bodyOf('ext_upload').content), ['multipart/form-data']);
  });

  it('has a success, 500 and 503 for every operation, and no broken reference', async () => {
    const document = await documentOf();
    for (const [path, item] of Object.entries<Record<string, { responses: Record<string, unknown> }>>(
      document.paths,
    )) {
      for (const { responses } of Object.values(item)) {
        assert.ok(
          Object.keys(responses).some((status) => status.startsWith('2')),
          path,
        );
        assert.ok('500' in responses && '503' in responses, path);
      }
    }
    for (const [, name = ''] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      assert.ok(name in document.components.schemas, name);
    }
  });
});
