/** The payment of several orders at once, at the sandbox's checkout. */

import { backToTheShop, type ShopVisit } from './shop-visit.ts';

export interface JointPayment {
  readonly orderNos: readonly string[];
  readonly provider: string;
  readonly channel: string;
}

/** @returns the calls of `pay_orders`, which grow while the customer uses the page. */
export function jointPaymentsOf({ page }: ShopVisit): readonly JointPayment[] {
  const asked: JointPayment[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/pay_orders')) return;
    const { order_nos, provider, channel } = request.postDataJSON();
    asked.push({ orderNos: order_nos.split(','), provider, channel });
  });
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
