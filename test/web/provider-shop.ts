/**
 * The service with fakes of the real payment providers, and customers in a browser. The addresses of the providers'
 * payment pages do not exist, so these helpers give the browser simple pages in their place. A button on such a page
 * pays at the fake of the provider.
 */

import type { BrowserContextOptions } from 'playwright-core';
import { openAlipayBank } from '../payments/banks/alipay-bank.ts';
import type { Bank, Purchase } from '../payments/banks/bank.ts';
import { postNotification } from '../payments/banks/post-notification.ts';
import { openStripeBank } from '../payments/banks/stripe-bank.ts';
import { openVirtualBank } from '../payments/banks/virtual-bank.ts';
import { openWechatBank } from '../payments/banks/wechat-bank.ts';
import { launchBrowser } from '../support/browser.ts';
import { startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { type Language, type ShopVisit, type Size, visitShop } from './shop-visit.ts';

export type ProviderShop = Awaited<ReturnType<typeof startProviderShop>>;

const providers = ['stripe', 'wechat', 'alipay', 'wechat_virtual'];

export async function startProviderShop() {
  const [stripe, wechat, alipay, virtual] = await Promise.all([
    openStripeBank(),
    openWechatBank(),
    openAlipayBank(),
    openVirtualBank(),
  ]);
  const banks: readonly Bank[] = [stripe, wechat, alipay, virtual];
  const { dataDir, remove } = temporaryDataDir();
  const settings = banks.map((bank) => bank.envAt(bank.url));
  const env = {
    ...Object.assign({}, ...settings),
    PAYMENT_PROVIDERS: providers.join(','),
    DATA_DIR: dataDir,
    IMAGE_PROCESSES: '1',
    LOG_LEVEL: 'error',
  };
  const [service, browser] = await Promise.all([startServiceProcess(env), launchBrowser()]);
  /** How many notifications of each provider have been sent to the service. */
  const sent = new Map<Bank, number>();

  /** Answers requests for the providers' payment pages with a page whose button pays and returns to the shop. */
  async function servePages({ context }: ShopVisit): Promise<void> {
    const pages = [
      [stripe, 'https://checkout.stripe.test/'],
      [wechat, 'https://wx.tenpay.example/'],
      [alipay, `${alipay.url}/gateway.do`],
    ] as const;
    for (const [bank, address] of pages) {
      await context.route(
        ({ href }) => href.startsWith(address),
        async (route) => {
          const request = route.request();
          const clientData = { url: request.url() };
          if (request.method() === 'GET') {
            const body = `<!doctype html><title>${bank.name}</title><form method="post"><button>Pay</button></form>`;
            return route.fulfill({ contentType: 'text/html', body });
          }
          await pay(bank, clientData);
          return route.fulfill({ status: 302, headers: { location: bank.returnUrl(clientData) ?? '' } });
        },
      );
    }
  }

  function pay(bank: Bank, clientData: Purchase['clientData'], buyer = 'Customer'): Promise<void> {
    return bank.pay({ buyer, clientData, plan: 'done' });
  }

  return {
    stripe,
    wechat,
    alipay,
    pay,
    /** Sends the provider's notifications that have not been sent yet. @throws Error if the service refuses one. */
    async notify(bank: Bank): Promise<void> {
      for (const notice of bank.notices(sent.get(bank) ?? 0)) {
        sent.set(bank, (sent.get(bank) ?? 0) + 1);
        if (!(await postNotification(bank, service.url, notice())))
          throw new Error(`${bank.name} is refused`);
      }
    },
    async visit(size: Size, language: Language, options: BrowserContextOptions = {}): Promise<ShopVisit> {
      const visit = await visitShop(browser, service.url, size, language, options);
      await servePages(visit);
      return visit;
    },
    /** Signs the customer of this visit in with a WeChat account. */
    async signIn({ context }: ShopVisit, buyer: string): Promise<void> {
      const data = { provider: 'wechat', code: virtual.loginCode(buyer) };
      const answer = await context.request.post(`${service.url}/index.php/v1/login`, { data });
      const { token } = await answer.json();
      await context.addCookies([{ name: 'photokiosk_guest', value: token, url: service.url }]);
    },
    async close(): Promise<void> {
      await browser.close();
      await service.stop();
      for (const bank of banks) await bank.stop();
      await remove();
    },
  };
}
