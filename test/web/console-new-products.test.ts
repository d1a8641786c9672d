/** A shop that an earlier version has opened lacks the newest products; the console adds each with one click. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../web/console/texts/en.ts';
import { zh } from '../../web/console/texts/zh.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ConsoleService, owner, startConsoleService } from './console-service.ts';

const functName = 'mark_order_photo_restore';

describe('the products that a shop lacks', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  before(async () => {
    shop = await startConsoleService();
  });
  after(() => shop?.close());

  const sold = async () => {
    const goods = (await shop.client.post('goods_list')).value as { title: string; funct_name: string }[];
    return goods.filter((good) => good.funct_name === functName).map(({ title }) => title);
  };

  it('are not offered in a new shop, whose restoration is on sale after one click', async () => {
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

  it('are added and on sale after one click in an older shop, in Chinese on a phone', async () => {
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
});
