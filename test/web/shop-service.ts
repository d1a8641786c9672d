/** The real service with customers in a browser, for tests of the shop. */

import type { BrowserContextOptions } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from '../support/browser.ts';
import { type Environment, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { type Language, type ShopVisit, type Size, visitShop } from './shop-visit.ts';

/** The contact of the shop that the tests set with `SHOP_CONTACT`. */
export const shopContact = 'WeChat laozhaopian';

export type ShopService = Awaited<ReturnType<typeof startShopService>>;

export async function startShopService(more: Environment = {}) {
  const { dataDir, remove } = temporaryDataDir();
  const env = {
    DATA_DIR: dataDir,
    IMAGE_PROCESSES: '1',
    ORDER_EXPIRY_MINUTES: '4320',
    SHOP_CONTACT: shopContact,
    ...more,
  };
  const [service, browser] = await Promise.all([startServiceProcess(env), launchBrowser()]);
  const grey = { width: 500, height: 600, channels: 3, background: '#888' } as const;
  return {
    /** A PNG that the service accepts as a photo. */
    photo: await sharp({ create: grey }).png().toBuffer(),
    visit: (size: Size, language: Language, options?: BrowserContextOptions): Promise<ShopVisit> =>
      visitShop(browser, service.url, size, language, options),
    async close(): Promise<void> {
      await browser.close();
      await service.stop();
      await remove();
    },
  };
}
