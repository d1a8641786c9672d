/**
 * The real service, which is killed after the mail server has received an e-mail and before the mail server has
 * confirmed it.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpClient } from '../support/http-client.ts';
import { smtpUrl, startMailServer } from '../support/mail-server.ts';
import { startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createCustomer } from './customer.ts';

test('a service that is killed while it sends an e-mail sends it again with the same Message-ID', async (t) => {
  const server = await startMailServer();
  t.after(() => server.stop());
  const { dataDir, remove } = temporaryDataDir();
  t.after(remove);
  const env = { DATA_DIR: dataDir, SMTP_URL: smtpUrl(server), MAIL_FROM: 'Photos <photos@shop.example>' };
  const first = await startServiceProcess(env);
  let killed: Promise<unknown> | undefined;
  server.beforeConfirmation = async () => {
    killed ??= first.kill();
    await killed;
    return undefined;
  };
  const customer = createCustomer(httpClient(first.url));
  const orderNo = await customer.order('mark_order_vip', 3);
  await customer.post('set_order_email', { order_no: orderNo, email: 'ann@example.com', language: 'en' });
  // Ignore the error: the service may be killed before it answers this call.
  await customer.pay(orderNo).catch(() => undefined);
  await waitUntil('the service is killed', () => killed);
  await killed;
  server.beforeConfirmation = () => undefined;
  const second = await startServiceProcess(env);
  t.after(() => second.stop());
  await waitUntil('the second copy arrives', () => server.received.length >= 2);
  const ids = server.received.map(({ headers }) => headers.get('message-id'));
  assert.equal(ids.length, 2);
  assert.equal(ids[0], ids[1]);
  const order = await createCustomer(httpClient(second.url)).fetchOrder(orderNo);
  assert.deepEqual([order.status, order.deal_status], ['pay', 'done']);
  assert.doesNotMatch(first.output() + second.output(), /ann@example\.com/);
});
