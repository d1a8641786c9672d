/** The page Webhooks in a browser, on the real service and with an HTTP server that receives the webhooks. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ConsoleService, owner, refusedCalls, startConsoleService } from './console-service.ts';

describe('the page Webhooks', { skip: skipWithoutChromium(), timeout: 300_000 }, () => {
  let service: ConsoleService;
  let receiver: Server;
  let url = '';

  before(async () => {
    receiver = createServer((request, response) =>
      response.writeHead(request.url === '/gone' ? 410 : 204).end(),
    ).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const address = receiver.address();
    assert.ok(typeof address === 'object' && address !== null);
    url = `http://127.0.0.1:${address.port}`;
    service = await startConsoleService({ EVENTS_PRIVATE_ADDRESSES: 'allow', PLAIN_HTTP: 'allow' });
  });

  after(async () => {
    await service.close();
    receiver.closeAllConnections();
    receiver.close();
  });

  it('an owner adds an endpoint, sees its secret once, and sees the test event delivered', async () => {
    const visit = await service.visitAs(owner, '/', { timezoneId: 'America/Los_Angeles' });
    const { page } = visit;
    await visit.open('/webhooks', 'Webhooks');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill(`${url}/hook`);
    await dialog.getByLabel('Only these events').click();
    await dialog.getByLabel('Order paid').check();
    await visit.check('webhooks-add');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It is shown only now').waitFor();
    assert.match((await page.locator('.made-password').textContent()) ?? '', /^whsec_/);
    await visit.check('webhooks-secret');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('Delivered', { exact: true }).waitFor();
    await visit.check('webhooks');
    await page.getByRole('button', { name: 'Replay a time range' }).click();
    await page.getByText('with their first ids').waitFor();
    await visit.check('webhooks-replay');
    const replayed = page.waitForRequest('**/replay');
    await dialog.getByRole('button', { name: 'Send again', exact: true }).click();
    const { from, to } = (await replayed).postDataJSON();
    assert.match(from, /T16:00:00\.000Z$/, 'the day begins at midnight in Asia/Shanghai');
    assert.equal(Date.parse(to) - Date.parse(from), 24 * 60 * 60_000);
    assert.ok(Date.parse(from) <= Date.now() && Date.now() < Date.parse(to), 'the day is today');
    await visit.close();
  });

  it('the dialog of an endpoint that another owner changed meanwhile is refused and does not restore the old address', async () => {
    const [first, second] = [await service.visitAs(owner), await service.visitAs(owner)];
    for (const { open } of [first, second]) await open('/webhooks', 'Webhooks');
    await first.page.getByRole('button', { name: 'Add endpoint' }).click();
    await first.page.getByRole('dialog').getByLabel('Address').fill(`${url}/old`);
    await first.page.getByRole('button', { name: 'Save' }).click();
    await first.page.getByRole('button', { name: 'Done' }).click();
    for (const { page } of [first, second]) {
      await page.reload();
      await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
    }
    await first.page.getByRole('dialog').getByLabel('Address').fill(`${url}/moved`);
    await first.page.getByRole('button', { name: 'Save' }).click();
    await first.page.getByText(`${url}/moved`).waitFor();
    // Behind the open dialog, the page reads the endpoints again.
    await second.page.getByText(`${url}/moved`).waitFor();
    await second.page.getByRole('button', { name: 'Save' }).click();
    await second.page.getByText('Another operator changed this endpoint').waitFor();
    await first.close();
    await second.close(refusedCalls);
  });

  it('an endpoint that answers 410 is shown as switched off, on a phone in Chinese', async () => {
    const visit = await service.visitAs(owner, '/', { size: 'phone', locale: 'zh-CN' });
    const { page } = visit;
    await visit.open('/webhooks', 'Webhook');
    await page.getByRole('button', { name: '添加接收地址' }).click();
    await page.getByRole('dialog').getByLabel('地址').fill(`${url}/gone`);
    await visit.check('webhooks-add-zh');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByRole('button', { name: '完成' }).click();
    await page.getByRole('button', { name: '发送测试事件' }).last().click();
    await page.getByText('已停用', { exact: true }).waitFor();
    await visit.check('webhooks-zh');
    await visit.close();
  });
});
