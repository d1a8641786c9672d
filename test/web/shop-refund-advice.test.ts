/** What the shop's order page shows after a refund that has failed. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipWithoutChromium } from '../support/browser.ts';
import { type ShopService, shopContact, startShopService } from './shop-service.ts';
import { closeAfterTrouble, refuse, type ShopVisit, showUnpaidOrder } from './shop-visit.ts';

const again = { en: 'Retry refund', zh: '重试退款' } as const;

/** Shows the page of an order whose refund has failed with this failure code. */
async function showFailedRefund(visit: ShopVisit, code: string): Promise<void> {
  const { page } = visit;
  await showUnpaidOrder(visit);
  await page.route('**/order_events*', (route) => refuse(route, 503, 'unavailable'));
  await page.route('**/fetch_order', async (route) => {
    const answer = await route.fetch();
    const order = await answer.json();
    const refund = {
      ...{ refund_no: 'R1', amount: 1990, currency: 'CNY', reason: 'x', reason_code: null },
      ...{ state: 'failed', failure_code: code, provider: 'wechat_virtual', provider_refund_id: null },
      ...{ requested_at: order.create_time, finished_at: order.create_time },
    };
    const paid = { status: 'wait_refund', deal_status: 'done', pay_time: order.create_time };
    await route.fulfill({ json: { ...order, ...paid, pay_ext_refund_data: refund } });
  });
  await page.reload();
}

describe('the order page after a refund that failed', { skip: skipWithoutChromium() }, () => {
  let shop: ShopService;
  before(async () => {
    shop = await startShopService();
  });
  after(() => shop?.close());

  for (const language of ['en', 'zh'] as const) {
    for (const [code, text] of [
      ['app_store_only', 'reportaproblem.apple.com'],
      ['not_refundable', shopContact],
    ] as const) {
      it(`names whom to ask if the failure code is ${code}, and has no button for a retry, in ${language}`, async () => {
        const visit = await shop.visit('phone', language);
        await showFailedRefund(visit, code);
        await visit.page.getByText(text).waitFor();
        await visit.look(`refund-${code}`);
        assert.equal(await visit.page.getByRole('button', { name: again[language] }).count(), 0);
        await closeAfterTrouble(visit);
      });
    }
  }

  it('has a button for a retry if the failure code is delayed', async () => {
    const visit = await shop.visit('phone', 'en');
    await showFailedRefund(visit, 'delayed');
    await visit.page.getByRole('button', { name: again.en }).waitFor();
    await closeAfterTrouble(visit);
  });
});
