/**
 * The restoration of old photos in the console: on sale after one click, in new shops and in those that an earlier version
 * has opened, and made again for a customer with other choices.
 */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../web/console/texts/en.ts';
import { zh } from '../../web/console/texts/zh.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { cachedImages } from '../support/cached-images.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { type ConsoleService, owner, startConsoleService } from './console-service.ts';

const workTimeoutMs = 120_000;
const functName = 'mark_order_photo_restore';

describe('the restoration in the console', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  before(async () => {
    shop = await startConsoleService(cachedImages);
  });
  after(() => shop?.close());

  const sold = async () => {
    const goods = (await shop.client.post('goods_list')).value as { title: string; funct_name: string }[];
    return goods.filter((good) => good.funct_name === functName).map(({ title }) => title);
  };

  it('is on sale after one click in a new shop, which lacks no product', async () => {
    const { page, close } = await shop.visitAs(owner, '/goods');
    const row = page.getByRole('row', { name: /Old photo restoration/ });
    await row.getByRole('switch').waitFor();
    assert.equal(await page.getByText(en.goods.offered).count(), 0);
    assert.deepEqual(await sold(), []);
    await row.getByRole('switch').click();
    await page.getByText(en.goods.nowActive('Old photo restoration')).waitFor();
    assert.deepEqual(await sold(), ['老照片修复']);
    await close();
  });

  it('is added and on sale after one click in an older shop, in Chinese on a phone', async () => {
    shop.writeDatabase(`delete from goods where funct_name = '${functName}'`);
    assert.deepEqual(await sold(), []);
    const visit = await shop.visitAs(owner, '/goods', { size: 'phone', locale: 'zh-CN' });
    const { page } = visit;
    await page.getByText(zh.goods.offered).waitFor();
    await visit.check('product-offered');
    await page.getByRole('button', { name: `${zh.goods.sell}: 老照片修复` }).click();
    await page.getByText(zh.goods.nowActive('老照片修复')).waitFor();
    await page.getByText(zh.goods.offered).waitFor({ state: 'detached' });
    assert.deepEqual(await sold(), ['老照片修复']);
    await visit.close();
  });

  it('is made again in colour for a customer who reports a problem', async () => {
    const customer = shop.newCustomer();
    const { old } = await samplePhotos();
    const path = await customer.upload(old);
    const goods = (await shop.client.post('goods_list')).value as { id: number; funct_name: string }[];
    const id = goods.find((good) => good.funct_name === functName)?.id ?? assert.fail('not on sale');
    const orderNo = await customer.order(functName, id, { path });
    await customer.pay(orderNo);
    await customer.orderWhen(orderNo, 'the restored photo', (order) => order.deal_status === 'done');
    await customer.post('report_problem', { order_no: orderNo, reason: 'wrong_choice' });
    const visit = await shop.visitAs(owner, `/orders/${shop.orderId(orderNo)}`);
    const { page } = visit;
    const colour = page.locator('.description-list > div', { hasText: en.names.orderDetail.colour });
    await colour.getByText(en.names.flag.false, { exact: true }).waitFor();
    await page.getByRole('button', { name: en.problems.remake }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: en.problems.remake });
    assert.ok(await confirm.isDisabled());
    await dialog.getByLabel(en.names.orderDetail.colour).check();
    assert.equal(await dialog.getByLabel(en.names.orderDetail.enlarge).isChecked(), false);
    await visit.check('remake-restoration');
    await confirm.click();
    await page.getByText('New picture · by admin').waitFor({ timeout: workTimeoutMs });
    const details = await customer.post('order_details', { order_no: orderNo });
    assert.deepEqual([details.colour, details.enlarge], [1, 0]);
    await visit.close();
  });
});
