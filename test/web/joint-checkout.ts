/**
 * The payment of several orders at once: a page in place of the sandbox's checkout, whose button pays each order by
 * itself and which leads back to “My orders”.
 */

import type { ShopVisit } from './shop-visit.ts';
import { backToTheShop } from './shop-visit.ts';

export interface JointPayment {
  readonly orderNos: readonly string[];
  readonly provider: string;
  readonly channel: string;
}

const checkout = '/sandbox/joint-checkout';
const page = (body: string) => `<!doctype html><title>Checkout</title>${body}`;
const form = page('<form method="post"><button name="outcome" value="paid">Pay</button></form>');
const done = page('<a href="/?orders">Back to the shop</a>');

/** @returns the calls of `pay_orders`. */
export async function serveJointCheckout({ page }: ShopVisit): Promise<readonly JointPayment[]> {
  const asked: JointPayment[] = [];
  const { origin } = new URL(page.url());
  await page.route('**/pay_orders', (route) => {
    const { order_nos, provider, channel } = route.request().postDataJSON();
    asked.push({ orderNos: order_nos.split(','), provider, channel });
    return route.fulfill({ json: { url: `${origin}${checkout}` } });
  });
  await page.route(`**${checkout}`, async (route) => {
    const isPaid = route.request().method() === 'POST';
    for (const orderNo of isPaid ? (asked.at(-1)?.orderNos ?? []) : []) await payAlone(orderNo);
    return route.fulfill({ contentType: 'text/html', body: isPaid ? done : form });
  });

  async function payAlone(orderNo: string): Promise<void> {
    const data = { order_no: orderNo, provider: 'sandbox', channel: 'checkout' };
    const answer = await page.request.post(`${origin}/index.php/v1/pay_order`, { data });
    const { url } = await answer.json();
    await page.request.post(url, { form: { outcome: 'paid' } });
  }
  return asked;
}

/** Pays at the checkout and returns to the shop. @returns the numbers of the orders of the series. */
export async function payJointly({ page }: ShopVisit): Promise<readonly string[]> {
  await page.waitForURL('**/sandbox/**');
  await page.locator('button[value="paid"]').click();
  await page.getByRole('link', { name: backToTheShop }).click();
  await page.waitForURL('**/?series=*');
  return (new URL(page.url()).searchParams.get('series') ?? '').split(',');
}
